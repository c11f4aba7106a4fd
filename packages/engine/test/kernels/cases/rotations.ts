import type { Random } from '../../../src/core/random.ts';
import { forSizes, type KernelCase } from './case.ts';

/** Fills A[o..o+9) with one of the matrices that a rotation search meets: plain, inverted, flat, thin, gone. */
export function awkwardMatrix(A: Float64Array, o: number, kind: number, random: Random): void {
  const row = () => [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const [u, v, s, t] = [row(), row(), row(), row()];
  const outer = (a: number[], b: number[]) => a.flatMap((x) => b.map((y) => x * y));
  const kinds = [
    () => [...u, ...v, ...s],
    () => identity.map((x) => x + random.range(-0.2, 0.2)),
    () => identity.map((x, i) => (i === 8 ? -0.7 : x) + random.range(-0.2, 0.2)),
    () => outer(u, v).map((x, i) => x + outer(s, t)[i]),
    () => outer(u, v),
    () => identity,
    () => [-1, 0, 0, 0, -1, 0, 0, 0, 1],
    () => [1, 0, 0, 0, -1, 0, 0, 0, -1],
    () => identity.map((x) => -x),
    () => identity.map((x) => x * 1e-9 + random.range(-1e-10, 1e-10)),
    () => identity.map((x) => x * 1e-40),
    () => identity.map(() => 0),
    () => identity.map((x, i) => (i === 4 ? Number.NaN : x)),
    () => identity.map((x) => x * 1e200),
    () => identity.map((x, i) => (i === 8 ? -1 : x)),
    () => identity.map((x, i) => (i === 8 ? -1e-7 : i === 4 ? 2e-7 : x)),
  ];
  const values = kinds[kind % kinds.length]();
  for (let i = 0; i < 9; i++) A[o + i] = values[i];
}

const starts = {
  'from nothing': () => [0, 0, 0, 0],
  'from the identity': () => [0, 0, 0, 1],
  'from anywhere': (random: Random) => [0, 0, 0, 0].map(() => random.range(-1, 1)),
};

export const rotationCases: KernelCase[] = Object.entries(starts).flatMap(([title, start]) =>
  forSizes('extractRotations', (n, k, a, random) => {
    const q = a.f64(4 * n);
    const R = a.f64(9 * n);
    const A = a.f64(9 * n);
    for (let i = 0; i < n; i++) {
      q.set(start(random), 4 * i);
      awkwardMatrix(A, 9 * i, random.below(16), random);
    }
    k.extractRotations(q, R, A, n);
    k.extractRotations(q, R, A, n);
  }).map((test) => ({ ...test, title: `${title}, ${test.title}` })),
);
