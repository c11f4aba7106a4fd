import { forSizes, type KernelCase, numbers, positives } from './case.ts';

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

const tenNode = forSizes('tenNodeMultiply', (n, k, a, random) => {
  const vertices = 16 + n;
  const table = a.i32(16 * n);
  for (let i = 0; i < table.length; i++) table[i] = random.below(vertices);
  const x = numbers(a, random, 3 * vertices);
  const y = numbers(a, random, 3 * vertices);
  const gradients = numbers(a, random, 48 * n);
  const R = numbers(a, random, 36 * n);
  const [mu, lambda] = [positives(a, random, 4 * n), positives(a, random, 4 * n)];
  k.tenNodeMultiply(y, x, table, gradients, R, mu, lambda, a.f64(36), 0.37, n);
});

export const edgeBlockCases: KernelCase[] = [...multiply, ...tenNode];
