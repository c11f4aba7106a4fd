import type { Random } from '../../../src/core/random.ts';
import type { Allocator, Kernels } from '../../../src/kernels/index.ts';
import { patternFromPairs } from '../../../src/math/sparse/bsr.ts';
import { allocateFactor, factorize, initFactor } from '../../../src/math/sparse/cholesky.ts';
import { analyse } from '../../../src/math/sparse/symbolic.ts';
import { randomSymmetric } from '../../math/sparse/systems.ts';
import { forSizes, type KernelCase, numbers } from './case.ts';

/** A factored random matrix; `pull` > 0 makes it positive definite. */
function factored(k: Kernels, a: Allocator, random: Random, n: number, b: number, pull = 1) {
  const pairs: number[] = [];
  for (let i = 0; i < 3 * n; i++) pairs.push(random.below(n), random.below(n));
  const pattern = patternFromPairs(n, pairs);
  const factor = allocateFactor(a, analyse(pattern, b), { single: true });
  initFactor(factor);
  const values = a.f64(pattern.cols.length * b * b);
  values.set(randomSymmetric(pattern, b, random));
  const diagonal = a.f64(n).fill(pull * 20 * b);
  const bad = factorize(k, factor, values, diagonal, 0.7);
  return { factor, bad };
}

/** Scratch may hold anything after a kernel: cleared, so that only results are compared. */
function forget({ work, map }: { work: Float64Array; map: Int32Array }): void {
  work.fill(0);
  map.fill(0);
}

const SOLVE_SIZES = [1, 2, 3, 7, 60];

/** The block sizes take turns, so that columns come in full and broken groups. */
const blockFor = (n: number): number => [3, 1, 2, 3, 3][SOLVE_SIZES.indexOf(n)] ?? 3;

export const supernodalCases: KernelCase[] = [
  ...[1, 2, 3, 4, 6, 12].map(
    (b): KernelCase => ({
      kernel: 'supernodalFactor',
      title: `blocks of ${b}`,
      run(k, a, random) {
        const { factor, bad } = factored(k, a, random, b > 4 ? 11 : 40, b);
        forget(factor);
        return bad;
      },
    }),
  ),
  ...forSizes(
    'supernodalFactor',
    (n, k, a, random) => {
      const { factor, bad } = factored(k, a, random, n, 3, 0);
      forget(factor);
      return bad;
    },
    [1, 20],
  ),
  ...forSizes(
    'supernodalSolve',
    (n, k, a, random) => {
      const b = blockFor(n);
      const { factor } = factored(k, a, random, n, b);
      k.supernodalSolve(numbers(a, random, n * b), factor.panels, factor.plan, factor.work);
      forget(factor);
    },
    SOLVE_SIZES,
  ),
  ...forSizes(
    'supernodalSolveF32',
    (n, k, a, random) => {
      const b = blockFor(n);
      const { factor } = factored(k, a, random, n, b);
      k.supernodalSolveF32(numbers(a, random, n * b), factor.panels32, factor.plan, factor.work);
      forget(factor);
    },
    SOLVE_SIZES,
  ),
  ...[1, 2, 4, 7].map(
    (count): KernelCase => ({
      kernel: 'supernodalSolveMany',
      title: `${count} right-hand sides`,
      run(k, a, random) {
        const b = count === 7 ? 2 : 3;
        const { factor } = factored(k, a, random, 35, b);
        const x = numbers(a, random, 35 * b * count);
        k.supernodalSolveMany(x, count, factor.panels, factor.plan, factor.work);
        forget(factor);
      },
    }),
  ),
  ...forSizes('roundToF32', (n, k, a, random) => {
    k.roundToF32(a.f32(n), numbers(a, random, n), n);
  }),
];
