import { PLANE, type Primitive } from '../../geometry/primitive.ts';
import type { Point } from '../../scene/action-types.ts';
import type { LiveObstacle } from '../live.ts';
import { CAREFUL, LONGEST_RAY, RAY_MARGIN, RAY_STEPS } from '../numbers.ts';

interface Found {
  readonly point: Point;
  readonly normal: Point;
  readonly distance: number;
}

const NEAR = 1e-9;

const place = new Float64Array(3);
const distance = new Float64Array(1);
const normal = new Float64Array(3);

/** A point of the world in the obstacle's own coordinates. */
function toOwn(pose: Float64Array, x: Point): void {
  const d = [x[0] - pose[3], x[1] - pose[7], x[2] - pose[11]];
  for (let c = 0; c < 3; c++) place[c] = pose[c] * d[0] + pose[4 + c] * d[1] + pose[8 + c] * d[2];
}

function valueAt({ sdf, nextPose: pose }: LiveObstacle, x: Point): number {
  toOwn(pose, x);
  sdf.evaluate(place, 1, distance);
  return distance[0];
}

function normalAt({ query, nextPose: pose }: LiveObstacle, x: Point): Point {
  toOwn(pose, x);
  query.normals(place, 1, distance, normal);
  const n = [0, 1, 2].map(
    (r) => pose[4 * r] * normal[0] + pose[4 * r + 1] * normal[1] + pose[4 * r + 2] * normal[2],
  );
  return [n[0], n[1], n[2]];
}

/** A ray in the obstacle's own coordinates: origin, direction, and the interval that may hit the obstacle. */
const ray = { o: new Float64Array(3), d: new Float64Array(3), from: 0, to: 0 };

/** Distance field of an obstacle at t along `ray`. */
function alongRay({ sdf }: LiveObstacle, t: number): number {
  for (let c = 0; c < 3; c++) place[c] = ray.o[c] + t * ray.d[c];
  sdf.evaluate(place, 1, distance);
  return distance[0];
}

/** Sets `ray`; false if it passes by the obstacle's bounds, or beyond `most`. */
function aim(
  { sdf, nextPose: pose }: LiveObstacle,
  from: Point,
  unit: Point,
  most: number,
): boolean {
  const [x, y, z] = [from[0] - pose[3], from[1] - pose[7], from[2] - pose[11]];
  ray.from = 0;
  ray.to = Math.min(most, LONGEST_RAY);
  for (let c = 0; c < 3; c++) {
    ray.o[c] = pose[c] * x + pose[4 + c] * y + pose[8 + c] * z;
    ray.d[c] = pose[c] * unit[0] + pose[4 + c] * unit[1] + pose[8 + c] * unit[2];
    const low = sdf.bounds[c] - RAY_MARGIN;
    const high = sdf.bounds[c + 3] + RAY_MARGIN;
    if (ray.d[c] === 0) {
      if (ray.o[c] < low || ray.o[c] > high) return false;
      continue;
    }
    const p = (low - ray.o[c]) / ray.d[c];
    const q = (high - ray.o[c]) / ray.d[c];
    ray.from = Math.max(ray.from, Math.min(p, q));
    ray.to = Math.min(ray.to, Math.max(p, q));
  }
  return ray.from <= ray.to;
}

/** Distance at which a ray crosses the face of a half-space; −1 if it does not. */
function crossPlane({ centre, axes }: Primitive): number {
  let high = 0;
  let rate = 0;
  for (let c = 0; c < 3; c++) {
    high += axes[3 * c + 1] * (ray.o[c] - centre[c]);
    rate += axes[3 * c + 1] * ray.d[c];
  }
  if (high === 0) return 0;
  const t = -high / rate;
  return t >= 0 && t <= ray.to ? t : -1;
}

/** Sphere tracing, then bisection; −1 if the ray hits nothing. */
function march(live: LiveObstacle): number {
  let t = ray.from;
  let before = t;
  let d = alongRay(live, t);
  const side = d < 0 ? -1 : 1;
  d *= side;
  for (let k = 0; k < RAY_STEPS && d > NEAR; k++) {
    before = t;
    t += Math.max(CAREFUL * d, NEAR);
    // Near the surface full steps are safe: bisection follows if they went through.
    if (t > ray.to) return -1;
    d = side * alongRay(live, t);
  }
  if (d > 1e-6 * (1 + t)) return -1;
  if (d >= 0) return t;
  let low = before;
  for (let k = 0; k < 60 && t - low > NEAR; k++) {
    const middle = 0.5 * (low + t);
    if (side * alongRay(live, middle) > 0) low = middle;
    else t = middle;
  }
  return t;
}

/** Finds where a ray enters an obstacle, or leaves it if it begins inside. */
export function rayOnObstacle(
  live: LiveObstacle,
  from: Point,
  unit: Point,
  most: number,
): Found | null {
  if (!aim(live, from, unit, most)) return null;
  const t = live.primitive?.kind === PLANE ? crossPlane(live.primitive) : march(live);
  if (t < 0 || t > most) return null;
  const point: Point = [from[0] + t * unit[0], from[1] + t * unit[1], from[2] + t * unit[2]];
  return { point, normal: normalAt(live, point), distance: t };
}

/** Finds the nearest point of an obstacle's surface by its distance field; the distance is negative inside. */
export function closestOnObstacle(live: LiveObstacle, point: Point): Found {
  let x = point;
  const first = valueAt(live, point);
  // Several steps along the normal, for fields that are not true distances.
  for (let k = 0; k < 8; k++) {
    const d = valueAt(live, x);
    if (Math.abs(d) < NEAR) break;
    const n = normalAt(live, x);
    x = [x[0] - d * n[0], x[1] - d * n[1], x[2] - d * n[2]];
  }
  const offset = [0, 1, 2].map((c) => x[c] - point[c]);
  const long = Math.sqrt(offset[0] ** 2 + offset[1] ** 2 + offset[2] ** 2);
  return { point: x, normal: normalAt(live, x), distance: first < 0 ? -long : long };
}
