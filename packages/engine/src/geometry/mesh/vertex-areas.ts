import type { TriangleMesh } from '../types.ts';

/** Area that belongs to each vertex [m²]: a third of every triangle at it. */
export function vertexAreas({ positions: p, triangles }: TriangleMesh): Float64Array {
  const areas = new Float64Array(p.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const u = [0, 1, 2].map((k) => p[3 * b + k] - p[3 * a + k]);
    const v = [0, 1, 2].map((k) => p[3 * c + k] - p[3 * a + k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const third = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 6;
    for (const i of [a, b, c]) areas[i] += third;
  }
  return areas;
}
