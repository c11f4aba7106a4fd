import type { Adapt } from '../body.ts';
import { adaptTets, refineTets } from './adapt/adapt.ts';
import { findMomenta } from './adapt/momenta.ts';
import { keepMomenta } from './adapt/switch.ts';
import { findTen } from './adapt/ten.ts';
import { countFront, packVelocity, type TetsLive, uncover } from './live.ts';
import { SETTING } from './memory.ts';
import { packPast } from './past.ts';

/** Elements split and merge by the step's solution; a step that was too coarse is solved again. */
export function tetsAdapt(run: TetsLive): Adapt {
  const { data, memory, adaptation, levels } = run;
  const { settings, leafImpulse } = memory;
  const switched = (): void => {
    packPast(run);
    countFront(run);
  };
  const { history } = run;
  const beforeSwitch = (): void => {
    if (history.predicted) history.beforeSwitch();
  };
  return {
    refineStep(_h, u) {
      const refined = refineTets(run, adaptation, u, levels, beforeSwitch);
      if (refined) {
        switched();
        if (history.predicted) history.afterSwitch();
        leafImpulse.fill(0);
      }
      return refined;
    },
    before(h, u) {
      if (adaptTets(run, adaptation, h, u, levels)) switched();
      leafImpulse.fill(0);
    },
    tune(tuning) {
      if (tuning.adaptive !== undefined) settings[SETTING.adaptive] = tuning.adaptive ? 1 : 0;
      const { criterion } = data.options;
      if (tuning.tolerance !== undefined)
        settings[criterion === 'energy' ? SETTING.speed : SETTING.tolerance] = tuning.tolerance;
      settings[SETTING.wait] = 1;
      if (settings[SETTING.adaptive] === 1) return;
      const { velocity, v, vertexOf } = memory;
      findMomenta(run, adaptation.momenta, velocity, adaptation.scratch[2], true);
      uncover(run);
      memory.split.fill(1);
      memory.frozen.fill(0);
      findTen(run);
      run.rebuild(false);
      packVelocity(run);
      keepMomenta(run, adaptation, velocity);
      for (let i = 0; i < 3 * run.front.free; i++)
        v[3 * vertexOf[Math.floor(i / 3)] + (i % 3)] = velocity[i];
      countFront(run);
    },
  };
}
