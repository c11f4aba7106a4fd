import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { bsrToDense, patternFromPairs } from '../../../src/math/sparse/bsr.ts';
import {
  createLdlt,
  factorLdlt,
  negativePivots,
  solveLdlt,
} from '../../../src/math/sparse/ldlt.ts';
import {
  denseSolve,
  dominantDiagonal,
  randomSymmetric,
  randomVector,
  relativeError,
  springs,
  tetGrid,
} from './systems.ts';

describe('sparse LDLᵀ', () => {
  it('solves quasi-definite systems and counts their negative eigenvalues', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(1, 2, 3),
        fc.integer({ min: 0, max: 3 }),
        fc.integer(),
        (n, b, density, seed) => {
          const random = createRandom(seed);
          const pairs = Array.from({ length: 2 * density * n }, () => random.below(n));
          const pattern = patternFromPairs(n, pairs);
          const values = randomSymmetric(pattern, b, random);
          const diagonal = dominantDiagonal(pattern, b, values, 1);
          // Dominant rows of either sign: the signs of the eigenvalues are those of the diagonal.
          let negative = 0;
          for (let i = 0; i < n; i++) {
            if (random.next() < 0.5) continue;
            diagonal[i] = -diagonal[i];
            negative += b;
          }
          const rhs = randomVector(n * b, random);
          const factor = createLdlt(pattern, b);
          expect(factorLdlt(factor, values, diagonal, 1)).toBe(-1);
          expect(negativePivots(factor)).toBe(negative);
          const x = rhs.slice();
          solveLdlt(factor, x);
          const want = denseSolve(bsrToDense(pattern, b, values, 1, diagonal), rhs);
          expect(relativeError(x, want)).toBeLessThan(1e-10);
        },
      ),
      { seed: 21, numRuns: 80 },
    );
  });

  it('solves a constrained solid when the constraints come last', () => {
    const { pattern: solid, positions } = tetGrid(3, 3, 2);
    const nodes = solid.rows;
    // One block row of multipliers that glues node 0 to its place: J = I, C = 0.
    const pairs: number[] = [nodes, 0];
    for (let i = 0; i < nodes; i++) {
      for (let k = solid.rowPtr[i]; k < solid.rowPtr[i + 1]; k++) pairs.push(i, solid.cols[k]);
    }
    const pattern = patternFromPairs(nodes + 1, pairs);
    const wide = new Float64Array(3 * (nodes + 1));
    wide.set(positions);
    wide.set([-1, -2, -3], 3 * nodes);
    const values = springs(pattern, wide);
    const blank = (slot: number): void => {
      values.fill(0, 9 * slot, 9 * slot + 9);
    };
    const last = pattern.diagonal[nodes];
    blank(last);
    blank(last - 1);
    const mirror = pattern.rowPtr[1] - 1;
    blank(mirror);
    for (let c = 0; c < 3; c++) {
      values[9 * (last - 1) + 4 * c] = 1;
      values[9 * mirror + 4 * c] = 1;
    }
    const diagonal = new Float64Array(nodes + 1).fill(0.3);
    diagonal[nodes] = 0;
    const ordering = Int32Array.from({ length: nodes + 1 }, (_, i) => i);
    const factor = createLdlt(pattern, 3, { ordering });
    expect(factorLdlt(factor, values, diagonal, 1)).toBe(-1);
    expect(negativePivots(factor)).toBe(3);
    const rhs = randomVector(3 * (nodes + 1), createRandom(9));
    const x = rhs.slice();
    solveLdlt(factor, x);
    const want = denseSolve(bsrToDense(pattern, 3, values, 1, diagonal), rhs);
    expect(relativeError(x, want)).toBeLessThan(1e-11);
  });

  it('names the unknown of a zero pivot', () => {
    const { pattern, positions } = tetGrid(3, 3, 3);
    const factor = createLdlt(pattern, 3);
    const free = new Float64Array(pattern.rows);
    expect(factorLdlt(factor, springs(pattern, positions), free, 1)).toBeGreaterThanOrEqual(0);
    const lone = createLdlt(patternFromPairs(3, []), 1);
    expect(factorLdlt(lone, new Float64Array(3), Float64Array.of(1, 0, 1), 1)).toBe(1);
  });
});
