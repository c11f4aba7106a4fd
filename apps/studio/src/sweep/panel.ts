import {
  axesOf,
  createPace,
  csvOf,
  driveRuns,
  type Failure,
  type Lane,
  parallelPlot,
  parquetOf,
  planSweep,
  type RunRecord,
  responsePlot,
  runTable,
  type SweepPlan,
  sceneOf,
} from '@pliant/sweep/core';
import { parseScene } from 'pliant';
import type { SceneSource } from '../protocol.ts';
import { h } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import { createForm, type SweepForm } from './form.ts';
import { createLanes, workerCount } from './lanes.ts';

export interface SweepPanel {
  /** Shows the panel for a scene; with a sweep of its own, that one is done as it stands. */
  open(source: SceneSource, sweep?: unknown): void;
  close(): void;
  readonly isOpen: boolean;
}

/** How often plots are redrawn while results come in [ms]. */
const DRAW_EVERY = 250;
/** More plots than this do not fit. */
const MOST_PLOTS = 6;

/** Small sweeps in the page: the same runs, ids and tables as on the command line, with plots that fill as they come. */
export function createSweepPanel(
  holder: HTMLElement,
  openRun: (source: SceneSource) => void,
): SweepPanel {
  const close = (): void => {
    stop();
    holder.hidden = true;
    holder.replaceChildren();
  };
  const status = h('p', { class: 'sweep-status', role: 'status' });
  const plots = h('div', { class: 'sweep-plots' });
  const files = h('p', { class: 'sweep-files' });
  const start = h(
    'button',
    { type: 'button', class: 'sweep-start', click: () => toggle() },
    'Start',
  );
  let source: SceneSource = { scene: null, files: {} };
  let form: SweepForm | null = null;
  let given: unknown;
  let lanes: Lane[] = [];
  let plan: SweepPlan | null = null;
  let records: RunRecord[] = [];
  let drawnAt = 0;

  const stop = (): void => {
    for (const lane of lanes) lane.close();
    lanes = [];
  };
  const toggle = (): void => {
    if (lanes.length > 0) stop();
    else void sweep();
  };
  const draw = (): void => {
    drawnAt = performance.now();
    if (plan === null) return;
    const axes = axesOf(plan, records);
    const shown = records.map((_, r) => r);
    const parameters = axes.filter(({ kind }) => kind === 'parameter');
    const measures = axes.filter(({ kind }) => kind === 'measure');
    const pairs = measures.flatMap((y) =>
      parameters.map((x) => responsePlot(x, y, shown, 400, 200)),
    );
    const isWide = axes.length > 2;
    // All text in these drawings is escaped where they are made.
    plots.innerHTML = [
      isWide ? parallelPlot(axes, shown, 440, 200) : '',
      ...pairs.slice(0, MOST_PLOTS),
    ].join('');
  };
  plots.addEventListener('click', (event) => {
    const r = (event.target as Element).closest('[data-r]')?.getAttribute('data-r');
    if (r == null || plan === null) return;
    const { values, seed } = records[Number(r)];
    openRun({ scene: sceneOf(plan.job, values, seed), files: source.files });
  });

  async function sweep(): Promise<void> {
    const failures: Failure[] = [];
    records = [];
    files.replaceChildren();
    plots.replaceChildren();
    try {
      plan = planSweep(given ?? form!.read(), {
        scene: source.scene,
        files: (name) => source.files[name] ?? source.files[name.slice(name.lastIndexOf('/') + 1)],
      });
    } catch (error) {
      status.textContent = (error as Error).message;
      return;
    }
    const { design } = plan;
    const runs = Array.from({ length: design.count }, (_, i) => plan!.run(i));
    const pace = createPace(runs.length, workerCount(), () => performance.now() / 1000);
    const mine = createLanes(plan.job, plan.sweep.limit);
    lanes = mine;
    start.textContent = 'Stop';
    const tell = (): void => {
      const { total, done, failed, left, secondsLeft } = pace.progress();
      const parts = [`${done} of ${total} runs`];
      if (failed > 0) parts.push(`${failed} failed: ${failures.at(-1)?.message}`);
      if (left > 0 && secondsLeft !== null) parts.push(`${Math.ceil(secondsLeft)} s left`);
      status.textContent = parts.join(', ');
    };
    tell();
    await driveRuns(runs, {
      lanes: mine,
      onResult(_, record) {
        records.push(record);
        pace.ended('done', record.cost.total / 1000);
        tell();
        if (performance.now() - drawnAt > DRAW_EVERY) draw();
      },
      onFailure(_, failure) {
        failures.push(failure);
        pace.ended('failed');
        tell();
      },
    });
    if (lanes === mine) stop();
    start.textContent = 'Start';
    draw();
    await offerFiles();
  }

  /** Tables to take home, the same bytes as the command line's. */
  async function offerFiles(): Promise<void> {
    if (plan === null || records.length === 0) return;
    const table = runTable(
      plan,
      [...records].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const link = (name: string, type: string, data: BlobPart): HTMLElement =>
      h('a', { href: URL.createObjectURL(new Blob([data], { type })), download: name }, name);
    const parquet = await parquetOf(table);
    files.replaceChildren(
      link('runs.csv', 'text/csv', csvOf(table)),
      link('runs.parquet', 'application/vnd.apache.parquet', parquet as Uint8Array<ArrayBuffer>),
    );
  }

  return {
    open(newSource, newSweep) {
      stop();
      given = newSweep;
      const text = newSource.scene;
      source = { ...newSource, scene: typeof text === 'string' ? JSON.parse(text) : text };
      records = [];
      plan = null;
      plots.replaceChildren();
      files.replaceChildren();
      status.textContent =
        'Runs are done in the background, the scene goes on. Click a dot to open its run.';
      form = given === undefined ? createForm(parseScene(source.scene)) : null;
      const shut = h(
        'button',
        { type: 'button', 'aria-label': 'Close', click: close },
        icon('close'),
      );
      holder.replaceChildren(
        h('header', {}, h('h2', {}, 'Sweep'), shut),
        ...(form === null ? [h('p', {}, 'The sweep from the file.')] : [form.element]),
        h('div', { class: 'sweep-go' }, start, status),
        plots,
        files,
      );
      holder.hidden = false;
      if (given !== undefined) void sweep();
    },
    close,
    get isOpen() {
      return !holder.hidden;
    },
  };
}
