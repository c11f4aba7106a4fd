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
  ...forSizes(
    'pointCompliance',
    (n, k, a, random) => {
      const room = n + 3;
      const G = a.f32(9 * room * room);
      G.set(numbers(a, random, 9 * room * room));
      const slot = a.i32(4 * n);
      const weight = numbers(a, random, 4 * n);
      for (let e = 0; e < 4 * n; e++) {
        slot[e] = random.below(room);
        if (random.next() < 0.4) weight[e] = 0;
      }
      const W = a.f32(3 * n * rowOf4(3 * n));
      k.pointCompliance(W, G, room, slot, weight, numbers(a, random, 9), n);
    },
    [0, 1, 2, 5, 21],
  ),
  ...forSizes(
    'pointBlocks',
    (n, k, a, random) => {
      const nodes = 4;
      const tied = (count: number) => {
        const ptr = a.i32(count + 1);
        for (let i = 0; i < count; i++) ptr[i + 1] = ptr[i] + random.below(4);
        const cols = a.i32(ptr[count]);
        for (let e = 0; e < ptr[count]; e++) cols[e] = random.below(nodes);
        return { ptr, cols, q: numbers(a, random, 4 * ptr[count]) };
      };
      const one = tied(n + 1);
      const two = tied(n + 2);
      const room = n + 2;
      const group = a.i32(room);
      const point = a.i32(room);
      for (let s = 0; s < room; s++) {
        group[s] = random.below(2);
        point[s] = random.below(n + 1);
      }
      k.pointBlocks(
        a.f32(9 * room * room),
        room,
        n,
        random.below(2),
        room,
        group,
        point,
        one.ptr,
        one.cols,
        one.q,
        two.ptr,
        two.cols,
        two.q,
        numbers(a, random, 36 * nodes),
        nodes,
      );
    },
    [0, 1, 2, 9, 20],
  ),
];
