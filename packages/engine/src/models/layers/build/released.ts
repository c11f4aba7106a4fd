import { NEW } from '../numbers.ts';
import type { GaugeData } from './gauge.ts';

/**
 * The directions of a gauge while some coarse unknowns are prescribed (1 in `fixed`): combinations of its own, shape
 * [rows, rows], of which the first `count` are in use. What a prescribed unknown would do is no longer redundant:
 * nobody but the detail can do it, so it must be free to. If the gauge is all that the coarse layers can do, its
 * motions are orthonormal in energy, and what is left of it are the motions of the free unknowns, made orthonormal. A
 * strict split takes out coarse motion whether or not the coarse layer may do it, and a patch that repeats some coarse
 * motions only, away from its border, leaves its gauge as it is. Allocates.
 */
export function releasedGauge(
  { coarse, rows, strict }: GaugeData,
  fixed: Uint8Array,
): { count: number; mix: Float64Array } {
  const m = coarse.unknowns.length;
  const mix = new Float64Array(rows * rows);
  const free: number[] = [];
  for (let j = 0; j < m; j++) if (fixed[coarse.unknowns[j]] === 0) free.push(j);
  if (free.length === 0 && !strict) return { count: 0, mix };
  if (free.length === m || strict || !coarse.complete) {
    for (let r = 0; r < rows; r++) mix[r * rows + r] = 1;
    return { count: rows, mix };
  }
  const columns = free.map((j) =>
    Float64Array.from({ length: rows }, (_, r) => coarse.momentum[r * m + j]),
  );
  return { count: orthogonalise(mix, columns, rows), mix };
}

/** Rows of `out` = an orthonormal basis of the columns, the longest that is left first; returns how many. */
function orthogonalise(out: Float64Array, columns: Float64Array[], n: number): number {
  const dot = (a: Float64Array, b: Float64Array): number => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
  };
  const square = columns.map((c) => dot(c, c));
  const small = NEW * square.reduce((most, s) => Math.max(most, s), 0);
  let count = 0;
  for (; count < Math.min(n, columns.length); count++) {
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
