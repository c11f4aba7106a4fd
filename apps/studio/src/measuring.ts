import { type AwakeLog, createAwakeLog } from './awake.ts';
import { createHistory } from './history.ts';
import type { SceneInfo, Stats } from './protocol.ts';
import { createCounters } from './ui/counters.ts';
import { byId } from './ui/dom.ts';
import { createLatePlots } from './ui/late-plots.ts';
import { createVerdict } from './ui/verdict.ts';
import { createVersus, type Versus } from './ui/versus.ts';

/** How often numbers and plots are drawn [ms]: reading needs no more, and the picture comes first. */
const EVERY = 120;

/** Steps of a scene that plays after which its plots are shown. */
const PLOTS_AFTER = 30;

/** What is measured of a run, and where it is shown: counters, plots, the verdict, two runs beside each other. */
export interface Measuring {
  readonly versus: Versus;
  readonly awake: AwakeLog;
  /** A scene takes the place of the one before. */
  open(info: SceneInfo): void;
  /** Rows of a run, or of the one beside it. */
  add(samples: Float64Array, dt: number | undefined, side: 0 | 1): void;
  /** Whether it is time to show numbers again. */
  isDue(stats: Stats): boolean;
  /** `apart`: how far the two runs are from each other; `isAdaptive`: whether there is something to judge. */
  show(mine: Stats, twin: Stats | null, apart: () => number | null, isAdaptive: boolean): void;
  /** Rows that were measured, and points that are plotted. */
  counts(): { samples: number; plotted: number };
  /** Resolves when plots are there, if they were asked for. */
  ready(): Promise<void>;
}

export function createMeasuring(): Measuring {
  const log = createHistory();
  const twinLog = createHistory();
  const awake = createAwakeLog();
  const counters = createCounters(byId('numbers'), byId('heading'));
  const plots = createLatePlots(byId('numbers'));
  const versus = createVersus(byId('free'));
  const verdict = createVerdict(byId('foot'));
  let shownAt = 0;
  return {
    versus,
    awake,
    open({ kernels, buildTime, prepared }) {
      log.clear();
      twinLog.clear();
      awake.clear();
      const name = kernels === 'webassembly' ? 'WebAssembly' : 'TypeScript';
      const known = prepared > 0 ? ', prepared before' : '';
      counters.note(`${name} kernels · built in ${(buildTime / 1000).toFixed(1)} s${known}`);
    },
    add(samples, dt, side) {
      (side === 0 ? log : twinLog).add(samples);
      if (side === 0 && dt !== undefined) awake.add(samples, dt);
    },
    isDue({ playing }) {
      const now = performance.now();
      if (playing && now - shownAt < EVERY) return false;
      shownAt = now;
      return true;
    },
    show(mine, twin, apart, isAdaptive) {
      counters.show(mine);
      // The picture comes first: what draws plots is fetched when the first scene moves.
      const least = mine.playing ? PLOTS_AFTER : 0;
      if (plots.length() > 0 || mine.steps > least) plots.show(log, twin === null ? null : twinLog);
      if (twin !== null) versus.show(mine, twin, apart());
      verdict.show(
        isAdaptive ? awake.sums(mine.steps) : null,
        mine.dofs.reduce((sum, { active }) => sum + active, 0),
      );
    },
    counts: () => ({ samples: log.count, plotted: plots.length() }),
    ready: plots.ready,
  };
}
