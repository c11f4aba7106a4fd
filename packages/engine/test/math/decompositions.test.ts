import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { eigen3 } from '../../src/math/eigen3.ts';
import { maxAbs3, norm3 } from '../../src/math/mat3.ts';
import { pseudoInverse3, SVD_WORK, svd3 } from '../../src/math/svd3.ts';
import {
  diagonal,
  difficultMatrices,
  gap,
  product,
  randomArray,
  rotationError,
  transposed,
} from './support.ts';

const random = createRandom(11);
const cases = difficultMatrices(random);
for (let i = 0; i < 500; i++) cases.push([`random ${i}`, randomArray(random, 9)]);

describe('symmetric eigenvalues', () => {
  it('rebuild the matrix from a rotation and sorted values, on hard and on random input', () => {
    const d = new Float64Array(3);
    const V = new Float64Array(9);
    for (const [name, M] of cases) {
      const A = M.map((x, i) => 0.5 * x + 0.5 * transposed(M, 3)[i]);
      eigen3(d, 0, V, 0, A, 0);
      const again = product(product(V, diagonal(d), 3, 3, 3), transposed(V, 3), 3, 3, 3);
      expect(gap(again, A), name).toBeLessThanOrEqual(4e-15 * maxAbs3(A, 0) + 1e-322);
      expect(rotationError(V), name).toBeLessThan(4e-15);
      expect(d[0] >= d[1] && d[1] >= d[2], name).toBe(true);
    }
  });
});

describe('singular values', () => {
  const U = new Float64Array(9);
  const S = new Float64Array(3);
  const V = new Float64Array(9);

  it('rebuild the matrix from two rotations, on hard and on random input', () => {
    for (const [name, A] of cases) {
      svd3(U, 0, S, 0, V, 0, A, 0);
      const again = product(product(U, diagonal(S), 3, 3, 3), transposed(V, 3), 3, 3, 3);
      expect(gap(again, A), name).toBeLessThanOrEqual(4e-15 * maxAbs3(A, 0) + 1e-322);
      expect(rotationError(U), name).toBeLessThan(1e-14);
      expect(rotationError(V), name).toBeLessThan(1e-14);
      expect(S[0] >= S[1] && S[1] >= Math.abs(S[2]), name).toBe(true);
    }
  });

  it('small values are as accurate as large ones', () => {
    svd3(U, 0, S, 0, V, 0, diagonal([1e-12, 1, -1e-25]), 0);
    expect(S[0]).toBe(1);
    expect(S[1] / 1e-12).toBeCloseTo(1, 14);
    expect(S[2] / -1e-25).toBeCloseTo(1, 14);
  });

  it('say NaN, with rotations intact, when the input is not finite', () => {
    const A = diagonal([1, Number.NaN, 1]);
    svd3(U, 0, S, 0, V, 0, A, 0);
    expect(S[0]).toBeNaN();
    expect(rotationError(U)).toBe(0);
  });

  it('give a pseudo-inverse with Penrose’s properties', () => {
    const work = new Float64Array(SVD_WORK);
    const X = new Float64Array(9);
    for (const [name, A] of cases) {
      if (/tiny|huge|scaled|subnormal|nearly/.test(name)) continue;
      pseudoInverse3(X, 0, A, 0, work);
      const AX = product(A, X, 3, 3, 3);
      const XA = product(X, A, 3, 3, 3);
      const size = 1 + norm3(X, 0);
      expect(gap(product(AX, A, 3, 3, 3), A), name).toBeLessThan(1e-13 * size);
      expect(gap(product(XA, X, 3, 3, 3), X), name).toBeLessThan(1e-13 * size * size);
      expect(gap(AX, transposed(AX, 3)), name).toBeLessThan(1e-13 * size);
      expect(gap(XA, transposed(XA, 3)), name).toBeLessThan(1e-13 * size);
    }
  });
});
