import type { Point } from '../../scene/action-types.ts';
import type { LiveObstacle } from '../types.ts';

interface Found {
  readonly point: Point;
  readonly normal: Point;
  readonly distance: number;
}

/** Steps along a ray at most, how near counts as there [m], and how far a ray without an end goes. */
const STEPS = 400;
const NEAR = 1e-9;
const FARTHEST = 1e5;
/** Fields that are no true distances may grow faster than the way: only this part of it is gone at once. */
const CAREFUL = 0.5;

const place = new Float64Array(3);
const distance = new Float64Array(1);
const normal = new Float64Array(3);

/** A place of the world in the obstacle's own coordinates. */
function toOwn(pose: Float64Array, x: Point): void {
  const d = [x[0] - pose[3], x[1] - pose[7], x[2] - pose[11]];
  for (let c = 0; c < 3; c++) place[c] = pose[c] * d[0] + pose[4 + c] * d[1] + pose[8 + c] * d[2];
}

function valueAt({ sdf, pose }: LiveObstacle, x: Point): number {
  toOwn(pose, x);
  sdf.evaluate(place, 1, distance);
  return distance[0];
}

function normalAt({ query, pose }: LiveObstacle, x: Point): Point {
  toOwn(pose, x);
  query.normals(place, 1, distance, normal);
  const n = [0, 1, 2].map(
    (r) => pose[4 * r] * normal[0] + pose[4 * r + 1] * normal[1] + pose[4 * r + 2] * normal[2],
  );
  return [n[0], n[1], n[2]];
}

/** Where a ray enters an obstacle, or leaves it if it begins inside: steps as long as the distance allows, then halving. */
export function rayOnObstacle(
  live: LiveObstacle,
  from: Point,
  unit: Point,
  most: number,
): Found | null {
  const at = (t: number): Point => [
    from[0] + t * unit[0],
    from[1] + t * unit[1],
    from[2] + t * unit[2],
  ];
  const start = valueAt(live, from);
  const side = start < 0 ? -1 : 1;
  const end = Math.min(most, FARTHEST);
  let before = 0;
  let t = 0;
  let d = side * start;
  for (let k = 0; k < STEPS && d > NEAR; k++) {
    before = t;
    t += Math.max(CAREFUL * d, NEAR);
    // Near the surface whole steps are safe: they are halved back if they went through.
    if (t > end) return null;
    d = side * valueAt(live, at(t));
  }
  if (d > 1e-6 * (1 + t)) return null;
  if (d < 0) {
    let [low, high] = [before, t];
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      if (side * valueAt(live, at(middle)) > 0) low = middle;
      else high = middle;
    }
    t = high;
  }
  const point = at(t);
  return { point, normal: normalAt(live, point), distance: t };
}

/** The nearest place of an obstacle's surface, as its field says; the distance is negative inside. */
export function closestOnObstacle(live: LiveObstacle, point: Point): Found {
  let x = point;
  const first = valueAt(live, point);
  // A few steps along the normal: fields that are no true distances are met as well.
  for (let k = 0; k < 8; k++) {
    const d = valueAt(live, x);
    if (Math.abs(d) < NEAR) break;
    const n = normalAt(live, x);
    x = [x[0] - d * n[0], x[1] - d * n[1], x[2] - d * n[2]];
  }
  const way = [0, 1, 2].map((c) => x[c] - point[c]);
  const long = Math.sqrt(way[0] ** 2 + way[1] ** 2 + way[2] ** 2);
  return { point: x, normal: normalAt(live, x), distance: first < 0 ? -long : long };
}
