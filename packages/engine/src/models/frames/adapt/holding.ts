import type { FramesRuntime } from '../runtime.ts';
import { AHEAD } from './reach.ts';
import { energyOfImpulse } from './tests.ts';

/** Energy of the impulse A_ii d that it would take to give member i the velocity its parents have for it (d in run.work). */
export function impulseToHold(run: FramesRuntime, i: number): number {
  const { set, memory, work } = run;
  const A = run.pair;
  readPair(A, memory.matrix, 12 * set.count, i, i);
  const r = run.flat;
  for (let a = 0; a < 12; a++) {
    r[a] = 0;
    for (let b = 0; b < 12; b++) r[a] += A[12 * a + b] * work[b];
  }
  const stride = 4 * set.count;
  const M = run.block;
  for (let p = 0; p < 4; p++) {
    for (let q = 0; q < 4; q++) M[4 * p + q] = set.mass[(4 * i + p) * stride + 4 * i + q];
  }
  return energyOfImpulse(r, 0, M, 0, run.chol);
}

/**
 * What kinetic energy the members asked would come to within T = 0.2 s if they were held to their parents and then let go: the
 * question of `findReach`, for the forces f that it would take to hold them all from now on. Had the step been made with them
 * held, their residual would be A d, d what each does of its own at the end of it; M d₀ of that stops what they did at its
 * beginning, which falling asleep does once. So f = (A d − M d₀)/h, and (M/T² + K) x = f with K from A = massScale·M + scale·K.
 */
export function findHolding(run: FramesRuntime, h: number): void {
  const { memory, set, kernels, pair, matrixScales } = run;
  const { reach } = memory;
  const { asked, count, matrix, column, energy, force, own, ownBefore } = reach;
  const m = 12 * count;
  const stride = 4 * set.count;
  const resisted = set.resisted ?? set.mass;
  const inertia = 1 / (AHEAD * AHEAD);
  force.fill(0, 0, m);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      readPair(pair, memory.matrix, 12 * set.count, asked[i], asked[j]);
      for (let a = 0; a < 12; a++) {
        for (let b = 0; b < 12; b++) {
          const A = pair[12 * a + b];
          const at = (4 * asked[i] + (a & 3)) * stride + 4 * asked[j] + (b & 3);
          const M = a >> 2 === b >> 2 ? set.mass[at] : 0;
          const inA = a >> 2 === b >> 2 ? matrixScales[0] * resisted[at] : 0;
          const p = 12 * i + a;
          const q = 12 * j + b;
          matrix[p * m + q] = (A - inA) / matrixScales[1] + inertia * M;
          force[p] += (A * own[q] - M * ownBefore[q]) / h;
          if (i !== j) force[q] += (A * own[p] - M * ownBefore[p]) / h;
        }
      }
    }
  }
  for (let i = 0; i < m; i++) column[i] = force[i];
  kernels.choleskyFactor(matrix, m);
  kernels.choleskySolve(column, matrix, m);
  for (let i = 0; i < count; i++) {
    energy[i] = 0;
    for (let c = 12 * i; c < 12 * i + 12; c++) energy[i] += 0.5 * column[c] * force[c];
  }
}

/** out = the 12×12 block of members i ≥ j in a matrix of n rows of which the lower triangle is there. */
function readPair(out: Float64Array, matrix: Float64Array, n: number, i: number, j: number): void {
  for (let a = 0; a < 12; a++) {
    for (let b = 0; b < 12; b++) {
      const row = Math.max(12 * i + a, 12 * j + b);
      const col = Math.min(12 * i + a, 12 * j + b);
      out[12 * a + b] = matrix[row * n + col];
    }
  }
}
