import '../../kernels/all.ts';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../../src/core/random.ts';
import { createArena } from '../../../src/kernels/index.ts';
import { typescriptKernels as k } from '../../../src/kernels/kernels.ts';
import {
  createFactor,
  decoupleMember,
  factorLoaded,
  loadFactor,
  solveFactored,
} from '../../../src/models/frames/step/factor.ts';
import {
  blockOf,
  coupleAll,
  createPattern,
  planBlocks,
} from '../../../src/models/frames/step/pattern.ts';
import { allPairs, intoBlocks } from '../../kernels/cases/blocks.ts';
import { definiteMatrix } from '../../kernels/cases/dense-cholesky.ts';

test('the factor in blocks has the bits of the dense one: what it skips is zero', () => {
  const random = createRandom(8);
  for (const size of [1, 2, 5]) {
    const n = 12 * size;
    const A = new Float64Array(n * n);
    definiteMatrix(A, n, random);
    const { ptr, cols } = allPairs(size);
    const L = intoBlocks(new Float64Array(72 * size * (size + 1)), A, size, { ptr, cols });
    expect(k.blockFactor(L, size, ptr, cols, new Int32Array(2 * size))).toBe(n);
    k.choleskyFactor(A, n);
    for (let i = 0; i < n; i++) {
      const [block, r] = [Math.floor(i / 12), i % 12];
      for (let j = 0; j <= i; j++) {
        const at = ptr[block] + block + Math.floor(j / 12);
        expect(L[144 * at + 12 * r + (j % 12)]).toBe(A[n * i + j]);
      }
    }
  }
});

/** Nodes on a ring, every one a member, each coupled by points with the next `reach` of them or, `byMass`, by mass alone. */
function ring(size: number, reach: number, byMass: boolean) {
  const wide = reach + 1;
  const near = (e: number, from: number) =>
    Array.from({ length: wide - from }, (_, i) => (e + from + i) % size).sort((a, b) => a - b);
  const ptr = Int32Array.from({ length: 2 * size }, (_, i) => (byMass ? 0 : wide * ((i + 1) >> 1)));
  const node = Array.from({ length: byMass ? 0 : size }, (_, e) => near(e, 0)).flat();
  const both = (e: number) =>
    [...new Set([...near(e, 0), ...near(e - reach + size, 0)])].sort((a, b) => a - b);
  const massCols = Array.from({ length: size }, (_, e) => (byMass ? both(e) : [e]));
  const massPtr = new Int32Array(size + 1);
  for (let e = 0; e < size; e++) massPtr[e + 1] = massPtr[e] + massCols[e].length;
  const arena = createArena(8 * 400 * size * size + 8192);
  const number = Int32Array.from({ length: size }, (_, i) => i);
  const set = {
    pattern: createPattern(size, arena),
    list: number.slice(),
    index: number.slice(),
    count: size,
    contraction: {
      ptr: Int32Array.from({ length: size + 1 }, (_, i) => i),
      cols: number.slice(),
      W: new Float64Array(16 * size),
    },
    points: { ptr, node: Int32Array.from(node), H: new Float64Array(0) },
  };
  const mass = {
    nodes: size,
    massPtr,
    massCols: Int32Array.from(massCols.flat()),
    mass: new Float64Array(16 * massPtr[size]),
  };
  return { set, mass, arena, points: byMass ? 0 : size };
}

const apart = (i: number, j: number, size: number): number =>
  Math.min((i - j + size) % size, (j - i + size) % size);

/** A symmetric matrix in the order of the members that couples nodes at most three apart. */
function coupled(size: number, list: Int32Array, random: Random): Float64Array {
  const n = 12 * size;
  const A = new Float64Array(n * n);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      if (apart(list[i], list[j], size) > 3) continue;
      for (let c = 0; c < 144; c++) {
        const [r, s] = [12 * i + Math.floor(c / 12), 12 * j + (c % 12)];
        A[n * r + s] = r === s ? 200 : random.range(-1, 1);
        A[n * s + r] = A[n * r + s];
      }
    }
  }
  return A;
}

test.each([
  [3, false],
  [17, false],
  [40, false],
  [40, true],
])(
  'a sparse matrix is multiplied and solved in its own order, held members stay (%i, by mass %s)',
  (size, byMass) => {
    const random = createRandom(size);
    const { set, mass, arena, points } = ring(size, 3, byMass);
    planBlocks(set, mass, points);
    const { pattern, list, index } = set;
    expect([...list].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
    for (let i = 0; i < size; i++) expect(index[list[i]]).toBe(i);
    // Every coupled pair has its own block; on a ring of 40 little fills in.
    const seen = new Set<number>();
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const at = blockOf(pattern, i, j);
        if (apart(list[i], list[j], size) <= 3) expect(at).toBeGreaterThanOrEqual(0);
        if (at >= 0) seen.add(at);
      }
    }
    expect(seen.size).toBe(pattern.count);
    if (size === 40) expect(pattern.count).toBeLessThan(size * 8);

    const n = 12 * size;
    const A = coupled(size, list, random);
    const matrix = intoBlocks(arena.f64(144 * pattern.count), A, size, pattern);
    const held = index[2];
    const want = Float64Array.from({ length: n }, (_, i) =>
      Math.floor(i / 12) === held ? 0 : random.range(-1, 1),
    );
    const b = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) b[i] += A[n * i + j] * want[j];
    const product = new Float64Array(n).fill(Number.NaN);
    k.blockMultiply(product, matrix, want, size, pattern.ptr, pattern.cols);
    for (let i = 0; i < n; i++) expect(product[i]).toBeCloseTo(b[i], 10);
    const factor = createFactor(pattern, size, arena);
    loadFactor(factor, matrix, k);
    decoupleMember(factor, held);
    expect(factorLoaded(factor, k)).toBe(n);
    solveFactored(factor, b, k);
    for (let i = 0; i < n; i++) {
      if (Math.floor(i / 12) !== held) expect(b[i]).toBeCloseTo(want[i], 9);
    }
  },
);

test('a pattern that was larger before says nothing of blocks it no longer has', () => {
  const { set, mass, points } = ring(24, 3, false);
  const { pattern } = set;
  coupleAll(pattern, 24);
  planBlocks(set, mass, points);
  let blocks = 0;
  for (let i = 0; i < 24; i++)
    for (let j = 0; j <= i; j++) if (blockOf(pattern, i, j) >= 0) blocks++;
  expect(blocks).toBe(pattern.count);
  expect(blocks).toBeLessThan(200);
});
