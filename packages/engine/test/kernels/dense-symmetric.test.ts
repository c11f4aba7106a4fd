import { expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { symmetricMultiply } from '../../src/kernels/reference/dense-symmetric.ts';

test.each([1, 2, 5, 12, 31])('the lower triangle alone gives the product, n = %i', (n) => {
  const random = createRandom(n);
  const A = Float64Array.from({ length: n * n }, () => random.range(-1, 1));
  const x = Float64Array.from({ length: n }, () => random.range(-1, 1));
  const y = new Float64Array(n).fill(Number.NaN);
  symmetricMultiply(y, A, x, n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += A[n * Math.max(i, j) + Math.min(i, j)] * x[j];
    expect(y[i]).toBeCloseTo(sum, 12);
  }
});
