import type { History } from '../body.ts';
import type { HeldRegions } from '../shared/held-regions.ts';
import { createHistory, type Moving } from '../shared/history.ts';
import { turnVectors } from '../shared/move.ts';
import { addRigid, createMomenta, findMomenta } from './adapt/momenta.ts';
import { unpackPast } from './past.ts';
import type { TetsRuntime } from './runtime.ts';

export interface TetsHistory extends History {
  /**
   * Around a switch within a predicted step: keeps the momenta. Other free vertices shift the centre of mass a little,
   * which must not change the angular momentum about the world's origin.
   */
  beforeSwitch(): void;
  afterSwitch(): void;
}

/** What second-order steps remember, on the free vertices of the front. */
export function createTetsHistory(run: TetsRuntime, regions: HeldRegions): TetsHistory {
  const { velocity, past } = run.memory;
  const moving = movingTets(run, regions);
  const history = createHistory(moving, past);
  const before = new Float64Array(9);
  const after = new Float64Array(9);
  return {
    ...history,
    get predicted() {
      return history.predicted;
    },
    beforeSwitch: () => moving.momenta(before, velocity),
    afterSwitch() {
      if (!moving.free()) return;
      moving.momenta(after, velocity);
      const { started: P } = history;
      for (let c = 0; c < 6; c++) after[c] = before[c] - after[c];
      for (let c = 6; c < 9; c++) before[c] = after[c] - before[c];
      for (let c = 0; c < 3; c++) {
        const d = (c + 1) % 3;
        const e = (c + 2) % 3;
        const shifted = before[6 + d] * P[e] - before[6 + e] * P[d];
        after[3 + c] -= shifted;
        P[3 + c] -= shifted;
      }
      moving.addRigid(velocity, after);
      history.keepDrift();
    },
  };
}

function movingTets(run: TetsRuntime, regions: HeldRegions): Moving {
  const { front, memory } = run;
  const { x, v, velocity, vertexOf, ownMass, edgeMass } = memory;
  const turned = createMomenta();
  return {
    unknowns: () => 3 * front.free,
    velocity,
    free: () => regions.count === 0,
    fall(out, gravity, h) {
      for (let k = 0; k < 3 * front.free; k++) out[k] = h * gravity[k % 3];
    },
    turn: (u, pose) => turnVectors(u, front.free, pose, 1),
    move(h, w) {
      for (let i = 0; i < front.free; i++)
        for (let c = 0; c < 3; c++) x[3 * vertexOf[i] + c] += h * w[3 * i + c];
      run.followVisible();
    },
    momenta(out, u) {
      findMomenta(run, turned, u, memory.work, true);
      for (let c = 0; c < 3; c++) {
        out[c] = turned.linear[c];
        out[3 + c] = turned.angular[c];
        out[6 + c] = turned.centre[c];
      }
    },
    addRigid(u, momenta) {
      findMomenta(run, turned, u, memory.work, true);
      for (let c = 0; c < 3; c++) {
        turned.linear[c] = momenta[c];
        turned.angular[c] = momenta[3 + c];
      }
      addRigid(run, u, turned.linear, turned.angular, turned.centre, ownMass, edgeMass);
    },
    moved() {
      unpackPast(run);
      for (let i = 0; i < front.free; i++)
        for (let c = 0; c < 3; c++) v[3 * vertexOf[i] + c] = velocity[3 * i + c];
    },
  };
}
