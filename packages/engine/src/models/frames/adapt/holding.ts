import { AHEAD } from '../../shared/numbers.ts';
import { energyOfImpulse } from '../../shared/wake/energies.ts';
import type { FramesRuntime } from '../runtime.ts';
import { factorLoaded, solveFactored } from '../step/factor.ts';
import { knowMatrix } from '../step/kept-metric.ts';
import { type BlockPattern, blockOf, coupleAll } from '../step/pattern.ts';

/**
 * Energy of the impulse A_ii d that it would take to give member i the velocity its parents have for it (d in
 * run.work).
 */
export function impulseToHold(run: FramesRuntime, i: number): number {
  const { set, memory, work } = run;
  const A = run.pair;
  knowMatrix(run);
  readPair(A, memory.matrix, 12, set.pattern, i, i);
  const r = run.flat;
  for (let a = 0; a < 12; a++) {
    r[a] = 0;
    for (let b = 0; b < 12; b++) r[a] += A[12 * a + b] * work[b];
  }
  return energyOfImpulse(r, 0, set.mass, 16 * blockOf(set.pattern, i, i), run.chol);
}

/**
 * Kinetic energy that the tested members would reach within T = 0.2 s if they were held to their parents and then
 * released: the same solve as `findReach`, with the forces f that would hold them all from now on. Had the step been
 * made with them held, their residual would be A d, d what each does of its own at the end of it; M d₀ of that stops
 * what they did at its beginning, which falling asleep does once. So f = (A d − M d₀)/h, and (M/T² + K) x = f with K
 * from A = massScale·M + scale·K.
 */
export function findHolding(run: FramesRuntime, h: number): void {
  const { memory, set, kernels, pair, block, flat, matrixScales } = run;
  const { reach, matrix } = memory;
  const { asked, count, pattern, factor, column, energy, force, own, ownBefore } = reach;
  const { L } = factor;
  knowMatrix(run);
  const m = 12 * count;
  const inertia = 1 / (AHEAD * AHEAD);
  coupleAll(pattern, count);
  force.fill(0, 0, m);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      readPair(pair, matrix, 12, set.pattern, asked[i], asked[j]);
      readPair(block, set.mass, 4, set.pattern, asked[i], asked[j]);
      readPair(flat, set.resisted ?? set.mass, 4, set.pattern, asked[i], asked[j]);
      const to = 144 * blockOf(pattern, i, j);
      for (let a = 0; a < 12; a++) {
        for (let b = 0; b < 12; b++) {
          const A = pair[12 * a + b];
          const at = 4 * (a & 3) + (b & 3);
          const M = a >> 2 === b >> 2 ? block[at] : 0;
          const inA = a >> 2 === b >> 2 ? matrixScales[0] * flat[at] : 0;
          const p = 12 * i + a;
          const q = 12 * j + b;
          L[to + 12 * a + b] = (A - inA) / matrixScales[1] + inertia * M;
          force[p] += (A * own[q] - M * ownBefore[q]) / h;
          if (i !== j) force[q] += (A * own[p] - M * ownBefore[p]) / h;
        }
      }
    }
  }
  for (let i = 0; i < m; i++) column[i] = force[i];
  factorLoaded(factor, kernels);
  solveFactored(factor, column, kernels);
  for (let i = 0; i < count; i++) {
    energy[i] = 0;
    for (let c = 12 * i; c < 12 * i + 12; c++) energy[i] += 0.5 * column[c] * force[c];
  }
}

/**
 * out = the block (width × width) of members i and j in a symmetric matrix that has the blocks of a pattern; zero if it
 * has none.
 */
function readPair(
  out: Float64Array,
  matrix: Float64Array,
  width: number,
  pattern: BlockPattern,
  i: number,
  j: number,
): void {
  const from = width * width * blockOf(pattern, Math.max(i, j), Math.min(i, j));
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) {
      // Of a block on the diagonal the lower triangle counts.
      const turned = i < j || (i === j && a < b);
      const at = from + (turned ? width * b + a : width * a + b);
      out[width * a + b] = from < 0 ? 0 : matrix[at];
    }
  }
}
