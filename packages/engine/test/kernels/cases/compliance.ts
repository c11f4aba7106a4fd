import { rowOf4 } from '../../../src/kernels/single.ts';
import { forSizes, type KernelCase, numbers } from './case.ts';

export const complianceCases: KernelCase[] = [
  ...forSizes(
    'turnedCompliance',
    (n, k, a, random) => {
      const q = n + 2;
      const m = q + 3;
      const single = (length: number): Float32Array => {
        const values = a.f32(length);
        values.set(numbers(a, random, length));
        return values;
      };
      const all = single(9 * m * m);
      const R = numbers(a, random, 9 * m);
      const slot = a.i32(q);
      const turn = a.i32(q);
      for (let i = 0; i < q; i++) {
        slot[i] = random.below(m);
        turn[i] = random.below(m);
      }
      const ptr = a.i32(n + 1);
      for (let i = 0; i < n; i++) ptr[i + 1] = ptr[i] + random.below(5);
      const which = a.i32(ptr[n]);
      for (let e = 0; e < ptr[n]; e++) which[e] = random.below(q);
      const weight = numbers(a, random, ptr[n]);
      const W = single(3 * n * rowOf4(3 * n));
      const [G, half, turned] = [3 * q, 96, 96].map((rows) => a.f32(rows * rowOf4(3 * q)));
      k.turnedCompliance(
        ...([W, all, m, slot, G, half, turned, R, turn, q, ptr, which, weight, n] as const),
      );
    },
    [0, 1, 2, 3, 8, 21, 45],
  ),
];
