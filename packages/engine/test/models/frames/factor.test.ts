import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createArena } from '../../../src/kernels/index.ts';
import { typescriptKernels as k } from '../../../src/kernels/typescript.ts';
import {
  createFactorPlan,
  decoupleMember,
  factorPlanned,
  gatherMatrix,
  planFactor,
  solveFactored,
} from '../../../src/models/frames/step/factor.ts';
import { definiteMatrix } from '../../kernels/cases/dense-cholesky.ts';

test('the factor in blocks has the bits of the dense one: what it skips is zero', () => {
  const random = createRandom(8);
  for (const size of [1, 2, 5]) {
    const n = 12 * size;
    const A = new Float64Array(n * n);
    definiteMatrix(A, n, random);
    const ptr = Int32Array.from({ length: size + 1 }, (_, i) => (i * (i - 1)) / 2);
    const cols = new Int32Array(ptr[size]);
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) cols[ptr[i] + j] = j;
    const order = Int32Array.from({ length: size }, (_, i) => i);
    const L = new Float64Array(72 * size * (size + 1));
    k.gatherBlocks(L, A, size, order, ptr, cols);
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

/** A set of members on a ring, each coupled by points with the next three. */
function ring(size: number) {
  const ptr = Int32Array.from({ length: size + 1 }, (_, i) => 4 * i);
  const node = new Int32Array(4 * size);
  for (let e = 0; e < size; e++) {
    node.set(
      [0, 1, 2, 3].map((i) => (e + i) % size).sort((a, b) => a - b),
      4 * e,
    );
  }
  const list = Int32Array.from({ length: size }, (_, i) => i);
  return {
    list,
    index: list,
    count: size,
    points: { ptr, node, H: new Float64Array(0) },
    mass: new Float64Array(16 * size * size),
  };
}

test.each([3, 17, 40])(
  'a sparse matrix is solved in its own order, held members stay (%i)',
  (size) => {
    const random = createRandom(size);
    const set = ring(size);
    const n = 12 * size;
    const A = new Float64Array(n * n);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const apart = Math.min((i - j + size) % size, (j - i + size) % size);
        if (apart > 3 || j > i) continue;
        for (let c = 0; c < 144; c++) {
          const [r, s] = [12 * i + Math.floor(c / 12), 12 * j + (c % 12)];
          A[n * r + s] = r === s ? 200 : random.range(-1, 1);
          A[n * s + r] = A[n * r + s];
        }
      }
    }
    const arena = createArena(8 * 200 * size * size + 4096);
    const plan = createFactorPlan(size, arena.f64(72 * size * (size + 1)), arena);
    planFactor(plan, set, size);
    if (size === 40) expect(plan.ptr[size]).toBeLessThan(size * 7);
    gatherMatrix(plan, A, k);
    decoupleMember(plan, 2);
    factorPlanned(plan, k);
    const want = Float64Array.from({ length: n }, (_, i) =>
      Math.floor(i / 12) === 2 ? 0 : random.range(-1, 1),
    );
    const b = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) b[i] += A[n * i + j] * want[j];
    const z = new Float64Array(n);
    solveFactored(plan, z, b, k);
    for (let i = 0; i < n; i++) {
      if (Math.floor(i / 12) !== 2) expect(z[i]).toBeCloseTo(want[i], 9);
    }
  },
);
