import type { MaterialLaw } from '../../src/materials/material.ts';

/** Worst relative errors of a law at one deformation. */
export interface Errors {
  /** Stress against central differences of the energy. */
  gradient: number;
  /** Tangent against central differences of the stress. */
  hessian: number;
  /** Tangent against its own transpose. */
  symmetry: number;
}

/** Compares a law with its own central differences at F. The measure is the size of the law's answers near F. */
export function derivativeErrors(
  law: Pick<MaterialLaw, 'energy' | 'stress' | 'tangent'>,
  F: Float64Array,
  params: Float64Array,
): Errors {
  const h = 1e-4;
  const P = new Float64Array(9);
  const T = new Float64Array(81);
  law.stress(P, 0, F, 0, params, 0);
  law.tangent(T, 0, F, 0, params, 0);
  const size = params[0];
  let stressSize = size;
  let tangentSize = size;
  for (const x of P) stressSize = Math.max(stressSize, Math.abs(x));
  for (const x of T) tangentSize = Math.max(tangentSize, Math.abs(x));
  const errors: Errors = { gradient: 0, hessian: 0, symmetry: 0 };
  const near = F.slice();
  const stresses = [-2, -1, 1, 2].map(() => new Float64Array(9));
  for (let j = 0; j < 9; j++) {
    // Four points: the error of the differences falls with h⁴, far below that of the law.
    const energies = [-2, -1, 1, 2].map((step, s) => {
      near[j] = F[j] + step * h;
      law.stress(stresses[s], 0, near, 0, params, 0);
      return law.energy(near, 0, params, 0);
    });
    near[j] = F[j];
    const slope = difference(energies, h);
    errors.gradient = Math.max(errors.gradient, Math.abs(slope - P[j]) / stressSize);
    for (let i = 0; i < 9; i++) {
      const dP = difference(
        stresses.map((s) => s[i]),
        h,
      );
      errors.hessian = Math.max(errors.hessian, Math.abs(dP - T[9 * i + j]) / tangentSize);
      const skew = Math.abs(T[9 * i + j] - T[9 * j + i]) / tangentSize;
      errors.symmetry = Math.max(errors.symmetry, skew);
    }
  }
  return errors;
}

/** Central difference from values at −2h, −h, h, 2h. */
function difference(values: number[], h: number): number {
  return (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * h);
}
