import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { forSizes, type KernelCase, numbers, positives, sparseRows } from './case.ts';

/** A forest in which parents come after their children. */
export function parents(a: Allocator, random: Random, n: number): Int32Array {
  const parent = a.i32(n);
  for (let i = 0; i < n; i++) {
    parent[i] = i + 1 < n && random.next() < 0.9 ? i + 1 + random.below(n - i - 1) : -1;
  }
  return parent;
}

/** Runs that hold each of n records once, in a mixed order. */
function runs(a: Allocator, random: Random, n: number): { ptr: Int32Array; list: Int32Array } {
  const list = a.i32(n);
  for (let i = 0; i < n; i++) list[i] = i;
  for (let i = n - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  const ends = [0];
  while (ends[ends.length - 1] < n) {
    ends.push(Math.min(n, ends[ends.length - 1] + random.below(9)));
  }
  const ptr = a.i32(ends.length);
  ptr.set(ends);
  return { ptr, list };
}

export const matchingCases: KernelCase[] = [
  ...[12, 24].flatMap((stride) => [
    ...forSizes('matchMoments', (n, k, a, random) => {
      const [x, v, rest] = [0, 1, 2].map(() => numbers(a, random, 3 * n));
      k.matchMoments(a.f64(stride * n), x, v, rest, positives(a, random, n), n, stride);
    }),
    ...forSizes('matchRegions', (n, k, a, random) => {
      const sums = numbers(a, random, stride * n);
      const mass = positives(a, random, n);
      const rest = numbers(a, random, 3 * n);
      k.matchRegions(a.f64(9 * n), a.f64(3 * n), sums, mass, rest, n, stride);
    }),
  ]),
  ...[12, 16].flatMap((stride) => [
    ...forSizes('matchTransforms', (n, k, a, random) => {
      const F = numbers(a, random, 9 * n);
      const centre = numbers(a, random, 3 * n);
      const rest = numbers(a, random, 3 * n);
      const pull = positives(a, random, n);
      const [A, inverse] = [0, 1].map(() => numbers(a, random, 9 * n));
      const volume = numbers(a, random, 2 * n);
      k.matchTransforms(
        a.f64(stride * n),
        F,
        A,
        inverse,
        0.7,
        volume,
        centre,
        rest,
        pull,
        n,
        stride,
      );
    }),
  ]),
  ...forSizes('matchSpins', (n, k, a, random) => {
    const sums = numbers(a, random, 24 * n);
    for (let r = 0; r < n; r++) for (const d of [18, 21, 23]) sums[24 * r + d] = 4;
    const centre = numbers(a, random, 3 * n);
    const mass = positives(a, random, n);
    k.matchSpins(numbers(a, random, 16 * n), sums, centre, mass, positives(a, random, n), n);
  }),
  ...[1, 12, 24].flatMap((stride) =>
    forSizes('sumChildren', (n, k, a, random) => {
      const leaves = Math.ceil(0.6 * n);
      const values = numbers(a, random, stride * n);
      const { rowPtr, cols } = sparseRows(a, random, n - leaves, Math.max(1, leaves), 8);
      k.sumChildren(values, rowPtr, cols, leaves, n, stride);
    }),
  ),
  ...[3, 18].flatMap((stride) => [
    ...forSizes('addParents', (n, k, a, random) => {
      const values = numbers(a, random, stride * n);
      k.addParents(values, parents(a, random, n), n, stride);
    }),
    ...forSizes('windowSums', (n, k, a, random) => {
      const values = numbers(a, random, stride * n);
      const { ptr, list } = runs(a, random, n);
      k.windowSums(a.f64(stride * n), values, ptr, list, ptr.length - 1, 2, stride);
    }),
  ]),
];
