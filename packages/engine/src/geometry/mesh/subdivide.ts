import { MOST_DIVIDED } from '../numbers.ts';
import type { TriangleMesh } from '../types.ts';

/**
 * The same surface in triangles whose edges are at most `length` metres long: longer ones are halved, until there are
 * none or too many triangles. The mesh itself if it has no longer ones. Vertices keep their numbers.
 */
export function subdivide(mesh: TriangleMesh, length: number): TriangleMesh {
  let now = mesh;
  while (4 * now.triangles.length <= 3 * MOST_DIVIDED) {
    const finer = halveLong(now, length);
    if (finer === null) break;
    now = finer;
  }
  return now;
}

/** With a vertex in the middle of every edge that is longer than `length`; null if there is none. */
function halveLong(mesh: TriangleMesh, length: number): TriangleMesh | null {
  const { positions: x, triangles } = mesh;
  const n = x.length / 3;
  const points: number[] = [];
  const middles = new Map<number, number>();
  /** The vertex in the middle of an edge, −1 if the edge is short enough. */
  const middle = (a: number, b: number): number => {
    const [p, q] = [3 * a, 3 * b];
    const square = (x[p] - x[q]) ** 2 + (x[p + 1] - x[q + 1]) ** 2 + (x[p + 2] - x[q + 2]) ** 2;
    if (square <= length * length) return -1;
    const key = Math.min(a, b) * n + Math.max(a, b);
    let index = middles.get(key);
    if (index === undefined) {
      index = n + points.length / 3;
      middles.set(key, index);
      for (let c = 0; c < 3; c++) points.push((x[p + c] + x[q + c]) / 2);
    }
    return index;
  };
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    cut(out, [a, b, c], [middle(a, b), middle(b, c), middle(c, a)]);
  }
  if (points.length === 0) return null;
  const positions = new Float64Array(x.length + points.length);
  positions.set(x);
  positions.set(points, x.length);
  return { positions, triangles: Int32Array.from(out) };
}

/** Appends a triangle, cut at the middles it has: middle k is that of the edge from corner k. */
function cut(out: number[], corners: number[], middles: number[]): void {
  const count = middles.filter((m) => m >= 0).length;
  // Turned so that with one the first edge is cut, and with two the last is whole.
  const first =
    count === 1 ? middles.findIndex((m) => m >= 0) : (middles.findIndex((m) => m < 0) + 1) % 3;
  const [a, b, c] = [0, 1, 2].map((k) => corners[(first + k) % 3]);
  const [ab, bc, ca] = [0, 1, 2].map((k) => middles[(first + k) % 3]);
  if (count === 0) out.push(a, b, c);
  else if (count === 1) out.push(a, ab, c, ab, b, c);
  else if (count === 2) out.push(ab, b, bc, a, ab, bc, a, bc, c);
  else out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
}
