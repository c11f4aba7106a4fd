import type { TetsData } from '../model.ts';

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
const NEAR = 0.5854101966249685;
const FAR = 0.1381966011250105;

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

/**
 * Which parents are one ten-node element now: split once, of nearly one stiffness, and with no neighbour that is split and not a
 * ten-node element too, since only then both sides of every face move alike. (Towards an unsplit neighbour the face's midpoints
 * are in the middle of their edges, where the quadratic is linear.)
 */
export function markTen(data: TetsData, split: Uint8Array, isTen: Uint8Array): void {
  const { tree, parents, smooth, neighbours } = data;
  for (let t = 0; t < parents; t++) {
    isTen[t] = 0;
    if (split[t] === 0 || smooth[t] === 0) continue;
    let once = 1;
    for (let c = 8 * t + tree.roots; c < 8 * t + tree.roots + 8; c++)
      if (c < parents && split[c] === 1) once = 0;
    isTen[t] = once;
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (let t = 0; t < parents; t++) {
      if (isTen[t] === 0) continue;
      for (let f = 0; f < 4; f++) {
        const n = neighbours[4 * t + f];
        if (n < 0 || split[n] === 0 || isTen[n] === 1) continue;
        isTen[t] = 0;
        changed = true;
        break;
      }
    }
  }
}
