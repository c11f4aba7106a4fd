import type { NormalQuery } from '../../geometry/sdf/query.ts';
import type { Sdf } from '../../geometry/types.ts';
import { BLUNT, LONGEST, RADIUS, SHARP, STRAIGHT } from './numbers.ts';

/**
 * Directions in which a place looks for the solid around it: all orders and signs of 1, 2, 3, which lie in no plane of
 * a box.
 */
const AROUND = [
  [1, 2, 3],
  [1, 3, 2],
  [2, 1, 3],
  [2, 3, 1],
  [3, 1, 2],
  [3, 2, 1],
].flatMap(([x, y, z]) =>
  Array.from({ length: 8 }, (_, s) => {
    const length = Math.sqrt(x * x + y * y + z * z);
    return [s & 1 ? -x : x, s & 2 ? -y : y, s & 4 ? -z : z].map((c) => c / length);
  }),
);

/** Sharp edges of a solid between its contact points. */
export interface Edges {
  /** The contact points at both ends, shape [edges, 2]. */
  readonly ends: Int32Array;
  /** Where these are at rest [m], shape [edges, 6]. */
  readonly places: Float64Array;
  /** Cosine between the middle of an edge's normals and its faces' [edges]: between the two an edge may be touched. */
  readonly arcs: Float64Array;
}

/**
 * Pairs of contact points (rest positions, shape [points, 3]) with a straight sharp edge of the solid between them and
 * no other point on it: what touches between points. `spacing` is the mean distance of neighbours [m].
 */
export function findSharpEdges(
  sdf: Sdf,
  query: NormalQuery,
  points: Float64Array,
  spacing: number,
): Edges {
  const n = points.length / 3;
  const isSharp = sharpness(sdf, points, RADIUS * spacing);
  const sharp = Array.from({ length: n }, (_, i) => i).filter((i) => isSharp[i]);
  const edges: number[] = [];
  const arcs: number[] = [];
  for (const p of sharp) {
    for (const q of sharp) {
      if (q <= p) continue;
      const length = distance(points, p, q);
      if (length > LONGEST * spacing || length === 0) continue;
      if (between(points, sharp, p, q, length)) continue;
      const inside = Float64Array.from({ length: 9 }, (_, i) => {
        const t = (1 + Math.floor(i / 3)) / 4;
        return (1 - t) * points[3 * p + (i % 3)] + t * points[3 * q + (i % 3)];
      });
      const depth = new Float64Array(3);
      sdf.evaluate(inside, 3, depth);
      if (depth.some((d) => Math.abs(d) > STRAIGHT * length)) continue;
      if (!sharpness(sdf, inside, RADIUS * spacing).every((s) => s)) continue;
      const arc = arcOf(query, points, p, q, RADIUS * spacing);
      if (!(arc > 0 && arc < BLUNT)) continue;
      edges.push(p, q);
      arcs.push(arc);
    }
  }
  const places = edges.flatMap((p) => [points[3 * p], points[3 * p + 1], points[3 * p + 2]]);
  return {
    ends: Int32Array.from(edges),
    places: Float64Array.from(places),
    arcs: Float64Array.from(arcs),
  };
}

/** Cosine between the middle of the normals of edge pq and those of its faces, a little beside it. */
function arcOf(
  query: NormalQuery,
  points: Float64Array,
  p: number,
  q: number,
  radius: number,
): number {
  const at = [0, 1, 2].map((c) => 0.5 * (points[3 * p + c] + points[3 * q + c]));
  const e = [0, 1, 2].map((c) => points[3 * q + c] - points[3 * p + c]);
  const normals = new Float64Array(9);
  query.normals(Float64Array.from(at), 1, new Float64Array(1), normals);
  const [x, y, z] = normals;
  const aside = [e[1] * z - e[2] * y, e[2] * x - e[0] * z, e[0] * y - e[1] * x];
  const scale = radius / Math.sqrt(aside.reduce((sum, c) => sum + c * c, 0));
  const beside = [-1, 1].flatMap((s) => at.map((c, i) => c + s * scale * aside[i]));
  query.normals(Float64Array.from(beside), 2, new Float64Array(2), normals);
  const f = normals;
  return Math.min(x * f[0] + y * f[1] + z * f[2], x * f[3] + y * f[4] + z * f[5]);
}

function sharpness(sdf: Sdf, points: Float64Array, radius: number): boolean[] {
  const n = points.length / 3;
  const m = AROUND.length;
  const around = new Float64Array(3 * m * n);
  for (let p = 0; p < n; p++) {
    for (let i = 0; i < m; i++) {
      for (let c = 0; c < 3; c++) {
        around[3 * (m * p + i) + c] = points[3 * p + c] + radius * AROUND[i][c];
      }
    }
  }
  const depth = new Float64Array(n * m);
  sdf.evaluate(around, n * m, depth);
  return Array.from({ length: n }, (_, p) => {
    let inside = 0;
    for (let i = m * p; i < m * (p + 1); i++) if (depth[i] < 0) inside++;
    return inside <= SHARP * m;
  });
}

function distance(points: Float64Array, p: number, q: number): number {
  let square = 0;
  for (let c = 0; c < 3; c++) square += (points[3 * p + c] - points[3 * q + c]) ** 2;
  return Math.sqrt(square);
}

/** True if another of the points lies between p and q. */
function between(
  points: Float64Array,
  others: readonly number[],
  p: number,
  q: number,
  length: number,
): boolean {
  return others.some((r) => {
    if (r === p || r === q) return false;
    return distance(points, p, r) + distance(points, r, q) < 1.01 * length;
  });
}
