import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { chooseLaw } from '../../../materials/choose.ts';
import { elementParameters } from '../../../materials/parameters.ts';
import { createPrincipalLaw } from '../../../materials/principal.ts';
import type { FramesMaterial } from './samples.ts';

/** A law at many gradients F, shape [n, 9], in units of μ: a point's volume, factor and μ come as one weight [J]. */
export interface SampleLaw {
  /** P = ∂Ψ/∂F over μ, shape [n, 9]. */
  stress(P: Float64Array, F: Float64Array, n: number, kernels: Kernels): void;
  /** Σ weight_e Σ_s w_s Ψ over n points with `count` samples each [J]; after `stress`. */
  energy(
    F: Float64Array,
    weight: Float64Array,
    places: Float64Array,
    count: number,
    n: number,
  ): number;
  /** Positive semidefinite tangents over μ of gradients first … first + n − 1, shape [n, 81]; after `stress`. */
  tangents(T: Float64Array, F: Float64Array, first: number, n: number, kernels: Kernels): void;
}

/**
 * Room for `most` gradients, and tangents of `many` at a time. All laws are of first degree in their moduli: μ can be
 * taken out.
 */
export function createSampleLaw(
  most: number,
  many: number,
  { law = 'corotational', mu, lambda, elasticity }: FramesMaterial,
  allocator: Allocator,
): SampleLaw {
  if (!elasticity) return principalLaw(most, many, law, lambda / mu, allocator);
  const chosen = chooseLaw(
    law,
    1,
    lambda / mu,
    elasticity.map((c) => c / mu),
  );
  return matrixLaw(chosen.law, elementParameters(chosen.law, chosen.base, 1));
}

/** Isotropic: stretches by a kernel, the law in numbers, stresses and tangents by kernels. */
function principalLaw(
  most: number,
  many: number,
  name: NonNullable<FramesMaterial['law']>,
  ratio: number,
  allocator: Allocator,
): SampleLaw {
  const law = createPrincipalLaw(name, 1, ratio);
  const U = allocator.f64(9 * most);
  const S = allocator.f64(3 * most);
  const V = allocator.f64(9 * most);
  const p = allocator.f64(3 * most);
  const moduli = allocator.f64(12 * many);
  const work = allocator.f64(162);
  const density = new Float64Array(1);
  return {
    stress(P, F, n, kernels) {
      kernels.principalStretches(U, S, V, F, n);
      for (let i = 0; i < 3 * n; i += 3) law.stress(p, i, S, i);
      kernels.principalStress(P, U, p, V, n);
    },
    energy(_F, weight, places, count, n) {
      let sum = 0;
      for (let e = 0; e < n; e++) {
        for (let s = 0; s < count; s++) {
          law.energy(density, 0, S, 3 * (count * e + s));
          sum += weight[e] * places[4 * s] * density[0];
        }
      }
      return sum;
    },
    tangents(T, _F, first, n, kernels) {
      for (let i = 0; i < n; i++) law.moduli(moduli, 12 * i, S, 3 * (first + i));
      kernels.principalTangents(T, U, V, moduli, first, n, work);
    },
  };
}

/** A full elasticity matrix: gradient by gradient. */
function matrixLaw(law: ReturnType<typeof chooseLaw>['law'], params: Float64Array): SampleLaw {
  return {
    stress(P, F, n) {
      for (let i = 0; i < 9 * n; i += 9) law.stress(P, i, F, i, params, 0);
    },
    energy(F, weight, places, count, n) {
      let sum = 0;
      for (let e = 0; e < n; e++) {
        for (let s = 0; s < count; s++) {
          sum += weight[e] * places[4 * s] * law.energy(F, 9 * (count * e + s), params, 0);
        }
      }
      return sum;
    },
    tangents(T, F, first, n) {
      for (let i = 0; i < n; i++) law.tangentSemidefinite(T, 81 * i, F, 9 * (first + i), params, 0);
    },
  };
}
