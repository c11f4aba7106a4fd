import { forSizes, type KernelCase, numbers } from './case.ts';

/** B Bᵀ + I: symmetric positive, as a response is. */
function positive(W: Float64Array, B: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < n; k++) sum += B[i * n + k] * B[j * n + k];
      W[i * n + j] = sum;
    }
  }
}

export const contactCases: KernelCase[] = [
  ...forSizes(
    'relaxContacts',
    (n, k, a, random) => {
      const W = a.f64(9 * n * n);
      positive(W, numbers(a, random, 9 * n * n), 3 * n);
      const normal = numbers(a, random, 3 * n);
      for (let r = 0; r < n; r++) {
        const [x, y, z] = normal.subarray(3 * r, 3 * r + 3);
        const length = Math.sqrt(x * x + y * y + z * z);
        for (let c = 0; c < 3; c++) normal[3 * r + c] /= length;
      }
      const friction = numbers(a, random, n).map(Math.abs);
      const mu = a.f64(n);
      mu.set(friction);
      const impulse = numbers(a, random, 3 * n);
      const velocity = numbers(a, random, 3 * n);
      k.relaxContacts(impulse, velocity, W, normal, numbers(a, random, n), mu, n, 1e-9, 7);
    },
    [0, 1, 2, 3, 8, 21],
  ),
  ...forSizes(
    'learnSecant',
    (n, k, a, random) => {
      const W = a.f64(n * n);
      positive(W, numbers(a, random, n * n), n);
      const dp = numbers(a, random, n);
      const dw = a.f64(n);
      for (let i = 0; i < n; i++) dw[i] = 2 * dp[i];
      k.learnSecant(W, dp, dw, a.f64(n), n, 1e-3);
    },
    [0, 1, 2, 3, 9, 24],
  ),
];
