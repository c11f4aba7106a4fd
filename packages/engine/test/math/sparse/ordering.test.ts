import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { type BsrPattern, patternFromPairs } from '../../../src/math/sparse/bsr.ts';
import { eliminate, eliminationTree } from '../../../src/math/sparse/elimination.ts';
import { type Ordering, orderGraph } from '../../../src/math/sparse/ordering.ts';
import {
  composeOrders,
  gatherBlocks,
  invertOrder,
  isOrder,
  naturalOrder,
  scatterBlocks,
} from '../../../src/math/sparse/permutation.ts';
import { refineSeparator, SEPARATOR, splitByKey } from '../../../src/math/sparse/separator.ts';
import { tetGrid } from './systems.ts';

const ORDERINGS: Ordering[] = ['least-fill', 'dissection', 'minimum-degree', 'band', 'natural'];

/** Blocks of L below the diagonal and the tree, by eliminating a dense boolean matrix. */
function bruteForce(pattern: BsrPattern, order: Int32Array) {
  const n = pattern.rows;
  const places = invertOrder(order);
  const full = new Uint8Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = pattern.rowPtr[i]; k < pattern.rowPtr[i + 1]; k++) {
      full[places[i] * n + places[pattern.cols[k]]] = 1;
    }
  }
  const parent = new Int32Array(n).fill(-1);
  const rows: number[][] = [];
  for (let k = 0; k < n; k++) {
    const below: number[] = [];
    for (let i = k + 1; i < n; i++) if (full[i * n + k]) below.push(i);
    for (const i of below) for (const j of below) full[i * n + j] = 1;
    if (below.length > 0) parent[k] = below[0];
    rows.push(below);
  }
  return { parent, rows };
}

const randomPattern = fc
  .record({
    n: fc.integer({ min: 1, max: 40 }),
    seed: fc.integer(),
    density: fc.integer({ max: 4, min: 0 }),
  })
  .map(({ n, seed, density }) => {
    const random = createRandom(seed);
    const pairs = Array.from({ length: 2 * density * n }, () => random.below(n));
    return patternFromPairs(n, pairs);
  });

describe('orders', () => {
  it('are inverted, composed and applied', () => {
    const order = Int32Array.of(2, 0, 1);
    expect([...invertOrder(order)]).toEqual([1, 2, 0]);
    expect([...composeOrders(order, invertOrder(order))]).toEqual([...naturalOrder(3)]);
    const x = Float64Array.of(1, 2, 3, 4, 5, 6);
    const out = new Float64Array(6);
    gatherBlocks(out, x, order, 2);
    expect([...out]).toEqual([5, 6, 1, 2, 3, 4]);
    const back = new Float64Array(6);
    scatterBlocks(back, out, order, 2);
    expect([...back]).toEqual([...x]);
    expect(isOrder(Int32Array.of(0, 0, 1))).toBe(false);
    expect(isOrder(Int32Array.of(0, 3, 1))).toBe(false);
  });

  it.each(ORDERINGS)(
    '%s holds each row exactly once on any graph, and the same every time',
    (name) => {
      fc.assert(
        fc.property(randomPattern, (pattern) => {
          const order = orderGraph(pattern, name);
          expect(isOrder(order)).toBe(true);
          expect(orderGraph(pattern, name)).toEqual(order);
        }),
        { seed: 5, numRuns: 60 },
      );
    },
  );

  it.each(ORDERINGS)('%s takes no vertices, none connected, complete and in pieces', (name) => {
    const everyPair: number[] = [];
    for (let i = 0; i < 150; i++) for (let j = 0; j < i; j++) everyPair.push(i, j);
    const pieces: number[] = [];
    for (let i = 0; i < 400; i++) if (i % 100 !== 99) pieces.push(i, i + 1);
    for (const [n, pairs] of [
      [0, []],
      [130, []],
      [150, everyPair],
      [400, pieces],
    ] as const) {
      const order = orderGraph(patternFromPairs(n, pairs), name);
      expect(order.length).toBe(n);
      expect(isOrder(order)).toBe(true);
    }
  });

  it('of a tree by minimum degree makes no fill', () => {
    const random = createRandom(3);
    const pairs: number[] = [];
    for (let i = 1; i < 300; i++) pairs.push(i, random.below(i));
    const pattern = patternFromPairs(300, pairs);
    const { index } = eliminate(pattern, orderGraph(pattern, 'minimum-degree'));
    expect(index.length).toBe(299);
  });

  it('by dissection leaves less fill in a cube than all others, and the least of them is found', () => {
    const { pattern, positions } = tetGrid(9, 9, 9);
    const fill = (name: Ordering) =>
      eliminate(pattern, orderGraph(pattern, name, positions)).index.length;
    const dissection = fill('dissection');
    expect(dissection).toBeLessThan(fill('minimum-degree'));
    expect(dissection).toBeLessThan(0.75 * fill('band'));
    expect(fill('least-fill')).toBe(dissection);
    // Straight cuts help, but the graph alone comes close.
    const blind = eliminate(pattern, orderGraph(pattern, 'dissection')).index.length;
    expect(blind).toBeLessThan(1.25 * dissection);
  });
});

describe('a separator', () => {
  it('has no edge across it, and refining never makes it worse', () => {
    const { pattern } = tetGrid(8, 6, 5);
    const random = createRandom(8);
    const set = naturalOrder(pattern.rows);
    // A ragged cut: mostly by x, with noise.
    const key = Float64Array.from(set, (v) => (v % 8) + random.range(0, 3));
    const side = new Int32Array(pattern.rows).fill(-1);
    splitByKey(pattern, set, key, side);
    const before = side.filter((s) => s === SEPARATOR).length;
    refineSeparator(pattern, set, side);
    const after = side.filter((s) => s === SEPARATOR).length;
    expect(after).toBeLessThan(before);
    expect(after).toBeLessThan(40);
    for (let v = 0; v < pattern.rows; v++) {
      for (let k = pattern.rowPtr[v]; k < pattern.rowPtr[v + 1]; k++) {
        expect(side[v] + side[pattern.cols[k]] === 1).toBe(false);
      }
    }
  });
});

describe('elimination', () => {
  it('has the tree and the rows that eliminating by hand gives', () => {
    fc.assert(
      fc.property(randomPattern, fc.constantFrom(...ORDERINGS), (pattern, name) => {
        const given = orderGraph(pattern, name);
        expect(eliminationTree(pattern, given)).toEqual(bruteForce(pattern, given).parent);
        const { order, parent, ptr, index } = eliminate(pattern, given);
        expect(isOrder(order)).toBe(true);
        const want = bruteForce(pattern, order);
        expect(parent).toEqual(want.parent);
        for (let j = 0; j < pattern.rows; j++) {
          expect([...index.subarray(ptr[j], ptr[j + 1])]).toEqual(want.rows[j]);
        }
        // The postorder moves whole subtrees: it adds no fill.
        const before = bruteForce(pattern, given).rows.reduce((sum, rows) => sum + rows.length, 0);
        expect(index.length).toBe(before);
      }),
      { seed: 6, numRuns: 80 },
    );
  });
});
