import { forSizes, type KernelCase, numbers, positives } from './case.ts';

type Run = KernelCase['run'];

/** n tets over a few nodes, so that neighbours in the list share some of them and the order of adding shows. */
function elements(n: number, ...[, a, random]: Parameters<Run>) {
  const nodes = 4 + Math.floor(n / 2);
  const tets = a.i32(4 * n);
  const slots = a.i32(16 * n);
  for (let e = 0; e < n; e++) {
    const start = random.below(nodes);
    for (let k = 0; k < 4; k++) tets[4 * e + k] = (start + k) % nodes;
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < 4; j++) {
        slots[16 * e + 4 * i + j] = nodes * tets[4 * e + i] + tets[4 * e + j];
      }
  }
  const gradients = numbers(a, random, 12 * n);
  const R = numbers(a, random, 9 * n);
  const F = numbers(a, random, 9 * n);
  return { nodes, tets, slots, gradients, R, F };
}

export const tetCases: KernelCase[] = [
  ...forSizes('tetGradients', (n, k, a, random) => {
    const { nodes, tets, gradients } = elements(n, k, a, random);
    k.tetGradients(a.f64(9 * n), numbers(a, random, 3 * nodes), tets, gradients, n);
  }),
  ...forSizes('tetForces', (n, k, a, random) => {
    const { nodes, tets, gradients, R, F } = elements(n, k, a, random);
    const f = numbers(a, random, 3 * nodes);
    const [mu, lambda] = [positives(a, random, n), positives(a, random, n)];
    return k.tetForces(f, tets, gradients, R, F, mu, lambda, n);
  }),
  ...forSizes('tetStiffness', (n, k, a, random) => {
    const { nodes, slots, gradients, R } = elements(n, k, a, random);
    const values = numbers(a, random, 9 * nodes * nodes);
    const [mu, lambda] = [positives(a, random, n), positives(a, random, n)];
    k.tetStiffness(values, slots, gradients, R, mu, lambda, n);
  }),
];
