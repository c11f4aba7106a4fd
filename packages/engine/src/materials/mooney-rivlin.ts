import { dot9, mulABt3, mulAtB3 } from '../math/mat3.ts';
import type { MaterialLaw } from './material.ts';
import { EXTRA, ISOTROPIC_STRIDE, LAMBDA, MU } from './parameters.ts';
import { createIsotropicClamp } from './semidefinite.ts';
import { stableEnergy, stableStress, stableTangent } from './stable.ts';

/** The share of c2 in c1 + c2 if the user gives none: usual for rubber. */
export const MOONEY_RIVLIN_DEFAULTS: Readonly<{ share: number }> = { share: 0.25 };

/**
 * Compressible Mooney–Rivlin, stable at rest and under inversion.
 *
 *   Ψ = m/2·(I₁ − 3) − m/2·log((I₁+1)/4) + c2·(I₂ − 3) + K/2·((J−α)² − (1−α)²),  I₂ = ½(I₁² − |FᵀF|²) = |cof F|²
 *   c1 = (1−r)μ/2,  c2 = rμ/2,  m = 8c1/3,  K = λ + 5c1/3,  α = 1 + (3m/4 + 4c2)/K
 *
 * r is the law's extra parameter, the share c2/(c1+c2); μ = 2(c1+c2) and λ are the moduli of small strains and P(I) =
 * 0. r = 0 is stable neo-Hookean. The textbook law scales I₁ and I₂ by powers of J, which have no value for J ≤ 0; here
 * the plain invariants are kept, with the logarithm that keeps a point from being an equilibrium, and α balances the
 * pressure. Isotropic only. At r = 1 the Poisson ratio must be positive.
 */
export function createMooneyRivlin(): MaterialLaw {
  const cof = new Float64Array(9);
  const right = new Float64Array(9); // FᵀF
  const left = new Float64Array(9); // FFᵀ
  const clamp = createIsotropicClamp();
  /** m, K, α, c2 */
  const c = new Float64Array(4);

  const coefficients = (params: Float64Array, p: number): void => {
    const r = params[p + EXTRA];
    const c1 = 0.5 * (1 - r) * params[p + MU];
    c[0] = (8 / 3) * c1;
    c[1] = params[p + LAMBDA] + (5 / 3) * c1;
    c[3] = 0.5 * r * params[p + MU];
    c[2] = 1 + (0.75 * c[0] + 4 * c[3]) / c[1];
  };

  const tangent: MaterialLaw['tangent'] = (T, o, F, f, params, p) => {
    coefficients(params, p);
    stableTangent(T, o, F, f, c[0], c[1], c[2], cof);
    mulAtB3(right, 0, F, f, F, f);
    mulABt3(left, 0, F, f, F, f);
    const s = 2 * c[3];
    const I1 = dot9(F, f, F, f);
    // ∂I₂/∂F = 2(I₁F − F·FᵀF), differentiated once more.
    for (let a = 0; a < 9; a++) {
      const i = Math.floor(a / 3);
      const j = a - 3 * i;
      for (let b = 0; b < 9; b++) {
        const k = Math.floor(b / 3);
        const l = b - 3 * k;
        let d = 2 * F[f + a] * F[f + b] - F[f + 3 * i + l] * F[f + 3 * k + j];
        if (a === b) d += I1;
        if (i === k) d -= right[3 * l + j];
        if (j === l) d -= left[3 * i + k];
        T[o + 9 * a + b] += s * d;
      }
    }
  };

  return {
    name: 'mooney-rivlin',
    stride: ISOTROPIC_STRIDE,
    stiffnesses: 2,
    survivesInversion: true,
    energy(F, f, params, p) {
      coefficients(params, p);
      mulAtB3(right, 0, F, f, F, f);
      const I1 = dot9(F, f, F, f);
      const I2 = 0.5 * (I1 * I1 - dot9(right, 0, right, 0));
      return stableEnergy(F, f, c[0], c[1], c[2]) + c[3] * (I2 - 3);
    },
    stress(P, o, F, f, params, p) {
      coefficients(params, p);
      stableStress(P, o, F, f, c[0], c[1], c[2]);
      mulAtB3(right, 0, F, f, F, f);
      const s = 2 * c[3];
      const I1 = dot9(F, f, F, f);
      for (let i = 0; i < 9; i += 3) {
        for (let j = 0; j < 3; j++) {
          const FC =
            F[f + i] * right[j] + F[f + i + 1] * right[3 + j] + F[f + i + 2] * right[6 + j];
          P[o + i + j] += s * (I1 * F[f + i + j] - FC);
        }
      }
    },
    tangent,
    tangentSemidefinite(T, o, F, f, params, p) {
      tangent(T, o, F, f, params, p);
      clamp(T, o, F, f);
    },
  };
}
