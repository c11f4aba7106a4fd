import { forSizes, type KernelCase, numbers, sparseRows } from './case.ts';

const STRIDES = [1, 2, 3, 6, 7, 12, 16, 28, 33];
const RECORDS = 19;

export const sumCases: KernelCase[] = STRIDES.flatMap((stride) =>
  forSizes(
    'gatherSums',
    (n, k, a, random) => {
      const { rowPtr, cols } = sparseRows(a, random, n, RECORDS, 8);
      const values = numbers(a, random, stride * RECORDS);
      const out = numbers(a, random, stride * n);
      k.gatherSums(out, rowPtr, cols, values, n, stride);
    },
    [0, 1, 7],
  ).map((test) => ({ ...test, title: `stride ${stride}, ${test.title}` })),
);
