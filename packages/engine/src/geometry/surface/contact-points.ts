import { tick } from '../../core/watch.ts';
import { subdivide } from '../mesh/subdivide.ts';
import { LONG_EDGE, OPPOSITE, SPACING_HALVINGS } from '../numbers.ts';
import type { TriangleMesh } from '../types.ts';

/**
 * At most `most` vertices of a surface, and points on its large triangles, that are at least `spacing` metres apart
 * (more, if that gives too many): the points a body touches with. They come from coarse to fine, so that the first so
 * many of them always cover the whole surface, and corners come before others (vertices whose triangles turn most), so
 * that a box stands on its corners.
 */
export function pickContactPoints(
  surface: TriangleMesh,
  spacing: number,
  most: number,
): Float64Array {
  const fine = subdivide(surface, LONG_EDGE * spacing);
  const { positions } = fine;
  const kept = pickContactVertices(fine, spacing, most, null);
  const out = new Float64Array(3 * kept.length);
  kept.forEach((i, k) => {
    for (let c = 0; c < 3; c++) out[3 * k + c] = positions[3 * i + c];
  });
  return out;
}

/**
 * The distance at which points in a row stand above the chord between their neighbours by `sag` [m], at a vertex as
 * curved as half of the surface is, or more. Infinite if half of it is flat.
 */
export function spacingForSag(surface: TriangleMesh, sag: number): number {
  const { positions: p, triangles } = surface;
  const { sum, count } = normalSums(surface);
  const n = p.length / 3;
  const edges = new Float64Array(n);
  for (let k = 0; k < triangles.length; k++) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k % 3 === 2 ? k - 2 : k + 1];
    const square = (p[a] - p[b]) ** 2 + (p[a + 1] - p[b + 1]) ** 2 + (p[a + 2] - p[b + 2]) ** 2;
    edges[triangles[k]] += Math.sqrt(square);
  }
  const curvature = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    if (count[i] === 0) continue;
    const [x, y, z] = [sum[3 * i], sum[3 * i + 1], sum[3 * i + 2]];
    // Normals that lean away by θ all around leave a mean shorter by θ²/6; they lean so over an edge.
    const lost = Math.max(0, 1 - Math.sqrt(x * x + y * y + z * z) / count[i]);
    curvature[i] = (Math.sqrt(6 * lost) * count[i]) / edges[i];
  }
  return Math.sqrt((8 * sag) / curvature.sort()[n >> 1]);
}

/**
 * The same as indices of vertices. With `normals`, vertices that look opposite ways (the two sides of a slit) are not
 * near each other.
 */
export function pickContactVertices(
  surface: TriangleMesh,
  spacing: number,
  most: number,
  normals: Float32Array | null,
): Int32Array {
  const { positions } = surface;
  const n = positions.length / 3;
  const sharp = sharpness(surface);
  const order = Int32Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => sharp[b] - sharp[a] || a - b,
  );
  let wide = spacing;
  let kept = pickApart(positions, order, wide, normals);
  while (kept.length > most) {
    wide *= 1.25;
    kept = pickApart(positions, order, wide, normals);
  }
  return Int32Array.from(kept);
}

/** Vertices at least `spacing` apart, those that are farther apart first. */
function pickApart(
  positions: Float64Array,
  order: Int32Array,
  spacing: number,
  normals: Float32Array | null,
): number[] {
  const n = positions.length / 3;
  const kept: number[] = [];
  const isKept = new Uint8Array(n);
  const boxes = createBoxes(n);
  for (let level = SPACING_HALVINGS; level >= 0; level--) {
    tick('contact points');
    const apart = spacing * 2 ** level;
    boxes.head.fill(-1);
    for (const i of kept) take(boxes, positions, i, apart);
    for (const i of order) {
      if (isKept[i] === 1 || nearTaken(boxes, positions, normals, i, apart)) continue;
      take(boxes, positions, i, apart);
      isKept[i] = 1;
      kept.push(i);
    }
  }
  return kept;
}

/** Vertices by the box they are in, hashed: boxes may share a list. */
interface Boxes {
  readonly head: Int32Array;
  readonly next: Int32Array;
}

function createBoxes(vertices: number): Boxes {
  let size = 64;
  while (size < vertices) size *= 2;
  return { head: new Int32Array(size), next: new Int32Array(vertices) };
}

function boxOf({ head }: Boxes, i: number, j: number, k: number): number {
  const mixed = Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791);
  return (mixed ^ (mixed >>> 15)) & (head.length - 1);
}

function take(boxes: Boxes, x: Float64Array, vertex: number, wide: number): void {
  const o = 3 * vertex;
  const box = boxOf(
    boxes,
    Math.floor(x[o] / wide),
    Math.floor(x[o + 1] / wide),
    Math.floor(x[o + 2] / wide),
  );
  boxes.next[vertex] = boxes.head[box];
  boxes.head[box] = vertex;
}

function nearTaken(
  boxes: Boxes,
  positions: Float64Array,
  normals: Float32Array | null,
  vertex: number,
  spacing: number,
): boolean {
  const x = positions[3 * vertex];
  const y = positions[3 * vertex + 1];
  const z = positions[3 * vertex + 2];
  const a = Math.floor(x / spacing);
  const b = Math.floor(y / spacing);
  const c = Math.floor(z / spacing);
  for (let i = a - 1; i <= a + 1; i++) {
    for (let j = b - 1; j <= b + 1; j++) {
      for (let k = c - 1; k <= c + 1; k++) {
        for (let p = boxes.head[boxOf(boxes, i, j, k)]; p >= 0; p = boxes.next[p]) {
          const dx = positions[3 * p] - x;
          const dy = positions[3 * p + 1] - y;
          const dz = positions[3 * p + 2] - z;
          if (dx * dx + dy * dy + dz * dz >= spacing * spacing) continue;
          if (normals === null || alike(normals, p, vertex)) return true;
        }
      }
    }
  }
  return false;
}

function alike(normals: Float32Array, a: number, b: number): boolean {
  let dot = 0;
  for (let c = 0; c < 3; c++) dot += normals[3 * a + c] * normals[3 * b + c];
  return dot > OPPOSITE;
}

/**
 * One minus the length of the mean unit normal around a vertex, in steps of a twentieth so that near ties keep their
 * order.
 */
function sharpness(surface: TriangleMesh): Float64Array {
  const { sum, count } = normalSums(surface);
  const sharp = new Float64Array(count.length);
  for (let i = 0; i < count.length; i++) {
    const [x, y, z] = [sum[3 * i], sum[3 * i + 1], sum[3 * i + 2]];
    sharp[i] = Math.round(20 * (1 - Math.sqrt(x * x + y * y + z * z) / Math.max(1, count[i])));
  }
  return sharp;
}

/** The sum of the unit normals of the triangles around each vertex, and their number. */
function normalSums({ positions: p, triangles }: TriangleMesh) {
  const n = p.length / 3;
  const sum = new Float64Array(3 * n);
  const count = new Float64Array(n);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const v = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const m = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    if (length === 0) continue;
    for (let k = 0; k < 3; k++) {
      const i = triangles[t + k];
      count[i]++;
      for (let d = 0; d < 3; d++) sum[3 * i + d] += m[d] / length;
    }
  }
  return { sum, count };
}
