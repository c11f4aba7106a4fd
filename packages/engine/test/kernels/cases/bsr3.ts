import { forSizes, type KernelCase, numbers, sparseRows } from './case.ts';

export const bsr3Cases: KernelCase[] = forSizes('bsr3Multiply', (n, k, a, random) => {
  const { rowPtr, cols } = sparseRows(a, random, n, n, 9);
  const values = numbers(a, random, 9 * cols.length);
  const x = numbers(a, random, 3 * n);
  const diagonal = numbers(a, random, n);
  k.bsr3Multiply(a.f64(3 * n), rowPtr, cols, values, x, n, 0.37, diagonal);
});
