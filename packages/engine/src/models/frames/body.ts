import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { Body, BodyModel, State } from '../body.ts';
import { framesAdapt } from './adapt.ts';
import { framesEquation } from './equation.ts';
import { createLive, type FramesBodyInput, type FramesLive, packVelocity } from './live.ts';
import { framesLook } from './look.ts';
import { framesMotion } from './motion.ts';
import { packPast } from './past.ts';
import { framesPoints } from './points.ts';
import { refreshSets } from './runtime.ts';

/** A live body of affine frames. */
export function createFrames(
  input: FramesBodyInput,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
): Body {
  const run = createLive(input, model, allocator, kernels);
  return {
    model,
    levels: run.levels,
    equation: framesEquation(run),
    points: framesPoints(run),
    motion: framesMotion(run),
    adapt: framesAdapt(run),
    look: framesLook(run),
    cut: undefined,
    state: framesState(run),
  };
}

function framesState(run: FramesLive): State {
  const { memory, levels } = run;
  return {
    arrays: {
      D: memory.D,
      V: memory.V,
      mean: memory.pastOf[0],
      change: memory.pastOf[1],
      past: memory.past.whole,
      offsets: memory.offsets,
      active: memory.active,
      wait: memory.wait,
      freshSteps: memory.freshSteps,
      touched: run.touched,
      q: memory.q,
      settings: memory.settings,
      volumeOffset: run.points.volume.groups.offset,
      leader: run.groups.leader,
      kept: memory.kept,
      keptTurn: memory.keptTurn,
    },
    // Sets follow from the state; who leads the groups and the forces that were kept are part of it.
    restored() {
      refreshSets(run, true);
      packVelocity(run);
      packPast(run);
      levels.activeDofs = 12 * run.set.count;
      levels.activePoints = run.groups.count;
    },
  };
}
