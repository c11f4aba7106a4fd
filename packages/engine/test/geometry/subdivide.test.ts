import { expect, test } from 'vitest';
import { meshMass } from '../../src/geometry/mass.ts';
import { checkMesh } from '../../src/geometry/mesh/check.ts';
import { subdivide } from '../../src/geometry/mesh/subdivide.ts';

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

test('it stops at what memory bears', () => {
  expect(subdivide(tetrahedron, 1e-9).triangles.length).toBeLessThanOrEqual(60_000);
});
