import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { BEND } from '../../../src/models/octree/memory.ts';
import { forSizes, type KernelCase, numbers, positives } from './case.ts';

/** Maps near the identity, so that regions resist bending; every fifth is turned inside out, so that it does not. */
function maps(a: Allocator, random: Random, n: number): Float64Array {
  const out = numbers(a, random, 9 * n, 0.1);
  for (let r = 0; r < n; r++) for (let c = 0; c < 9; c += 4) out[9 * r + c] += r % 5 === 4 ? -1 : 1;
  return out;
}

export const bendCases: KernelCase[] = [
  ...forSizes('regionGradients', (n, k, a, random) => {
    k.regionGradients(a.f64(9 * n), numbers(a, random, 9 * n), numbers(a, random, BEND * n), n);
  }),
  ...forSizes('bendMoments', (n, k, a, random) => {
    const [x, rest] = [0, 1].map(() => numbers(a, random, 3 * n));
    k.bendMoments(a.f64(18 * n), x, rest, positives(a, random, n), n);
  }),
  ...forSizes('bendPulls', (n, k, a, random) => {
    const [out, rest] = [0, 1].map(() => numbers(a, random, 3 * n));
    const [mass, share] = [0, 1].map(() => positives(a, random, n));
    k.bendPulls(out, numbers(a, random, 18 * n), rest, mass, share, n);
  }),
  ...[12, 24].flatMap((stride) =>
    forSizes('bendRegions', (n, k, a, random) => {
      const actStride = stride === 12 ? 12 : 16;
      const [acts, bends, energy] = [actStride, 18, 2].map((width) => a.f64(width * n));
      const [moments, sums] = [18, stride].map((width) => numbers(a, random, width * n));
      const [R, F] = [0, 1].map(() => maps(a, random, n));
      const A = numbers(a, random, 9 * n);
      const [centre, rest] = [0, 1].map(() => numbers(a, random, 3 * n));
      const bend = numbers(a, random, BEND * n);
      const pull = positives(a, random, n);
      k.bendRegions(
        acts,
        bends,
        energy,
        moments,
        sums,
        R,
        F,
        A,
        centre,
        rest,
        bend,
        pull,
        n,
        stride,
        actStride,
      );
    }),
  ),
];
