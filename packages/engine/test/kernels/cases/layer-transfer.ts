import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { forSizes, type KernelCase, numbers, sparseRows } from './case.ts';

const FUNCTIONS = 9;
const OFFSET = 2;

/** Rows of n points with `width` numbers an entry, and their frames. */
function rows(a: Allocator, random: Random, n: number, width: number) {
  const { rowPtr, cols } = sparseRows(a, random, n, FUNCTIONS, 6);
  const values = numbers(a, random, width * cols.length);
  return [rowPtr, cols, values, numbers(a, random, 9 * n)] as const;
}

const unknowns = (a: Allocator, random: Random) => numbers(a, random, OFFSET + 3 * FUNCTIONS);
/** All points but the first, if there are two. */
const first = (n: number) => (n > 1 ? 1 : 0);

/** Numbers a point has, and an entry of its row: scalar functions, modes. */
const TRANSFERS = {
  layerVelocities: { point: 3, entry: [1, 3], push: true },
  layerForces: { point: 3, entry: [1, 3], push: false },
  layerRates: { point: 9, entry: [3, 9], push: true },
  layerStresses: { point: 9, entry: [3, 9], push: false },
} as const;

export const layerTransferCases: KernelCase[] = [
  ...(Object.keys(TRANSFERS) as (keyof typeof TRANSFERS)[]).flatMap((name) => {
    const { point, entry, push } = TRANSFERS[name];
    return [0, 1].flatMap((modes) =>
      forSizes(name, (n, k, a, r) => {
        const points = numbers(a, r, point * n);
        const unknown = unknowns(a, r);
        const [out, x] = push ? [points, unknown] : [unknown, points];
        const table = rows(a, r, n, entry[modes]);
        k[name](out, ...table, x, 0.7, modes, OFFSET, first(n), n);
      }),
    );
  }),
  ...forSizes('rowsTimes', (n, k, a, r) =>
    k.rowsTimes(a.f64(3), numbers(a, r, 3 * n), numbers(a, r, n), 3, n),
  ),
  ...forSizes('addRows', (n, k, a, r) =>
    k.addRows(numbers(a, r, n), numbers(a, r, 3 * n), numbers(a, r, 3), -1.5, 3, n),
  ),
  ...[0, 1].flatMap((slopes) =>
    forSizes('composeScalar', (n, k, a, r) => {
      const { rowPtr, cols } = sparseRows(a, r, n, FUNCTIONS, 6);
      const [one, three] = [cols.length, 3 * cols.length];
      const finest = a.i32(n);
      for (let i = 0; i < n; i++) finest[i] = i % 2;
      k.composeScalar(
        a.f64(one),
        a.f64(three),
        a.f64(9 * n),
        numbers(a, r, 3 * n),
        numbers(a, r, 9 * n),
        rowPtr,
        cols,
        numbers(a, r, one),
        numbers(a, r, three),
        numbers(a, r, FUNCTIONS),
        numbers(a, r, 3 * n),
        numbers(a, r, 9 * n),
        unknowns(a, r),
        OFFSET,
        n,
        slopes,
        finest,
      );
    }),
  ),
  ...[0, 1].flatMap((slopes) =>
    forSizes('composeModes', (n, k, a, r) => {
      const { rowPtr, cols } = sparseRows(a, r, n, FUNCTIONS, 6);
      const [three, nine] = [3 * cols.length, 9 * cols.length];
      const finest = a.i32(n);
      for (let i = 0; i < n; i++) finest[i] = i % 2;
      k.composeModes(
        a.f64(three),
        a.f64(nine),
        a.f64(9 * n),
        numbers(a, r, 3 * n),
        numbers(a, r, 9 * n),
        rowPtr,
        cols,
        numbers(a, r, three),
        numbers(a, r, nine),
        numbers(a, r, FUNCTIONS),
        unknowns(a, r),
        OFFSET,
        n,
        slopes,
        finest,
      );
    }),
  ),
  ...forSizes('chainFrames', (n, k, a, r) =>
    k.chainFrames(numbers(a, r, 9 * n), numbers(a, r, 9 * n), n),
  ),
  ...[0, 1].flatMap((elastic) =>
    forSizes('corotatedRates', (n, k, a, r) =>
      k.corotatedRates(
        numbers(a, r, 9 * n),
        numbers(a, r, 9 * n),
        numbers(a, r, n),
        numbers(a, r, n),
        numbers(a, r, n),
        numbers(a, r, n),
        0.02,
        elastic,
        first(n),
        n,
      ),
    ),
  ),
  ...[1, 3, 9].flatMap((width) =>
    forSizes(
      'addColumnProducts',
      (n, k, a, r) => {
        const rows = a.i32(n);
        for (let i = 0; i < n; i++) rows[i] = (7 * i) % Math.max(1, n);
        const [values, times] = [numbers(a, r, width * n), numbers(a, r, width * n)];
        k.addColumnProducts(numbers(a, r, n * n), n, rows, values, times, n, width);
      },
      [0, 1, 2, 5, 10],
    ),
  ),
  ...forSizes('corotatedColumns', (n, k, a, r) =>
    k.corotatedColumns(numbers(a, r, 9 * n), numbers(a, r, 18), 1, 0.7, 0.3, n),
  ),
];
