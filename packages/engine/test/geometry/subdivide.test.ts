import { expect, test } from 'vitest';
import { meshMass } from '../../src/geometry/mass.ts';
import { checkMesh } from '../../src/geometry/mesh/check.ts';
import { subdivide } from '../../src/geometry/mesh/subdivide.ts';
import { pickContactPoints, spacingForSag } from '../../src/geometry/surface/contact-points.ts';

const tetrahedron = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  triangles: Int32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
};

test('a finer mesh is closed and bounds the same solid', () => {
  const finer = subdivide(tetrahedron, 0.2);
  expect(finer.triangles.length).toBe(3 * 4 * 4 ** 3);
  expect(checkMesh(finer).filter((fault) => fault.severity === 'error')).toEqual([]);
  expect(meshMass(finer).volume).toBeCloseTo(1 / 6, 12);
  // Corners stay what they are, and come first.
  expect(finer.positions.subarray(0, 12)).toEqual(tetrahedron.positions);
});

test('only what is too long is cut, and a mesh that is fine enough is itself', () => {
  const flat = {
    ...tetrahedron,
    positions: tetrahedron.positions.map((x, i) => (i % 3 < 2 ? x / 10 : x)),
  };
  const finer = subdivide(flat, 0.3);
  expect(checkMesh(finer).filter((fault) => fault.severity === 'error')).toEqual([]);
  expect(meshMass(finer).volume).toBeCloseTo(1 / 600, 12);
  // The short side stays whole: there are no vertices in its plane but its corners.
  expect(finer.positions.filter((z, i) => i % 3 === 2 && z === 0)).toHaveLength(3);
  expect(finer.positions.length / 3).toBeLessThan(20);
  expect(subdivide(finer, 0.3)).toBe(finer);
});

test('a box of twelve triangles touches with points all over its sides', () => {
  const at = (i: number): number[] => [0, 1, 2].map((c) => ((i >> c) & 1) - 0.5);
  const box = {
    positions: Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap(at)),
    // biome-ignore format: a triangle reads as three
    triangles: Int32Array.of(0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5),
  };
  const points = pickContactPoints(box, 0.1, 1000);
  // Nothing of the bottom is farther than a long edge from a point; corners come first.
  expect(points.subarray(0, 24).every((x) => Math.abs(x) === 0.5)).toBe(true);
  for (let x = -0.5; x <= 0.5; x += 0.1)
    for (let y = -0.5; y <= 0.5; y += 0.1) {
      let nearest = 1;
      for (let p = 0; p < points.length; p += 3)
        nearest = Math.min(
          nearest,
          Math.hypot(points[p] - x, points[p + 1] - y, points[p + 2] + 0.5),
        );
      expect(nearest).toBeLessThan(0.45);
    }
});

test('it stops at what memory bears', () => {
  expect(subdivide(tetrahedron, 1e-9).triangles.length).toBeLessThanOrEqual(60_000);
});

test('points on a round body are as near as its curvature asks for, on a flat one anything will do', () => {
  // Points on a sphere of radius r stand s²/8r above the chord between neighbours s apart.
  for (const step of [0.4, 0.2]) {
    const round = subdivide(octahedron(), step);
    const { positions: p } = round;
    for (let i = 0; i < p.length; i += 3) {
      const r = Math.hypot(p[i], p[i + 1], p[i + 2]);
      for (let c = i; c < i + 3; c++) p[c] *= 2 / r;
    }
    const spacing = spacingForSag(round, 0.001);
    expect(spacing).toBeGreaterThan(0.75 * Math.sqrt(8 * 2 * 0.001));
    expect(spacing).toBeLessThan(1.3 * Math.sqrt(8 * 2 * 0.001));
  }
  expect(spacingForSag(subdivide(octahedron(), 0.1), 0.001)).toBeGreaterThan(1e3);
});

function octahedron() {
  return {
    positions: Float64Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1),
    // biome-ignore format: a triangle reads as three
    triangles: Int32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5),
  };
}
