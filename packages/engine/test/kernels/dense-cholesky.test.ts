import './all.ts';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { typescriptKernels as k } from '../../src/kernels/kernels.ts';
import { definiteMatrix } from './cases/dense-cholesky.ts';

const random = createRandom(31);

describe('the dense Cholesky factor', () => {
  for (const n of [1, 2, 3, 4, 5, 8, 13, 30]) {
    it(`rebuilds the matrix and solves with it, n = ${n}`, () => {
      const A = new Float64Array(n * n);
      definiteMatrix(A, n, random);
      const L = A.slice();
      expect(k.choleskyFactor(L, n)).toBe(n);
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) {
          let sum = 0;
          for (let m = 0; m <= Math.min(i, j); m++) sum += L[n * i + m] * L[n * j + m];
          expect(sum).toBeCloseTo(A[n * i + j], 11);
          if (j > i) expect(L[n * i + j]).toBe(A[n * i + j]);
        }
      const want = Float64Array.from({ length: n }, () => random.range(-1, 1));
      const x = new Float64Array(n);
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) x[i] += A[n * i + j] * want[j];
      k.choleskySolve(x, L, n);
      for (let i = 0; i < n; i++) expect(x[i]).toBeCloseTo(want[i], 9);
    });
  }

  it('says which pivot is not positive', () => {
    expect(k.choleskyFactor(Float64Array.of(1, 0, 0, 2, 3, 0, 0, 0, 1), 3)).toBe(1);
    expect(k.choleskyFactor(Float64Array.of(Number.NaN), 1)).toBe(0);
  });
});
