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
      // Three bodies of 1, 2 and 5 slots; rows between them, within one, and with the world.
      const slots = [1, 2, 5];
      const table = a.i32(9);
      table.set([0, 0, 1, 1, 9, 2, 3, 45, 5]);
      const W = a.f64(9 + 36 + 225);
      let at = 0;
      for (const m of slots) {
        positive(W.subarray(at, at + 9 * m * m), numbers(a, random, 9 * m * m), 3 * m);
        at += 9 * m * m;
      }
      const normal = numbers(a, random, 3 * n);
      const side = a.i32(4 * n);
      const list = a.i32(n);
      for (let r = 0; r < n; r++) {
        const [x, y, z] = normal.subarray(3 * r, 3 * r + 3);
        const length = Math.sqrt(x * x + y * y + z * z);
        for (let c = 0; c < 3; c++) normal[3 * r + c] /= length;
        const one = random.below(3);
        const other = random.below(4) - 1;
        const slot = other < 0 ? 0 : random.below(slots[other]);
        side.set([one, random.below(slots[one]), other, slot], 4 * r);
        list[r] = n - 1 - r;
      }
      const mu = a.f64(n);
      const own = a.f64(n);
      mu.set(numbers(a, random, n).map(Math.abs));
      own.set(numbers(a, random, n).map(Math.abs));
      const impulse = numbers(a, random, 3 * n);
      const offset = numbers(a, random, 3 * n);
      const velocity = numbers(a, random, 24);
      const bias = numbers(a, random, n);
      const rows = Math.max(0, n - 1);
      return k.relaxContacts(
        impulse,
        offset,
        velocity,
        W,
        normal,
        bias,
        mu,
        own,
        side,
        table,
        list,
        n - rows,
        rows,
        1e-9,
        7,
      );
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
