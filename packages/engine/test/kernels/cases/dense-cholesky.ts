import type { Random } from '../../../src/core/random.ts';
import { forSizes, type KernelCase, numbers, positives } from './case.ts';

/** Fills A, n×n row-major, with a symmetric positive definite matrix that is far from diagonal. */
export function definiteMatrix(A: Float64Array, n: number, random: Random): void {
  const G = Float64Array.from({ length: n * n }, () => random.range(-1, 1));
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      let sum = i === j ? 0.1 : 0;
      for (let k = 0; k < n; k++) sum += G[n * i + k] * G[n * j + k];
      A[n * i + j] = sum;
    }
}

const SIZES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 33, 70];

export const denseCholeskyCases: KernelCase[] = [
  ...forSizes(
    'choleskyFactor',
    (n, k, a, random) => {
      const A = a.f64(n * n);
      definiteMatrix(A, n, random);
      return k.choleskyFactor(A, n);
    },
    SIZES,
  ),
  ...forSizes('choleskyFactor', (n, k, a, random) => {
    const A = a.f64(n * n);
    definiteMatrix(A, n, random);
    const bad = random.below(n + 1);
    if (bad < n) A[n * bad + bad] = -1;
    return k.choleskyFactor(A, n);
  }).map((test) => ({ ...test, title: `stops where it must, ${test.title}` })),
  ...forSizes(
    'choleskySolve',
    (n, k, a, random) => {
      const L = numbers(a, random, n * n);
      const diagonal = positives(a, random, n);
      for (let i = 0; i < n; i++) L[n * i + i] = diagonal[i];
      k.choleskySolve(numbers(a, random, n), L, n);
    },
    SIZES,
  ),
  ...forSizes(
    'choleskyForward',
    (n, k, a, random) => {
      const L = numbers(a, random, n * n);
      const diagonal = positives(a, random, n);
      for (let i = 0; i < n; i++) L[n * i + i] = diagonal[i];
      k.choleskyForward(numbers(a, random, 3 * n), L, n, 3);
    },
    SIZES,
  ),
  ...forSizes(
    'rowProducts',
    (n, k, a, random) => {
      k.rowProducts(a.f64(25), numbers(a, random, 5 * n), 5, n);
    },
    SIZES,
  ),
];
