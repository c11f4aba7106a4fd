import { meshEdges } from '../../src/geometry/mesh/edges.ts';
import type { TriangleMesh } from '../../src/geometry/types.ts';

/** Every face cut in four at the middles of its sides; the old vertices come first. */
export function quartered({ positions, triangles }: TriangleMesh): TriangleMesh {
  const edges = meshEdges(triangles);
  const n = positions.length / 3;
  const out = new Float64Array(positions.length + 3 * edges.count);
  out.set(positions);
  for (let e = 0; e < edges.count; e++) {
    for (let d = 0; d < 3; d++)
      out[3 * (n + e) + d] =
        (positions[3 * edges.ends[3 * e] + d] + positions[3 * edges.ends[3 * e + 1] + d]) / 2;
  }
  const faces: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const [ab, bc, ca] = [0, 1, 2].map((k) => n + edges.edgeOf[t + k]);
    faces.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return { positions: out, triangles: Int32Array.from(faces) };
}
