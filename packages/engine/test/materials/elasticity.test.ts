import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/errors.ts';
import { createRandom } from '../../src/core/random.ts';
import {
  checkElasticity,
  isotropicElasticity,
  lame,
  orthotropicElasticity,
  rotateElasticity,
} from '../../src/materials/elasticity.ts';
import { hooke } from '../../src/materials/hooke.ts';
import { checkIsotropic, elementParameters } from '../../src/materials/parameters.ts';
import { gap, product, randomArray, randomRotation, transposed } from '../math/support.ts';

const random = createRandom(41);

describe('moduli', () => {
  it('a pulled bar thins by Poisson’s ratio and answers with Young’s modulus', () => {
    const { mu, lambda } = lame(5e5, 0.3);
    const strain = Float64Array.of(0.01, 0, 0, 0, -0.003, 0, 0, 0, -0.003);
    const sigma = new Float64Array(9);
    hooke(sigma, strain, 'isotropic', Float64Array.of(mu, lambda, 0), 0);
    expect(sigma[0]).toBeCloseTo(5000, 8);
    expect(sigma[4]).toBeCloseTo(0, 8);
  });

  it.each([
    [1, 0.5],
    [1, -1],
    [1, Number.NaN],
    [0, 0.3],
    [-1, 0.3],
    [Number.POSITIVE_INFINITY, 0.3],
  ])('Young %s with Poisson %s is refused', (young, poisson) => {
    expect(() => lame(young, poisson, 'bodies[0].material')).toThrow(/^bodies\[0\].material: /);
  });

  it('parameters that make a law unstable at rest are refused', () => {
    checkIsotropic('mooney-rivlin', 1, 1, 1);
    expect(() => checkIsotropic('stvk', 0, 1)).toThrow(InputError);
    expect(() => checkIsotropic('stvk', 1, -0.7)).toThrow(/bulk/);
    expect(() => checkIsotropic('mooney-rivlin', 1, 1, 1.5)).toThrow(/share/);
    expect(() => checkIsotropic('mooney-rivlin', 1, -0.1, 1)).toThrow(/volume/);
    expect(() => elementParameters({ stride: 3, stiffnesses: 2 }, [1, 2], 4)).toThrow(
      /3 parameters/,
    );
  });

  it('a stiffness field multiplies moduli but not shares', () => {
    const law = { stride: 3, stiffnesses: 2 };
    const params = elementParameters(law, [1, 2, 0.5], 2, Float64Array.of(1, 10));
    expect([...params]).toEqual([1, 2, 0.5, 10, 20, 0.5]);
  });
});

describe('elasticity matrices', () => {
  const constants = {
    young: [12e9, 0.9e9, 0.5e9],
    poisson: [0.37, 0.42, 0.47],
    shear: [0.1e9, 0.7e9, 0.75e9],
  } as const;

  it('orthotropic: pulling along an axis answers with that axis’ moduli', () => {
    const C = orthotropicElasticity(constants);
    const e = 1e-3;
    const [xy, xz] = constants.poisson;
    const strain = Float64Array.of(e, 0, 0, 0, -xy * e, 0, 0, 0, -xz * e);
    const sigma = new Float64Array(9);
    hooke(sigma, strain, 'full', C, 0);
    expect(sigma[0] / (12e9 * e)).toBeCloseTo(1, 10);
    expect(Math.abs(sigma[4]) + Math.abs(sigma[8])).toBeLessThan(1e-3);
    checkElasticity(C);
  });

  it('orthotropic with equal constants is isotropic', () => {
    const { mu, lambda } = lame(2, 0.3);
    const C = orthotropicElasticity({
      young: [2, 2, 2],
      poisson: [0.3, 0.3, 0.3],
      shear: [mu, mu, mu],
    });
    expect(gap(C, isotropicElasticity(mu, lambda))).toBeLessThan(1e-14);
  });

  it('axes may differ by many orders of magnitude', () => {
    const young = [1e11, 1e3, 1e5] as const;
    const C = orthotropicElasticity({ young, poisson: [0.3, 0.3, 0.01], shear: [1e3, 1e3, 1e3] });
    expect(C[0] / 1e11).toBeCloseTo(1, 5);
    expect(C[7]).toBeGreaterThan(1e3);
  });

  it('constants that contradict each other are refused', () => {
    expect(() => orthotropicElasticity({ ...constants, poisson: [0.3, 0.3, 1.5] })).toThrow(
      /contradict/,
    );
    expect(() => orthotropicElasticity({ ...constants, shear: [0, 1, 1] })).toThrow(/shear\[0\]/);
  });

  it('a turned solid answers a turned strain with a turned stress', () => {
    const C = orthotropicElasticity(constants);
    const R = randomRotation(random);
    const Rt = transposed(R, 3);
    const M = randomArray(random, 9);
    const strain = M.map((x, i) => 0.5 * (x + transposed(M, 3)[i]));
    const sigma = new Float64Array(9);
    hooke(sigma, strain, 'full', C, 0);
    const turnedStrain = product(product(R, strain, 3, 3, 3), Rt, 3, 3, 3);
    const turned = new Float64Array(9);
    hooke(turned, turnedStrain, 'full', rotateElasticity(C, R), 0);
    expect(gap(turned, product(product(R, sigma, 3, 3, 3), Rt, 3, 3, 3)) / 12e9).toBeLessThan(
      1e-14,
    );
    const round = rotateElasticity(isotropicElasticity(1, 2), R);
    expect(gap(round, isotropicElasticity(1, 2))).toBeLessThan(1e-14);
  });

  it('what is not symmetric, not positive or not a matrix is refused', () => {
    const skew = isotropicElasticity(1, 1);
    skew[1] = 2;
    const soft = isotropicElasticity(1, 1);
    soft[35] = 0;
    expect(() => checkElasticity(skew, 'C')).toThrow(/^C: .*symmetric/);
    expect(() => checkElasticity(soft)).toThrow(/definite/);
    expect(() => checkElasticity([1, 2])).toThrow(/36/);
    expect(() => checkElasticity(soft.fill(Number.NaN))).toThrow(/finite/);
  });
});
