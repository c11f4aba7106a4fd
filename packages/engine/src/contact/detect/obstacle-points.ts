import type { NormalQuery } from '../../geometry/sdf/query.ts';
import type { Sdf } from '../../geometry/types.ts';
import { extendPaths, type Paths, tracePaths } from './continuous.ts';
import { HIT, STEEPEST } from './numbers.ts';
import { addRow, type ContactRows } from './rows.ts';

/** A solid obstacle, for detection. Poses are 3×4 affine maps, rotation and translation only. */
export interface Collider {
  readonly sdf: Sdf;
  readonly query: NormalQuery;
  readonly pose: Float64Array;
  readonly nextPose: Float64Array;
}

/**
 * Where points of a body were when their distance to a collider was asked for last, in its own coordinates, and that
 * distance [m].
 */
export interface Seen {
  /** The field that was asked. */
  sdf: Sdf;
  readonly place: Float64Array;
  /** Nothing is known where it is −∞. */
  readonly distance: Float64Array;
}

export function createSeen(sdf: Sdf, points: number): Seen {
  const distance = new Float64Array(points).fill(Number.NEGATIVE_INFINITY);
  return { sdf, place: new Float64Array(3 * points), distance };
}

/** Scratch of a detection: owned by whoever calls it, grown to the largest body once. */
export interface DetectScratch {
  readonly paths: Paths;
  /** How far each point may come in the step [m]. */
  readonly reaches: Float64Array;
  readonly near: Int32Array;
}

export function createDetectScratch(points: number, paths: Paths): DetectScratch {
  return {
    paths,
    reaches: new Float64Array(points),
    near: new Int32Array(points),
  };
}

/**
 * Appends a row for each of the body's n points (positions x, velocities v) that is inside the collider or may get
 * there within h seconds: distance below `slack` plus the relative travel. Points that cannot have come that near since
 * they were last `seen` are skipped, without effect on the result. Returns false if rows ran out.
 */
export function detectPoints(
  rows: ContactRows,
  scratch: DetectScratch,
  collider: Collider,
  body: number,
  obstacle: number,
  x: Float64Array,
  v: Float64Array,
  n: number,
  h: number,
  slack: number,
  seen: Seen,
): boolean {
  const { pose, nextPose, sdf, query } = collider;
  if (seen.sdf !== sdf) {
    seen.sdf = sdf;
    seen.distance.fill(Number.NEGATIVE_INFINITY);
  }
  const { paths, reaches, near } = scratch;
  const { place: local, distance, normal, displacement } = paths;
  const least = slack + travel(collider);
  // Points that may come near: within reach of the collider's bounds, in its own coordinates.
  const box = sdf.bounds;
  let found = 0;
  for (let i = 0; i < n; i++) {
    const vx = v[3 * i];
    const vy = v[3 * i + 1];
    const vz = v[3 * i + 2];
    const reach = least + h * Math.sqrt(vx * vx + vy * vy + vz * vz);
    const dx = x[3 * i] - pose[3];
    const dy = x[3 * i + 1] - pose[7];
    const dz = x[3 * i + 2] - pose[11];
    const a = pose[0] * dx + pose[4] * dy + pose[8] * dz;
    const b = pose[1] * dx + pose[5] * dy + pose[9] * dz;
    const c = pose[2] * dx + pose[6] * dy + pose[10] * dz;
    if (a < box[0] - reach || b < box[1] - reach || c < box[2] - reach) continue;
    if (a > box[3] + reach || b > box[4] + reach || c > box[5] + reach) continue;
    const free = seen.distance[i] - reach;
    if (free > 0 && STEEPEST * STEEPEST * squareTo(seen.place, i, a, b, c) <= free * free) continue;
    local[3 * found] = a;
    local[3 * found + 1] = b;
    local[3 * found + 2] = c;
    reaches[found] = reach;
    near[found++] = i;
  }
  if (found === 0) return true;
  sdf.evaluate(local, found, distance);
  let close = 0;
  for (let k = 0; k < found; k++) {
    const i = near[k];
    seen.distance[i] = distance[k];
    for (let c = 0; c < 3; c++) seen.place[3 * i + c] = local[3 * k + c];
    if (!(distance[k] < reaches[k])) continue;
    near[close] = near[k];
    distance[close] = distance[k];
    local[3 * close] = local[3 * k];
    local[3 * close + 1] = local[3 * k + 1];
    local[3 * close + 2] = local[3 * k + 2];
    close++;
  }
  if (close === 0) return true;
  query.normals(local, close, distance, normal);
  for (let k = 0; k < close; k++) {
    const i = 3 * near[k];
    // Displacement of the point in the step, in the collider's coordinates.
    const dx = x[i] + h * v[i] - nextPose[3];
    const dy = x[i + 1] + h * v[i + 1] - nextPose[7];
    const dz = x[i + 2] + h * v[i + 2] - nextPose[11];
    for (let c = 0; c < 3; c++) {
      const there = nextPose[c] * dx + nextPose[4 + c] * dy + nextPose[8 + c] * dz;
      displacement[3 * k + c] = there - local[3 * k + c];
    }
  }
  extendPaths(paths, close, slack);
  tracePaths(paths, close, sdf, query, HIT * slack);

  for (let k = 0; k < close; k++) {
    const i = near[k];
    const row = addRow(rows, body, -1 - obstacle, i);
    if (row < 0) return false;
    rows.gap[row] = distance[k];
    for (let c = 0; c < 3; c++) {
      const p = 4 * c;
      rows.normal[3 * row + c] =
        pose[p] * normal[3 * k] + pose[p + 1] * normal[3 * k + 1] + pose[p + 2] * normal[3 * k + 2];
      const after =
        nextPose[p] * local[3 * k] +
        nextPose[p + 1] * local[3 * k + 1] +
        nextPose[p + 2] * local[3 * k + 2] +
        nextPose[p + 3];
      rows.surface[3 * row + c] = (after - x[3 * i + c]) / h;
    }
  }
  return true;
}

/** Square of the distance of (x, y, z) to the i-th place. */
function squareTo(place: Float64Array, i: number, x: number, y: number, z: number): number {
  const dx = x - place[3 * i];
  const dy = y - place[3 * i + 1];
  const dz = z - place[3 * i + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** How far a point of the collider may move in the step [m], for the part of it near its own origin. */
export function travel(collider: Collider): number {
  const { pose, nextPose, sdf } = collider;
  let radius = 0;
  for (let c = 0; c < 6; c++) {
    const side = Math.abs(sdf.bounds[c]);
    if (side < 1e6) radius = Math.max(radius, side);
  }
  let moved = 0;
  for (let c = 0; c < 12; c++) {
    const d = Math.abs(nextPose[c] - pose[c]);
    moved += c % 4 === 3 ? d : d * radius;
  }
  return moved;
}
