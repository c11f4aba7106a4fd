import { forSizes, type KernelCase, numbers } from './case.ts';

export const transferCases: KernelCase[] = [
  ...[3, 4, 9].flatMap((stride) =>
    forSizes('takeRecords', (n, k, a, random) => {
      const index = a.i32(n);
      for (let i = 0; i < n; i++) index[i] = random.below(n);
      k.takeRecords(a.f64(stride * n), index, numbers(a, random, stride * n), n, stride);
    }),
  ),
  ...forSizes('transferPatches', (n, k, a, random) => {
    const state = [3, 3, 3, 3, 4, 3, 4].map((width) => numbers(a, random, width * n));
    const [x, v, oldX, oldV, oldQ, oldRest, oldSpin] = state;
    const patches = a.i32(6 * n);
    const size = a.i32(n);
    for (let p = 0; p < n; p++) {
      const cells = 1 + random.below(8);
      patches.set([random.below(n), random.below(n), cells], 6 * p);
      for (let c = 3; c < 6; c++) patches[6 * p + c] = random.below(9 * cells);
      size[p] = 8 + random.below(8);
    }
    k.transferPatches(
      x,
      v,
      oldX,
      oldV,
      oldQ,
      oldRest,
      oldSpin,
      patches,
      size,
      0.1,
      -0.3,
      0.2,
      0.7,
      n,
    );
  }),
  ...forSizes('movesBetween', (n, k, a, random) =>
    k.movesBetween(a.f64(3 * n), numbers(a, random, 3 * n), numbers(a, random, 3 * n), n),
  ),
];
