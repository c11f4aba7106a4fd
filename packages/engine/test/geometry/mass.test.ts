import { describe, expect, it } from 'vitest';
import { meshMass, tetMass, voxelMass } from '../../src/geometry/mass.ts';
import { boxMesh, cylinderMesh, icosphere, torusMesh } from '../../src/geometry/mesh/primitives.ts';
import { boxGrid } from '../../src/geometry/tets/box-grid.ts';
import { voxelize } from '../../src/geometry/voxels/voxelize.ts';
import { block } from './shapes.ts';

const boxInertia = (m: number, a: number, b: number, c: number): number[] => {
  const [x, y, z] = [
    (m * (b * b + c * c)) / 12,
    (m * (a * a + c * c)) / 12,
    (m * (a * a + b * b)) / 12,
  ];
  return [x, 0, 0, 0, y, 0, 0, 0, z];
};
const close = (got: ArrayLike<number>, want: ArrayLike<number>, tolerance: number): void => {
  expect(got.length).toBe(want.length);
  for (let i = 0; i < want.length; i++) expect(Math.abs(got[i] - want[i])).toBeLessThan(tolerance);
};

describe('mass properties', () => {
  it('of a box are the textbook ones: as a mesh, as tets, as voxels, and far from the origin', () => {
    const want = boxInertia(1000 * 0.24, 0.4, 0.6, 1);
    const mesh = boxMesh([0.4, 0.6, 1]);
    for (let i = 0; i < mesh.positions.length; i += 3) mesh.positions[i] += 1000;
    const grid = voxelize(block(0.2, 0.3, 0.5, 1, 2, 3), 0.05);
    for (const [got, centre] of [
      [meshMass(mesh), [1000, 0, 0]],
      [tetMass(boxGrid([0.4, 0.6, 1], [2, 3, 4], { centre: [-1, 0, 2] })), [-1, 0, 2]],
      [voxelMass(grid), [1, 2, 3]],
    ] as const) {
      expect(got.volume).toBeCloseTo(0.24, 9);
      expect(got.mass).toBeCloseTo(240, 6);
      close(got.centre, centre, 1e-9);
      close(got.inertia, want, 1e-6);
    }
  });

  it('of a fine sphere, torus and cylinder approach the formulas', () => {
    const ball = meshMass(icosphere(1, 5), 1);
    expect(ball.volume).toBeCloseTo((4 / 3) * Math.PI, 2);
    expect(ball.inertia[0] / ball.mass).toBeCloseTo(0.4, 2);
    const ring = meshMass(torusMesh(1, 0.3, 160, 80), 1);
    expect(ring.volume).toBeCloseTo(2 * Math.PI ** 2 * 0.09, 2);
    expect(ring.inertia[8] / ring.mass).toBeCloseTo(1 + 0.75 * 0.09, 2);
    const can = meshMass(cylinderMesh(0.5, 2, 200, 3), 1);
    expect(can.volume).toBeCloseTo(Math.PI / 2, 2);
    expect(can.inertia[8] / can.mass).toBeCloseTo(0.125, 3);
  });

  it('follow the density of each tet', () => {
    const mesh = boxGrid([2, 1, 1], [2, 1, 1]);
    const density = new Float64Array(10).fill(1).fill(3, 5);
    const got = tetMass(mesh, density);
    expect(got.mass).toBeCloseTo(4, 12);
    close(got.centre, [0.25, 0, 0], 1e-12);
  });

  it('refuse a mesh that is inside out', () => {
    const mesh = boxMesh();
    mesh.triangles.reverse();
    expect(() => meshMass(mesh)).toThrow(/repairMesh/);
  });
});
