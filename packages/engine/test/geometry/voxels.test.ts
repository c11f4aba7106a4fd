import { describe, expect, it } from 'vitest';
import type { VoxelGrid } from '../../src/geometry/types.ts';
import {
  createGeodesic,
  geodesicDistances,
  spreadFrom,
} from '../../src/geometry/voxels/geodesic.ts';
import { farthestCells, lloydLevels, lloydSamples } from '../../src/geometry/voxels/lloyd.ts';
import {
  cellCentre,
  insideCells,
  voxelComponents,
  voxelize,
} from '../../src/geometry/voxels/voxelize.ts';
import { ball, blob, block, ring, union } from './shapes.ts';

const centreOf = (grid: VoxelGrid, c: number): Float64Array => {
  const out = new Float64Array(3);
  cellCentre(out, 0, grid, c);
  return out;
};
const nearestCell = (grid: VoxelGrid, ...at: number[]): number => {
  const away = (c: number): number => Math.hypot(...centreOf(grid, c).map((x, d) => x - at[d]));
  return [...insideCells(grid)].reduce((a, b) => (away(b) < away(a) ? b : a));
};
/** Two arms, 0.2 apart, joined at the left end. */
const hook = (): VoxelGrid =>
  voxelize(
    union(block(1, 0.1, 0.1, 0, 0.2), block(1, 0.1, 0.1, 0, -0.2), block(0.1, 0.3, 0.1, -0.9)),
    0.05,
  );

describe('voxels', () => {
  it('agree with the shape cell by cell, though most are settled in blocks', () => {
    for (const sdf of [ball(), ring(), blob(), block(1, 0.3, 0.2)]) {
      const grid = voxelize(sdf, 0.07);
      const n = grid.inside.length;
      const xyz = new Float64Array(3 * n);
      for (let c = 0; c < n; c++) cellCentre(xyz, 3 * c, grid, c);
      const d = new Float64Array(n);
      sdf.evaluate(xyz, n, d);
      expect(grid.inside).toEqual(Uint8Array.from(d, (x) => (x < 0 ? 1 : 0)));
    }
  });

  it('fall into pieces, of which the largest can be kept', () => {
    const two = union(block(0.5, 0.5, 0.5), block(0.2, 0.2, 0.2, 2));
    expect([...voxelComponents(voxelize(two, 0.1)).sizes]).toEqual([1000, 64]);
    const grid = voxelize(two, 0.1, { keep: 'largest' });
    expect(insideCells(grid).length).toBe(1000);
  });

  it('refuse a cell that misses the shape or floods the memory', () => {
    expect(() => voxelize(ring(1, 0.01), 0.6)).toThrow(/cell: must be smaller for a shape of/);
    expect(() => voxelize(ball(), 1e-5)).toThrow(/Make it larger/);
    expect(() => voxelize(ball(), Number.NaN)).toThrow(/cell: must be/);
  });
});

describe('geodesic distances', () => {
  it('are Euclidean in a convex body', () => {
    const grid = voxelize(ball(), 0.1);
    const source = nearestCell(grid, -0.8, 0.1, 0.2);
    const distance = geodesicDistances(grid, [source]);
    const from = centreOf(grid, source);
    for (const c of insideCells(grid)) {
      const d = Math.hypot(...centreOf(grid, c).map((x, i) => x - from[i]));
      expect(distance[c]).toBeGreaterThan(d - 1e-12);
      // Voxels of a ball have small steps at their surface, which block a few lines of sight.
      expect(distance[c]).toBeLessThan(d * 1.02 + 1e-12);
    }
    const box = voxelize(block(0.5, 0.4, 0.3), 0.1);
    const cells = insideCells(box);
    const exact = geodesicDistances(box, [cells[3]]);
    const at = centreOf(box, cells[3]);
    for (const c of cells) {
      expect(exact[c]).toBeCloseTo(Math.hypot(...centreOf(box, c).map((x, i) => x - at[i])), 12);
    }
  });

  it('go round the gap of a hook', () => {
    const grid = hook();
    const distance = geodesicDistances(grid, [nearestCell(grid, 0.95, 0.125, 0.025)]);
    const other = distance[nearestCell(grid, 0.95, -0.125, 0.025)];
    // A taut string along the arm to the inner corner at (−0.8, 0.1), across, and back.
    const want = 2 * Math.hypot(1.725, 0.025) + 0.2;
    expect(Math.abs(other / want - 1)).toBeLessThan(0.02);
  });

  it('round half a ring are within four percent of the taut string', () => {
    const grid = voxelize(ring(1, 0.3), 0.05);
    const distance = geodesicDistances(grid, [nearestCell(grid, 1, 0, 0)]);
    // From radius 1, along tangents to the inner circle of radius 0.7 and along its arc.
    const tangent = Math.sqrt(1 - 0.49);
    const want = 2 * tangent + 0.7 * (Math.PI - 2 * Math.acos(0.7));
    expect(Math.abs(distance[nearestCell(grid, -1, 0, 0)] / want - 1)).toBeLessThan(0.04);
  });

  it('do not leak through a corner where cells merely touch', () => {
    const inside = new Uint8Array(8);
    inside[0] = inside[3] = inside[7] = 1;
    const grid: VoxelGrid = { origin: [0, 0, 0], cell: 1, dims: [2, 2, 2], inside };
    expect([...geodesicDistances(grid, [0])].filter(Number.isFinite)).toEqual([0]);
    expect([...geodesicDistances(grid, [3])].filter(Number.isFinite)).toEqual([0, 1]);
  });

  it('stop at the radius, and cost nothing beyond it', () => {
    const grid = voxelize(blob(), 0.1);
    const field = createGeodesic(grid);
    const source = nearestCell(grid, 0, 0, 0);
    spreadFrom(field, [source]);
    const all = field.distance.slice();
    const n = spreadFrom(field, [source], { radius: 0.5 });
    expect(n).toBe(all.filter((d) => d <= 0.5).length);
    for (let c = 0; c < all.length; c++)
      expect(field.distance[c]).toBe(all[c] <= 0.5 ? all[c] : Infinity);
  });

  it('of several sources are the least of each alone, with its label', () => {
    const grid = hook();
    const field = createGeodesic(grid);
    const sources = farthestCells(field, 4);
    const each = [...sources].map((s) => geodesicDistances(grid, [s]));
    spreadFrom(field, sources);
    for (const c of insideCells(grid)) {
      const least = Math.min(...each.map((d) => d[c]));
      expect(field.distance[c]).toBeGreaterThan(least - 1e-9);
      expect(field.distance[c]).toBeLessThan(least * 1.02 + 1e-9);
      expect(each[field.label[c]][c]).toBeLessThan(least * 1.02 + 1e-9);
    }
  });

  it('refuse a source outside the solid', () => {
    expect(() => geodesicDistances(hook(), [0, -5])).toThrow(/sources\[\d\]: cell/);
  });
});

describe('Lloyd samples', () => {
  it('of a bar divide it evenly', () => {
    const grid = voxelize(block(1, 0.1, 0.1), 0.05);
    const { positions, labels } = lloydSamples(grid, 4);
    const x = [0, 1, 2, 3].map((i) => positions[3 * i]).sort((a, b) => a - b);
    [-0.75, -0.25, 0.25, 0.75].forEach((want, i) => {
      expect(Math.abs(x[i] - want)).toBeLessThan(0.06);
    });
    const sizes = [0, 0, 0, 0];
    for (const c of insideCells(grid)) sizes[labels[c]]++;
    expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.2);
  });

  it('one sample is the middle; all are different cells inside; the same every time', () => {
    const grid = voxelize(blob(), 0.1);
    expect(Math.hypot(...lloydSamples(grid, 1).positions)).toBeLessThan(0.2);
    const { cells } = lloydSamples(grid, 30);
    expect(new Set(cells).size).toBe(30);
    expect(cells.every((c) => grid.inside[c] === 1)).toBe(true);
    expect(lloydSamples(grid, 30).cells).toEqual(cells);
  });

  it('of finer levels keep those of coarser ones', () => {
    const levels = lloydLevels(hook(), [1, 3, 9]);
    expect(levels.map((l) => l.cells.length)).toEqual([1, 3, 9]);
    expect(levels[1].cells[0]).toBe(levels[0].cells[0]);
    expect(levels[2].cells.subarray(0, 3)).toEqual(levels[1].cells);
    expect(() => lloydLevels(hook(), [3, 3])).toThrow(/counts\[1\]/);
  });

  it('reach every piece if there are enough of them', () => {
    const grid = voxelize(union(block(0.5, 0.5, 0.5), block(0.2, 0.2, 0.2, 2)), 0.1);
    const { labels } = lloydSamples(grid, 2);
    expect(insideCells(grid).every((c) => labels[c] >= 0)).toBe(true);
    expect(() => lloydSamples(grid, 1065)).toThrow(/count: must be at most 1064/);
    expect(lloydSamples(grid, 1064).cells.length).toBe(1064);
  });
});
