import { forSizes, type KernelCase, numbers, positives } from './case.ts';

/** n elements over a few vertices, so that neighbours share some and the order of adding shows. */
function elements(n: number, ...[, a, random]: Parameters<KernelCase['run']>) {
  const vertices = 10 + n;
  const table = a.i32(16 * n);
  for (let e = 0; e < n; e++) {
    const start = random.below(vertices);
    for (let k = 0, place = 0; k < 4; k++) {
      for (let i = k; i < 4; i++, place++) {
        const v = (start + place) % vertices;
        table[16 * e + 4 * k + i] = v;
        table[16 * e + 4 * i + k] = v;
      }
    }
  }
  return {
    vertices,
    table,
    gradients: numbers(a, random, 12 * n),
    points: numbers(a, random, 16 * n),
    R: numbers(a, random, 36 * n),
    F: numbers(a, random, 36 * n),
    mu: positives(a, random, n),
    lambda: positives(a, random, n),
    kappa: positives(a, random, n),
    work: a.f64(144),
  };
}

export const quadraticCases: KernelCase[] = [
  ...forSizes('quadraticGradients', (n, k, a, random) => {
    const { vertices, table, gradients, points, F, work } = elements(n, k, a, random);
    const x = numbers(a, random, 3 * vertices);
    k.quadraticGradients(F, x, table, gradients, points, work, n);
  }),
  ...forSizes('quadraticForces', (n, k, a, random) => {
    const s = elements(n, k, a, random);
    const f = numbers(a, random, 3 * s.vertices);
    return k.quadraticForces(
      f,
      s.table,
      s.gradients,
      s.points,
      s.R,
      s.F,
      s.mu,
      s.lambda,
      s.kappa,
      s.work,
      n,
    );
  }),
  ...forSizes('quadraticMultiply', (n, k, a, random) => {
    const s = elements(n, k, a, random);
    const x = numbers(a, random, 3 * s.vertices);
    const y = numbers(a, random, 3 * s.vertices);
    k.quadraticMultiply(
      y,
      x,
      s.table,
      s.gradients,
      s.points,
      s.R,
      s.mu,
      s.lambda,
      s.kappa,
      s.work,
      0.37,
      n,
    );
  }),
];
