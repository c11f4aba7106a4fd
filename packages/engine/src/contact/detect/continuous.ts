import type { NormalQuery } from '../../geometry/sdf/query.ts';
import type { Sdf } from '../../geometry/types.ts';
import type { Allocator } from '../../kernels/arena.ts';
import { MOST_LOOKS } from './numbers.ts';

/** Paths of points through a distance field, in the field's own coordinates. Shape [points] or [points, 3]. */
export interface Paths {
  /** Where points are [m], and how they will move within the step if nothing stops them. */
  readonly place: Float64Array;
  readonly displacement: Float64Array;
  /** Distance [m] and outward normal where they are; afterwards what `tracePaths` found. */
  readonly distance: Float64Array;
  readonly normal: Float64Array;
  /**
   * Scratch: part of the path covered, the least distance on it and where, which points still move, what is asked.
   */
  readonly part: Float64Array;
  readonly least: Float64Array;
  readonly leastPart: Float64Array;
  readonly who: Int32Array;
  readonly hit: Int32Array;
  readonly y: Float64Array;
  readonly seen: Float64Array;
  readonly found: Float64Array;
}

export function allocatePaths(a: Allocator, points: number): Paths {
  return {
    place: a.f64(3 * points),
    displacement: a.f64(3 * points),
    distance: a.f64(points),
    normal: a.f64(3 * points),
    part: a.f64(points),
    least: a.f64(points),
    leastPart: a.f64(points),
    who: a.i32(points),
    hit: a.i32(points),
    y: a.f64(3 * points),
    seen: a.f64(points),
    found: a.f64(3 * points),
  };
}

/**
 * Distance and normal describe the surface ahead of a point as a plane. Beyond the opening of a shape with cut-outs the
 * distances are too small, which gives false planes: a lid on a glass. So points outside that move farther than the
 * distance are traced along their path, in steps of the distance (sphere tracing). The plane that a point really hits
 * replaces the first one. A point that hits none gets the plane at its closest approach, or that at the end of its path
 * if the first is a lid: neither blocks its path. A surface counts as hit within `near` [m].
 */
export function tracePaths(
  paths: Paths,
  n: number,
  sdf: Sdf,
  query: NormalQuery,
  near: number,
): void {
  const { displacement, distance, normal, y, seen, part, least, leastPart, who, hit } = paths;
  let m = 0;
  for (let k = 0; k < n; k++) {
    if (!(distance[k] > 0 && distance[k] * distance[k] < dot(displacement, displacement, k, k)))
      continue;
    part[k] = 1;
    putPlace(paths, m, k);
    who[m++] = k;
  }
  if (m === 0) return;
  // The usual case, a flat surface, is decided at the end of the path.
  sdf.evaluate(y, m, seen);
  let left = 0;
  for (let j = 0; j < m; j++) {
    const k = who[j];
    if (Math.abs(seen[j] - distance[k] - dot(displacement, normal, k, k)) <= near) continue;
    part[k] = Math.min(1, distance[k] / Math.sqrt(dot(displacement, displacement, k, k)));
    least[k] = distance[k];
    leastPart[k] = 0;
    who[left++] = k;
  }
  // Those that meet something are listed from the front, those that do not from the back.
  let hits = 0;
  let misses = n;
  for (let look = 0; look < MOST_LOOKS && left > 0; look++) {
    for (let j = 0; j < left; j++) putPlace(paths, j, who[j]);
    sdf.evaluate(y, left, seen);
    let still = 0;
    for (let j = 0; j < left; j++) {
      const k = who[j];
      const length = Math.sqrt(dot(displacement, displacement, k, k));
      if (seen[j] < 0) {
        // Only the last, shortest step can have led inside.
        part[k] = Math.max(0, part[k] - (2 * near) / length);
        hit[hits++] = k;
        continue;
      }
      if (seen[j] < least[k]) {
        least[k] = seen[j];
        leastPart[k] = part[k];
      }
      if (part[k] < 1) {
        part[k] = Math.min(1, part[k] + Math.max(seen[j], 2 * near) / length);
        who[still++] = k;
      } else hit[--misses] = k;
    }
    left = still;
  }
  for (let j = 0; j < left; j++) hit[hits++] = who[j];
  takePlanes(paths, 0, hits, query, false, near);
  for (let j = misses; j < n; j++) part[hit[j]] = leastPart[hit[j]];
  const lids = takePlanes(paths, misses, n, query, true, near);
  for (let j = misses; j < misses + lids; j++) part[hit[j]] = 1;
  takePlanes(paths, misses, misses + lids, query, false, near);
}

/**
 * The points hit[from..to) get the planes of where they are after their parts of the path. With `passing` only planes
 * that they do not go through on the rest of it; the others are then hit[from..], and their number is given.
 */
function takePlanes(
  paths: Paths,
  from: number,
  to: number,
  query: NormalQuery,
  passing: boolean,
  near: number,
): number {
  const { displacement, distance, normal, y, seen, part, hit, found } = paths;
  if (from === to) return 0;
  for (let j = from; j < to; j++) putPlace(paths, j - from, hit[j]);
  query.normals(y, to - from, seen, found);
  let others = 0;
  for (let j = 0; j < to - from; j++) {
    const k = hit[from + j];
    const along = dot(displacement, found, k, j);
    if (passing && seen[j] + (1 - part[k]) * along < -near) {
      hit[from + others++] = k;
      continue;
    }
    const gap = seen[j] - part[k] * along;
    // A plane with the point behind it belongs to the end of a free path (round an edge): it must not hold a point
    // outside.
    if (gap >= 0 || distance[k] <= 0) distance[k] = gap;
    for (let c = 0; c < 3; c++) normal[3 * k + c] = found[3 * j + c];
  }
  return others;
}

/** Paths count a little farther than they are, twice as far or by `slack` [m]: forces of this step may add to them. */
export function extendPaths({ displacement }: Paths, n: number, slack: number): void {
  for (let k = 0; k < n; k++) {
    const length = Math.sqrt(dot(displacement, displacement, k, k));
    const farther = 1 + Math.min(1, length > 0 ? slack / length : 0);
    for (let c = 3 * k; c < 3 * k + 3; c++) displacement[c] *= farther;
  }
}

/** y_j = where point k is after its part of the path. */
function putPlace({ place, displacement, part, y }: Paths, j: number, k: number): void {
  for (let c = 0; c < 3; c++) y[3 * j + c] = place[3 * k + c] + part[k] * displacement[3 * k + c];
}

function dot(a: Float64Array, b: Float64Array, i: number, j: number): number {
  return a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1] + a[3 * i + 2] * b[3 * j + 2];
}
