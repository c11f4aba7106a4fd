import { det3, inverse3 } from '../../../math/mat3.ts';
import { FLATTEST } from '../numbers.ts';
import type { NodeTree } from './tree.ts';

/** out[o..o+12) = Σ_m φ_k^m X_m over the parents of node k: what they alone would give it. X has 12 numbers a node. */
export function blendParents(
  out: Float64Array,
  o: number,
  data: Omit<NodeTree, 'nodes'>,
  X: Float64Array,
  k: number,
): void {
  for (let c = 0; c < 12; c++) out[o + c] = 0;
  for (let i = data.parentPtr[k]; i < data.parentPtr[k + 1]; i++) {
    const x = 12 * data.parent[i];
    const phi = data.parentWeight[i];
    for (let c = 0; c < 12; c++) out[o + c] += phi * X[x + c];
  }
}

/**
 * Δ[12k..) = [D̄; 0001]⁻¹ [D_k; 0001] with D̄ the parents' blend: from now on the node follows its parents and is
 * exactly where it is. False, and nothing written, if D̄ is too flat. work: 30 numbers.
 * Tournier et al. 2014, eq. 7.
 */
export function freezeOffset(
  offsets: Float64Array,
  data: Omit<NodeTree, 'nodes'>,
  D: Float64Array,
  k: number,
  work: Float64Array,
): boolean {
  blendParents(work, 0, data, D, k);
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) work[12 + 3 * r + c] = work[4 * r + c];
  if (!(Math.abs(det3(work, 12)) > FLATTEST) || !inverse3(work, 21, work, 12)) return false;
  const d = 12 * k;
  for (let r = 0; r < 3; r++) {
    const a = work[21 + 3 * r];
    const b = work[21 + 3 * r + 1];
    const c = work[21 + 3 * r + 2];
    for (let j = 0; j < 4; j++) {
      const shift = j === 3 ? 1 : 0;
      offsets[d + 4 * r + j] =
        a * (D[d + j] - shift * work[3]) +
        b * (D[d + 4 + j] - shift * work[7]) +
        c * (D[d + 8 + j] - shift * work[11]);
    }
  }
  return true;
}

/**
 * out[o..o+12) = X·[Δ; 0001], X 3×4 in X[x..): a parents' blend of velocities as the node gets it. Tournier et al.
 * 2014, eq. 8.
 */
export function applyOffset(
  out: Float64Array,
  o: number,
  X: Float64Array,
  x: number,
  offsets: Float64Array,
  d: number,
): void {
  for (let r = 0; r < 3; r++) {
    const a = X[x + 4 * r];
    const b = X[x + 4 * r + 1];
    const c = X[x + 4 * r + 2];
    const t = X[x + 4 * r + 3];
    for (let j = 0; j < 4; j++) {
      const last = j === 3 ? t : 0;
      out[o + 4 * r + j] =
        a * offsets[d + j] + b * offsets[d + 4 + j] + c * offsets[d + 8 + j] + last;
    }
  }
}
