import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import { bsrMultiply, bsrToDense, patternFromPairs } from '../../../src/math/sparse/bsr.ts';
import {
  type Apply,
  allocateCg,
  CG_DEFAULTS,
  CG_RESULT,
  CG_STATUS,
  conjugateGradients,
} from '../../../src/math/sparse/cg.ts';
import {
  allocateFactor,
  applyFactor,
  factorize,
  initFactor,
  solve,
} from '../../../src/math/sparse/cholesky.ts';
import {
  applyIncomplete,
  createIncomplete,
  factorIncomplete,
} from '../../../src/math/sparse/incomplete.ts';
import { applyBlockJacobi, factorBlockJacobi } from '../../../src/math/sparse/jacobi.ts';
import { analyse } from '../../../src/math/sparse/symbolic.ts';
import {
  denseSolve,
  dominantDiagonal,
  randomSymmetric,
  randomVector,
  relativeError,
  springs,
  tetGrid,
} from './systems.ts';

/** A stiff elastic bar with a little mass, and everything to solve it with. */
function bar(stiffness: number) {
  const { pattern, positions } = tetGrid(12, 4, 4);
  const symbolic = analyse(pattern, 3, { positions });
  const n = pattern.rows * 3;
  const allocate = (a: Parameters<typeof allocateFactor>[0]) => ({
    work: allocateCg(a, n),
    factor: allocateFactor(a, symbolic, { single: true }),
    values: a.f64(pattern.cols.length * 9),
    diagonal: a.f64(pattern.rows),
    x: a.f64(n),
    rhs: a.f64(n),
  });
  const arena = createArena(measure(allocate));
  const system = { ...allocate(arena), kernels: createKernels(arena), pattern, positions, n };
  initFactor(system.factor);
  system.values.set(springs(pattern, positions, stiffness));
  // A few heavy nodes: uneven rows are what Jacobi is good at.
  for (let i = 0; i < pattern.rows; i++) system.diagonal[i] = i % 7 === 0 ? 3e4 : 1;
  system.rhs.set(randomVector(n, createRandom(77)));
  const result = new Float64Array(CG_RESULT.length);
  const multiply: Apply = (out, x) =>
    bsrMultiply(out, pattern, 3, system.values, x, 1, system.diagonal);
  /** Iterations to 1e-10 from zero; the answer is in x. */
  const run = (precondition: Apply): number => {
    const { kernels, work, x, rhs } = system;
    x.fill(0);
    const options = { tolerance: 1e-10, iterations: 3000 };
    conjugateGradients(kernels, work, x, rhs, multiply, precondition, result, options);
    expect(result[CG_RESULT.status]).toBe(CG_STATUS.converged);
    return result[CG_RESULT.iterations];
  };
  return { ...system, run, result, multiply };
}

const identity: Apply = (z, r) => z.set(r);

describe('conjugate gradients', () => {
  it('reach the direct answer with every preconditioner, better ones sooner', () => {
    const system = bar(300);
    const { kernels, factor, values, diagonal, pattern, x, rhs, run } = system;
    expect(factorize(kernels, factor, values, diagonal, 1)).toBe(-1);
    x.set(rhs);
    solve(kernels, factor, x);
    const direct = x.slice();
    const agrees = () => expect(relativeError(x, direct)).toBeLessThan(1e-8);

    const plain = run(identity);
    agrees();
    const inverses = new Float64Array(pattern.rows * 9);
    expect(factorBlockJacobi(inverses, pattern, 3, values, diagonal, 1)).toBe(-1);
    const jacobi = run((z, r) => applyBlockJacobi(z, inverses, r, pattern.rows, 3));
    agrees();
    const incomplete = createIncomplete(pattern, 3);
    expect(factorIncomplete(incomplete, values, diagonal, 1)).toBeGreaterThanOrEqual(0);
    const ic = run((z, r) => applyIncomplete(z, incomplete, r));
    agrees();
    const kept = run((z, r) => {
      z.set(r);
      solve(kernels, factor, z);
    });
    agrees();
    const single = run((z, r) => applyFactor(kernels, factor, z, r));
    agrees();
    expect(jacobi).toBeLessThan(plain);
    expect(ic).toBeLessThan(0.6 * jacobi);
    expect(kept).toBe(1);
    expect(single).toBeLessThanOrEqual(3);
  });

  it('need few iterations with the factor of a matrix that has changed since', () => {
    const system = bar(300);
    const { kernels, factor, values, diagonal, pattern, positions, run } = system;
    factorize(kernels, factor, values, diagonal, 1);
    const random = createRandom(5);
    const moved = positions.map((p) => p + random.range(-0.1, 0.1));
    values.set(springs(pattern, moved, 330));
    const kept = run((z, r) => applyFactor(kernels, factor, z, r));
    expect(kept).toBeGreaterThan(1);
    expect(kept).toBeLessThan(40);
  });

  it('start from the given guess, and stop at once when it is the answer', () => {
    const { kernels, work, x, rhs, result, multiply, run } = bar(20);
    run(identity);
    conjugateGradients(kernels, work, x, rhs, multiply, identity, result);
    expect(result[CG_RESULT.iterations]).toBe(0);
    rhs.fill(0);
    conjugateGradients(kernels, work, x, rhs, multiply, identity, result);
    expect(x.every((v) => v === 0)).toBe(true);
    expect(result[CG_RESULT.status]).toBe(CG_STATUS.converged);
  });

  it('say so when they run out of iterations or meet an indefinite matrix', () => {
    const { kernels, work, x, rhs, result, multiply } = bar(300);
    x.fill(0);
    const few = { ...CG_DEFAULTS, iterations: 3 };
    conjugateGradients(kernels, work, x, rhs, multiply, identity, result, few);
    expect(result[CG_RESULT.status]).toBe(CG_STATUS.exhausted);
    expect(result[CG_RESULT.iterations]).toBe(3);
    const negative: Apply = (out, v) => {
      for (let i = 0; i < v.length; i++) out[i] = -v[i];
    };
    x.fill(0);
    conjugateGradients(kernels, work, x, rhs, negative, identity, result);
    expect(result[CG_RESULT.status]).toBe(CG_STATUS.broken);
  });
});

describe('preconditioners', () => {
  it.each([1, 2, 3, 12])('of a block-diagonal matrix are its inverse, blocks of %i', (b) => {
    const pattern = patternFromPairs(6, []);
    const random = createRandom(b);
    const values = randomSymmetric(pattern, b, random);
    const diagonal = dominantDiagonal(pattern, b, values, 2);
    const r = randomVector(6 * b, random);
    const want = denseSolve(bsrToDense(pattern, b, values, 2, diagonal), r);
    const inverses = new Float64Array(6 * b * b);
    expect(factorBlockJacobi(inverses, pattern, b, values, diagonal, 2)).toBe(-1);
    const z = new Float64Array(6 * b);
    applyBlockJacobi(z, inverses, r, 6, b);
    expect(relativeError(z, want)).toBeLessThan(1e-12);
    const incomplete = createIncomplete(pattern, b);
    expect(factorIncomplete(incomplete, values, diagonal, 2)).toBe(0);
    applyIncomplete(z, incomplete, r);
    expect(relativeError(z, want)).toBeLessThan(1e-12);
  });

  it('without fill to lose are exact: a chain of blocks', () => {
    const pairs: number[] = [];
    for (let i = 0; i + 1 < 20; i++) pairs.push(i, i + 1);
    const pattern = patternFromPairs(20, pairs);
    const random = createRandom(4);
    const values = randomSymmetric(pattern, 3, random);
    const diagonal = dominantDiagonal(pattern, 3, values, 1);
    const incomplete = createIncomplete(pattern, 3);
    expect(factorIncomplete(incomplete, values, diagonal, 1)).toBe(0);
    const r = randomVector(60, random);
    const z = r.slice();
    applyIncomplete(z, incomplete, z);
    const want = denseSolve(bsrToDense(pattern, 3, values, 1, diagonal), r);
    expect(relativeError(z, want)).toBeLessThan(1e-12);
  });

  it('shift the diagonal where the factor without fill breaks down, and give up on the hopeless', () => {
    // Kershaw's matrix: positive definite, yet its incomplete factor has a negative pivot.
    const pattern = patternFromPairs(4, [0, 1, 1, 2, 2, 3, 3, 0]);
    const dense = [3, -2, 0, 2, -2, 3, -2, 0, 0, -2, 3, -2, 2, 0, -2, 3];
    const values = new Float64Array(pattern.cols.length);
    for (let i = 0; i < 4; i++) {
      for (let k = pattern.rowPtr[i]; k < pattern.rowPtr[i + 1]; k++) {
        values[k] = dense[4 * i + pattern.cols[k]];
      }
    }
    const none = new Float64Array(4);
    const incomplete = createIncomplete(pattern, 1);
    expect(factorIncomplete(incomplete, values, none, 1)).toBeGreaterThan(0);
    expect(factorIncomplete(incomplete, values, none, -1)).toBe(-1);
    const inverses = new Float64Array(4);
    expect(factorBlockJacobi(inverses, pattern, 1, values, none, -1)).toBe(0);
  });
});
