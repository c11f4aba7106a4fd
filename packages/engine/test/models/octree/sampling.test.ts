import '../../kernels/all.ts';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import type { BodyModel } from '../../../src/models/body.ts';
import { cutBody } from '../../../src/models/octree/adapt/cut.ts';
import { buildOctree, OCTREE_DEFAULTS } from '../../../src/models/octree/index.ts';
import type { OctreeBody } from '../../../src/models/octree/pieces.ts';
import type { OctreeRun } from '../../../src/models/octree/runtime.ts';
import { findMoves } from '../../../src/models/octree/topology/links.ts';
import {
  createSampler,
  resample,
  type Sample,
} from '../../../src/models/octree/topology/sample.ts';
import { BLOCK, createTestRun, flatBlade, randomBlade, shapeOf } from './bodies.ts';

const STEP = 1 / 60;

/** The leaves of a region, one by one. */
function leavesOf({ tree, regions }: Sample, r: number): number[] {
  const out: number[] = [];
  const stack = Array.from(regions.nodes.subarray(regions.ptr[r], regions.ptr[r + 1]));
  while (stack.length > 0) {
    const n = stack.pop()!;
    if (n < tree.leaves) out.push(n);
    else
      stack.push(
        ...tree.child.subarray(tree.childPtr[n - tree.leaves], tree.childPtr[n - tree.leaves + 1]),
      );
  }
  return out.sort((a, b) => a - b);
}

/** Largest difference between fast and brute-force sums, both ways, relative to the largest. */
function sumError(run: OctreeRun): number {
  const { memory, sampler, summation } = run;
  const n = sampler.now.tree.leaves;
  const random = createRandom(n);
  const values = Float64Array.from({ length: n }, () => random.range(-1, 1));
  const members = Array.from({ length: n }, (_, r) => leavesOf(sampler.now, r));
  memory.moments.set(values);
  summation.gather(1);
  let worst = 0;
  members.forEach((list, r) => {
    const sum = list.reduce((total, i) => total + values[i], 0);
    worst = Math.max(worst, Math.abs(sum - memory.sums[r]));
  });
  memory.acts.set(values);
  summation.spread(1);
  const back = new Float64Array(n);
  members.forEach((list, r) => {
    for (const i of list) back[i] += values[r];
  });
  for (let i = 0; i < n; i++) worst = Math.max(worst, Math.abs(back[i] - memory.fields[i]));
  return worst;
}

/** What a fresh body with the same links and levels has. */
function fresh(run: OctreeRun): Sample {
  const { data, memory, sampler } = run;
  const other = createSampler(data.voxels, data.wanted, data.capacity, data.coarsest);
  const moves = new Int32Array(data.voxels.count);
  findMoves(moves, memory.links, data.voxels);
  resample(other, memory.links, moves, memory.levels, null);
  expect(run.moves).toEqual(moves);
  expect(sampler.renewed).toBeLessThanOrEqual(other.renewed);
  return other.now;
}

function expectSame(run: OctreeRun): void {
  const a = run.sampler.now;
  const b = fresh(run);
  const n = a.tree.leaves;
  expect(n).toBe(b.tree.leaves);
  expect(a.tree.nodes).toBe(b.tree.nodes);
  expect(a.tree.parent.subarray(0, a.tree.nodes)).toEqual(b.tree.parent.subarray(0, a.tree.nodes));
  expect(a.tree.graphPtr.subarray(0, n + 1)).toEqual(b.tree.graphPtr.subarray(0, n + 1));
  const edges = a.tree.graphPtr[n];
  expect(a.tree.graph.subarray(0, edges)).toEqual(b.tree.graph.subarray(0, edges));
  expect(a.regions.ptr.subarray(0, n + 1)).toEqual(b.regions.ptr.subarray(0, n + 1));
  const total = a.regions.ptr[n];
  expect(a.regions.nodes.subarray(0, total)).toEqual(b.regions.nodes.subarray(0, total));
}

describe('regions', () => {
  test('hold what is near and nothing that is far, by brute force', () => {
    const run = createTestRun(BLOCK, { cell: 0.05, levels: 2, coarseness: 0.3, width: 0.1 });
    const { tree, widths } = run.sampler.now;
    const n = tree.leaves;
    // Floyd and Warshall on the contact graph.
    const way = Array.from({ length: n }, () => new Float64Array(n).fill(Infinity));
    for (let i = 0; i < n; i++) {
      way[i][i] = 0;
      for (let k = tree.graphPtr[i]; k < tree.graphPtr[i + 1]; k++) {
        const j = tree.graph[k];
        way[i][j] = (1 << tree.level[i]) + (1 << tree.level[j]);
      }
    }
    for (let k = 0; k < n; k++) {
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) way[i][j] = Math.min(way[i][j], way[i][k] + way[k][j]);
      }
    }
    for (let i = 0; i < n; i++) {
      const members = new Set(leavesOf(run.sampler.now, i));
      for (let j = 0; j < n; j++) {
        if (way[i][j] <= widths[i]) expect(members.has(j)).toBe(true);
        if (way[i][j] >= 1.5 * widths[i]) expect(members.has(j)).toBe(false);
      }
    }
  });

  test('are the same whether found anew or taken over, and sums equal brute force, after cuts and refining', () => {
    for (const [name, cell, width] of [
      ['block', 0.025, 0.05],
      ['hand', 0.012, 0],
      ['liver', 0.015, 0.03],
    ] as const) {
      const shape = name === 'block' ? BLOCK : shapeOf(name);
      const run = createTestRun(shape, { cell, width, levels: 3, coarseness: 0.6 });
      const middle = [0, 1, 2].map((c) => {
        let sum = 0;
        for (let i = 0; i < run.sampler.now.tree.leaves; i++) sum += run.memory.x[3 * i + c];
        return sum / run.sampler.now.tree.leaves;
      });
      const random = createRandom(7);
      for (let k = 0; k < 6; k++) {
        const at = middle.map((c) => c + random.range(-0.1, 0.1));
        if (k % 2 === 0) {
          const normal = [0, 1, 2].map(() => random.range(-1, 1));
          cutBody(run, run.adaptation.switches, flatBlade(at, normal, 0.08), STEP);
        } else run.adaptation.refine(Float64Array.from(at), 0.06, k === 5 ? -1 : 1);
        expectSame(run);
        expect(sumError(run)).toBeLessThan(1e-12);
      }
    }
  });

  test('have few nodes each, before and after five cuts', () => {
    for (const [name, cell, levels] of [
      ['hand', 0.0085, 4],
      ['liver', 0.008, 4],
    ] as const) {
      const run = createTestRun(shapeOf(name), { cell, levels, coarseness: 0.5 });
      const mean = (): number => {
        const { tree, regions } = run.sampler.now;
        return regions.ptr[tree.leaves] / tree.leaves;
      };
      expect(mean()).toBeLessThan(12);
      const { tree } = run.sampler.now;
      const before = tree.leaves;
      for (let k = 0; k < 5; k++) {
        const i = Math.floor((before * (k + 0.4)) / 5);
        const at = run.memory.x.subarray(3 * i, 3 * i + 3);
        const normal = [k % 3 === 0 ? 1 : 0.2, k % 3 === 1 ? 1 : 0.1, k % 3 === 2 ? 1 : 0.3];
        expect(
          cutBody(run, run.adaptation.switches, flatBlade([...at], normal, 0.06), STEP),
        ).toBeGreaterThan(0);
      }
      expect(run.sampler.now.tree.leaves).toBeGreaterThan(before);
      expect(mean()).toBeLessThan(12);
    }
  });
});

test('a blade that misses cuts nothing, one that goes through makes two pieces', () => {
  const run = createTestRun(BLOCK, { cell: 0.025 });
  expect(cutBody(run, run.adaptation.switches, randomBlade(1, 0, 0.001), STEP)).toBe(0);
  expect(run.sampler.now.tree.pieces).toBe(1);
  expect(
    cutBody(run, run.adaptation.switches, flatBlade([0.01, 0, 0], [1, 0.3, 0.2], 1), STEP),
  ).toBeGreaterThan(0);
  expect(run.sampler.now.tree.pieces).toBe(2);
});

test('the lattice sums boxes of linked cells, and its transpose is exact', () => {
  const run = createTestRun(BLOCK, { cell: 0.05, lattice: true, width: 0.1 });
  const { memory, summation, data } = run;
  const n = data.voxels.count;
  const random = createRandom(9);
  const a = Float64Array.from({ length: n }, () => random.range(-1, 1));
  const b = Float64Array.from({ length: n }, () => random.range(-1, 1));
  const gathered = (): Float64Array => {
    memory.moments.set(a);
    summation.gather(1);
    return memory.sums.slice(0, n);
  };
  const near = (i: number, j: number): boolean =>
    [0, 1, 2].every((c) => Math.abs(data.voxels.at[3 * i + c] - data.voxels.at[3 * j + c]) <= 2);
  gathered().forEach((value, i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) if (near(i, j)) sum += a[j];
    expect(Math.abs(value - sum)).toBeLessThan(1e-12);
  });
  // With a slit in it the boxes are no longer boxes, but one is still the transpose of the other.
  cutBody(run, run.adaptation.switches, flatBlade([0.02, 0.1, 0], [1, 0, 0], 0.12), STEP);
  memory.acts.set(b);
  summation.spread(1);
  const back = memory.fields.slice(0, n);
  const forth = gathered();
  let [left, right] = [0, 0];
  for (let i = 0; i < n; i++) {
    left += forth[i] * b[i];
    right += back[i] * a[i];
  }
  expect(Math.abs(left - right)).toBeLessThan(1e-9);
});

test('a piece that comes off has the regions that it would have if they were found anew', () => {
  const model = buildOctree({
    sdf: compileShape(shapeOf('liver'), {}),
    surface: null,
    young: 3000,
    poisson: 0.3,
    density: 1000,
    damping: { mass: 0, stiffness: 0, air: 0 },
    friction: 0.5,
    stiffness: (_x, n, out) => out.fill(1, 0, n),
    regions: [],
    options: { ...OCTREE_DEFAULTS, cell: 0.015, coarseness: 0.6, width: 0.03 },
  });
  const create = (of: BodyModel): OctreeBody => {
    const arena = createArena(measure((a) => of.allocate(a)));
    return of.create(arena, createKernels(arena)) as OctreeBody;
  };
  const body = create(model);
  expect(body.cut!.along!(flatBlade([0.02, 0.1, 0.01], [1, 0.2, 0.1], 1), STEP)).toBeGreaterThan(0);
  const pieces = body.cut!.split!();
  expect(pieces.length).toBe(2);
  for (const { model: own } of pieces) {
    const { run } = create(own);
    expect(run.sampler.renewed).toBe(0);
    expectSame(run);
  }
});
