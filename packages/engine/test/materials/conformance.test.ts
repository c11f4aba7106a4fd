import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { createCorotational } from '../../src/materials/corotational.ts';
import {
  isotropicElasticity,
  lame,
  orthotropicElasticity,
  rotateElasticity,
} from '../../src/materials/elasticity.ts';
import { hooke } from '../../src/materials/hooke.ts';
import { MATERIALS } from '../../src/materials/laws.ts';
import type { MaterialLaw, MaterialName } from '../../src/materials/material.ts';
import { elementParameters } from '../../src/materials/parameters.ts';
import { createStVK } from '../../src/materials/stvk.ts';
import { eigenSymmetric } from '../../src/math/dense.ts';
import { nearestRotation3, SVD_WORK } from '../../src/math/svd3.ts';
import { diagonal, gap, product, randomArray, randomRotation } from '../math/support.ts';
import { derivativeErrors } from './checker.ts';

const random = createRandom(31);
const { mu, lambda } = lame(1e4, 0.35);
const wood = rotateElasticity(
  orthotropicElasticity({
    young: [3e4, 1e4, 8e3],
    poisson: [0.3, 0.25, 0.2],
    shear: [3e3, 4e3, 5e3],
  }),
  randomRotation(random),
);

interface Case {
  title: string;
  law: MaterialLaw;
  params: Float64Array;
}
const names = Object.keys(MATERIALS) as MaterialName[];
const cases: Case[] = names.map((name) => {
  const law = MATERIALS[name]();
  return { title: name, law, params: elementParameters(law, [mu, lambda, 0.3], 1) };
});
for (const law of [createCorotational('full'), createStVK('full')]) {
  cases.push({ title: `${law.name}, orthotropic`, law, params: elementParameters(law, wood, 1) });
}

/** Deformations of one kind: stretches in the given range, turned before and after. */
function deformations(low: number, high: number, flip: boolean, count = 20): Float64Array[] {
  return Array.from({ length: count }, () => {
    const s = [random.range(low, high), random.range(low, high), random.range(low, high)];
    // Away from the seam where two stretches cancel: there the nearest rotation jumps.
    if (flip) s[random.below(3)] = -random.range(0.1, 0.7 * low);
    return product(
      product(randomRotation(random), diagonal(s), 3, 3, 3),
      randomRotation(random),
      3,
      3,
      3,
    );
  });
}

function kinds(law: MaterialLaw): [string, Float64Array[]][] {
  const near = Array.from({ length: 20 }, () => {
    const F = randomArray(random, 9).map((x) => 0.05 * x);
    for (let i = 0; i < 9; i += 4) F[i] += 1;
    return F;
  });
  const list: [string, Float64Array[]][] = [
    ['near rest', near],
    ['rotated', deformations(0.999, 1.001, false)],
    ['compressed', deformations(0.3, 0.9, false)],
    ['stretched', deformations(0.5, 3, false)],
  ];
  if (law.survivesInversion) list.push(['inverted', deformations(0.4, 1.5, true)]);
  return list;
}

function eigenvalues(T: Float64Array): Float64Array {
  const values = new Float64Array(9);
  eigenSymmetric(values, new Float64Array(81), T.slice(), 9);
  return values;
}

describe.each(cases)('$title', ({ law, params }) => {
  it('stress is the slope of the energy, tangent the slope of the stress, and symmetric', () => {
    for (const [kind, list] of kinds(law)) {
      for (const F of list) {
        const errors = derivativeErrors(law, F, params);
        expect(errors.gradient, kind).toBeLessThan(1e-6);
        expect(errors.hessian, kind).toBeLessThan(1e-6);
        expect(errors.symmetry, kind).toBeLessThan(1e-11);
      }
    }
  });

  it('a planted wrong sign in the stress is found', () => {
    const wrong = {
      ...law,
      stress: ((P, o, F, f, par, p) => {
        law.stress(P, o, F, f, par, p);
        P[o + 1] = -P[o + 1];
      }) as MaterialLaw['stress'],
    };
    const F = deformations(0.8, 1.5, false, 1)[0];
    const errors = derivativeErrors(wrong, F, params);
    expect(errors.gradient).toBeGreaterThan(1e-3);
    expect(errors.hessian).toBeGreaterThan(1e-3);
  });

  it('a rotated body has the same energy and a rotated stress', () => {
    const P = new Float64Array(9);
    const turned = new Float64Array(9);
    for (const [kind, list] of kinds(law)) {
      for (const F of list) {
        const Q = randomRotation(random);
        const QF = product(Q, F, 3, 3, 3);
        law.stress(P, 0, F, 0, params, 0);
        law.stress(turned, 0, QF, 0, params, 0);
        const size = 1e5;
        expect(gap(turned, product(Q, P, 3, 3, 3)) / size, kind).toBeLessThan(1e-11);
        const difference = law.energy(QF, 0, params, 0) - law.energy(F, 0, params, 0);
        expect(Math.abs(difference) / size, kind).toBeLessThan(1e-11);
      }
    }
  });

  it('is free of stress and energy at rest, also when turned', () => {
    const P = new Float64Array(9);
    for (const F of [diagonal([1, 1, 1]), randomRotation(random)]) {
      law.stress(P, 0, F, 0, params, 0);
      expect(Math.max(...P.map(Math.abs))).toBeLessThan(1e-10 * params[0]);
      expect(Math.abs(law.energy(F, 0, params, 0))).toBeLessThan(1e-10 * params[0]);
    }
  });

  it('is Hooke’s law for small strains, with the user’s moduli', () => {
    const T = new Float64Array(81);
    law.tangent(T, 0, diagonal([1, 1, 1]), 0, params, 0);
    const C = law.stride === 36 ? wood : isotropicElasticity(mu, lambda);
    const dF = randomArray(random, 9);
    const strain = dF.map((x, i) => 0.5 * (x + dF[(i % 3) * 3 + Math.floor(i / 3)]));
    const expected = new Float64Array(9);
    hooke(expected, strain, 'full', C, 0);
    expect(gap(product(T, dF, 9, 9, 1), expected)).toBeLessThan(1e-9 * mu);
  });

  it('the semidefinite tangent has no negative eigenvalue and keeps the positive ones', () => {
    const T = new Float64Array(81);
    const clamped = new Float64Array(81);
    for (const [kind, list] of kinds(law)) {
      for (const F of [
        ...list,
        new Float64Array(9),
        diagonal([1, 1, 0]),
        diagonal([0.1, 0.1, 0.1]),
      ]) {
        law.tangent(T, 0, F, 0, params, 0);
        law.tangentSemidefinite(clamped, 0, F, 0, params, 0);
        const before = eigenvalues(T);
        const after = eigenvalues(clamped);
        const scale = Math.max(before[0], -before[8]);
        expect(after[8], kind).toBeGreaterThanOrEqual(-1e-10 * scale);
        for (let i = 0; i < 9; i++) {
          expect(Math.abs(after[i] - Math.max(0, before[i])), kind).toBeLessThanOrEqual(
            1e-10 * scale,
          );
        }
      }
    }
  });

  it('stiffness scales everything', () => {
    const scaled = elementParameters(law, params, 2, Float64Array.of(1, 3));
    const P = new Float64Array(9);
    const P3 = new Float64Array(9);
    const F = deformations(0.8, 1.2, false, 1)[0];
    law.stress(P, 0, F, 0, scaled, 0);
    law.stress(P3, 0, F, 0, scaled, law.stride);
    expect(
      gap(
        P3,
        P.map((x) => 3 * x),
      ),
    ).toBeLessThan(1e-9 * mu);
  });

  it('answers flat, collapsed and huge deformations with numbers', () => {
    const P = new Float64Array(9);
    const T = new Float64Array(81);
    for (const d of [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, -1],
      [1e6, 1e6, 1e-6],
      [-1, -1, -1],
    ]) {
      law.stress(P, 0, diagonal(d), 0, params, 0);
      law.tangentSemidefinite(T, 0, diagonal(d), 0, params, 0);
      expect([...P, ...T, law.energy(diagonal(d), 0, params, 0)].every(Number.isFinite)).toBe(true);
    }
  });

  if (law.survivesInversion && law.stride !== 36) {
    it('pushes a flat or mirrored element back to its right side', () => {
      const P = new Float64Array(9);
      for (const s of [0.3, 0, -0.3, -0.6]) {
        law.stress(P, 0, diagonal([1, 1, s]), 0, params, 0);
        expect(P[8]).toBeLessThan(0); // energy falls as s grows
      }
    });
  }
});

describe('warped corotational', () => {
  it.each(['isotropic', 'full'] as const)('%s: derivative with R held, semidefinite', (kind) => {
    const law = createCorotational(kind);
    const params = kind === 'full' ? wood : Float64Array.of(mu, lambda, 0);
    const R = new Float64Array(9);
    const T = new Float64Array(81);
    for (const F of deformations(0.5, 2, false)) {
      nearestRotation3(R, 0, F, 0, new Float64Array(SVD_WORK));
      const held: Pick<MaterialLaw, 'energy' | 'stress' | 'tangent'> = {
        energy: () => 0,
        stress: (P, o, G, g, par, p) => law.warpedStress(P, o, R, 0, G, g, par, p),
        tangent: (M, o, _G, _g, par, p) => law.warpedTangent(M, o, R, 0, par, p),
      };
      const errors = derivativeErrors(held, F, params);
      expect(errors.hessian).toBeLessThan(1e-9);
      expect(errors.symmetry).toBeLessThan(1e-14);
      law.warpedTangent(T, 0, R, 0, params, 0);
      const values = eigenvalues(T);
      expect(values[8]).toBeGreaterThan(-1e-12 * values[0]);
      const P = new Float64Array(9);
      const exact = new Float64Array(9);
      law.turnedStress(P, 0, R, 0, F, 0, params, 0);
      law.stress(exact, 0, F, 0, params, 0);
      expect(gap(P, exact)).toBeLessThan(1e-9 * mu);
      if (kind === 'full') continue;
      law.warpedStress(P, 0, R, 0, F, 0, params, 0);
      law.stress(exact, 0, F, 0, params, 0);
      expect(gap(P, exact)).toBeLessThan(1e-10 * mu);
    }
  });

  it('a full matrix with isotropic entries is the isotropic law', () => {
    const C = isotropicElasticity(mu, lambda);
    const iso = Float64Array.of(mu, lambda, 0);
    const T = new Float64Array(81);
    const U = new Float64Array(81);
    for (const create of [createCorotational, createStVK]) {
      for (const F of deformations(0.5, 2, false)) {
        create('full').tangent(T, 0, F, 0, C, 0);
        create('isotropic').tangent(U, 0, F, 0, iso, 0);
        expect(gap(T, U)).toBeLessThan(1e-9 * mu);
      }
    }
  });
});

describe('Mooney–Rivlin', () => {
  it('without c2 it is neo-Hookean', () => {
    const params = Float64Array.of(mu, lambda, 0);
    const P = new Float64Array(9);
    const Q = new Float64Array(9);
    for (const F of deformations(0.3, 2, true)) {
      MATERIALS['mooney-rivlin']().stress(P, 0, F, 0, params, 0);
      MATERIALS['neo-hookean']().stress(Q, 0, F, 0, params, 0);
      expect(gap(P, Q)).toBeLessThan(1e-9 * mu);
    }
  });

  it('a body crushed to a point has no rest there', () => {
    const P = new Float64Array(9);
    for (const name of ['mooney-rivlin', 'neo-hookean'] as const) {
      for (const s of [0.01, 0.1, 0.3]) {
        MATERIALS[name]().stress(
          P,
          0,
          diagonal([s, s, s]),
          0,
          Float64Array.of(mu, lambda, 0.25),
          0,
        );
        expect(P[0]).toBeLessThan(0);
      }
    }
  });
});
