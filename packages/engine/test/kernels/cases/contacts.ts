import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
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

/** Three bodies of 1, 2 and 5 places, the last one factored with rank 7; rows between them, within one, and with the world. */
function rows(n: number, a: Allocator, random: Random) {
  const places = [1, 2, 5];
  const table = a.i32(12);
  table.set([0, 0, 3, -1, 3, 9, 6, -1, 9, 45, 7, 0]);
  const W = a.f64(9 + 36 + 105);
  positive(W.subarray(0, 9), numbers(a, random, 9), 3);
  positive(W.subarray(9, 45), numbers(a, random, 36), 6);
  W.set(numbers(a, random, 105), 45);
  const normal = numbers(a, random, 3 * n);
  const side = a.i32(4 * n);
  const kind = a.u8(n);
  const soft = a.f64(2 * n);
  for (let r = 0; r < n; r++) {
    const [x, y, z] = normal.subarray(3 * r, 3 * r + 3);
    const length = Math.sqrt(x * x + y * y + z * z);
    for (let c = 0; c < 3; c++) normal[3 * r + c] /= length;
    const one = random.below(3);
    const other = random.below(4) - 1;
    const place = other < 0 ? 0 : random.below(places[other]);
    side.set([one, random.below(places[one]), other, place], 4 * r);
    kind[r] = Math.max(0, random.below(8) - 2);
    if (kind[r] > 0) soft.set([random.range(0.1, 1), random.range(0.1, 1)], 2 * r);
  }
  const block = a.f64(5 * n);
  const work = a.f64(6 + 6 * n + 2 * 16);
  return { table, W, normal, side, kind, soft, block, work };
}

export const contactCases: KernelCase[] = [
  ...forSizes(
    'contactBlocks',
    (n, k, a, random) => {
      const { block, soft, W, normal, kind, side, table, work } = rows(n, a, random);
      k.contactBlocks(block, soft, W, normal, kind, side, table, work, n, 0.01);
    },
    [0, 1, 2, 3, 8, 21],
  ),
  ...forSizes(
    'sweepContacts',
    (n, k, a, random) => {
      const { block, soft, W, normal, kind, side, table, work } = rows(n, a, random);
      k.contactBlocks(block, soft, W, normal, kind, side, table, work, n, 0.01);
      const mu = a.f64(n);
      mu.set(numbers(a, random, n).map(Math.abs));
      const [p, target, from] = [0, 1, 2].map(() => numbers(a, random, 3 * n));
      const state = numbers(a, random, 16);
      const base = numbers(a, random, 15);
      const bias = numbers(a, random, n);
      return k.sweepContacts(
        ...([p, state, base, W, block, soft, normal, bias, mu, target, from] as const),
        ...([kind, side, table, work, n, 16, 1e-9, 0, 1e-9, 7] as const),
      );
    },
    [0, 1, 2, 3, 8, 21],
  ),
];
