import { createWholeTurn, turnOf } from '../../shared/whole-turn.ts';
import type { FramesRuntime } from '../runtime.ts';

const turn = createWholeTurn();
const angular = new Float64Array(3);
const inertia = new Float64Array(9);

/**
 * out = the velocities of the active frames along the chords of the turn that a free body goes on with for h seconds
 * (`shared/whole-turn.ts`). False if it hardly turns.
 */
export function expectWholeTurn(out: Float64Array, run: FramesRuntime, h: number): boolean {
  const { memory, set } = run;
  const { rotation: R, drift } = turn;
  const { trial: arm } = memory;
  findMomentum(run);
  if (!turnOf(turn, inertia, angular, h)) return false;
  for (let i = 0; i < set.count; i++) {
    for (let p = 0; p < 4; p++) {
      const k = 12 * i + p;
      for (let r = 0; r < 3; r++) {
        const turned = R[3 * r] * arm[k] + R[3 * r + 1] * arm[k + 4] + R[3 * r + 2] * arm[k + 8];
        out[k + 4 * r] = (turned - arm[k + 4 * r]) / h + (p === 3 ? drift[r] : 0);
      }
    }
  }
  return true;
}

/** Velocity of the centre of mass, angular momentum and inertia about it; trial = the active frames from there. */
function findMomentum({ data, memory, set, kernels }: FramesRuntime): void {
  const { D, work, trial: arm, velocity } = memory;
  const { list, massVector, count, mass, pattern } = set;
  const { centre, drift } = turn;
  centre.fill(0);
  drift.fill(0);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 12; k++) {
      const part = massVector[4 * i + (k & 3)] / data.totalMass;
      arm[12 * i + k] = D[12 * list[i] + k];
      centre[k >> 2] += part * arm[12 * i + k];
      drift[k >> 2] += part * velocity[12 * i + k];
    }
  }
  for (let i = 0; i < count; i++) for (let r = 0; r < 3; r++) arm[12 * i + 4 * r + 3] -= centre[r];
  angular.fill(0);
  inertia.fill(0);
  kernels.frameMomentum(work, mass, velocity, pattern.size, pattern.ptr, pattern.cols);
  for (let i = 0; i < count; i++) {
    for (let k = 12 * i; k < 12 * i + 4; k++) {
      angular[0] += arm[k + 4] * work[k + 8] - arm[k + 8] * work[k + 4];
      angular[1] += arm[k + 8] * work[k] - arm[k] * work[k + 8];
      angular[2] += arm[k] * work[k + 4] - arm[k + 4] * work[k];
    }
  }
  kernels.frameMomentum(work, mass, arm, pattern.size, pattern.ptr, pattern.cols);
  for (let i = 0; i < count; i++) {
    for (let k = 12 * i; k < 12 * i + 4; k++) {
      const xx = arm[k] * work[k];
      const yy = arm[k + 4] * work[k + 4];
      const zz = arm[k + 8] * work[k + 8];
      inertia[0] += yy + zz;
      inertia[4] += xx + zz;
      inertia[8] += xx + yy;
      inertia[1] -= arm[k] * work[k + 4];
      inertia[2] -= arm[k] * work[k + 8];
      inertia[5] -= arm[k + 4] * work[k + 8];
    }
  }
  inertia[3] = inertia[1];
  inertia[6] = inertia[2];
  inertia[7] = inertia[5];
}
