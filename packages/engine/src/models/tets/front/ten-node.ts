import type { TetsData } from '../model.ts';

/**
 * Ten-node elements. A split parent whose eight children are all in the front has ten vertices; one quadratic element on them
 * bends without locking, where eight linear children do not. Its four integration points are treated as four linear tets on corners
 * of their own: with barycentric coordinates λ of point p the gradient of the quadratic field is Σ_k y_pk ∇λ_kᵀ,
 *
 *   y_pk = (4λ_k − 1) x_k + 4 Σ_{j≠k} λ_j x_jk,
 *
 * so the imagined corners y are fixed combinations of the ten vertices, and every kernel for linear tets works on them.
 */

/** Barycentric coordinates of the four points: `NEAR` at their own corner, `FAR` at the others. */
const NEAR = 0.5854101966249685;
const FAR = 0.1381966011250105;

/** Place among ten of the midpoint between corners j and k. */
const BETWEEN = [
  [0, 4, 5, 6],
  [4, 0, 7, 8],
  [5, 7, 0, 9],
  [6, 8, 9, 0],
];

/** Weight of each of the ten vertices in each imagined corner: shape [4 points, 4 corners, 4]; and which vertices, [4, 4]. */
const WEIGHTS = new Float64Array(64);
const PLACES = new Int32Array(16);
for (let k = 0; k < 4; k++) {
  PLACES[4 * k] = k;
  for (let j = 0, n = 1; j < 4; j++) if (j !== k) PLACES[4 * k + n++] = BETWEEN[k][j];
  for (let p = 0; p < 4; p++) {
    WEIGHTS[16 * p + 4 * k] = 4 * (k === p ? NEAR : FAR) - 1;
    for (let j = 0, n = 1; j < 4; j++)
      if (j !== k) WEIGHTS[16 * p + 4 * k + n++] = 4 * (j === p ? NEAR : FAR);
  }
}

/** X of the imagined corners, from place `first` on, from X of the ten vertices of each of `count` elements. */
export function imagineCorners(
  X: Float64Array,
  nodes: Int32Array,
  count: number,
  first: number,
): void {
  let o = 3 * first;
  for (let n = 0; n < count; n++) {
    for (let p = 0; p < 4; p++) {
      for (let k = 0; k < 4; k++, o += 3) {
        const w = 16 * p + 4 * k;
        const a = 3 * nodes[10 * n + PLACES[4 * k]];
        const b = 3 * nodes[10 * n + PLACES[4 * k + 1]];
        const c = 3 * nodes[10 * n + PLACES[4 * k + 2]];
        const d = 3 * nodes[10 * n + PLACES[4 * k + 3]];
        const wa = WEIGHTS[w];
        const wb = WEIGHTS[w + 1];
        const wc = WEIGHTS[w + 2];
        const wd = WEIGHTS[w + 3];
        X[o] = wa * X[a] + wb * X[b] + wc * X[c] + wd * X[d];
        X[o + 1] = wa * X[a + 1] + wb * X[b + 1] + wc * X[c + 1] + wd * X[d + 1];
        X[o + 2] = wa * X[a + 2] + wb * X[b + 2] + wc * X[c + 2] + wd * X[d + 2];
      }
    }
  }
}

/** The transpose: forces on the imagined corners are added to the ten vertices. */
export function returnForces(
  f: Float64Array,
  nodes: Int32Array,
  count: number,
  first: number,
): void {
  let o = 3 * first;
  for (let n = 0; n < count; n++) {
    for (let p = 0; p < 4; p++) {
      for (let k = 0; k < 4; k++, o += 3) {
        for (let s = 0; s < 4; s++) {
          const w = WEIGHTS[16 * p + 4 * k + s];
          const i = 3 * nodes[10 * n + PLACES[4 * k + s]];
          f[i] += w * f[o];
          f[i + 1] += w * f[o + 1];
          f[i + 2] += w * f[o + 2];
        }
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
