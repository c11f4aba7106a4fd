import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../src/core/random.ts';
import type { VoxelGrid } from '../../../../src/geometry/types.ts';
import { embedFramePoints } from '../../../../src/models/frames/build/embed.ts';
import { createLattice } from '../../../../src/models/frames/build/lattice.ts';
import { createShape } from '../../../../src/models/frames/build/shape.ts';
import { NO_SYMMETRY } from '../../../../src/models/frames/build/symmetry.ts';
import { createNeighbours, shapeFunctions } from '../../../../src/models/frames/build/weights.ts';
import { block } from '../../../geometry/shapes.ts';
import { bar, build, hook, latticePositions, sphere, wall, weightsAt } from './bodies.ts';

describe('shape functions', () => {
  it('add up to one at every lattice point, with at most as many nodes as asked for', () => {
    for (const data of [
      build(bar(), { voxel: 1 / 32, regions: [wall()] }),
      build(sphere(), { influences: 6, voxel: 0.08 }),
      build(hook(0.05), { voxel: 0.05, frames: [1] }),
    ]) {
      const { ptr, phi } = data.grid;
      for (let p = 0; p + 1 < ptr.length; p++) {
        expect(ptr[p + 1] - ptr[p]).toBeLessThanOrEqual(10);
        const sum = phi.subarray(ptr[p], ptr[p + 1]).reduce((a, b) => a + b, 0);
        expect(Math.abs(sum - 1)).toBeLessThan(1e-14);
      }
    }
  });

  it('of a region are one on all of it and nothing else moves it', () => {
    const grip = block(0.1, 1, 1, 1);
    const data = build(bar(), { voxel: 1 / 32, regions: [wall(), grip] });
    expect([...data.regionNodes]).toEqual([0, 1]);
    expect([data.level[0], data.level[1]]).toEqual([0, 0]);
    const x = latticePositions(data);
    let held = 0;
    for (let p = 0; p < x.length / 3; p++) {
      const node = x[3 * p] < 1e-9 ? 0 : x[3 * p] > 0.9 - 1e-9 ? 1 : -1;
      if (node < 0) continue;
      held++;
      expect([...weightsAt(data, p)]).toEqual([[node, 1]]);
    }
    expect(held).toBe(81 * (1 + 4));
  });

  it('reproduce places to a small part of the distance between nodes: so frames can bend', () => {
    const data = build(sphere(), { frames: [1, 3, 7, 15, 31], voxel: 0.06 });
    const x = latticePositions(data);
    let square = 0;
    for (let p = 0; p < x.length / 3; p++) {
      const sum = [0, 0, 0];
      for (const [k, phi] of weightsAt(data, p))
        for (let d = 0; d < 3; d++) sum[d] += phi * data.positions[3 * k + d];
      for (let d = 0; d < 3; d++) square += (sum[d] - x[3 * p + d]) ** 2;
    }
    // Nodes are about 0.25 apart, and many points lie outside all of them.
    expect(Math.sqrt(square / (x.length / 3))).toBeLessThan(0.05);
  });

  it('are continuous: half the step, half the change, through all changes of neighbours', () => {
    const random = createRandom(4);
    const nodes = Array.from({ length: 40 }, () => [0, 1, 2].map(() => random.range(-1, 1)));
    const most = (steps: number): number => {
      const near = createNeighbours(9);
      let last = new Map<number, number>();
      let change = 0;
      for (let i = 0; i <= steps; i++) {
        const t = (2 * i) / steps - 1;
        const way = nodes.map((x) => [x[0] - t, x[1] - 0.5 * t, x[2] + 0.3 * t]);
        const order = nodes
          .map((_, k) => k)
          .sort((a, b) => Math.hypot(...way[a]) - Math.hypot(...way[b]));
        near.count = 9;
        for (let j = 0; j < 9; j++) {
          near.node[j] = order[j];
          near.distance[j] = Math.hypot(...way[order[j]]);
          near.toNode.set(way[order[j]], 3 * j);
        }
        shapeFunctions(near, 8, 10);
        const next = new Map(Array.from(near.node, (k, j) => [k, near.phi[j]]));
        for (const k of i === 0 ? [] : new Set([...next.keys(), ...last.keys()]))
          change = Math.max(change, Math.abs((next.get(k) ?? 0) - (last.get(k) ?? 0)));
        last = next;
      }
      return change;
    };
    const [coarse, fine] = [most(2000), most(8000)];
    expect(coarse).toBeLessThan(0.05);
    expect(fine).toBeLessThan(0.26 * coarse);
  });

  it('do not leak across a slit: the end of an arm feels nothing of the other arm', () => {
    for (const frames of [
      [1, 3, 7],
      [1, 3, 7, 15],
      [1, 5, 12, 24],
    ]) {
      const data = build(hook(0.05), { voxel: 0.05, frames });
      const { cols, ptr } = embedFramePoints(
        data.grid,
        Float64Array.of(0.98, 0.03, 0, 0.98, -0.03, 0, 0.9, 0.1, 0.05),
      );
      for (let i = 0; i < 3; i++) {
        const side = i === 1 ? -1 : 1;
        for (const k of cols.subarray(ptr[i], ptr[i + 1])) {
          const [x, y] = data.positions.subarray(3 * k);
          // A node of the joint, left of the slit, belongs to both arms.
          expect(x < 0.25 || side * y > 0).toBe(true);
        }
      }
    }
  });

  it('keep apart two parts that touch along an edge only', () => {
    // A row of cells, and a second one that meets the first along an edge and, round a corner, through faces.
    const dims: [number, number, number] = [6, 3, 2];
    const inside = new Uint8Array(36);
    const cell = (i: number, j: number, k: number): number => i + 6 * (j + 3 * k);
    for (let i = 0; i < 6; i++) inside[cell(i, 0, 0)] = inside[cell(i, 1, 1)] = 1;
    inside[cell(0, 1, 0)] = 1;
    const grid: VoxelGrid = { origin: [0, 0, 0], cell: 1, dims, inside };
    const lattice = createLattice(grid);
    const [low, high] = [lattice.cellOf[cell(4, 0, 0)], lattice.cellOf[cell(4, 1, 1)]];
    const own = new Set(lattice.corners.subarray(8 * low, 8 * low + 8));
    expect([...lattice.corners.subarray(8 * high, 8 * high + 8)].some((p) => own.has(p))).toBe(
      false,
    );
    const sources = [cell(5, 0, 0), cell(5, 1, 1), cell(0, 1, 0)].map((c) => ({
      cells: Int32Array.of(c),
      held: null,
    }));
    const shape = createShape(
      lattice,
      {
        count: 3,
        level: new Int32Array(3),
        positions: Float64Array.of(5.5, 0.5, 0.5, 5.5, 1.5, 1.5, 0.5, 1.5, 0.5),
        cells: Int32Array.from(sources, (s) => s.cells[0]),
        sources,
        regions: 0,
        root: -1,
        solid: new Int32Array(3),
        symmetry: NO_SYMMETRY,
      },
      8,
    );
    const p = lattice.corners[8 * low + 7];
    expect([...shape.node.subarray(shape.ptr[p], shape.ptr[p + 1])]).not.toContain(1);
  });
});

describe('parents', () => {
  it('are coarser nodes whose weights add up to one; level 0 has none', () => {
    const data = build(bar(), { voxel: 1 / 32, regions: [wall()], frames: [1, 3, 7, 15, 31] });
    for (let k = 0; k < data.nodes; k++) {
      const [from, to] = [data.parentPtr[k], data.parentPtr[k + 1]];
      if (data.level[k] === 0) {
        expect(to).toBe(from);
        continue;
      }
      expect(to).toBeGreaterThan(from);
      let sum = 0;
      for (let i = from; i < to; i++) {
        expect(data.level[data.parent[i]]).toBeLessThan(data.level[k]);
        if (i > from) expect(data.parent[i]).toBeGreaterThan(data.parent[i - 1]);
        sum += data.parentWeight[i];
      }
      expect(sum).toBeCloseTo(1, 14);
    }
    expect(data.parentPtr.length).toBe(data.nodes + 1);
    expect([...data.level].filter((l) => l === 3).length).toBe(8);
  });
});
