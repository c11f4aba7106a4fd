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
  ...forSizes('strainRows', (n, k, a, r) => {
    const [frame, R] = [numbers(a, r, 9 * n + 9), numbers(a, r, 9 * n + 9)];
    const root = numbers(a, r, 2 * n);
    k.strainRows(...rows(a, r, n, 6, 3, 3), frame, R, root, list(a, n), 0, n);
  }),
  ...forSizes('modeStrainRows', (n, k, a, r) => {
    const [frame, R] = [numbers(a, r, 9 * n + 9), numbers(a, r, 9 * n + 9)];
    const root = numbers(a, r, 2 * n);
    k.modeStrainRows(...rows(a, r, n, 6, 1, 9), frame, R, root, list(a, n), 0, n);
  }),
  ...forSizes('velocityRows', (n, k, a, r) => {
    const [frame, root] = [numbers(a, r, 9 * n + 9), numbers(a, r, n)];
    k.velocityRows(...rows(a, r, n, 3, 3, 1), frame, root, list(a, n), 0, n);
  }),
  ...forSizes('modeVelocityRows', (n, k, a, r) => {
    const [frame, root] = [numbers(a, r, 9 * n + 9), numbers(a, r, n)];
    k.modeVelocityRows(...rows(a, r, n, 3, 1, 3), frame, root, list(a, n), 0, n);
  }),
  ...forSizes(
    'addRowProducts',
    (n, k, a, r) => k.addRowProducts(numbers(a, r, n * n), numbers(a, r, 6 * n), n, 6),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 22],
  ),
];
