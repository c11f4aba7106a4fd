import { cholesky, choleskySolve } from '../../../math/dense.ts';

/**
 * Half of tr(r M⁻¹ rᵀ) for r 3×4 and M 4×4: the kinetic energy that an impulse r would give a frame of mass M [J].
 * work: 20 numbers. Infinite if M is not positive.
 */
export function energyOfImpulse(
  r: Float64Array,
  at: number,
  M: Float64Array,
  m: number,
  work: Float64Array,
): number {
  const matrix = work.subarray(0, 16);
  const x = work.subarray(16, 20);
  for (let i = 0; i < 16; i++) matrix[i] = M[m + i];
  for (let i = 0; i < 4; i++) matrix[5 * i] *= 1 + 1e-12;
  if (!cholesky(matrix, 4)) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let row = 0; row < 3; row++) {
    for (let p = 0; p < 4; p++) x[p] = r[at + 4 * row + p];
    choleskySolve(x, matrix, 4);
    for (let p = 0; p < 4; p++) sum += x[p] * r[at + 4 * row + p];
  }
  return 0.5 * sum;
}

/** Half of tr(v M vᵀ) for v 3×4 and M 4×4: kinetic energy [J]. Tournier et al. 2014, eq. 10. */
export function energyOfVelocity(v: Float64Array, at: number, M: Float64Array, m: number): number {
  let sum = 0;
  for (let row = 0; row < 3; row++) {
    for (let p = 0; p < 4; p++) {
      for (let q = 0; q < 4; q++)
        sum += v[at + 4 * row + p] * M[m + 4 * p + q] * v[at + 4 * row + q];
    }
  }
  return 0.5 * sum;
}

/**
 * out = r M⁻¹ for r 3×4 and M 4×4: the velocity that an impulse r would give a frame of mass M. False if M is not
 * positive.
 */
export function velocityOfImpulse(
  out: Float64Array,
  o: number,
  r: Float64Array,
  at: number,
  M: Float64Array,
  m: number,
  work: Float64Array,
): boolean {
  const matrix = work.subarray(0, 16);
  const x = work.subarray(16, 20);
  for (let i = 0; i < 16; i++) matrix[i] = M[m + i];
  for (let i = 0; i < 4; i++) matrix[5 * i] *= 1 + 1e-12;
  if (!cholesky(matrix, 4)) return false;
  for (let row = 0; row < 3; row++) {
    for (let p = 0; p < 4; p++) x[p] = r[at + 4 * row + p];
    choleskySolve(x, matrix, 4);
    for (let p = 0; p < 4; p++) out[o + 4 * row + p] = x[p];
  }
  return true;
}
