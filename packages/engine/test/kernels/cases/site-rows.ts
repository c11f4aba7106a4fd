import { rowOf4 } from '../../../src/kernels/single.ts';
import { forSizes, type KernelCase, numbers } from './case.ts';

export const siteRowCases: KernelCase[] = forSizes(
  'addProducts',
  (n, k, a, random) => {
    const stride = rowOf4(n);
    const single = (length: number): Float32Array => {
      const values = a.f32(length);
      values.set(numbers(a, random, length));
      return values;
    };
    k.addProducts(single(n * stride), numbers(a, random, 6 * n), single(6 * stride), n, 6);
  },
  [0, 1, 2, 3, 4, 7, 24, 61],
);
