import { forSizes, type KernelCase, numbers } from './case.ts';

export const vectorCases: KernelCase[] = [
  ...forSizes('dot', (n, k, a, random) => k.dot(numbers(a, random, n), numbers(a, random, n), n)),
  ...forSizes('copy', (n, k, a, random) => k.copy(a.f64(n), numbers(a, random, n), n)),
  ...forSizes('axpy', (n, k, a, random) =>
    k.axpy(numbers(a, random, n), random.range(-2, 2), numbers(a, random, n), n),
  ),
  ...forSizes('xpby', (n, k, a, random) =>
    k.xpby(numbers(a, random, n), numbers(a, random, n), random.range(-2, 2), n),
  ),
];
