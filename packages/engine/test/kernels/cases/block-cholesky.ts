import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { intoBlocks } from './blocks.ts';
import { forSizes, type KernelCase, numbers, positives } from './case.ts';
import { definiteMatrix } from './dense-cholesky.ts';

/** Rows of blocks, about half of those below the diagonal. */
export function blockRows(size: number, a: Allocator, random: Random) {
  const ptr = a.i32(size + 1);
  const listed: number[] = [];
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) if (random.next() < 0.5) listed.push(j);
    ptr[i + 1] = listed.length;
  }
  const cols = a.i32(listed.length);
  cols.set(listed);
  return { ptr, cols };
}

function blocks(count: number, a: Allocator, random: Random): Float64Array {
  const L = numbers(a, random, 144 * count, 0.1);
  const diagonal = positives(a, random, 12 * count);
  for (let i = 0; i < 12 * count; i++) L[12 * i + (i % 12)] = diagonal[i];
  return L;
}

const SIZES = [0, 1, 2, 3, 7];

export const blockCholeskyCases: KernelCase[] = [
  ...forSizes(
    'blockMultiply',
    (size, k, a, random) => {
      const { ptr, cols } = blockRows(size, a, random);
      const A = numbers(a, random, 144 * (cols.length + size));
      // What y held before must not show.
      const [y, x] = [numbers(a, random, 12 * size), numbers(a, random, 12 * size)];
      k.blockMultiply(y, A, x, size, ptr, cols);
    },
    SIZES,
  ),
  ...forSizes(
    'copyBlocks',
    (n, k, a, random) => k.copyBlocks(a.f64(144 * n), numbers(a, random, 144 * n), n),
    SIZES,
  ),
  ...[false, true].flatMap((broken) =>
    forSizes(
      'blockFactor',
      (size, k, a, random) => {
        const n = 12 * size;
        const A = a.f64(n * n);
        definiteMatrix(A, n, random);
        for (let i = 0; i < n; i++) A[n * i + i] += 10;
        const bad = random.below(n + 1);
        if (broken && bad < n) A[n * bad + bad] = -1;
        const { ptr, cols } = blockRows(size, a, random);
        const L = a.f64(144 * (cols.length + size));
        intoBlocks(L, A, size, { ptr, cols });
        return k.blockFactor(L, size, ptr, cols, a.i32(2 * size));
      },
      SIZES,
    ).map((test) => ({ ...test, title: `${broken ? 'stops where it must, ' : ''}${test.title}` })),
  ),
  ...forSizes(
    'blockSolve',
    (size, k, a, random) => {
      const { ptr, cols } = blockRows(size, a, random);
      const L = blocks(cols.length + size, a, random);
      k.blockSolve(numbers(a, random, 12 * size), L, size, ptr, cols);
    },
    SIZES,
  ),
  ...forSizes(
    'blockForward',
    (size, k, a, random) => {
      const { ptr, cols } = blockRows(size, a, random);
      const L = blocks(cols.length + size, a, random);
      k.blockForward(numbers(a, random, 36 * size), L, size, ptr, cols, 3);
    },
    SIZES,
  ),
];
