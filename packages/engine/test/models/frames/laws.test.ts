import '../../kernels/all.ts';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { typescriptKernels as k } from '../../../src/kernels/kernels.ts';
import { hooke } from '../../../src/materials/hooke.ts';
import { eigenSymmetric } from '../../../src/math/dense.ts';
import { isSampled, samplePlaces } from '../../../src/models/frames/step/samples.ts';
import { randomRotation } from '../../math/support.ts';
import { gap, gradients, MATERIALS, pointLaw, slope, turned } from './laws.ts';

/** Moduli times volume of the points: what errors are measured by. */
const SIZE = 3e3;
const STRETCHED = [1.3, 1.2, 1.25];
/** Tension in every direction: no law gives in. */
const MILD = [1.05, 1.04, 1.06];
const SQUASHED = [0.6, 1.2, 0.9];

describe.each(MATERIALS)('%s', (_title, material) => {
  const law = pointLaw(material);
  const random = createRandom(12);
  const { order } = material;
  const states = [STRETCHED, SQUASHED, [1, 1, 1]].flatMap((stretch) =>
    [0, 1, 2].map(() => gradients(random, stretch, 0.1, order)),
  );
  const used = order > 0 ? 36 : 9;

  test('stresses are the slope of the energy, and a wrong sign would be seen', () => {
    for (const F of states) {
      const P = law.stress(F);
      for (let i = 0; i < used; i++) {
        const [d] = slope((G) => Float64Array.of(law.energy(G)), F, i);
        expect(Math.abs(d - P[i]) / SIZE).toBeLessThan(1e-8);
      }
      const [d] = slope((G) => Float64Array.of(law.energy(G)), F, 0);
      expect(Math.abs(d + P[0]) / SIZE).toBeGreaterThan(1e-3);
    }
  });

  test('the stiffness is the slope of the stresses where that is positive, and a wrong sign would be seen', () => {
    // A stiffness with rotations held is the slope only where there is no stress.
    const F = isSampled(material)
      ? gradients(random, MILD, 0.005, order)
      : turned(
          randomRotation(random),
          Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...Array(27).fill(0)),
        );
    for (let i = 0; i < used; i++) {
      const G = new Float64Array(36);
      G[i] = 1;
      const dP = law.rate(F, G);
      const d = slope((X) => law.stress(X), F, i);
      expect(gap(d.subarray(0, used), dP.subarray(0, used)) / SIZE).toBeLessThan(1e-6);
      expect(Math.abs(d[i] + dP[i]) / SIZE).toBeGreaterThan(0.1);
    }
  });

  test('the stiffness is symmetric and never negative, however the point is squashed', () => {
    for (const F of [...states, gradients(random, [0.2, -0.3, 1.5], 0.3, order)]) {
      const T = new Float64Array(used * used);
      for (let i = 0; i < used; i++) {
        const G = new Float64Array(36);
        G[i] = 1;
        const dP = law.rate(F, G);
        for (let j = 0; j < used; j++) T[j * used + i] = dP[j];
      }
      for (let i = 0; i < used; i++)
        for (let j = 0; j < i; j++)
          expect(Math.abs(T[i * used + j] - T[j * used + i]) / SIZE).toBeLessThan(1e-10);
      const values = new Float64Array(used);
      eigenSymmetric(values, new Float64Array(used * used), T, used);
      expect(Math.min(...values) / SIZE).toBeGreaterThan(-1e-10);
    }
  });

  test('a turned point has turned stresses; turning gives no energy and takes no torque', () => {
    for (const F of states) {
      const Q = randomRotation(random);
      expect(Math.abs(law.energy(turned(Q, F)) - law.energy(F)) / SIZE).toBeLessThan(1e-10);
      const P = law.stress(F);
      const Pt = law.stress(turned(Q, F));
      expect(gap(Pt.subarray(0, used), turned(Q, P).subarray(0, used)) / SIZE).toBeLessThan(1e-10);
      const T = new Float64Array(9);
      for (let i = 0; i < 9; i++) {
        for (let a = 0; a < used; a += 9)
          for (let c = 0; c < 3; c++)
            T[i] += P[a + 3 * Math.floor(i / 3) + c] * F[a + 3 * (i % 3) + c];
      }
      expect(gap(T, [T[0], T[3], T[6], T[1], T[4], T[7], T[2], T[5], T[8]]) / SIZE).toBeLessThan(
        1e-10,
      );
    }
  });

  test('small strains cost what Hooke says, their change across the region included', () => {
    const small = 1e-5;
    const e = new Float64Array(36);
    const F = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...Array(27).fill(0));
    let expected = 0;
    const [sigma, own] = [new Float64Array(9), new Float64Array(9)];
    const { elasticity } = material;
    const params = Float64Array.from(elasticity ?? [material.mu, material.lambda]);
    for (let a = 0; a < used; a += 9) {
      for (let i = 0; i < 9; i++) e[a + i] = small * random.range(-1, 1);
      for (let i = 0; i < 9; i++) {
        own[i] = 0.5 * (e[a + i] + e[a + 3 * (i % 3) + Math.floor(i / 3)]);
        F[a + i] += e[a + i];
      }
      hooke(sigma, own, elasticity ? 'full' : 'isotropic', params, 0);
      for (let i = 0; i < 9; i++) expected += 0.5 * 0.3 * sigma[i] * own[i];
    }
    expect(law.energy(F) / expected).toBeCloseTo(1, 3);
  });
});

test('order 4 is exact for Saint Venant and Kirchhoff in a box, order 1 is near', () => {
  const random = createRandom(5);
  // Five points of Gauss along each axis: more than enough for an energy of fourth degree.
  const at = [0.906179845938664, 0.538469310105683, 0, -0.538469310105683, -0.906179845938664];
  const weight = [0.236926885056189, 0.478628670499366, 0.568888888888889];
  const [, fine] = MATERIALS.find(([title]) => title === 'stvk, order 4')!;
  const whole = pointLaw(fine);
  const part = pointLaw({ ...fine, order: 0 });
  const coarse = pointLaw({ ...fine, order: 1 });
  for (let t = 0; t < 5; t++) {
    const F = gradients(random, [1.1, 0.9, 1], 0.1);
    let expected = 0;
    for (let s = 0; s < 125; s++) {
      const [x, y, z] = [s % 5, Math.floor(s / 5) % 5, Math.floor(s / 25)];
      const w = [x, y, z].reduce((v, i) => v * 0.5 * weight[Math.min(i, 4 - i)], 1);
      const here = new Float64Array(36);
      for (let i = 0; i < 9; i++) {
        const more = at[x] * F[9 + i] + at[y] * F[18 + i] + at[z] * F[27 + i];
        here[i] = F[i] + Math.sqrt(3) * more;
      }
      expected += w * part.energy(here);
    }
    expect(whole.energy(F) / expected).toBeCloseTo(1, 11);
    expect(Math.abs(coarse.energy(F) / expected - 1)).toBeLessThan(0.03);
    expect(Math.abs(coarse.energy(F) / expected - 1)).toBeGreaterThan(1e-6);
  }
});

test.each([0, 1, 4])(
  'order %i: samples have the moments of a box, as far as it promises',
  (order) => {
    const places = samplePlaces(order);
    const mean = (power: readonly number[]): number => {
      let sum = 0;
      for (let s = 0; s < places.length; s += 4)
        sum += places[s] * power.reduce((v, p, d) => v * places[s + 1 + d] ** p, 1);
      return sum;
    };
    expect(mean([0, 0, 0])).toBeCloseTo(1, 14);
    for (const odd of [
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
      [0, 1, 2],
      [1, 1, 1],
      [0, 0, 3],
      [2, 2, 1],
    ])
      expect(mean(odd)).toBeCloseTo(0, 14);
    if (order === 0) return;
    for (const two of [
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
      [2, 2, 0],
      [0, 2, 2],
    ])
      expect(mean(two)).toBeCloseTo(1, 13);
    if (order === 1) return;
    for (const four of [
      [4, 0, 0],
      [0, 4, 0],
      [0, 0, 4],
    ])
      expect(mean(four)).toBeCloseTo(1.8, 13);
  },
);

test('the turning of a point is found exactly, and nothing else is', () => {
  const random = createRandom(2);
  const F = gradients(random, [1.3, 0.7, 1], 0.2);
  const w = [0.3, -1.2, 0.8];
  const cross = [0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0];
  const turning = turned(cross, F);
  const found = new Float64Array(36);
  k.turningRates(found, F, turning, 1, 1);
  expect(gap(found, turning)).toBeLessThan(1e-13);
  // A stretch of the shape it has, Ḟ = S·F with S symmetric and commuting with F·Fᵀ, turns nothing.
  k.turningRates(found, F, F, 1, 1);
  expect(gap(found, new Float64Array(36))).toBeLessThan(1e-13);
});
