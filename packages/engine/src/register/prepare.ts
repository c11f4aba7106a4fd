import { check } from '../core/errors.ts';
import { boundsOf, diagonalOf } from '../geometry/bounds.ts';
import { meshEdges, sidesAt } from '../geometry/mesh/edges.ts';
import { isFlat } from '../geometry/mesh/triangles.ts';
import { remapVertices, weldMap } from '../geometry/mesh/weld.ts';
import type { TriangleMesh } from '../geometry/types.ts';

/** A mesh to compute with: welded, without triangles that have no area, faces outwards if it is closed. */
export interface Prepared {
  readonly mesh: TriangleMesh;
  readonly isClosed: boolean;
  /** True if it was turned inside out. */
  readonly wasFlipped: boolean;
  /** Triangles left out because they have no area. */
  readonly dropped: number;
}

/** Vertices closer than this part of the diagonal are one. */
const WELD = 1e-7;
const LEAST_FACES = 4;

/** Refuses numbers that are none and indices that point nowhere, naming the place. */
export function checkNumbers({ positions, triangles }: TriangleMesh, name: string): void {
  check(
    positions.length % 3 === 0 && triangles.length % 3 === 0 && positions.length > 0,
    () =>
      `must have three numbers a vertex and a face, got ${positions.length} and ${triangles.length}.`,
    name,
  );
  for (let i = 0; i < positions.length; i++) {
    // Squares of lengths must be finite, too.
    check(
      Math.abs(positions[i]) < 1e100,
      () => `must be a finite coordinate below 1e100, got ${positions[i]}. Export the mesh again.`,
      `${name}.positions[${i}]`,
    );
  }
  const n = positions.length / 3;
  for (let i = 0; i < triangles.length; i++) {
    check(
      triangles[i] >= 0 && triangles[i] < n,
      () => `asks for vertex ${triangles[i]}; there are ${n}, from 0.`,
      `${name}.triangles[${i}]`,
    );
  }
  check(
    diagonalOf(boundsOf(positions)) > 1e-100,
    () => 'is all in one place. Is it the right file?',
    name,
  );
}

/** Makes a mesh to compute with. `keep` leaves out faces for which it is false. */
export function prepareMesh(
  mesh: TriangleMesh,
  name: string,
  keep: (a: number, b: number, c: number) => boolean = () => true,
): Prepared {
  const map = weldMap(mesh.positions, WELD * diagonalOf(boundsOf(mesh.positions)));
  const kept: number[] = [];
  const { triangles: t, positions: x } = mesh;
  let dropped = 0;
  for (let i = 0; i < t.length; i += 3) {
    if (!keep(t[i], t[i + 1], t[i + 2])) continue;
    const [a, b, c] = [map[t[i]], map[t[i + 1]], map[t[i + 2]]];
    if (a === b || b === c || c === a || isFlat(x, a, b, c)) dropped++;
    else kept.push(a, b, c);
  }
  check(
    kept.length >= 3 * LEAST_FACES,
    () =>
      `has ${kept.length / 3} faces with an area${dropped > 0 ? ` (and ${dropped} without)` : ''}; at least ${LEAST_FACES} are needed. Export the surface, not only points.`,
    name,
  );
  const triangles = Int32Array.from(kept);
  const welded = remapVertices({ positions: x, triangles });
  const edges = meshEdges(welded.triangles);
  let isClosed = true;
  for (let e = 0; e < edges.count; e++) if (sidesAt(edges, e) === 1) isClosed = false;
  const wasFlipped = isClosed && volumeOf(welded) < 0;
  if (wasFlipped) flip(welded.triangles);
  return { mesh: welded, isClosed, wasFlipped, dropped };
}

/** Turns all faces. */
export function flip(triangles: Int32Array): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const b = triangles[t + 1];
    triangles[t + 1] = triangles[t + 2];
    triangles[t + 2] = b;
  }
}

function volumeOf({ positions: x, triangles }: TriangleMesh): number {
  const o = 3 * triangles[0];
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ax, ay, az] = [x[a] - x[o], x[a + 1] - x[o + 1], x[a + 2] - x[o + 2]];
    const [bx, by, bz] = [x[b] - x[o], x[b + 1] - x[o + 1], x[b + 2] - x[o + 2]];
    const [cx, cy, cz] = [x[c] - x[o], x[c + 1] - x[o + 1], x[c + 2] - x[o + 2]];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}
