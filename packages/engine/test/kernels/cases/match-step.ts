import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { forSizes, type KernelCase, numbers, positives, sparseRows } from './case.ts';
import { parents } from './matching.ts';

/** Arrays of n regions that `matchTurns` reads and writes. */
function regions(a: Allocator, random: Random, n: number, actStride: number) {
  const rest = numbers(a, random, 3 * n);
  const [mass, pull, drag] = [0, 1, 2].map(() => positives(a, random, n));
  const q = numbers(a, random, 4 * n);
  const [acts, R, A, centre] = [actStride, 9, 9, 3].map((width) => a.f64(width * n));
  const inverse = numbers(a, random, 9 * n);
  return {
    acts,
    q,
    R,
    A,
    centre,
    mass,
    rest,
    pull,
    drag,
    inverse,
    volume: numbers(a, random, 2 * n),
  };
}

/** Arrays of n points that `matchPulls` reads. */
function points(a: Allocator, random: Random, n: number) {
  const [x, v, rest] = [0, 1, 2].map(() => numbers(a, random, 3 * n));
  const [mass, share, pulled, dragged] = [0, 1, 2, 3].map(() => positives(a, random, n));
  return { x, v, rest, mass, share, pulled, dragged, gravity: numbers(a, random, 3) };
}

const STRIDES = [
  [12, 12, 1],
  [24, 12, 1],
  [24, 16, 1],
  [24, 16, 0],
];

export const matchStepCases: KernelCase[] = [
  ...STRIDES.flatMap(([stride, actStride, keep]) => [
    ...forSizes('matchTurns', (n, k, a, random) => {
      const sums = numbers(a, random, stride * n);
      const { acts, q, R, A, centre, mass, rest, pull, drag, inverse, volume } = regions(
        a,
        random,
        n,
        actStride,
      );
      k.matchTurns(
        acts,
        q,
        R,
        A,
        centre,
        sums,
        mass,
        rest,
        pull,
        drag,
        inverse,
        1.3,
        volume,
        n,
        stride,
        actStride,
        keep,
      );
      if (keep === 0) for (const scratch of [R, A, centre]) scratch.fill(0);
    }),
  ]),
  ...forSizes('followHolds', (n, k, a, random) => {
    const [x, rest, velocity] = [0, 1, 2].map(() => numbers(a, random, 3 * n));
    const held = a.u8(n);
    const points = a.i32(n);
    let count = 0;
    for (let i = 0; i < n; i++) {
      held[i] = random.below(3);
      if (held[i] > 0) points[count++] = i;
    }
    const q = numbers(a, random, 4 * n);
    const poses = numbers(a, random, 24);
    k.followHolds(velocity, q, x, rest, held, points, poses, numbers(a, random, 8), 0.016, count);
  }),
  ...forSizes('solvePoints', (n, k, a, random) => {
    const mobility = positives(a, random, n);
    for (let i = 0; i < n; i += 3) mobility[i] = 0;
    k.solvePoints(numbers(a, random, 3 * n), numbers(a, random, 3 * n), mobility, n);
  }),
  ...[12, 16].flatMap((stride) => [
    ...forSizes('matchPulls', (n, k, a, random) => {
      const fields = numbers(a, random, stride * n);
      const { x, v, rest, mass, share, pulled, dragged, gravity } = points(a, random, n);
      k.matchPulls(
        a.f64(3 * n),
        fields,
        x,
        v,
        rest,
        mass,
        share,
        pulled,
        dragged,
        gravity,
        0.016,
        n,
        stride,
      );
    }),
    ...forSizes('spreadPulls', (n, k, a, random) => {
      const leaves = Math.ceil(0.7 * n);
      const parent = parents(a, random, n);
      // Leaves have no children.
      for (let i = 0; i < n; i++) if (parent[i] >= 0 && parent[i] < leaves) parent[i] = -1;
      const { rowPtr, cols } = sparseRows(a, random, n, Math.max(1, leaves), 7);
      const { x, v, rest, mass, share, pulled, dragged, gravity } = points(a, random, leaves);
      k.spreadPulls(
        a.f64(3 * leaves),
        a.f64(stride * n),
        rowPtr,
        cols,
        numbers(a, random, stride * leaves),
        parent,
        x,
        v,
        rest,
        mass,
        share,
        pulled,
        dragged,
        gravity,
        0.016,
        leaves,
        n,
        stride,
      );
    }),
  ]),
];
