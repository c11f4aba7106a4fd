import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
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

/** A random order of n things. */
export function shuffled(n: number, a: Allocator, random: Random): Int32Array {
  const order = a.i32(n);
  for (let i = 0; i < n; i++) {
    const j = random.below(i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  return order;
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
    'gatherBlocks',
    (size, k, a, random) => {
      const { ptr, cols } = blockRows(size, a, random);
      const L = a.f64(144 * (cols.length + size));
      const matrix = numbers(a, random, 144 * size * size);
      k.gatherBlocks(L, matrix, size, shuffled(size, a, random), ptr, cols);
    },
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
        k.gatherBlocks(L, A, size, shuffled(size, a, random), ptr, cols);
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
