/**
 * Ten-node elements. A split parent whose eight children are all in the front has ten vertices; one quadratic element on them
 * bends without locking, where eight linear children do not. Its four integration points are treated as four linear tets on corners
 * of their own: with barycentric coordinates λ of point p the gradient of the quadratic field is Σ_k y_pk ∇λ_kᵀ,
 *
 *   y_pk = (4λ_k − 1) x_k + 4 Σ_{j≠k} λ_j x_jk   (x_jk the vertex between corners j and k),
 *
 * so the imagined corners y are fixed combinations of the ten vertices, and every kernel for linear tets works on them.
 */

/** Barycentric coordinates of the four points: `NEAR` at their own corner, `FAR` at the others. */
export const NEAR = 0.5854101966249685;
export const FAR = 0.1381966011250105;

/** Place among ten of the vertex between corners k and j, of corner k at (k, k): row by row. */
export const TEN_TABLE = [0, 4, 5, 6, 4, 1, 7, 8, 5, 7, 2, 9, 6, 8, 9, 3];

/** X of the imagined corners, from place `first` on, from X of the vertices in the tables of `count` elements. */
export function imagineCorners(
  X: Float64Array,
  table: Int32Array,
  count: number,
  first: number,
): void {
  const extra = 4 * (NEAR - FAR);
  let o = 3 * first;
  for (let n = 0; n < count; n++, o += 48) {
    for (let k = 0; k < 4; k++) {
      const t = 16 * n + 4 * k;
      const a = 3 * table[t + k];
      const b = 3 * table[t + ((k + 1) & 3)];
      const c = 3 * table[t + ((k + 2) & 3)];
      const d = 3 * table[t + ((k + 3) & 3)];
      for (let i = 0; i < 3; i++) {
        const all = (4 * FAR - 1) * X[a + i] + 4 * FAR * (X[b + i] + X[c + i] + X[d + i]);
        for (let p = 0; p < 4; p++)
          X[o + 12 * p + 3 * k + i] = all + extra * X[3 * table[t + p] + i];
      }
    }
  }
}

/** The transpose: forces on the imagined corners are added to the ten vertices. */
export function returnForces(
  f: Float64Array,
  table: Int32Array,
  count: number,
  first: number,
): void {
  const extra = 4 * (NEAR - FAR);
  let o = 3 * first;
  for (let n = 0; n < count; n++, o += 48) {
    for (let k = 0; k < 4; k++) {
      const t = 16 * n + 4 * k;
      for (let i = 0; i < 3; i++) {
        let sum = 0;
        for (let p = 0; p < 4; p++) {
          const z = f[o + 12 * p + 3 * k + i];
          f[3 * table[t + p] + i] += extra * z;
          sum += z;
        }
        for (let j = 0; j < 4; j++)
          f[3 * table[t + j] + i] += (j === k ? 4 * FAR - 1 : 4 * FAR) * sum;
      }
    }
  }
}

/** Shares of the four points in the value of a linear field at barycentric coordinates `at`. */
export function pointShares(out: Float64Array, at: Float64Array): void {
  for (let p = 0; p < 4; p++) out[p] = (at[p] - FAR) / (NEAR - FAR);
}
