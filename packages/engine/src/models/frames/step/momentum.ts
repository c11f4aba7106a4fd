import { findTurn } from '../../shared/momentum.ts';
import type { FramesRuntime } from '../runtime.ts';

/**
 * Rounds off a step of a free body: after it the sum of all rows, and the sum of their torques, hold to rounding.
 * Elastic forces take no part in either, but their stiffness does feel a turn of what is strained, and groups of points
 * keep forces of places they were in. The correction is a rigid motion of the whole, u_k += t + ω × D_k. `b` is the
 * right side with the impulses of contacts.
 */
export function correctFrameMomentum(
  run: FramesRuntime,
  u: Float64Array,
  b: Float64Array,
  drag: number,
  whole: Float64Array,
): void {
  const { data, memory, set, gravity, stepLength: h, kernels } = run;
  const { D, velocity, rhs, work, trial } = memory;
  const { list, massVector, count, pattern } = set;
  const n = 12 * count;
  const heavy = 1 + drag * h;
  whole.fill(0);
  for (let r = 0; r < 3; r++) {
    let missing = h * gravity[r] * data.totalMass;
    let centre = 0;
    for (let i = 0; i < count; i++) {
      for (let p = 0; p < 4; p++) {
        const o = 12 * i + 4 * r + p;
        missing += (velocity[o] - heavy * u[o]) * massVector[4 * i + p];
        centre += D[12 * list[i] + 4 * r + p] * massVector[4 * i + p];
      }
      // Impulses of contacts: what stands on the right side beyond the body's own.
      missing += b[12 * i + 4 * r + 3] - rhs[12 * i + 4 * r + 3];
    }
    whole[r] = centre / data.totalMass;
    const t = missing / (data.totalMass * heavy);
    for (let i = 0; i < count; i++) u[12 * i + 4 * r + 3] += t;
  }
  // Momentum that each row misses; weight has no torque about the centre.
  for (let k = 0; k < n; k++) trial[k] = velocity[k] - heavy * u[k];
  kernels.frameMomentum(work, set.mass, trial, pattern.size, pattern.ptr, pattern.cols);
  for (let k = 0; k < n; k++) work[k] += b[k] - rhs[k];
  // Places about the centre.
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 12; c++) trial[12 * i + c] = D[12 * list[i] + c];
    for (let r = 0; r < 3; r++) trial[12 * i + 4 * r + 3] -= whole[r];
  }
  for (let k = 0; k < n; k += 12) {
    for (let p = k; p < k + 4; p++) {
      whole[3] += trial[p + 4] * work[p + 8] - trial[p + 8] * work[p + 4];
      whole[4] += trial[p + 8] * work[p] - trial[p] * work[p + 8];
      whole[5] += trial[p] * work[p + 4] - trial[p + 4] * work[p];
    }
  }
  kernels.frameMomentum(work, set.mass, trial, pattern.size, pattern.ptr, pattern.cols);
  for (let k = 0; k < n; k += 12) {
    for (let p = k; p < k + 4; p++) {
      const xx = trial[p] * work[p];
      const yy = trial[p + 4] * work[p + 4];
      const zz = trial[p + 8] * work[p + 8];
      whole[6] += heavy * (yy + zz);
      whole[7] -= heavy * trial[p] * work[p + 4];
      whole[8] -= heavy * trial[p] * work[p + 8];
      whole[9] += heavy * (xx + zz);
      whole[10] -= heavy * trial[p + 4] * work[p + 8];
      whole[11] += heavy * (xx + yy);
    }
  }
  if (!findTurn(whole)) return;
  for (let k = 0; k < n; k += 12) {
    for (let p = k; p < k + 4; p++) {
      u[p] += whole[4] * trial[p + 8] - whole[5] * trial[p + 4];
      u[p + 4] += whole[5] * trial[p] - whole[3] * trial[p + 8];
      u[p + 8] += whole[3] * trial[p + 4] - whole[4] * trial[p];
    }
  }
}

/** Velocities u of the frames become the mean motion of the mass and `part` of the motion about it. */
export function limitFrames({ data, set }: FramesRuntime, u: Float64Array, part: number): void {
  const { massVector, count } = set;
  for (let r = 0; r < 3; r++) {
    let mean = 0;
    for (let i = 0; i < count; i++) {
      for (let p = 0; p < 4; p++) mean += u[12 * i + 4 * r + p] * massVector[4 * i + p];
    }
    mean /= data.totalMass;
    for (let i = 0; i < count; i++) {
      const o = 12 * i + 4 * r;
      for (let p = 0; p < 4; p++) u[o + p] *= part;
      u[o + 3] += (1 - part) * mean;
    }
  }
}
