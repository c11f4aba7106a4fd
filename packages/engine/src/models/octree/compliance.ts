import type { Places } from '../body.ts';
import type { OctreePoints } from './point-sets.ts';

/** Sites that may be asked for together. */
export const MOST_PLACES = 512;

/**
 * W = J A⁻¹ Jᵀ for sites of a body, exact because A is diagonal: sites couple through the leaves
 * they share. `sets` are the groups' points; `work` holds a number for each leaf and is zero before and after.
 */
export function leafCompliance(
  W: Float64Array,
  sets: readonly OctreePoints[],
  { group, points, weights }: Places,
  n: number,
  mobility: Float64Array,
  work: Float64Array,
): void {
  const stride = 3 * n;
  W.fill(0, 0, stride * stride);
  for (let a = 0; a < n; a++) {
    const from = sets[group[a]];
    for (let j = 4 * a; j < 4 * a + 4; j++) {
      if (weights[j] !== 0) addRow(work, from, points[j], weights, j, mobility);
    }
    for (let b = 0; b <= a; b++) {
      const { ptr, cols, weights: ties } = sets[group[b]];
      let sum = 0;
      for (let j = 4 * b; j < 4 * b + 4; j++) {
        const w = weights[j];
        if (w === 0) continue;
        for (let k = ptr[points[j]]; k < ptr[points[j] + 1]; k++)
          sum += w * ties[k] * work[cols[k]];
      }
      for (let c = 0; c < 3; c++) {
        W[(3 * a + c) * stride + 3 * b + c] = sum;
        W[(3 * b + c) * stride + 3 * a + c] = sum;
      }
    }
    for (let j = 4 * a; j < 4 * a + 4; j++) if (weights[j] !== 0) clearRow(work, from, points[j]);
  }
}

function addRow(
  work: Float64Array,
  { ptr, cols, weights }: OctreePoints,
  p: number,
  by: Float64Array,
  j: number,
  mobility: Float64Array,
): void {
  for (let k = ptr[p]; k < ptr[p + 1]; k++) {
    work[cols[k]] += by[j] * weights[k] * mobility[cols[k]];
  }
}

function clearRow(work: Float64Array, { ptr, cols }: OctreePoints, p: number): void {
  for (let k = ptr[p]; k < ptr[p + 1]; k++) work[cols[k]] = 0;
}
