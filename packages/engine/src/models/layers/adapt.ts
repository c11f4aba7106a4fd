import type { Adapt } from '../body.ts';
import { dwellSteps, sleepAll, WAKE_DEFAULTS, wakeNeeded } from '../shared/wake/rule.ts';
import { spreadUnknowns } from './adaptive/adaptive.ts';
import { adaptFrames, needFrames } from './adaptive/switch.ts';
import { countActive, findFrames, type LayersLive, switched } from './live.ts';

/**
 * Frames below the details wake and sleep by the step's solution; the artist's controls of the layers are tuned here,
 * too.
 */
export function layersAdapt(run: LayersLive): Adapt {
  const { memory, system, solver, state, adaptive, levels, controls } = run;
  const switching = adaptive && { a: adaptive, s: system, dense: solver.dense };
  return {
    touch(h, points, count, speeds) {
      if (adaptive === null) return;
      if (!needFrames(adaptive, run.contacts, points, count, speeds)) return;
      findFrames(run, adaptive);
      if (wakeNeeded(adaptive, dwellSteps(WAKE_DEFAULTS.dwell, h)) > 0) switched(run, adaptive);
    },
    before(_h, u) {
      if (adaptive === null || switching === null) return;
      const { velocity } = memory;
      adaptFrames(switching, state.q, velocity, u, run.ahead ? velocity : null, levels);
      adaptive.impulse.fill(0);
    },
    after() {
      if (adaptive === null || !adaptive.changed) return;
      adaptive.changed = false;
      spreadUnknowns(adaptive.D, adaptive, state.q, true);
      switched(run, adaptive);
      countActive(run);
    },
    sleep() {
      if (adaptive === null || adaptive.settings[0] === 0) return;
      findFrames(run, adaptive);
      levels.switches = sleepAll(adaptive);
      if (levels.switches > 0) switched(run, adaptive);
      countActive(run);
    },
    get isOn() {
      return adaptive !== null && adaptive.settings[0] === 1;
    },
    tune(tuning) {
      controls.tune(tuning);
      if (adaptive === null) return;
      if (tuning.tolerance !== undefined) adaptive.settings[1] = tuning.tolerance;
      if (tuning.adaptive === undefined) return;
      adaptive.settings[0] = tuning.adaptive ? 1 : 0;
      if (tuning.adaptive || adaptive.awake === adaptive.tree.nodes) return;
      findFrames(run, adaptive);
      adaptive.active.fill(1);
      switched(run, adaptive);
    },
  };
}
