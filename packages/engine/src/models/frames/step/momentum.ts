import { findTurn } from '../../shared/momentum.ts';
import type { FramesRuntime } from '../runtime.ts';
import { findArms, inertiaOf, massOf, spinOf } from './pieces.ts';

const spin = new Float64Array(3);
const inertia = new Float64Array(9);

/**
 * Rounds off a step of a free body: after it the sum of all rows of each piece (`pieces.ts`), and the sum of their
 * torques, hold to rounding. Elastic forces take no part in either, but their stiffness does feel a turn of what is
 * strained, and groups of points keep forces of positions they were in. The correction is a rigid motion of the piece,
 * u_k += t + ω × D_k. `b` is the right side with the impulses of contacts.
 */
export function correctFrameMomentum(
  run: FramesRuntime,
  u: Float64Array,
  b: Float64Array,
  drag: number,
  whole: Float64Array,
): void {
  const { memory, set, stepLength: h, kernels, pieces, piece, spins } = run;
  const { velocity, rhs, work, trial } = memory;
  const { count, pattern } = set;
  const n = 12 * count;
  const heavy = 1 + drag * h;
  for (let p = 0; p < pieces; p++) pushPiece(run, u, b, heavy, p);
  // Momentum that each row misses; weight has no torque about the centre.
  for (let k = 0; k < n; k++) trial[k] = velocity[k] - heavy * u[k];
  kernels.frameMomentum(work, set.mass, trial, pattern.size, pattern.ptr, pattern.cols);
  for (let k = 0; k < n; k++) work[k] += b[k] - rhs[k];
  findArms(run, trial, pieces);
  for (let p = 0; p < pieces; p++) {
    spinOf(run, spin, trial, work, p);
    for (let c = 0; c < 3; c++) spins[3 * p + c] = spin[c];
  }
  kernels.frameMomentum(work, set.mass, trial, pattern.size, pattern.ptr, pattern.cols);
  for (let p = 0; p < pieces; p++) {
    inertiaOf(run, inertia, trial, work, p);
    whole.fill(0);
    for (let c = 0; c < 3; c++) whole[3 + c] = spins[3 * p + c];
    for (let c = 0; c < 3; c++) whole[6 + c] = heavy * inertia[c];
    for (let c = 0; c < 2; c++) whole[9 + c] = heavy * inertia[4 + c];
    whole[11] = heavy * inertia[8];
    if (!findTurn(whole)) continue;
    for (let i = 0; i < count; i++) if (piece[i] === p) addTurn(u, trial, whole, 12 * i);
  }
}

/** u += the translation that gives piece p the momentum its rows have in sum. */
function pushPiece(
  run: FramesRuntime,
  u: Float64Array,
  b: Float64Array,
  heavy: number,
  p: number,
): void {
  const { memory, set, gravity, stepLength: h, piece } = run;
  const { velocity, rhs } = memory;
  const { massVector, count } = set;
  const mass = massOf(run, p);
  if (mass === 0) return;
  for (let r = 0; r < 3; r++) {
    let missing = h * gravity[r] * mass;
    for (let i = 0; i < count; i++) {
      if (piece[i] !== p) continue;
      const o = 12 * i + 4 * r;
      for (let c = 0; c < 4; c++)
        missing += (velocity[o + c] - heavy * u[o + c]) * massVector[4 * i + c];
      // Impulses of contacts: what stands on the right side beyond the body's own.
      missing += b[o + 3] - rhs[o + 3];
    }
    const t = missing / (mass * heavy);
    for (let i = 0; i < count; i++) if (piece[i] === p) u[12 * i + 4 * r + 3] += t;
  }
}

/** u += ω × arm for the frame at o, ω in whole[3..6). */
function addTurn(u: Float64Array, arm: Float64Array, whole: Float64Array, o: number): void {
  for (let k = o; k < o + 4; k++) {
    u[k] += whole[4] * arm[k + 8] - whole[5] * arm[k + 4];
    u[k + 4] += whole[5] * arm[k] - whole[3] * arm[k + 8];
    u[k + 8] += whole[3] * arm[k + 4] - whole[4] * arm[k];
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
