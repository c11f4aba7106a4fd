import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import {
  addBlock,
  bsrMultiply,
  bsrToDense,
  elementSlots,
  expandToScalar,
  findSlot,
  patternFromElements,
  patternFromPairs,
} from '../../../src/math/sparse/bsr.ts';
import { randomSymmetric, randomVector, relativeError, tetGrid } from './systems.ts';

describe('a block pattern', () => {
  it('couples exactly the nodes that share an element, both ways, in ascending columns', () => {
    const { elements, pattern } = tetGrid(3, 3, 2);
    const coupled = new Set<number>();
    const n = pattern.rows;
    for (let e = 0; e < elements.length; e += 4) {
      for (let a = 0; a < 4; a++) {
        for (let c = 0; c < 4; c++) coupled.add(elements[e + a] * n + elements[e + c]);
      }
    }
    expect(pattern.cols.length).toBe(coupled.size);
    for (let i = 0; i < n; i++) {
      for (let k = pattern.rowPtr[i]; k < pattern.rowPtr[i + 1]; k++) {
        expect(coupled.has(i * n + pattern.cols[k])).toBe(true);
        if (k > pattern.rowPtr[i]) expect(pattern.cols[k]).toBeGreaterThan(pattern.cols[k - 1]);
      }
      expect(pattern.cols[pattern.diagonal[i]]).toBe(i);
    }
  });

  it('always has its diagonal, even where nothing is coupled', () => {
    const pattern = patternFromPairs(4, [2, 2]);
    expect([...pattern.cols]).toEqual([0, 1, 2, 3]);
    expect([...pattern.diagonal]).toEqual([0, 1, 2, 3]);
    expect(patternFromPairs(0, []).cols.length).toBe(0);
  });

  it('refuses nodes that are not rows', () => {
    expect(() => patternFromPairs(3, [0, 3])).toThrow(/elements\[1\]: 3 is not a row/);
    expect(() => patternFromElements(3, [0, 1, 2], 2)).toThrow(/multiple of 2/);
  });

  it('finds the slot of every block and of no other', () => {
    const { pattern } = tetGrid(2, 3, 2);
    for (let i = 0; i < pattern.rows; i++) {
      const row = pattern.cols.subarray(pattern.rowPtr[i], pattern.rowPtr[i + 1]);
      for (let j = 0; j < pattern.rows; j++) {
        const at = row.indexOf(j);
        const slot = findSlot(pattern.rowPtr, pattern.cols, i, j);
        expect(slot).toBe(at < 0 ? -1 : pattern.rowPtr[i] + at);
      }
    }
  });
});

describe('block values', () => {
  it('assembled from elements are the sum of the element matrices', () => {
    const random = createRandom(1);
    const { elements, pattern } = tetGrid(2, 2, 3);
    const slots = elementSlots(pattern, elements, 4);
    const b = 2;
    const n = pattern.rows * b;
    const values = new Float64Array(pattern.cols.length * b * b);
    const want = new Float64Array(n * n);
    for (let e = 0; e < elements.length / 4; e++) {
      for (let p = 0; p < 16; p++) {
        const block = randomVector(b * b, random);
        addBlock(values, slots[16 * e + p], b, block, 0, 0.5);
        const i = elements[4 * e + (p >> 2)];
        const j = elements[4 * e + (p & 3)];
        for (let r = 0; r < b; r++) {
          for (let c = 0; c < b; c++) want[(i * b + r) * n + j * b + c] += 0.5 * block[r * b + c];
        }
      }
    }
    const got = bsrToDense(pattern, b, values, 1, new Float64Array(pattern.rows));
    expect(relativeError(got, want)).toBeLessThan(1e-15);
  });

  it.each([1, 2, 3, 12])('multiply like the dense matrix, blocks of %i', (b) => {
    const random = createRandom(b);
    const { pattern } = tetGrid(3, 2, 2);
    const values = randomSymmetric(pattern, b, random);
    const diagonal = randomVector(pattern.rows, random);
    const n = pattern.rows * b;
    const x = randomVector(n, random);
    const dense = bsrToDense(pattern, b, values, 0.3, diagonal);
    const want = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) want[i] += dense[i * n + j] * x[j];
    const y = new Float64Array(n);
    bsrMultiply(y, pattern, b, values, x, 0.3, diagonal);
    expect(relativeError(y, want)).toBeLessThan(1e-14);

    const scalar = expandToScalar(pattern, b);
    const values1 = Float64Array.from(scalar.from, (k) => values[k]);
    const none = new Float64Array(pattern.rows);
    expect(bsrToDense(scalar.pattern, 1, values1, 1, new Float64Array(n))).toEqual(
      bsrToDense(pattern, b, values, 1, none),
    );
    for (let i = 0; i < n; i++) {
      expect(scalar.pattern.cols[scalar.pattern.diagonal[i]]).toBe(i);
    }
  });
});
