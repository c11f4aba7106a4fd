/**
 * The part that neo-Hookean and Mooney–Rivlin share (Smith, de Goes and Kim 2018): polynomial in F but for one harmless
 * logarithm, so that flat and inverted elements have finite energy and are pushed back.
 *
 *   Ψ = m/2·(I₁ − 3 − log((I₁+1)/4)) + K/2·((J−α)² − (1−α)²),  I₁ = |F|²,  J = det F
 *
 * m and K [Pa] and α (no unit) are not yet the user's moduli: the laws choose them so that rest is free of stress.
 */
import { log } from '../math/elementary.ts';
import { cofactor3, det3, dot9 } from '../math/mat3.ts';

/** Energy density [J/m³], zero at rest. */
export function stableEnergy(
  F: Float64Array,
  f: number,
  m: number,
  K: number,
  alpha: number,
): number {
  const I1 = dot9(F, f, F, f);
  const J = det3(F, f);
  return 0.5 * m * (I1 - 3 - log(0.25 * (I1 + 1))) + 0.5 * K * (J - 1) * (J + 1 - 2 * alpha);
}

/** P[o..o+9) = m(1 − 1/(I₁+1))·F + K(J−α)·cof F [Pa]. */
export function stableStress(
  P: Float64Array,
  o: number,
  F: Float64Array,
  f: number,
  m: number,
  K: number,
  alpha: number,
): void {
  const I1 = dot9(F, f, F, f);
  const pressure = K * (det3(F, f) - alpha);
  const shear = m * (1 - 1 / (I1 + 1));
  cofactor3(P, o, F, f);
  for (let i = 0; i < 9; i++) P[o + i] = shear * F[f + i] + pressure * P[o + i];
}

/** T[o..o+81) = ∂P/∂F [Pa]; `cof` is scratch of nine numbers. */
export function stableTangent(
  T: Float64Array,
  o: number,
  F: Float64Array,
  f: number,
  m: number,
  K: number,
  alpha: number,
  cof: Float64Array,
): void {
  const I1 = dot9(F, f, F, f);
  const shear = m * (1 - 1 / (I1 + 1));
  const along = (2 * m) / ((I1 + 1) * (I1 + 1));
  cofactor3(cof, 0, F, f);
  for (let i = 0; i < 9; i++) {
    for (let j = 0; j < 9; j++) {
      T[o + 9 * i + j] = along * F[f + i] * F[f + j] + K * cof[i] * cof[j];
    }
    T[o + 10 * i] += shear;
  }
  addDetHessian(T, o, K * (det3(F, f) - alpha), F, f);
}

/** T += s · ∂²det/∂F²: rows i of F take part in twos, so the block (i, j) is ± the cross matrix of the third row. */
function addDetHessian(T: Float64Array, o: number, s: number, F: Float64Array, f: number): void {
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const x = s * F[f + 3 * k];
    const y = s * F[f + 3 * k + 1];
    const z = s * F[f + 3 * k + 2];
    // det = rowᵢ·(rowⱼ × rowₖ), so ∂²det/∂rowᵢ∂rowⱼ = −[rowₖ]ₓ and its transpose for (j, i).
    addPair(T, o, 3 * i, 3 * j + 1, z);
    addPair(T, o, 3 * i, 3 * j + 2, -y);
    addPair(T, o, 3 * i + 1, 3 * j, -z);
    addPair(T, o, 3 * i + 1, 3 * j + 2, x);
    addPair(T, o, 3 * i + 2, 3 * j, y);
    addPair(T, o, 3 * i + 2, 3 * j + 1, -x);
  }
}

function addPair(T: Float64Array, o: number, a: number, b: number, value: number): void {
  T[o + 9 * a + b] += value;
  T[o + 9 * b + a] += value;
}
