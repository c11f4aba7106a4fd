import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../src/core/random.ts';
import { voxelize } from '../../../../src/geometry/voxels/voxelize.ts';
import { embedFramePoints } from '../../../../src/models/frames/build/embed.ts';
import { createLattice } from '../../../../src/models/frames/build/lattice.ts';
import { placeNodes } from '../../../../src/models/frames/build/nodes.ts';
import { buildPoints } from '../../../../src/models/frames/build/points.ts';
import { cutRegions } from '../../../../src/models/frames/build/regions.ts';
import { createShape } from '../../../../src/models/frames/build/shape.ts';
import type { IntegrationPoints } from '../../../../src/models/frames/model.ts';
import { block, union } from '../../../geometry/shapes.ts';
import { bar, build, hook, sphere, wall } from './bodies.ts';
import { AT_REST, everywhere, pushPoint } from './statics.ts';

/** F_a of point e, nine numbers. */
function gradient(points: IntegrationPoints, e: number, a: number, D: Float64Array): number[] {
  const F = new Array<number>(9).fill(0);
  for (let i = points.ptr[e]; i < points.ptr[e + 1]; i++)
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++)
        for (let p = 0; p < 4; p++)
          F[3 * r + c] +=
            D[12 * points.node[i] + 4 * r + p] * points.H[48 * i + 12 * a + 3 * p + c];
  return F;
}

const farFrom = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i])));

describe('integration points', () => {
  it('see an affine motion of all frames exactly, and no more', () => {
    const random = createRandom(5);
    const D = Array.from({ length: 12 }, () => random.range(-2, 2));
    const linear = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => D[i]);
    for (const data of [
      build(bar(), { voxel: 1 / 32, regions: [wall()] }),
      build(sphere(), { voxel: 0.08 }),
      build(hook(0.05), { voxel: 0.05, pointsPerFrame: 1 }),
    ]) {
      const all = everywhere(data.nodes, D);
      for (let e = 0; e < data.points.count; e++) {
        expect(farFrom(gradient(data.points, e, 0, all), linear)).toBeLessThan(1e-12);
        for (let a = 1; a < 4; a++)
          expect(Math.max(...gradient(data.points, e, a, all).map(Math.abs))).toBeLessThan(1e-12);
      }
    }
  });

  it('share out the whole volume, and lie within the body', () => {
    const data = build(bar(), { voxel: 1 / 32 });
    expect(data.points.volume.reduce((a, b) => a + b, 0)).toBeCloseTo(0.0625, 12);
    expect(data.points.count).toBe(60);
    const centre = [0, 0, 0];
    data.points.volume.forEach((v, e) => {
      for (let d = 0; d < 3; d++) centre[d] += (v / 0.0625) * data.points.centre[3 * e + d];
    });
    expect(farFrom(centre, [0.5, 0, 0])).toBeLessThan(1e-12);
    const ball = build(sphere());
    const volume = ball.points.volume.reduce((a, b) => a + b, 0);
    expect(Math.abs(volume / (Math.PI / 6) - 1)).toBeLessThan(2e-3);
  });

  it('of legs on one ground have no mean change of volume in common', () => {
    const legs = union(block(0.1, 0.3, 0.1, -0.4), block(0.1, 0.3, 0.1, 0.4));
    const ground = block(1, 0.1, 1, 0, -0.3);
    const { cell, centre, count } = build(legs, {
      voxel: 0.1,
      frames: [1, 4],
      regions: [ground],
    }).points;
    const sides = new Map<number, Set<boolean>>();
    for (let e = 0; e < count; e++) {
      const seen = sides.get(cell[e]) ?? new Set();
      sides.set(cell[e], seen.add(centre[3 * e] > 0));
    }
    for (const seen of sides.values()) expect(seen.size).toBe(1);
  });

  it('hold the mean and the first moments of the gradient of the map, by finite differences', () => {
    const lattice = createLattice(voxelize(hook(0.1), 0.1));
    const nodes = placeNodes(lattice, [], [1, 4, 9]);
    const shape = createShape(lattice, nodes, 8);
    const factor = new Float64Array(lattice.cells.length).fill(1);
    const regions = cutRegions(lattice, shape, nodes, factor, 6, 1e-9);
    const points = buildPoints(lattice, shape, nodes.count, regions, factor);
    const grid = { ...lattice.grid, ...lattice, ...shape };
    const random = createRandom(3);
    const D = everywhere(nodes.count, AT_REST).map((x) => x + random.range(-0.3, 0.3));
    const h = 1e-5;
    const [nx, ny] = lattice.grid.dims;
    for (let e = 0; e < regions.count; e++) {
      const mean = Array.from({ length: 4 }, () => new Array<number>(9).fill(0));
      const square = new Array<number>(9).fill(0);
      const cells = regions.cells.subarray(regions.ptr[e], regions.ptr[e + 1]);
      for (const i of cells) {
        const c = lattice.cells[i];
        const corner = [c % nx, Math.floor(c / nx) % ny, Math.floor(c / (nx * ny))];
        // Three Gauss points an axis: a rule of its own.
        for (let g = 0; g < 27; g++) {
          const turn = [g % 3, Math.floor(g / 3) % 3, Math.floor(g / 9)];
          const at = turn.map(
            (t, d) => grid.origin[d] + 0.1 * (corner[d] + 0.5 + (t - 1) * Math.sqrt(0.15)),
          );
          const weight = turn.reduce((w, t) => (w * (t === 1 ? 4 : 2.5)) / 9, 1) / cells.length;
          const xi = coordinates(points, e, at);
          for (let p = 0; p < 3; p++)
            for (let q = 0; q < 3; q++) square[3 * p + q] += weight * xi[p] * xi[q];
          for (let col = 0; col < 3; col++) {
            const place = Float64Array.from([...at, ...at]);
            place[col] += h;
            place[3 + col] -= h;
            const weights = embedFramePoints(grid, place);
            const [plus, minus] = [pushPoint(weights, 0, D), pushPoint(weights, 1, D)];
            for (let r = 0; r < 3; r++) {
              const slope = (plus[r] - minus[r]) / (2 * h);
              for (let a = 0; a < 4; a++)
                mean[a][3 * r + col] += weight * slope * (a === 0 ? 1 : xi[a - 1]);
            }
          }
        }
      }
      expect(farFrom(square, [1, 0, 0, 0, 1, 0, 0, 0, 1])).toBeLessThan(1e-12);
      for (let a = 0; a < 4; a++)
        expect(farFrom(gradient(points, e, a, D), mean[a])).toBeLessThan(1e-8);
    }
  });

  it('keep soft and stiff matter apart', () => {
    const stiffness: (x: Float64Array, n: number, out: Float64Array) => void = (x, n, out) => {
      for (let i = 0; i < n; i++) out[i] = x[3 * i] < 0.4 ? 1 : 10;
    };
    const { points } = build(bar(), { voxel: 1 / 40, stiffness });
    const mixed = points.factor.filter((f) => f > 1.5 && f < 9.5).length;
    expect(mixed).toBeLessThanOrEqual(2);
    const mean = points.volume.reduce((s, v, e) => s + (v * points.factor[e]) / 0.0625, 0);
    expect(mean).toBeCloseTo(0.4 + 6, 10);
  });
});

/** ξ of a place: p̄ = centre + axes·ξ, axes orthogonal. */
function coordinates(points: IntegrationPoints, e: number, at: readonly number[]): number[] {
  return [0, 1, 2].map((a) => {
    let along = 0;
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const axis = points.axes[9 * e + 3 * d + a];
      along += axis * (at[d] - points.centre[3 * e + d]);
      square += axis * axis;
    }
    return along / square;
  });
}
