import { forSizes, type KernelCase, numbers } from './case.ts';

const multiply = forSizes('edgeMultiply', (n, k, a, random) => {
  const edges = n < 2 ? 0 : 3 * n;
  const ends = a.i32(2 * edges);
  for (let e = 0; e < edges; e++) {
    ends[2 * e] = random.below(n);
    ends[2 * e + 1] = (ends[2 * e] + 1 + random.below(n - 1)) % n;
  }
  const own = numbers(a, random, 9 * n);
  const across = numbers(a, random, 9 * edges);
  const masses = numbers(a, random, n);
  const edgeMasses = numbers(a, random, edges);
  const x = numbers(a, random, 3 * n);
  k.edgeMultiply(a.f64(3 * n), x, own, masses, n, across, edgeMasses, ends, edges, 0.37);
});

export const edgeBlockCases: KernelCase[] = multiply;
