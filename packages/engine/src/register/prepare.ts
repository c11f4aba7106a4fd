import { check } from '../core/errors.ts';
import { boundsOf, diagonalOf } from '../geometry/bounds.ts';
import { edgeSteps, sidesAt } from '../geometry/mesh/edges.ts';
import { isFlat } from '../geometry/mesh/triangles.ts';
import { remapVertices, weldSteps } from '../geometry/mesh/weld.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { FLAT, LEAST_FACES, LEAST_POINTS, WELD } from './numbers.ts';

/** A mesh to compute with: welded, without triangles that have no area, faces outwards if it is closed. */
export interface Prepared {
  readonly mesh: TriangleMesh;
  readonly isClosed: boolean;
  /** True if it was turned inside out. */
  readonly wasFlipped: boolean;
  /** Triangles left out because they have no area. */
  readonly dropped: number;
}

/** Refuses numbers that are none and indices that point nowhere, naming the place. */
export function checkNumbers({ positions, triangles }: TriangleMesh, name: string): void {
  check(
    positions.length % 3 === 0 && triangles.length % 3 === 0 && positions.length > 0,
    () =>
      `must have three numbers a vertex and a face, got ${positions.length} and ${triangles.length}. Flat lists are wanted.`,
    name,
  );
  for (let i = 0; i < positions.length; i++) {
    // Squares of lengths must be finite, too.
    if (Math.abs(positions[i]) < 1e100) continue;
    check(
      false,
      () => `must be a finite coordinate below 1e100, got ${positions[i]}. Export the mesh again.`,
      `${name}.positions[${i}]`,
    );
  }
  const n = positions.length / 3;
  for (let i = 0; i < triangles.length; i++) {
    if (triangles[i] >= 0 && triangles[i] < n) continue;
    check(
      false,
      () => `asks for vertex ${triangles[i]}; there are ${n}, from 0. Export the mesh again.`,
      `${name}.triangles[${i}]`,
    );
  }
  check(
    diagonalOf(boundsOf(positions)) > 1e-100,
    () => 'is all in one place. Is it the right file?',
    name,
  );
}

/**
 * Makes a mesh to compute with. Faces with a corner of weight zero in the mask are left out; the mask becomes an
 * attribute.
 */
export function* prepareMesh(
  mesh: TriangleMesh,
  name: string,
  mask?: ArrayLike<number>,
): Generator<void, Prepared> {
  const map = yield* weldSteps(mesh.positions, WELD * diagonalOf(boundsOf(mesh.positions)));
  yield;
  const { triangles: t, positions: x } = mesh;
  const kept = new Int32Array(t.length);
  let count = 0;
  let dropped = 0;
  for (let i = 0; i < t.length; i += 3) {
    if (mask !== undefined && !(mask[t[i]] > 0 && mask[t[i + 1]] > 0 && mask[t[i + 2]] > 0))
      continue;
    const [a, b, c] = [map[t[i]], map[t[i + 1]], map[t[i + 2]]];
    if (a === b || b === c || c === a || isFlat(x, a, b, c)) dropped++;
    else {
      kept[count++] = a;
      kept[count++] = b;
      kept[count++] = c;
    }
  }
  check(
    count >= 3 * LEAST_FACES,
    () =>
      `has ${count / 3} faces with an area${dropped > 0 ? ` (and ${dropped} without)` : ''}; at least ${LEAST_FACES} are needed. Export the surface, not only points.`,
    name,
  );
  yield;
  const triangles = kept.slice(0, count);
  const attributes = mask === undefined ? undefined : { mask: Float64Array.from(mask) };
  const welded = remapVertices({ positions: x, triangles, attributes });
  yield;
  const edges = yield* edgeSteps(welded.triangles);
  yield;
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

/** Refuses a mask of another length, or with weights that are none. */
export function checkMask(
  mask: ArrayLike<number> | undefined,
  mesh: TriangleMesh,
  name: string,
): void {
  if (mask === undefined) return;
  const n = mesh.positions.length / 3;
  check(
    mask.length === n,
    () => `must have a number a vertex, ${n} in all, got ${mask.length}. Give each vertex one.`,
    `options.${name}`,
  );
  for (let v = 0; v < n; v++) {
    check(
      mask[v] >= 0,
      () => `must be a weight of at least 0, got ${mask[v]}. A vertex that does not count has 0.`,
      `options.${name}[${v}]`,
    );
  }
}

/** The points of a cloud that count, and their weights. */
export function cloudOf(
  { positions }: TriangleMesh,
  mask: ArrayLike<number> | undefined,
): { positions: Float64Array; mask: Float64Array | null } {
  const kept: number[] = [];
  const weights: number[] = [];
  for (let v = 0; v < positions.length / 3; v++) {
    if (mask !== undefined && !(mask[v] > 0)) continue;
    for (let d = 0; d < 3; d++) kept.push(positions[3 * v + d]);
    if (mask !== undefined) weights.push(mask[v]);
  }
  check(
    kept.length >= 3 * LEAST_POINTS,
    () =>
      `a cloud needs at least ${LEAST_POINTS} points, got ${kept.length / 3}. Take a denser scan.`,
    'target',
  );
  return {
    positions: Float64Array.from(kept),
    mask: mask === undefined ? null : Float64Array.from(weights),
  };
}

/** False for a template without depth, in its own units. */
export function isSolid(own: Float64Array): boolean {
  for (let d = 0; d < 3; d++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = d; i < own.length; i += 3) {
      low = Math.min(low, own[i]);
      high = Math.max(high, own[i]);
    }
    if (high - low < FLAT) return false;
  }
  return true;
}
