import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { cholesky, choleskySolve, eigenSymmetric, ldlt, ldltSolve } from '../../src/math/dense.ts';
import { diagonal, gap, product, randomArray, transposed } from './support.ts';

const random = createRandom(13);

/** B·Bᵀ with B n×rank. */
function gram(n: number, rank: number): Float64Array {
  const B = randomArray(random, n * rank);
  return product(B, transposed(B, n, rank), n, rank, n);
}

describe('dense symmetric matrices', () => {
  it('Cholesky rebuilds the matrix and solves', () => {
    for (const n of [1, 2, 5, 12, 30]) {
      const A = gram(n, n + 3);
      const L = A.slice();
      expect(cholesky(L, n)).toBe(true);
      const x = randomArray(random, n);
      const b = product(A, x, n, n, 1);
      choleskySolve(b, L, n);
      expect(gap(b, x)).toBeLessThan(1e-8);
      for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) L[i * n + j] = 0;
      expect(gap(product(L, transposed(L, n), n, n, n), A)).toBeLessThan(1e-13 * n);
    }
  });

  it('Cholesky refuses what is not positive definite', () => {
    expect(cholesky(diagonal([1, -1, 1]), 3)).toBe(false);
    expect(cholesky(diagonal([1, 0, 1]), 3)).toBe(false);
    expect(cholesky(diagonal([1, Number.NaN, 1]), 3)).toBe(false);
  });

  it('LDLᵀ counts the rank and solves whatever has a solution', () => {
    for (const [n, rank] of [
      [6, 6],
      [6, 4],
      [9, 5],
      [12, 1],
      [4, 0],
    ]) {
      const A = rank > 0 ? gram(n, rank) : new Float64Array(n * n);
      const L = A.slice();
      expect(ldlt(L, n, 1e-10)).toBe(rank);
      const b = product(A, randomArray(random, n), n, n, 1);
      const x = b.slice();
      ldltSolve(x, L, n);
      expect(gap(product(A, x, n, n, 1), b)).toBeLessThan(1e-8);
    }
  });

  it('eigenvectors are orthonormal, sorted, and rebuild the matrix', () => {
    for (const A of [gram(9, 9), gram(9, 3), diagonal([3, 1, 2, 2]), new Float64Array(16)]) {
      const n = Math.sqrt(A.length);
      const values = new Float64Array(n);
      const V = new Float64Array(n * n);
      eigenSymmetric(values, V, A.slice(), n);
      const Vt = transposed(V, n);
      expect(gap(product(Vt, V, n, n, n), diagonal(new Array(n).fill(1)))).toBeLessThan(1e-14);
      expect(gap(product(product(V, diagonal(values), n, n, n), Vt, n, n, n), A)).toBeLessThan(
        1e-13,
      );
      for (let i = 1; i < n; i++) expect(values[i]).toBeLessThanOrEqual(values[i - 1]);
    }
  });
});
