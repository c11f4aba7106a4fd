import { createTripleMap, faceId, tripleId } from '../../geometry/triple-map.ts';
import type { TriangleMesh } from '../../geometry/types.ts';

/**
 * A coarser surface of at most about `most` vertices, for looking at where a fine one is: vertices in the same cube
 * become the one nearest to their middle, with its attributes, so it keeps to the surface. The mesh itself if it is
 * small enough.
 */
export function simplify(mesh: TriangleMesh, most: number): TriangleMesh {
  let simple = mesh;
  const { positions } = mesh;
  const low = [Infinity, Infinity, Infinity];
  let size = 0;
  for (let i = 0; i < positions.length; i++) low[i % 3] = Math.min(low[i % 3], positions[i]);
  for (let i = 0; i < positions.length; i++) size = Math.max(size, positions[i] - low[i % 3]);
  // A surface meets about 3 n² of n³ cubes.
  for (
    let along = Math.floor(Math.sqrt(most / 2));
    simple.positions.length > 3 * most;
    along = Math.floor(0.8 * along)
  ) {
    simple = cluster(mesh, low, size / along);
  }
  return simple;
}

function cluster(
  { positions: x, triangles, attributes }: TriangleMesh,
  low: readonly number[],
  cell: number,
): TriangleMesh {
  const n = x.length / 3;
  const cubes = createTripleMap(n);
  const of = new Int32Array(n);
  for (let v = 0; v < n; v++) {
    const at = (d: number): number => Math.floor((x[3 * v + d] - low[d]) / cell);
    of[v] = tripleId(cubes, at(0), at(1), at(2));
  }
  const mean = new Float64Array(4 * cubes.count);
  for (let v = 0; v < n; v++) {
    for (let d = 0; d < 3; d++) mean[4 * of[v] + d] += x[3 * v + d];
    mean[4 * of[v] + 3]++;
  }
  const best = new Float64Array(cubes.count).fill(Infinity);
  const positions = new Float64Array(3 * cubes.count);
  const from = new Int32Array(cubes.count);
  for (let v = 0; v < n; v++) {
    const c = of[v];
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const away = x[3 * v + d] - mean[4 * c + d] / mean[4 * c + 3];
      square += away * away;
    }
    if (!(square < best[c])) continue;
    best[c] = square;
    from[c] = v;
    for (let d = 0; d < 3; d++) positions[3 * c + d] = x[3 * v + d];
  }
  const faces = createTripleMap(triangles.length / 3);
  const kept: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [of[triangles[t]], of[triangles[t + 1]], of[triangles[t + 2]]];
    if (a === b || b === c || c === a) continue;
    const before = faces.count;
    faceId(faces, a, b, c);
    if (faces.count > before) kept.push(a, b, c);
  }
  const out: TriangleMesh = { positions, triangles: Int32Array.from(kept) };
  if (attributes !== undefined) {
    out.attributes = {};
    for (const [name, values] of Object.entries(attributes))
      out.attributes[name] = Float64Array.from(from, (v) => values[v]);
  }
  return out;
}
