import { cholesky, choleskySolve } from '../../../math/dense.ts';
import { nearestRotation3, SVD_WORK } from '../../../math/svd3.ts';
import { AHEAD } from '../../shared/numbers.ts';
import type { AdaptiveFrames } from './adaptive.ts';
import { contractMatrix, type Follow } from './tree.ts';

const R = new Float64Array(9);
const F = new Float64Array(9);
const work = new Float64Array(SVD_WORK);

export function ask(a: AdaptiveFrames, node: number): boolean {
  const { asked } = a;
  if (asked.count === asked.nodes.length) return false;
  asked.nodes[asked.count++] = node;
  return true;
}

/** index of the asked nodes, −1 for all others. */
export function indexAsked(a: AdaptiveFrames): void {
  a.index.fill(-1);
  for (let i = 0; i < a.asked.count; i++) a.index[a.asked.nodes[i]] = i;
}

/**
 * Kinetic energy that the tested frames would reach within T if they were released together under the forces in
 * `asked.force`: ½ f·x with (M(1+α T) + (T²+βT) K) x = T² f. The matrix is that of the undeformed body, seen from each
 * frame's own axes; a stiff frame finds its balance at once and reaches little, under any load.
 */
export function findReach(a: AdaptiveFrames, follow: Follow): void {
  const { asked, D, tree } = a;
  const { count, matrix, column, force, energy, nodes } = asked;
  const n = 12 * count;
  contractMatrix(matrix, a.reach, 3, tree, follow.contraction, a.index, count, a.half);
  for (let i = 0; i < count; i++) {
    const d = 12 * nodes[i];
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) F[3 * r + c] = D[d + 4 * r + c];
    nearestRotation3(R, 0, F, 0, work);
    // Into the frame's own axes, in the order of the unknowns.
    for (let p = 0; p < 4; p++) {
      for (let c = 0; c < 3; c++) {
        const f = 12 * i + p;
        column[12 * i + 3 * p + c] =
          R[c] * force[f] + R[3 + c] * force[f + 4] + R[6 + c] * force[f + 8];
      }
    }
  }
  for (let i = 0; i < n; i++) {
    force[i] = column[i];
    column[i] *= AHEAD * AHEAD;
    matrix[i * n + i] *= 1 + 1e-9;
  }
  if (!cholesky(matrix, n)) {
    energy.fill(Infinity);
    return;
  }
  choleskySolve(column, matrix, n);
  for (let i = 0; i < count; i++) {
    energy[i] = 0;
    for (let c = 12 * i; c < 12 * i + 12; c++) energy[i] += 0.5 * column[c] * force[c];
  }
}
