import type { TriangleMesh } from '../types.ts';

/** A mesh grows at most to so many triangles. */
const MOST_TRIANGLES = 20_000;

/**
 * The same surface in triangles whose edges are at most about `length` metres long: each is cut into four until they
 * are.
 */
export function subdivide(mesh: TriangleMesh, length: number): TriangleMesh {
  let { positions, triangles } = mesh;
  while (longestEdge(positions, triangles) > length && 4 * triangles.length <= 3 * MOST_TRIANGLES) {
    const points = Array.from(positions);
    const middles = new Map<number, number>();
    const n = positions.length / 3;
    const middle = (a: number, b: number): number => {
      const key = Math.min(a, b) * n + Math.max(a, b);
      let index = middles.get(key);
      if (index === undefined) {
        index = points.length / 3;
        middles.set(key, index);
        for (let c = 0; c < 3; c++) points.push((points[3 * a + c] + points[3 * b + c]) / 2);
      }
      return index;
    };
    const finer: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.subarray(t, t + 3);
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      finer.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    positions = Float64Array.from(points);
    triangles = Int32Array.from(finer);
  }
  return { positions, triangles };
}

function longestEdge(x: Float64Array, triangles: Int32Array): number {
  let most = 0;
  for (let t = 0; t < triangles.length; t++) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t % 3 === 2 ? t - 2 : t + 1];
    const square = (x[a] - x[b]) ** 2 + (x[a + 1] - x[b + 1]) ** 2 + (x[a + 2] - x[b + 2]) ** 2;
    most = Math.max(most, square);
  }
  return Math.sqrt(most);
}
