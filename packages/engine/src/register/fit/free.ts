import { cholesky, choleskySolve } from '../../math/dense.ts';
import type { FrameSet } from './active.ts';
import type { Equation } from './equation.ts';
import type { Rows } from './rows.ts';

/**
 * Frees passive members of a set (active frames and candidates) that would carry their points further than `least`:
 * with the residual r and d_i = H_ii⁻¹ r_i, the motion is s_i² = Σ |d_i q_i|² / Σ φ_i² over the first `samples` rows.
 * Needs the diagonal of the matrix (`fillDiagonal`). Returns how many were freed.
 */
export function freeFrames(
  active: Uint8Array,
  set: FrameSet,
  { L: H, r, stride }: Equation,
  rows: Rows,
  samples: number,
  least: number,
): number {
  const n = 4 * set.count;
  const wish = new Float64Array(3 * n);
  const block = new Float64Array(16);
  const x = new Float64Array(4);
  for (let j = 0; j < set.count; j++) {
    if (active[set.members[j]] === 1) continue;
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b <= a; b++) block[4 * a + b] = H[(4 * j + a) * n + 4 * j + b];
    }
    if (!cholesky(block, 4)) continue;
    for (let c = 0; c < 3; c++) {
      for (let a = 0; a < 4; a++) x[a] = r[c * stride + 4 * j + a];
      choleskySolve(x, block, 4);
      for (let a = 0; a < 4; a++) wish[c * n + 4 * j + a] = x[a];
    }
  }
  const moved = new Float64Array(set.count);
  const share = new Float64Array(set.count);
  for (let i = 0; i < samples; i++) {
    for (let e = rows.ptr[i]; e < rows.ptr[i + 1]; e++) {
      const s = rows.slot[e];
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let a = 0; a < 4; a++) sum += wish[c * n + 4 * s + a] * rows.q[4 * e + a];
        moved[s] += sum * sum;
      }
      share[s] += rows.q[4 * e + 3] * rows.q[4 * e + 3];
    }
  }
  let freed = 0;
  for (let j = 0; j < set.count; j++) {
    const k = set.members[j];
    if (active[k] === 1 || !(moved[j] > least * least * share[j])) continue;
    active[k] = 1;
    freed++;
  }
  return freed;
}
