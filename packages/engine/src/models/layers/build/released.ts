import { cholesky, choleskySolve, eigenSymmetric } from '../../../math/dense.ts';
import { COARSE, type GaugeData, REDUNDANT } from './gauge.ts';

/** A motion of which less than this part is new is one of those before it. */
const NEW = 1e-6;

/**
 * The directions of a gauge while some coarse unknowns are prescribed (1 in `fixed`): combinations of its own, shape [rows, rows], of which
 * the first so many count. What a prescribed unknown would do is no longer redundant: nobody but the detail can do it, so it must be
 * free to. A direction stays if unknowns that are free can do the same.
 *
 * In terms of energy: motions of the gauge are orthonormal, and q counts if the free coarse motions reach it, qᵀ (A M_f⁻¹ Aᵀ) q ≈ 1 with
 * A the momentum that the free unknowns have of each. If the gauge is all that the coarse layers can do, these are the motions of the free
 * unknowns, and orthogonalising them is enough. Allocates.
 */
export function releasedGauge(
  { coarse, rows, strict }: GaugeData,
  fixed: Uint8Array,
): { count: number; mix: Float64Array } {
  const free = coarse.unknowns.reduce<number[]>((list, u, j) => {
    if (fixed[u] === 0) list.push(j);
    return list;
  }, []);
  const m = coarse.unknowns.length;
  const mix = new Float64Array(rows * rows);
  if (free.length === m) {
    for (let r = 0; r < rows; r++) mix[r * rows + r] = 1;
    return { count: rows, mix };
  }
  if (free.length === 0) return { count: 0, mix };
  if (coarse.complete) {
    const columns = free.map((j) =>
      Float64Array.from({ length: rows }, (_, r) => coarse.momentum[r * m + j]),
    );
    return { count: orthogonalise(mix, columns, rows), mix };
  }
  const f = free.length;
  const M = new Float64Array(f * f);
  for (let a = 0; a < f; a++)
    for (let b = 0; b < f; b++) M[a * f + b] = coarse.mass[free[a] * m + free[b]];
  // Layers that can do the same among themselves leave it singular.
  for (let a = 0; a < f; a++) M[a * f + a] *= 1 + 1e-10;
  cholesky(M, f);
  const Y = Array.from({ length: rows }, (_, r) => {
    const y = Float64Array.from(free, (j) => coarse.momentum[r * m + j]);
    choleskySolve(y, M, f);
    return y;
  });
  const G = new Float64Array(rows * rows);
  for (let a = 0; a < rows; a++)
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let j = 0; j < f; j++) sum += coarse.momentum[a * m + free[j]] * Y[b][j];
      G[a * rows + b] = G[b * rows + a] = sum;
    }
  const share = new Float64Array(rows);
  const U = new Float64Array(rows * rows);
  eigenSymmetric(share, U, G, rows);
  let count = 0;
  for (let a = 0; a < rows; a++) {
    if (strict ? share[a] < COARSE : 1 - share[a] > REDUNDANT) continue;
    for (let r = 0; r < rows; r++) mix[count * rows + r] = U[r * rows + a];
    count++;
  }
  return { count, mix };
}

/** Rows of `out` = an orthonormal basis of the columns, the longest that is left first; gives how many. */
function orthogonalise(out: Float64Array, columns: Float64Array[], n: number): number {
  const dot = (a: Float64Array, b: Float64Array): number => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
  };
  const square = columns.map((c) => dot(c, c));
  const small = NEW * square.reduce((most, s) => Math.max(most, s), 0);
  let count = 0;
  for (; count < n; count++) {
    let best = 0;
    for (let j = 1; j < columns.length; j++) if (square[j] > square[best]) best = j;
    if (!(square[best] > small)) break;
    const scale = 1 / Math.sqrt(dot(columns[best], columns[best]));
    const q = columns[best].map((c) => c * scale);
    out.set(q, count * n);
    for (let j = 0; j < columns.length; j++) {
      if (!(square[j] > small)) continue;
      const along = dot(q, columns[j]);
      for (let i = 0; i < n; i++) columns[j][i] -= along * q[i];
      square[j] = dot(columns[j], columns[j]);
    }
    square[best] = 0;
  }
  return count;
}
