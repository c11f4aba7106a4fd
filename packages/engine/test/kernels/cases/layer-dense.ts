import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { forSizes, type KernelCase, numbers, sparseRows } from './case.ts';

const FUNCTIONS = 5;

/** A matrix for `columns` numbers a point, and rows of n points of which the last but one function has no place in it. */
function rows(
  a: Allocator,
  r: Random,
  n: number,
  columns: number,
  perFunction: number,
  width: number,
) {
  const stride = columns * n;
  const X = numbers(a, r, perFunction * FUNCTIONS * stride);
  const row = a.i32(FUNCTIONS);
  for (let f = 0; f < FUNCTIONS; f++) row[f] = f === 3 ? -1 : perFunction * ((2 * f) % FUNCTIONS);
  const { rowPtr, cols } = sparseRows(a, r, n + 1, FUNCTIONS, 4);
  return [X, stride, row, rowPtr, cols, numbers(a, r, width * cols.length)] as const;
}

/** All points but the first, backwards. */
function list(a: Allocator, n: number): Int32Array {
  const out = a.i32(n);
  for (let i = 0; i < n; i++) out[i] = n - i;
  return out;
}

export const layerDenseCases: KernelCase[] = [
  ...[0, 1].flatMap((modes) =>
    forSizes('strainRows', (n, k, a, r) => {
      const [frame, R] = [numbers(a, r, 9 * n + 9), numbers(a, r, 9 * n + 9)];
      const root = numbers(a, r, 2 * n);
      const table = rows(a, r, n, 6, modes === 1 ? 1 : 3, modes === 1 ? 9 : 3);
      k.strainRows(...table, frame, R, root, list(a, n), modes, 0, n);
    }),
  ),
  ...[0, 1].flatMap((modes) =>
    forSizes('velocityRows', (n, k, a, r) => {
      const [frame, root] = [numbers(a, r, 9 * n + 9), numbers(a, r, n)];
      const table = rows(a, r, n, 3, modes === 1 ? 1 : 3, modes === 1 ? 3 : 1);
      k.velocityRows(...table, frame, root, list(a, n), modes, 0, n);
    }),
  ),
  ...forSizes(
    'addRowProducts',
    (n, k, a, r) => k.addRowProducts(numbers(a, r, n * n), numbers(a, r, 6 * n), n, 6),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 22],
  ),
];
