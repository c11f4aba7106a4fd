import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import { PLAN } from '../../../src/kernels/supernodal-plan.ts';
import { type BsrPattern, bsrToDense, patternFromPairs } from '../../../src/math/sparse/bsr.ts';
import {
  allocateFactor,
  factorize,
  initFactor,
  solve,
  solveMany,
  solveSingle,
} from '../../../src/math/sparse/cholesky.ts';
import { analyse, type SymbolicOptions } from '../../../src/math/sparse/symbolic.ts';
import {
  denseSolve,
  dominantDiagonal,
  randomSymmetric,
  randomVector,
  relativeError,
  springs,
  tetGrid,
} from './systems.ts';

type Backend = 'typescript' | 'webassembly';
const BACKENDS: Backend[] = ['typescript', 'webassembly'];

/** A system in an arena, ready to factor; vectors for `lanes` right-hand sides. */
function prepare(
  pattern: BsrPattern,
  b: number,
  backend: Backend,
  { lanes = 1, ...options }: SymbolicOptions & { lanes?: number } = {},
) {
  const symbolic = analyse(pattern, b, options);
  const allocate = (a: Parameters<typeof allocateFactor>[0]) => ({
    factor: allocateFactor(a, symbolic, { single: true }),
    values: a.f64(pattern.cols.length * b * b),
    diagonal: a.f64(pattern.rows),
    x: a.f64(pattern.rows * b * lanes),
  });
  const arena = createArena(measure(allocate));
  const system = { ...allocate(arena), symbolic, kernels: createKernels(arena, backend) };
  initFactor(system.factor);
  return system;
}

describe.each(BACKENDS)('sparse Cholesky in %s', (backend) => {
  it('solves random systems of any block size like a dense solver, in any order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25 }),
        fc.constantFrom(1, 2, 3, 4, 6, 12),
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom('least-fill', 'dissection', 'minimum-degree', 'band', 'natural'),
        fc.integer(),
        (n, b, density, ordering, seed) => {
          const random = createRandom(seed);
          const pairs = Array.from({ length: 2 * density * n }, () => random.below(n));
          const pattern = patternFromPairs(n, pairs);
          const { kernels, factor, values, diagonal, x } = prepare(pattern, b, backend, {
            ordering,
          });
          values.set(randomSymmetric(pattern, b, random));
          diagonal.set(dominantDiagonal(pattern, b, values, 0.8));
          const rhs = randomVector(n * b, random);
          expect(factorize(kernels, factor, values, diagonal, 0.8)).toBe(-1);
          x.set(rhs);
          solve(kernels, factor, x);
          const want = denseSolve(bsrToDense(pattern, b, values, 0.8, diagonal), rhs);
          expect(relativeError(x, want)).toBeLessThan(1e-11);
          x.set(rhs);
          solveSingle(kernels, factor, x);
          expect(relativeError(x, want)).toBeLessThan(1e-4);
        },
      ),
      { seed: 11, numRuns: 60 },
    );
  });

  it('solves an elastic solid, and again after the numbers change', () => {
    const { pattern, positions } = tetGrid(7, 4, 3);
    const { kernels, factor, values, diagonal, x } = prepare(pattern, 3, backend, { positions });
    const rhs = randomVector(x.length, createRandom(2));
    for (const [stiffness, mass] of [
      [1, 0.1],
      [50, 2],
      [1e6, 1],
    ]) {
      values.set(springs(pattern, positions, stiffness));
      diagonal.fill(mass);
      expect(factorize(kernels, factor, values, diagonal, 1)).toBe(-1);
      const want = denseSolve(bsrToDense(pattern, 3, values, 1, diagonal), rhs);
      x.set(rhs);
      solve(kernels, factor, x);
      expect(relativeError(x, want)).toBeLessThan(1e-9);
    }
  });

  it('gives many right-hand sides the same bits as one at a time', () => {
    const { pattern, positions } = tetGrid(5, 4, 3);
    const random = createRandom(4);
    for (const lanes of [1, 3, 4, 6]) {
      const { kernels, factor, values, diagonal, x } = prepare(pattern, 3, backend, { lanes });
      values.set(springs(pattern, positions));
      diagonal.fill(0.2);
      factorize(kernels, factor, values, diagonal, 1);
      const n = pattern.rows * 3;
      const rhs = randomVector(n * lanes, random);
      x.set(rhs);
      solveMany(kernels, factor, x, lanes);
      const together = x.slice();
      const one = x.subarray(0, n);
      for (let c = 0; c < lanes; c++) {
        for (let i = 0; i < n; i++) one[i] = rhs[i * lanes + c];
        solve(kernels, factor, one);
        for (let i = 0; i < n; i++) {
          expect(Object.is(one[i], together[i * lanes + c])).toBe(true);
        }
      }
    }
  });

  it('has nothing to do for no unknowns', () => {
    const { kernels, factor, values, diagonal, x } = prepare(patternFromPairs(0, []), 3, backend);
    expect(factorize(kernels, factor, values, diagonal, 1)).toBe(-1);
    solve(kernels, factor, x);
    expect(factor.symbolic.fill).toBe(0);
  });

  it('names the unknown where a matrix is not positive definite', () => {
    // Unknown 7 (block 2, second of three) is decoupled and negative.
    const pattern = patternFromPairs(4, [0, 1, 1, 3]);
    const { kernels, factor, values, diagonal } = prepare(pattern, 3, backend);
    diagonal.fill(2);
    values[9 * pattern.diagonal[2] + 4] = -3;
    expect(factorize(kernels, factor, values, diagonal, 1)).toBe(7);
    values[9 * pattern.diagonal[2] + 4] = Number.NaN;
    expect(factorize(kernels, factor, values, diagonal, 1)).toBe(7);
    values[9 * pattern.diagonal[2] + 4] = 0;
    expect(factorize(kernels, factor, values, diagonal, 1)).toBe(-1);
  });

  it('reports a free body as singular', () => {
    const { pattern, positions } = tetGrid(5, 4, 4);
    const { kernels, factor, values, diagonal } = prepare(pattern, 3, backend);
    values.set(springs(pattern, positions));
    expect(factorize(kernels, factor, values, diagonal, 1)).toBeGreaterThanOrEqual(0);
    diagonal.fill(1e-6);
    expect(factorize(kernels, factor, values, diagonal, 1)).toBe(-1);
  });
});

describe('the symbolic analysis', () => {
  it('takes one unknown, none coupled, and all coupled', () => {
    const all: number[] = [];
    for (let i = 0; i < 12; i++) for (let j = 0; j < i; j++) all.push(i, j);
    expect(analyse(patternFromPairs(1, []), 1).fill).toBe(1);
    expect(analyse(patternFromPairs(5, []), 3).fill).toBe(5 * 6);
    const dense = analyse(patternFromPairs(12, all), 3);
    expect(dense.fill).toBe((36 * 37) / 2);
    expect(dense.supernodes).toBe(1);
  });

  it('refuses an order that is none', () => {
    const ordering = Int32Array.of(0, 0);
    expect(() => analyse(patternFromPairs(2, []), 3, { ordering })).toThrow(
      /each row exactly once/,
    );
  });

  it('keeps what it stores close to what it needs', () => {
    const { pattern, positions } = tetGrid(13, 5, 5);
    const strict = analyse(pattern, 3, { positions, tiny: 0, mediumZeros: 0, largeZeros: 0 });
    const relaxed = analyse(pattern, 3, { positions });
    expect(relaxed.supernodes).toBeLessThan(strict.supernodes);
    expect(relaxed.fill).toBe(strict.fill);
    expect(relaxed.panelLength).toBeLessThan(1.5 * relaxed.fill);
  });

  it('lets every supernode have its rows in ascending order, own columns first', () => {
    const { pattern } = tetGrid(5, 5, 3);
    const { plan, supernodes } = analyse(pattern, 3);
    for (let s = 0; s < supernodes; s++) {
      const first = plan[plan[PLAN.start] + s];
      const end = plan[plan[PLAN.start] + s + 1];
      const rows = plan.subarray(
        plan[PLAN.rowIndex] + plan[plan[PLAN.rowPtr] + s],
        plan[PLAN.rowIndex] + plan[plan[PLAN.rowPtr] + s + 1],
      );
      for (let q = 0; q < rows.length; q++) {
        if (q < end - first) expect(rows[q]).toBe(first + q);
        else expect(rows[q]).toBeGreaterThan(rows[q - 1]);
      }
    }
  });
});
