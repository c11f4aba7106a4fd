import './all.ts';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { createArena } from '../../src/kernels/index.ts';
import { typescriptKernels as k } from '../../src/kernels/kernels.ts';
import { numbers, sparseRows } from './cases/case.ts';

const random = createRandom(23);
const arena = createArena(1 << 20);
const POINTS = 17;
const NODES = 9;
const { rowPtr, cols } = sparseRows(arena, random, POINTS, NODES, 5);
const weights = numbers(arena, random, cols.length);
const nodes4 = arena.i32(4 * POINTS).map(() => random.below(NODES));
const weights4 = numbers(arena, random, 4 * POINTS);
const q = numbers(arena, random, 4 * cols.length);
const x = numbers(arena, random, 3 * NODES);
const frames = numbers(arena, random, 12 * NODES);
const f = numbers(arena, random, 3 * POINTS);

const product = (a: Float64Array, b: Float64Array) => a.reduce((sum, v, i) => sum + v * b[i], 0);

describe('skinning', () => {
  it('is the weighted sum of nodes', () => {
    const out = new Float64Array(3 * POINTS);
    k.skinPoints(out, rowPtr, cols, weights, x, POINTS);
    for (let p = 0; p < POINTS; p++)
      for (let i = 0; i < 3; i++) {
        let want = 0;
        for (let j = rowPtr[p]; j < rowPtr[p + 1]; j++) want += weights[j] * x[3 * cols[j] + i];
        expect(out[3 * p + i]).toBeCloseTo(want, 14);
      }
  });

  it('with four influences is the same as with four in a row', () => {
    const rows = Int32Array.from({ length: POINTS + 1 }, (_, p) => 4 * p);
    const [a, b] = [new Float64Array(3 * POINTS), new Float64Array(3 * POINTS)];
    k.skin4(a, nodes4, weights4, x, POINTS);
    k.skinPoints(b, rows, nodes4, weights4, x, POINTS);
    for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i], 14);
  });

  it('by affine frames turns, stretches and moves', () => {
    // One frame (x, y, z) → (2x + 1, y − z, z + 5) at the material point (1, 2, 3).
    const out = new Float64Array(3);
    const map = Float64Array.of(2, 0, 0, 1, 0, 1, -1, 0, 0, 0, 1, 5);
    k.skinAffine(out, Int32Array.of(0, 1), Int32Array.of(0), Float64Array.of(1, 2, 3, 1), map, 1);
    expect([...out]).toEqual([3, -1, 8]);
  });

  it('and its transpose do the same work', () => {
    const points = new Float64Array(3 * POINTS);
    const back = new Float64Array(3 * NODES);
    k.skinPoints(points, rowPtr, cols, weights, x, POINTS);
    k.skinTranspose(back, rowPtr, cols, weights, f, POINTS);
    expect(product(points, f)).toBeCloseTo(product(x, back), 12);

    const back4 = new Float64Array(3 * NODES);
    k.skin4(points, nodes4, weights4, x, POINTS);
    k.skin4Transpose(back4, nodes4, weights4, f, POINTS);
    expect(product(points, f)).toBeCloseTo(product(x, back4), 12);

    const backFrames = new Float64Array(12 * NODES);
    k.skinAffine(points, rowPtr, cols, q, frames, POINTS);
    k.skinAffineTranspose(backFrames, rowPtr, cols, q, f, POINTS);
    expect(product(points, f)).toBeCloseTo(product(frames, backFrames), 12);
  });

  it('for the screen is the double result, rounded once', () => {
    const wide = new Float64Array(3 * POINTS);
    const screen = new Float32Array(3 * POINTS);
    k.skinPoints(wide, rowPtr, cols, weights, x, POINTS);
    k.skinPointsF32(screen, rowPtr, cols, weights, x, POINTS);
    expect([...screen]).toEqual([...wide].map(Math.fround));
    k.skin4(wide, nodes4, weights4, x, POINTS);
    k.skin4F32(screen, nodes4, weights4, x, POINTS);
    expect([...screen]).toEqual([...wide].map(Math.fround));
    k.skinAffine(wide, rowPtr, cols, q, frames, POINTS);
    k.skinAffineF32(screen, rowPtr, cols, q, frames, POINTS);
    expect([...screen]).toEqual([...wide].map(Math.fround));
  });
});

describe('region sums', () => {
  it('add the records of each region', () => {
    const out = new Float64Array(3).fill(99);
    const members = Int32Array.of(2, 0, 1);
    k.gatherSums(out, Int32Array.of(0, 2, 2, 3), members, Float64Array.of(1, 10, 100), 3, 1);
    expect([...out]).toEqual([101, 0, 10]);
    const wide = new Float64Array(2 * 12);
    const records = Float64Array.from({ length: 36 }, (_, i) => i);
    k.gatherSums(wide, Int32Array.of(0, 1, 3), members, records, 2, 12);
    expect([...wide]).toEqual([
      ...records.slice(24),
      ...records.slice(0, 12).map((v) => 2 * v + 12),
    ]);
  });
});
