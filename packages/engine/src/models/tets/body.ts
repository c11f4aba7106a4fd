import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { Body, BodyModel, State } from '../body.ts';
import { tetsAdapt } from './adapt.ts';
import { tetsEquation } from './equation.ts';
import { countFront, createLive, packVelocity, type TetsLive } from './live.ts';
import { tetsLook } from './look.ts';
import type { Sizes } from './memory.ts';
import type { TetsData } from './model.ts';
import { tetsMotion } from './motion.ts';
import { tetsPoints } from './points.ts';

/** A live body of tetrahedra trees. */
export function createTets(
  data: TetsData,
  sizes: Sizes,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
  shared: TetsLive['shared'],
): Body {
  const run = createLive(data, sizes, model, allocator, kernels, shared);
  const state = tetsState(run);
  return {
    model,
    levels: run.levels,
    equation: tetsEquation(run),
    points: tetsPoints(run),
    motion: tetsMotion(run, state.restored),
    adapt: tetsAdapt(run),
    look: tetsLook(run),
    cut: undefined,
    state,
  };
}

function tetsState(run: TetsLive): State {
  const { memory } = run;
  return {
    arrays: {
      x: memory.x,
      v: memory.v,
      mean: memory.pastOf[0],
      change: memory.pastOf[1],
      past: memory.past.whole,
      split: memory.split,
      calm: memory.calm,
      leans: memory.leans,
      lean: memory.lean,
      ownerTet: memory.ownerTet,
      offset: memory.offset,
      mass: memory.mass,
      stress0: memory.stress0,
      energy0: memory.energy0,
      frozen: memory.frozen,
      ten: memory.ten,
      settings: memory.settings,
      q: memory.q,
      allQ: memory.allQ,
    },
    restored() {
      run.rebuild(true);
      packVelocity(run);
      countFront(run);
    },
  };
}
