import type { OctreePoints } from './points.ts';

/**
 * W = J A⁻¹ Jᵀ for contact points given by index, exact because A is diagonal: points answer to each other through the leaves
 * they share. `work` holds a number for each leaf and is zero before and after.
 */
export function respond(
  W: Float64Array,
  { ptr, cols, weights }: OctreePoints,
  points: Int32Array,
  n: number,
  mobility: Float64Array,
  work: Float64Array,
): void {
  const stride = 3 * n;
  W.fill(0, 0, stride * stride);
  for (let a = 0; a < n; a++) {
    const p = points[a];
    for (let k = ptr[p]; k < ptr[p + 1]; k++) work[cols[k]] = weights[k] * mobility[cols[k]];
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let k = ptr[points[b]]; k < ptr[points[b] + 1]; k++) sum += weights[k] * work[cols[k]];
      for (let c = 0; c < 3; c++) {
        W[(3 * a + c) * stride + 3 * b + c] = sum;
        W[(3 * b + c) * stride + 3 * a + c] = sum;
      }
    }
    for (let k = ptr[p]; k < ptr[p + 1]; k++) work[cols[k]] = 0;
  }
}
