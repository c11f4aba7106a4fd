import { type MeshEdges, nextSide, sidesAt } from '../geometry/mesh/edges.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { FOLDED, MEASURED_PLACES } from './numbers.ts';
import type { Distances } from './report.ts';
import { closestInCone, createFoot, isOnBorder } from './surface/closest.ts';
import { placeSamples, sampleSurface } from './surface/samples.ts';
import type { Surface } from './surface/surface.ts';

/**
 * Distances from one surface to another: over all points, and over those whose foot is near, within `cone` and not on a
 * border.
 */
export interface Distance {
  readonly all: Distances;
  readonly inliers: Distances;
  /** Fraction of the points that are inliers. */
  readonly share: number;
}

export function distanceTo(
  from: Surface,
  to: Surface,
  cone: number,
  near: number,
  seed: number,
): Distance {
  const samples = sampleSurface(from, MEASURED_PLACES, seed);
  const at = new Float64Array(3 * MEASURED_PLACES);
  placeSamples(at, from, samples);
  const all = new Float64Array(MEASURED_PLACES);
  const inliers: number[] = [];
  const foot = createFoot();
  for (let i = 0; i < MEASURED_PLACES; i++) {
    const t = samples.triangle[i];
    // Neighbouring points have neighbouring feet.
    closestInCone(foot, to, at, 3 * i, from.normals, 3 * t, -1, foot.triangle);
    all[i] = Math.sqrt(foot.distance2);
    let cos = 0;
    for (let d = 0; d < 3; d++) cos += from.normals[3 * t + d] * to.normals[3 * foot.triangle + d];
    if (from.isCloud || to.isCloud) cos = Math.abs(cos);
    if (all[i] <= near && cos >= cone && !isOnBorder(to, foot)) inliers.push(all[i]);
  }
  return {
    all: summary(all),
    inliers: summary(Float64Array.from(inliers)),
    share: inliers.length / MEASURED_PLACES,
  };
}

function summary(distances: Float64Array): Distances {
  const n = distances.length;
  if (n === 0) return { mean: 0, rms: 0, p95: 0, max: 0 };
  const sorted = distances.slice().sort();
  let [sum, squares] = [0, 0];
  for (const d of sorted) {
    sum += d;
    squares += d * d;
  }
  return {
    mean: sum / n,
    rms: Math.sqrt(squares / n),
    p95: sorted[Math.floor(0.95 * (n - 1))],
    max: sorted[n - 1],
  };
}

/** Edges between two faces turned by more than 120° now and by less at rest. */
export function foldedEdges(
  rest: Float64Array,
  now: Float64Array,
  triangles: Int32Array,
  edges: MeshEdges,
): number[] {
  const folded: number[] = [];
  for (let e = 0; e < edges.count; e++) {
    if (sidesAt(edges, e) !== 2) continue;
    const s = Math.floor(edges.sides[edges.start[e]] / 3);
    const t = Math.floor(edges.sides[edges.start[e] + 1] / 3);
    if (cosBetween(now, triangles, s, t) < FOLDED && cosBetween(rest, triangles, s, t) >= FOLDED)
      folded.push(e);
  }
  return folded;
}

/** The stretch (or its inverse, if edges shrink) that 99 of 100 edges stay below, the map's own scale taken out. */
export function stretchOf(
  rest: Float64Array,
  now: Float64Array,
  { triangles }: TriangleMesh,
  scale: number,
): number {
  const ratios: number[] = [];
  for (let s = 0; s < triangles.length; s++) {
    const [a, b] = [3 * triangles[s], 3 * triangles[nextSide(s)]];
    const before = scale * edgeLength(rest, a, b);
    const after = edgeLength(now, a, b);
    if (before > 0 && after > 0) ratios.push(Math.max(after / before, before / after));
  }
  const sorted = Float64Array.from(ratios).sort();
  return sorted.length === 0 ? 1 : sorted[Math.floor(0.99 * (sorted.length - 1))];
}

function edgeLength(x: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let d = 0; d < 3; d++) sum += (x[a + d] - x[b + d]) * (x[a + d] - x[b + d]);
  return Math.sqrt(sum);
}

const m = new Float64Array(6);

function cosBetween(x: Float64Array, triangles: Int32Array, s: number, t: number): number {
  faceNormal(0, x, triangles, s);
  faceNormal(3, x, triangles, t);
  return m[0] * m[3] + m[1] * m[4] + m[2] * m[5];
}

function faceNormal(o: number, x: Float64Array, triangles: Int32Array, t: number): void {
  const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
  const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const factor = size > 0 ? 1 / size : 0;
  m[o] = nx * factor;
  m[o + 1] = ny * factor;
  m[o + 2] = nz * factor;
}
