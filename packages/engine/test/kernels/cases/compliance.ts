import { forSizes, type KernelCase, numbers } from './case.ts';

export const complianceCases: KernelCase[] = [
  ...forSizes(
    'turnedCompliance',
    (n, k, a, random) => {
      const q = n + 2;
      const B = numbers(a, random, 9 * q * q);
      const R = numbers(a, random, 9 * (q + 3));
      const node = a.i32(q);
      for (let i = 0; i < q; i++) node[i] = random.below(q + 3);
      const ptr = a.i32(n + 1);
      for (let i = 0; i < n; i++) ptr[i + 1] = ptr[i] + random.below(5);
      const which = a.i32(ptr[n]);
      for (let e = 0; e < ptr[n]; e++) which[e] = random.below(q);
      const weight = numbers(a, random, ptr[n]);
      const W = a.f64(9 * n * n);
      k.turnedCompliance(W, B, a.f64(9 * q), R, node, q, ptr, which, weight, n);
    },
    [0, 1, 2, 3, 8, 21],
  ),
];
