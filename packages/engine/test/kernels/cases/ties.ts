import { forSizes, type KernelCase, numbers } from './case.ts';

/** Leaves at random places, of which each knows all: more than can be kept. */
const tied: KernelCase[] = [0, 1, 2].flatMap((use) =>
  forSizes('tiePoints', (n, k, a, random) => {
    const leaves = 25;
    const rest = numbers(a, random, 3 * leaves);
    const level = a.u8(leaves);
    const graphPtr = a.i32(leaves + 1);
    const graph = a.i32(leaves * (leaves - 1));
    for (let i = 0, at = 0; i < leaves; i++) {
      level[i] = random.below(2);
      for (let j = 0; j < leaves; j++) if (j !== i) graph[at++] = j;
      graphPtr[i + 1] = at;
    }
    const leaf = a.i32(n);
    for (let p = 0; p < n; p++) leaf[p] = random.below(leaves);
    const most = 9;
    k.tiePoints(
      a.i32(n + 1),
      a.i32(most * n),
      a.f64(most * n),
      a.f64(3 * n),
      numbers(a, random, 3 * n),
      leaf,
      n,
      graphPtr,
      graph,
      level,
      rest,
      0.7,
      use,
      most,
      a.i32(64),
      a.f64(64),
      64,
    );
  }),
);

export const tieCases: KernelCase[] = [
  ...tied,
  ...forSizes('turnLevers', (n, k, a, random) => {
    const [out, arm, lever] = [0, 1, 2].map(() => numbers(a, random, 3 * n));
    const leaf = a.i32(n);
    for (let p = 0; p < n; p++) leaf[p] = random.below(n);
    k.turnLevers(out, arm, lever, leaf, numbers(a, random, 4 * n), n >> 1, n);
  }),
];
