/** Makes tangents semidefinite: a minimiser needs a matrix that never points uphill. */
import { cholesky, eigenSymmetric } from '../math/dense.ts';
import { eigen3 } from '../math/eigen3.ts';
import { outer3, transpose3 } from '../math/mat3.ts';
import { svd3 } from '../math/svd3.ts';

/** Eigenvalues down to minus this fraction of the largest diagonal entry are rounding noise, not instability. */
const NOISE = 1e-13;
const SIZE = 9;

/** Replaces the symmetric 9×9 matrix T[o..o+81), the tangent at F[f..f+9), by the nearest semidefinite one. */
export type Clamp = (T: Float64Array, o: number, F: Float64Array, f: number) => void;

/** Clamps any symmetric 9×9 matrix: all its eigenvectors are computed. The scratch belongs to the function made. */
export function createClamp(): Clamp {
  const M = new Float64Array(81);
  const V = new Float64Array(81);
  const values = new Float64Array(SIZE);
  const direction = new Float64Array(SIZE);
  return (T, o) => {
    if (isSemidefinite(T, o, M)) return;
    for (let i = 0; i < SIZE; i++) {
      for (let j = 0; j < SIZE; j++) M[9 * i + j] = 0.5 * (T[o + 9 * i + j] + T[o + 9 * j + i]);
    }
    eigenSymmetric(values, V, M, SIZE);
    for (let k = 8; k >= 0 && values[k] < 0; k--) {
      for (let i = 0; i < SIZE; i++) direction[i] = V[9 * i + k];
      takeAway(T, o, values[k], direction);
    }
  };
}

/**
 * Clamps the tangent of an isotropic law, several times faster. With F = U diag(s) Vᵀ such a tangent falls apart:
 * stretches uᵢvᵢᵀ mix only with each other, and uᵢvⱼᵀ only with uⱼvᵢᵀ, in equal parts (the sum shears, the difference
 * turns).
 */
export function createIsotropicClamp(): Clamp {
  const M = new Float64Array(81);
  const U = new Float64Array(9);
  const s = new Float64Array(3);
  const V = new Float64Array(9);
  const stretches = new Float64Array(27);
  const block = new Float64Array(9);
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);
  const direction = new Float64Array(SIZE);
  const pair = new Float64Array(SIZE);
  return (T, o, F, f) => {
    if (isSemidefinite(T, o, M)) return;
    svd3(U, 0, s, 0, V, 0, F, f);
    transpose3(U, 0, U, 0); // rows are now the vectors uᵢ and vᵢ
    transpose3(V, 0, V, 0);
    for (let i = 0; i < 3; i++) outer3(stretches, 9 * i, U, 3 * i, V, 3 * i);
    for (let i = 0; i < 3; i++) {
      for (let j = i; j < 3; j++)
        block[3 * i + j] = quadratic(T, o, stretches, 9 * i, stretches, 9 * j);
    }
    eigen3(values, 0, vectors, 0, block, 0);
    for (let k = 0; k < 3; k++) {
      if (!(values[k] < 0)) continue;
      for (let a = 0; a < SIZE; a++) {
        direction[a] =
          vectors[k] * stretches[a] +
          vectors[3 + k] * stretches[9 + a] +
          vectors[6 + k] * stretches[18 + a];
      }
      takeAway(T, o, values[k], direction);
    }
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      outer3(direction, 0, U, 3 * i, V, 3 * j);
      outer3(pair, 0, U, 3 * j, V, 3 * i);
      for (let a = 0; a < SIZE; a++) {
        const sum = (direction[a] + pair[a]) * Math.SQRT1_2;
        pair[a] = (direction[a] - pair[a]) * Math.SQRT1_2;
        direction[a] = sum;
      }
      takeAway(T, o, Math.min(0, quadratic(T, o, direction, 0, direction, 0)), direction);
      takeAway(T, o, Math.min(0, quadratic(T, o, pair, 0, pair, 0)), pair);
    }
  };
}

/** Most elements are stable: a Cholesky factor of T plus a hair is the cheap proof. M is scratch. */
function isSemidefinite(T: Float64Array, o: number, M: Float64Array): boolean {
  let largest = 0;
  for (let i = 0; i < 81; i += 10) largest = Math.max(largest, Math.abs(T[o + i]));
  for (let i = 0; i < 81; i++) M[i] = T[o + i];
  for (let i = 0; i < 81; i += 10) M[i] += NOISE * largest;
  return cholesky(M, SIZE);
}

/** aᵀ·T·b. */
function quadratic(
  T: Float64Array,
  o: number,
  a: Float64Array,
  p: number,
  b: Float64Array,
  q: number,
): number {
  let sum = 0;
  for (let i = 0; i < SIZE; i++) {
    let row = 0;
    for (let j = 0; j < SIZE; j++) row += T[o + 9 * i + j] * b[q + j];
    sum += a[p + i] * row;
  }
  return sum;
}

/** T −= value · d dᵀ. */
function takeAway(T: Float64Array, o: number, value: number, d: Float64Array): void {
  if (value === 0) return;
  for (let i = 0; i < SIZE; i++) {
    const s = value * d[i];
    for (let j = 0; j < SIZE; j++) T[o + 9 * i + j] -= s * d[j];
  }
}

/**
 * Writes the 9×9 tangent column by column: `differential` reads a change of F from dF and writes the change of stress
 * to dP.
 */
export function tangentByColumns(
  T: Float64Array,
  o: number,
  dP: Float64Array,
  dF: Float64Array,
  differential: () => void,
): void {
  dF.fill(0);
  for (let k = 0; k < SIZE; k++) {
    dF[k] = 1;
    differential();
    dF[k] = 0;
    for (let i = 0; i < SIZE; i++) T[o + 9 * i + k] = dP[i];
  }
}
