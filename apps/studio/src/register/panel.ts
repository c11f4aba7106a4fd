import { type TriangleMesh, writeObj } from 'pliant/core';
import type { Landmark, RegisterLook, RegisterOptions } from 'pliant/register';
import { download } from '../share/card.ts';
import { h } from '../ui/dom.ts';
import { whole } from '../ui/format.ts';
import { icon } from '../ui/icons.ts';
import { drawableStage } from '../view/stage.ts';
import { ERROR_RAMP } from './colors.ts';
import type { Fit, RegisterReply, RegisterRequest, RegisterSide } from './protocol.ts';
import './register.css';
import { createRegisterScene, type RegisterScene } from './scene.ts';

/** Two meshes in, one fitted to the other out. */
export interface RegisterPanel {
  open(withPair: boolean): void;
  take(files: readonly File[]): Promise<void>;
  close(): void;
  readonly isOpen: boolean;
}

/** Looks kept of a fit on its way, to be gone over afterwards. */
const MOST_LOOKS = 120;

interface Pair {
  readonly template: { readonly vertex: number; readonly point: number[] };
  scan: [number, number, number] | null;
}

export function createRegisterPanel(holder: HTMLElement): RegisterPanel {
  let worker: Worker | null = null;
  let meshes: Partial<Record<RegisterSide, { name: string; mesh: TriangleMesh }>> = {};
  let looks: { look: RegisterLook; words: string }[] = [];
  let fit: Fit | null = null;
  let pairs: Pair[] = [];
  let isFitting = false;

  const canvas = h('canvas', { tabindex: '0', 'aria-label': 'The two meshes' });
  const free = h('div', { class: 'register-free' });
  const status = h('p', { class: 'register-status', role: 'status' });
  const bar = h('progress', { max: '1', value: '0', 'aria-label': 'Fit', hidden: true });
  const input = h('input', { type: 'file', hidden: true, 'aria-label': 'Mesh file' });
  let asked: RegisterSide = 'template';
  input.addEventListener('change', () => {
    for (const file of input.files ?? []) void read(asked, file);
    input.value = '';
  });
  const slot = (side: RegisterSide, title: string, about: string): HTMLButtonElement =>
    h(
      'button',
      {
        type: 'button',
        class: 'slot',
        click() {
          asked = side;
          input.click();
        },
      },
      h('b', {}, title),
      h('small', {}, about),
    );
  const slots = {
    template: slot('template', 'Template', 'drop or choose: the mesh that is fitted'),
    scan: slot('scan', 'Scan', 'drop or choose: what it is fitted to'),
  };
  const select = (label: string, values: readonly string[]): HTMLSelectElement =>
    h('select', { 'aria-label': label }, ...values.map((value) => h('option', { value }, value)));
  const prealign = select('How far they lie apart', ['near', 'full', 'given']);
  const prior = select('What holds the template together', ['mixed', 'smooth', 'elastic']);
  const start = h('button', { type: 'button', class: 'primary', click: () => toggle() }, 'Fit');
  const scrub = h('input', {
    type: 'range',
    min: '0',
    step: '1',
    'aria-label': 'History of the fit',
  });
  scrub.addEventListener('input', () => showLook(Number(scrub.value)));
  const history = h('label', { class: 'register-history', hidden: true }, 'History', scrub);
  const legend = h('p', { class: 'ramp', hidden: true });
  const list = h('ul', { class: 'register-marks' });
  const save = (label: string, act: () => void): HTMLButtonElement =>
    h('button', { type: 'button', click: act }, label);
  const files = h(
    'p',
    { class: 'register-files', hidden: true },
    save('Save the mesh (.obj)', saveMesh),
    save('Save the report (.json)', () =>
      download('report.json', `${JSON.stringify(fit?.report, null, 2)}\n`, 'application/json'),
    ),
  );
  /** Pairs of the gallery. */
  const scenes = h('p', { class: 'register-scenes', role: 'group', 'aria-label': 'Gallery' });
  const checks = h('ul', { class: 'register-checks', 'aria-label': 'Checks' });
  const controls = h(
    'div',
    { class: 'panel register-controls' },
    h(
      'header',
      {},
      h('h2', {}, 'Fit a mesh to a scan'),
      h('button', { type: 'button', 'aria-label': 'Close', click: close }, icon('close')),
    ),
    slots.template,
    slots.scan,
    scenes,
    h('label', { class: 'row' }, 'They lie', prealign),
    h('label', { class: 'row' }, 'Prior', prior),
    start,
    bar,
    status,
    checks,
    history,
    legend,
    files,
    h(
      'p',
      { class: 'note' },
      'Landmarks: click a place of the template, then the same of the scan.',
    ),
    list,
    input,
  );
  let scene: RegisterScene | null = null;

  function ask(request: RegisterRequest): void {
    if (worker === null) {
      worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<RegisterReply>) => receive(data);
      worker.onerror = (event) => {
        event.preventDefault();
        receive({ type: 'failed', message: event.message || 'The fit could not be started.' });
      };
    }
    worker.postMessage(request);
  }

  function receive(reply: RegisterReply): void {
    switch (reply.type) {
      case 'scenes':
        scenes.replaceChildren(
          ...reply.scenes.map(({ name, title, about }) =>
            h(
              'button',
              {
                type: 'button',
                class: 'quiet',
                title: about,
                click: () => ask({ type: 'pair', name }),
              },
              title,
            ),
          ),
        );
        break;
      case 'mesh': {
        const { side, name, mesh } = reply;
        meshes[side] = { name, mesh };
        const count = `${whole(mesh.positions.length / 3)} vertices`;
        slots[side].replaceChildren(h('b', {}, name), h('small', {}, `${side}, ${count}`));
        forget();
        pairs = [];
        scene?.put(side, mesh);
        drawMarks();
        break;
      }
      case 'progress': {
        const { phase, done, total, active, iterations } = reply.progress;
        const words =
          phase === 'fit'
            ? `Stiffness ${Math.min(total, done + 1)} of ${total}, iteration ${iterations}: ${active} frames free`
            : `${phase[0].toUpperCase()}${phase.slice(1)} …`;
        status.textContent = words;
        bar.value = total > 0 ? done / total : 0;
        if (reply.look === null) return;
        if (looks.length < MOST_LOOKS) looks.push({ look: reply.look, words });
        else looks[MOST_LOOKS - 1] = { look: reply.look, words };
        scene?.fit(reply.look.positions);
        scene?.frames(reply.look);
        break;
      }
      case 'done':
        fit = reply.fit;
        settle();
        showFit();
        break;
      case 'failed':
        settle();
        status.textContent = reply.message;
    }
  }

  function settle(): void {
    isFitting = false;
    start.textContent = 'Fit';
    bar.hidden = true;
  }

  /** What a fit left is gone. */
  function forget(): void {
    looks = [];
    fit = null;
    history.hidden = true;
    legend.hidden = true;
    files.hidden = true;
    status.textContent = '';
    checks.replaceChildren();
    scene?.paint(null, 1);
    scene?.frames(null);
    scene?.fit(null);
  }

  function toggle(): void {
    if (isFitting) {
      // A fit is not asked to stop: its worker ends, and another reads the meshes again when there is need.
      worker?.terminate();
      worker = null;
      settle();
      status.textContent = 'Stopped. Choose the meshes again.';
      meshes = {};
      return;
    }
    if (meshes.template === undefined || meshes.scan === undefined) {
      status.textContent = 'Two meshes are needed: a template and a scan.';
      return;
    }
    forget();
    isFitting = true;
    start.textContent = 'Stop';
    bar.hidden = false;
    const landmarks = pairs.flatMap(({ template, scan }): Landmark[] =>
      scan === null ? [] : [{ vertex: template.vertex, target: scan }],
    );
    const options = { prealign: prealign.value, prior: prior.value, landmarks } as RegisterOptions;
    ask({ type: 'fit', options });
  }

  /** The ends of the error's colours. */
  const rangeOf = ({ report }: Fit): number =>
    Math.max(1e-12, report.distance.templateToTarget.p95);

  function showFit(): void {
    if (fit === null) return;
    const range = rangeOf(fit);
    const { report } = fit;
    const per = (100 * report.distance.templateToTarget.mean) / report.units.diagonal;
    status.textContent = `Fitted, ${report.fit}: mean distance ${per.toFixed(2)} % of the size, ${report.frames.mostActive} of ${report.frames.total} frames were free at most. ${report.warnings.join(' ')}`;
    checks.replaceChildren(
      ...fit.checks.map(({ name, value, max, pass }) =>
        h('li', {}, `${pass ? '✓' : '✗'} ${name}: ${Number(value.toPrecision(2))}, at most ${max}`),
      ),
    );
    scene?.frames(null);
    scene?.fit(fit.positions);
    scene?.paint(fit.error, range);
    scrub.max = String(looks.length);
    scrub.value = scrub.max;
    history.hidden = looks.length === 0;
    files.hidden = false;
    const bar = h('i', { style: `background: ${ERROR_RAMP}` });
    const end = range.toPrecision(2);
    legend.replaceChildren(h('span', {}, `−${end} inside`), bar, h('span', {}, `${end} outside`));
    legend.hidden = false;
  }

  function showLook(k: number): void {
    if (k >= looks.length) {
      showFit();
      return;
    }
    status.textContent = looks[k].words;
    legend.hidden = true;
    scene?.paint(null, 1);
    scene?.fit(looks[k].look.positions);
    scene?.frames(looks[k].look);
  }

  function saveMesh(): void {
    const { template } = meshes;
    if (fit === null || template === undefined) return;
    const { triangles } = template.mesh;
    const bytes = writeObj({ positions: fit.positions, triangles });
    download('fitted.obj', bytes as Uint8Array<ArrayBuffer>, 'model/obj');
  }

  function drawMarks(): void {
    scene?.marks(pairs.map(({ template, scan }) => ({ template: template.point, scan })));
    list.replaceChildren(
      ...pairs.map((pair, i) =>
        h(
          'li',
          {},
          `Landmark ${i + 1}${pair.scan === null ? ': now on the scan' : ''}`,
          h(
            'button',
            {
              type: 'button',
              'aria-label': `Take landmark ${i + 1} away`,
              click() {
                pairs = pairs.filter((one) => one !== pair);
                drawMarks();
              },
            },
            icon('close'),
          ),
        ),
      ),
    );
  }

  /** A click that was no drag: a landmark. */
  function point(x: number, y: number): void {
    if (fit !== null || isFitting) return;
    const hit = scene?.at(x, y) ?? null;
    if (hit === null) return;
    const last = pairs[pairs.length - 1];
    const isHalf = last !== undefined && last.scan === null;
    if (hit.side === 'scan') {
      if (isHalf) last.scan = hit.point;
    } else {
      const template = { vertex: hit.vertex, point: hit.point };
      if (isHalf) pairs.pop();
      pairs.push({ template, scan: null });
    }
    drawMarks();
  }
  let pressed: { x: number; y: number } | null = null;
  canvas.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
    pressed = { x, y };
  });
  canvas.addEventListener('pointerup', ({ clientX: x, clientY: y }) => {
    if (pressed !== null && Math.hypot(x - pressed.x, y - pressed.y) < 4) point(x, y);
    pressed = null;
  });

  async function read(side: RegisterSide, file: File): Promise<void> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    ask({ type: 'read', side, file: file.name, bytes });
  }

  function close(): void {
    worker?.terminate();
    worker = null;
    isFitting = false;
    holder.hidden = true;
  }

  return {
    open(withPair) {
      holder.hidden = false;
      if (scene === null) {
        holder.replaceChildren(canvas, free, controls);
        const stage = drawableStage(canvas, free, (fault) => {
          status.textContent = fault;
        });
        scene = createRegisterScene(stage);
      }
      ask({ type: 'scenes' });
      if (withPair) ask({ type: 'pair' });
      start.focus();
    },
    async take(given) {
      // The first goes where there is none yet.
      for (const file of given)
        await read(meshes.template === undefined ? 'template' : 'scan', file);
    },
    close,
    get isOpen() {
      return !holder.hidden;
    },
  };
}
