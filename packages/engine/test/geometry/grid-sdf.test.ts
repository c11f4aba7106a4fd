import { expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import { gridSdf } from '../../src/geometry/sdf/grid.ts';
import { meshSdf } from '../../src/geometry/sdf/mesh.ts';
import { extractSurface } from '../../src/geometry/surface/surface.ts';
import { voxelize } from '../../src/geometry/voxels/voxelize.ts';
import { findDistances } from '../../src/models/octree/build/distance.ts';

test('distances on a grid are those to the mesh: exact at the centres near it, to a part of a cell elsewhere', () => {
  const shape = compileShape({ type: 'ellipsoid', radii: [0.3, 0.2, 0.25] }, {});
  const cell = 0.04;
  const mesh = extractSurface(shape, cell);
  const exact = meshSdf(mesh);
  const grid = voxelize(exact, cell, { bounds: [-0.4, -0.3, -0.35, 0.4, 0.3, 0.35] });
  const field = gridSdf(findDistances(mesh, grid));
  const [nx, ny, nz] = grid.dims;
  const centres = new Float64Array(3 * nx * ny * nz);
  for (let k = 0; k < nx * ny * nz; k++) {
    const at = [k % nx, Math.floor(k / nx) % ny, Math.floor(k / (nx * ny))];
    for (let c = 0; c < 3; c++) centres[3 * k + c] = grid.origin[c] + cell * (at[c] + 0.5);
  }
  const [d, e] = [new Float64Array(nx * ny * nz), new Float64Array(nx * ny * nz)];
  field.evaluate(centres, d.length, d);
  exact.evaluate(centres, e.length, e);
  let [near, far] = [0, 0];
  d.forEach((value, k) => {
    const miss = Math.abs(value - e[k]);
    if (Math.abs(e[k]) < cell) near = Math.max(near, miss);
    else far = Math.max(far, miss);
  });
  expect(near).toBeLessThan(1e-12);
  expect(far).toBeLessThan(0.2 * cell);
  const random = createRandom(3);
  const points = Float64Array.from({ length: 3000 }, () => random.range(-0.6, 0.6));
  field.evaluate(points, 1000, d);
  exact.evaluate(points, 1000, e);
  for (let i = 0; i < 1000; i++) {
    if (e[i] < 0.1 && e[i] > -0.1) expect(Math.abs(d[i] - e[i])).toBeLessThan(0.15 * cell);
    expect(Math.sign(d[i]) === Math.sign(e[i]) || Math.abs(e[i]) < 0.15 * cell).toBe(true);
  }
});
