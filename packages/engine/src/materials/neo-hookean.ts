import type { MaterialLaw } from './material.ts';
import { ISOTROPIC_STRIDE, LAMBDA, MU } from './parameters.ts';
import { createIsotropicClamp } from './semidefinite.ts';
import { stableEnergy, stableStress, stableTangent } from './stable.ts';

/**
 * Stable neo-Hookean (Smith, de Goes and Kim, "Stable Neo-Hookean Flesh Simulation", 2018).
 *
 *   Ψ = m/2·(I₁ − 3) − m/2·log((I₁+1)/4) + K/2·((J−α)² − (1−α)²)
 *   m = 4μ/3,  K = λ + 5μ/6,  α = 1 + 3m/(4K)
 *
 * The mapping makes μ and λ the moduli of small strains and P(I) = 0. Rubber-like and volume-keeping at large stretch;
 * finite and restoring for flat and inverted elements. Isotropic only.
 */
export function createNeoHookean(): MaterialLaw {
  const cof = new Float64Array(9);
  const clamp = createIsotropicClamp();

  const tangent: MaterialLaw['tangent'] = (T, o, F, f, params, p) => {
    const m = (4 / 3) * params[p + MU];
    const K = params[p + LAMBDA] + (5 / 6) * params[p + MU];
    stableTangent(T, o, F, f, m, K, 1 + (0.75 * m) / K, cof);
  };

  return {
    name: 'neo-hookean',
    stride: ISOTROPIC_STRIDE,
    stiffnesses: 2,
    survivesInversion: true,
    energy(F, f, params, p) {
      const m = (4 / 3) * params[p + MU];
      const K = params[p + LAMBDA] + (5 / 6) * params[p + MU];
      return stableEnergy(F, f, m, K, 1 + (0.75 * m) / K);
    },
    stress(P, o, F, f, params, p) {
      const m = (4 / 3) * params[p + MU];
      const K = params[p + LAMBDA] + (5 / 6) * params[p + MU];
      stableStress(P, o, F, f, m, K, 1 + (0.75 * m) / K);
    },
    tangent,
    tangentSemidefinite(T, o, F, f, params, p) {
      tangent(T, o, F, f, params, p);
      clamp(T, o, F, f);
    },
  };
}
