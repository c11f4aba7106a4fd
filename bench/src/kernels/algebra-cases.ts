import type { Arena, Random } from 'pliant';
import { equalRows, type KernelCase, neighbours, numbers } from './case.ts';

const LENGTH = 6000;
const ROWS = 600;
/** Blocks in a row of a tetrahedral mesh's matrix, nearly. */
const WIDTH = 14;
const DENSE = 180;

/** A symmetric matrix with a heavy diagonal, row-major n×n. */
function definite(arena: Arena, random: Random, n: number): Float64Array {
  const A = arena.f64(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      A[n * i + j] = random.range(-1, 1);
      A[n * j + i] = A[n * i + j];
    }
    A[n * i + i] = n;
  }
  return A;
}

export const algebraCases: readonly KernelCase[] = [
  {
    kernel: 'dot',
    size: `${LENGTH} numbers`,
    prepare(k, arena, random) {
      const [a, b] = [numbers(arena, random, LENGTH), numbers(arena, random, LENGTH)];
      return () => k.dot(a, b, LENGTH);
    },
  },
  {
    kernel: 'axpy',
    size: `${LENGTH} numbers`,
    prepare(k, arena, random) {
      const [y, x] = [numbers(arena, random, LENGTH), numbers(arena, random, LENGTH)];
      return () => k.axpy(y, 1e-9, x, LENGTH);
    },
  },
  {
    kernel: 'xpby',
    size: `${LENGTH} numbers`,
    prepare(k, arena, random) {
      const [y, x] = [numbers(arena, random, LENGTH), numbers(arena, random, LENGTH)];
      return () => k.xpby(y, x, 0.5, LENGTH);
    },
  },
  {
    kernel: 'roundToF32',
    size: `${LENGTH} numbers`,
    prepare(k, arena, random) {
      const [out, x] = [arena.f32(LENGTH), numbers(arena, random, LENGTH)];
      return () => k.roundToF32(out, x, LENGTH);
    },
  },
  {
    kernel: 'bsr3Multiply',
    size: `${ROWS} rows of ${WIDTH}`,
    prepare(k, arena, random) {
      const rowPtr = equalRows(arena, ROWS, WIDTH);
      const cols = neighbours(arena, random, ROWS * WIDTH, ROWS);
      const values = numbers(arena, random, 9 * ROWS * WIDTH);
      const diagonal = numbers(arena, random, ROWS);
      const [y, x] = [arena.f64(3 * ROWS), numbers(arena, random, 3 * ROWS)];
      return () => k.bsr3Multiply(y, rowPtr, cols, values, x, ROWS, 0.5, diagonal);
    },
  },
  {
    kernel: 'choleskyFactor',
    size: `${DENSE} × ${DENSE}`,
    prepare(k, arena, random) {
      const A = definite(arena, random, DENSE);
      const L = arena.f64(DENSE * DENSE);
      return () => {
        L.set(A);
        k.choleskyFactor(L, DENSE);
      };
    },
  },
  {
    kernel: 'choleskySolve',
    size: `${DENSE} × ${DENSE}`,
    prepare(k, arena, random) {
      const L = definite(arena, random, DENSE);
      k.choleskyFactor(L, DENSE);
      const [x, b] = [arena.f64(DENSE), numbers(arena, random, DENSE)];
      return () => {
        x.set(b);
        k.choleskySolve(x, L, DENSE);
      };
    },
  },
];
