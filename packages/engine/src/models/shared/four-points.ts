import { nearestRotation3, SVD_WORK } from '../../math/svd3.ts';

/**
 * Barycentric coordinates of the four points that integrate quadratic polynomials over a tet: near their own corner,
 * far from the others.
 */
export const NEAR = 0.5854101966249685;
export const FAR = 0.1381966011250105;

/** Corners of a regular tet about the origin, whose second moments are those of the unit matrix; one in each row. */
const SIMPLEX = [-1, -1, -1, -1, 1, 1, 1, -1, 1, 1, 1, -1];

const C = new Float64Array(9);
const B = new Float64Array(9);
const M = new Float64Array(9);
const Q = new Float64Array(9);
const work = new Float64Array(SVD_WORK);

/**
 * Four points of equal weight that integrate every quadratic polynomial over a tet exactly against a weight that varies
 * in it: a stiffness that jumps, or a body that fills only a part. They have the weight's own mean and second moments,
 * and of all such they are turned so that they lie nearest to the usual ones. m, shape [4, 4]: ∫ w λ_i λ_j. out, shape
 * [4, 4]: coordinate i of point q at (i, q). Returns ∫ w. Points may lie outside the tet; a quadratic element's strain
 * goes on linearly there.
 */
export function fourPoints(out: Float64Array, o: number, m: Float64Array): number {
  let total = 0;
  for (let i = 0; i < 16; i++) total += m[i];
  const mean = [0, 0, 0, 0];
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) mean[i] += total > 0 ? m[4 * i + j] / total : 0.0625;
  // Coordinates 1 to 3 say everything: covariance C = B Bᵀ, points mean + B Q s with the simplex s and any turn Q.
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++)
      C[3 * i + j] = m[4 * (i + 1) + j + 1] / total - mean[i + 1] * mean[j + 1];
  }
  factorOf(B, C);
  M.fill(0);
  for (let q = 0; q < 4; q++) {
    for (let i = 0; i < 3; i++) {
      let usual = 0;
      for (let k = 0; k < 3; k++) usual += B[3 * k + i] * ((q === k + 1 ? NEAR : FAR) - 0.25);
      for (let j = 0; j < 3; j++) M[3 * i + j] += usual * SIMPLEX[3 * q + j];
    }
  }
  nearestRotation3(Q, 0, M, 0, work);
  for (let q = 0; q < 4; q++) {
    let rest = 1;
    for (let i = 0; i < 3; i++) {
      let value = mean[i + 1];
      for (let k = 0; k < 3; k++) {
        for (let j = 0; j < 3; j++) value += B[3 * i + k] * Q[3 * k + j] * SIMPLEX[3 * q + j];
      }
      out[o + 4 * (i + 1) + q] = value;
      rest -= value;
    }
    out[o + q] = rest;
  }
  return total;
}

/** Lower factor of a symmetric 3×3 matrix; where nothing is left of a pivot, its column is zero. */
function factorOf(L: Float64Array, A: Float64Array): void {
  L.fill(0);
  const least = 1e-12 * (A[0] + A[4] + A[8]);
  for (let j = 0; j < 3; j++) {
    let pivot = A[4 * j];
    for (let k = 0; k < j; k++) pivot -= L[3 * j + k] * L[3 * j + k];
    if (!(pivot > least)) continue;
    L[4 * j] = Math.sqrt(pivot);
    for (let i = j + 1; i < 3; i++) {
      let value = A[3 * i + j];
      for (let k = 0; k < j; k++) value -= L[3 * i + k] * L[3 * j + k];
      L[3 * i + j] = value / L[4 * j];
    }
  }
}
