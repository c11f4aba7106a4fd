import { forSizes, type KernelCase, numbers } from './case.ts';

export const principalCases: KernelCase[] = [
  ...forSizes('principalStretches', (n, k, a, random) => {
    const F = numbers(a, random, 9 * n);
    // Some have rank 0, 1 or 2, some are diagonal already.
    for (let e = 0; e < n; e += 5) F.fill(0, 9 * e, 9 * e + 3 * (1 + (e % 3)));
    for (let e = 2; e < n; e += 7) {
      for (let i = 0; i < 9; i++) F[9 * e + i] = i % 4 === 0 ? 1 : 0;
    }
    k.principalStretches(a.f64(9 * n), a.f64(3 * n), a.f64(9 * n), F, n);
  }),
  ...forSizes('principalStress', (n, k, a, random) => {
    const [U, p, V] = [
      numbers(a, random, 9 * n),
      numbers(a, random, 3 * n),
      numbers(a, random, 9 * n),
    ];
    k.principalStress(a.f64(9 * n), U, p, V, n);
  }),
  ...forSizes('principalTangents', (n, k, a, random) => {
    const [U, V] = [numbers(a, random, 9 * (n + 2)), numbers(a, random, 9 * (n + 2))];
    const moduli = numbers(a, random, 12 * n);
    k.principalTangents(a.f64(81 * n), U, V, moduli, 2, n, a.f64(162));
  }),
];
