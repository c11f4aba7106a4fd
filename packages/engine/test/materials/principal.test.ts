import '../kernels/all.ts';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { typescriptKernels as k } from '../../src/kernels/kernels.ts';
import { MATERIALS } from '../../src/materials/laws.ts';
import type { MaterialName } from '../../src/materials/material.ts';
import { MOONEY_RIVLIN_DEFAULTS } from '../../src/materials/mooney-rivlin.ts';
import { createPrincipalLaw } from '../../src/materials/principal.ts';
import { diagonal, gap, product, randomRotation } from '../math/support.ts';

const MU = 2;
const LAMBDA = 3;

describe.each(Object.keys(MATERIALS) as MaterialName[])('%s in principal stretches', (name) => {
  const law = MATERIALS[name]();
  const principal = createPrincipalLaw(name, MU, LAMBDA);
  const params = Float64Array.of(MU, LAMBDA, MOONEY_RIVLIN_DEFAULTS.share);
  const random = createRandom(9);
  const [U, S, V] = [new Float64Array(9), new Float64Array(3), new Float64Array(9)];
  const stretches = [
    [1.3, 1.1, 0.9],
    [1, 1, 1],
    [0.5, 0.6, 0.4],
    [2, 2, 0.3],
    [1.2, 0.8, -0.3],
    [0.3, 0.2, 0.1],
  ];

  it.each(stretches)('is the same law at %f, %f, %f', (...s) => {
    const F = product(
      product(randomRotation(random), diagonal(s), 3, 3, 3),
      randomRotation(random),
      3,
      3,
      3,
    );
    k.principalStretches(U, S, V, F, 1);
    const energy = law.energy(F, 0, params, 0);
    const density = new Float64Array(1);
    principal.energy(density, 0, S, 0);
    expect(density[0]).toBeCloseTo(energy, 11);
    const [p, P, expected] = [new Float64Array(3), new Float64Array(9), new Float64Array(9)];
    principal.stress(p, 0, S, 0);
    k.principalStress(P, U, p, V, 1);
    law.stress(expected, 0, F, 0, params, 0);
    expect(gap(P, expected)).toBeLessThan(1e-11);
    const [m, T, tangent] = [new Float64Array(12), new Float64Array(81), new Float64Array(81)];
    principal.moduli(m, 0, S, 0);
    k.principalTangents(T, U, V, m, 0, 1, new Float64Array(162));
    law.tangentSemidefinite(tangent, 0, F, 0, params, 0);
    expect(gap(T, tangent)).toBeLessThan(1e-10);
  });
});
