import { cholesky, eigenSymmetric } from '../math/dense.ts';

/** Eigenvalues down to minus this fraction of the largest diagonal entry are rounding noise, not instability. */
const NOISE = 1e-13;

/**
 * Makes a function that replaces the symmetric 9×9 matrix T[o..o+81) by the nearest semidefinite one (negative eigenvalues
 * become zero). The scratch belongs to the function made.
 */
export function createClamp(): (T: Float64Array, o: number) => void {
  const M = new Float64Array(81);
  const V = new Float64Array(81);
  const values = new Float64Array(9);
  return (T, o) => {
    // Most elements are stable: a Cholesky factor of T plus a hair is the cheap proof.
    let largest = 0;
    for (let i = 0; i < 81; i += 10) largest = Math.max(largest, Math.abs(T[o + i]));
    for (let i = 0; i < 81; i++) M[i] = T[o + i];
    for (let i = 0; i < 81; i += 10) M[i] += NOISE * largest;
    if (cholesky(M, 9)) return;

    for (let i = 0; i < 9; i++) {
      for (let j = 0; j < 9; j++) M[9 * i + j] = 0.5 * (T[o + 9 * i + j] + T[o + 9 * j + i]);
    }
    eigenSymmetric(values, V, M, 9);
    // Take the negative part away rather than rebuild from the positive one: usually there are few negative ones.
    for (let k = 8; k >= 0 && values[k] < 0; k--) {
      for (let i = 0; i < 9; i++) {
        const s = values[k] * V[9 * i + k];
        for (let j = 0; j < 9; j++) T[o + 9 * i + j] -= s * V[9 * j + k];
      }
    }
  };
}

/** Writes the 9×9 tangent column by column: `differential` reads a change of F from dF and answers in dP. */
export function tangentByColumns(
  T: Float64Array,
  o: number,
  dP: Float64Array,
  dF: Float64Array,
  differential: () => void,
): void {
  dF.fill(0);
  for (let k = 0; k < 9; k++) {
    dF[k] = 1;
    differential();
    dF[k] = 0;
    for (let i = 0; i < 9; i++) T[o + 9 * i + k] = dP[i];
  }
}
