import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { checkMesh } from '../../src/geometry/mesh/check.ts';
import { tetComponents, tetSurface, tetVolumes } from '../../src/geometry/tets/mesh.ts';
import { dihedralRange, tetQualities } from '../../src/geometry/tets/quality.ts';
import { stuffTets } from '../../src/geometry/tets/stuff.ts';
import { ball, blob, block, ring, sdfOf, union } from './shapes.ts';

const shapes = {
  sphere: { sdf: ball(), volume: (4 / 3) * Math.PI },
  torus: { sdf: ring(), volume: 2 * Math.PI ** 2 * 0.35 ** 2 },
  blob: { sdf: blob(), volume: 4.2155 },
  box: { sdf: block(1, 0.6, 0.4), volume: 1.92 },
};
const degrees = 180 / Math.PI;

describe('isosurface stuffing', () => {
  for (const [name, { sdf, volume }] of Object.entries(shapes)) {
    for (const cell of [0.25, 0.13, 0.09]) {
      it(`fills a ${name} with good tets at cell ${cell}`, () => {
        const mesh = stuffTets(sdf, cell);
        const volumes = tetVolumes(mesh);
        expect(volumes.every((v) => v > 0)).toBe(true);
        const total = volumes.reduce((a, b) => a + b, 0);
        expect(Math.abs(total - volume) / volume).toBeLessThan(2 * cell * cell + 0.02);
        const [low, high] = dihedralRange(mesh);
        expect(low * degrees).toBeGreaterThan(10);
        expect(high * degrees).toBeLessThan(165);
        expect(tetQualities(mesh).every((q) => q > 0.15)).toBe(true);
        expect(checkMesh(tetSurface(mesh).mesh)).toEqual([]);
        expect(tetComponents(mesh).count).toBe(1);
      });
    }
  }

  it('keeps its angles for balls anywhere on the lattice and of any size', () => {
    const random = createRandom(7);
    for (let k = 0; k < 40; k++) {
      const [x, y, z] = [random.next(), random.next(), random.next()];
      const r = random.range(0.8, 2.2);
      // Bounds that do not follow the ball's middle, so that it lies anywhere on the lattice.
      const sdf = sdfOf([-3, -3, -3, 4, 4, 4], (a, b, c) => Math.hypot(a - x, b - y, c - z) - r);
      const mesh = stuffTets(sdf, 0.5);
      const [low, high] = dihedralRange(mesh);
      expect(low * degrees).toBeGreaterThan(10);
      expect(high * degrees).toBeLessThan(165);
      expect(checkMesh(tetSurface(mesh).mesh)).toEqual([]);
    }
  });

  it('puts boundary vertices on the surface, or as far out as it is told to grow', () => {
    for (const grow of [0, 0.03]) {
      const surface = tetSurface(stuffTets(ball(), 0.2, { grow })).mesh;
      for (let i = 0; i < surface.positions.length; i += 3) {
        const r = Math.hypot(...surface.positions.subarray(i, i + 3));
        expect(Math.abs(r - 1 - grow)).toBeLessThan(1e-6);
      }
    }
  });

  it('has vertices on planes that are asked for, and good tets beside them', () => {
    const random = createRandom(3);
    for (let k = 0; k < 20; k++) {
      const at = random.range(-0.55, 0.55);
      const mesh = stuffTets(ball(), 0.3, { planes: [[], [at], []] });
      let on = 0;
      for (let i = 1; i < mesh.positions.length; i += 3) if (mesh.positions[i] === at) on++;
      expect(on).toBeGreaterThan(12);
      const { positions } = tetSurface(mesh).mesh;
      for (let i = 0; i < positions.length; i += 3)
        expect(Math.abs(Math.hypot(...positions.subarray(i, i + 3)) - 1)).toBeLessThan(1e-5);
      expect(tetVolumes(mesh).every((v) => v > 0)).toBe(true);
      const [low, high] = dihedralRange(mesh);
      expect(low * degrees).toBeGreaterThan(7);
      expect(high * degrees).toBeLessThan(168);
    }
  });

  it('leaves out a plane that would squeeze a row of cubes', () => {
    const mesh = stuffTets(ball(), 0.3, { planes: [[], [-0.97], []] });
    expect(mesh).toEqual(stuffTets(ball(), 0.3));
  });

  it('drops all but the largest piece if asked', () => {
    const two = union(block(0.5, 0.5, 0.5), block(0.2, 0.2, 0.2, 2, 0, 0));
    expect(tetComponents(stuffTets(two, 0.1)).count).toBe(2);
    const one = stuffTets(two, 0.1, { keep: 'largest' });
    expect(tetComponents(one).count).toBe(1);
    expect(tetVolumes(one).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 1);
  });

  it('gives the same bits every time', () => {
    expect(stuffTets(blob(), 0.2)).toEqual(stuffTets(blob(), 0.2));
  });

  it('says so when a shape slips through the lattice', () => {
    const sheet = sdfOf([-1, -1, 0.1, 1, 1, 0.13], (_x, _y, z) => Math.abs(z - 0.115) - 0.015);
    expect(() => stuffTets(sheet, 0.5)).toThrow(
      /cell: must be smaller for a shape of 2 × 2 × 0.03 m, got 0.5/,
    );
    expect(() => stuffTets(ball(), -1)).toThrow(/cell: must be a positive length/);
    const half = sdfOf([-Infinity, 0, 0, 1, 1, 1], (x) => x);
    expect(() => stuffTets(half, 0.5)).toThrow(/bounds: must be finite/);
    expect(() => stuffTets(ball(), 1e-4)).toThrow(/Use a larger cell/);
  });
});
