import './all.ts';
import { describe, expect, it } from 'vitest';
import { typescriptKernels } from '../../src/kernels/kernels.ts';

describe('vertex normals', () => {
  it('point outward on a tetrahedron and weigh faces by area', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 9, 9, 9);
    const triangles = Int32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);
    const normals = new Float32Array(15).fill(7);
    typescriptKernels.vertexNormals(normals, positions, triangles, 5, 4);
    // Twice the areas of the three faces at the origin: 2, 3 and 6, against the axes z, y, x.
    const want = [-6, -3, -2].map((value) => value / 7);
    for (let i = 0; i < 3; i++) expect(normals[i]).toBeCloseTo(want[i], 6);
    for (let v = 0; v < 4; v++) {
      const [x, y, z] = normals.subarray(3 * v, 3 * v + 3);
      expect(x * x + y * y + z * z).toBeCloseTo(1, 6);
    }
    expect([...normals.subarray(12)]).toEqual([0, 0, 0]);
  });
});
