import {
  ASTRAY,
  BELOW,
  EXACT,
  MOST_FIELD_STEPS,
  MOST_PATH_PARTS,
  SAME_DIRECTION,
} from '../numbers.ts';
import type { Collider } from '../obstacle-points.ts';
import { addRow, type ContactRows } from '../rows.ts';
import type { LivePrimitive } from './meet.ts';

/** Directions in which a sphere looks for what it touches: to the faces, edges and corners of a cube. */
const DIRECTIONS = 26;

const looks = unitDirections();

function unitDirections(): Float64Array {
  const out = new Float64Array(3 * DIRECTIONS);
  let n = 0;
  for (let k = 0; k < 27; k++) {
    if (k === 13) continue;
    const at = [(k % 3) - 1, (Math.floor(k / 3) % 3) - 1, Math.floor(k / 9) - 1];
    const length = Math.sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    for (let c = 0; c < 3; c++) out[n++] = at[c] / length;
  }
  return out;
}

export interface FieldScratch {
  readonly centre: Float64Array;
  readonly displacement: Float64Array;
  /** What is left of it. */
  readonly left: Float64Array;
  /** Unit directions from the points found to the centre, the points asked, and what the field says there. */
  readonly normal: Float64Array;
  readonly place: Float64Array;
  readonly distance: Float64Array;
  readonly gradient: Float64Array;
  /** Directions of the step before, and by what the gradient missed them. */
  readonly last: Float64Array;
  readonly lastMiss: Float64Array;
  /** Normals and distances where the step begins. */
  readonly before: Float64Array;
  readonly gapBefore: Float64Array;
}

export function createFieldScratch(): FieldScratch {
  return {
    centre: new Float64Array(3),
    displacement: new Float64Array(3),
    left: new Float64Array(3),
    normal: new Float64Array(3 * DIRECTIONS),
    place: new Float64Array(3 * DIRECTIONS),
    distance: new Float64Array(DIRECTIONS),
    gradient: new Float64Array(3 * DIRECTIONS),
    last: new Float64Array(3 * DIRECTIONS),
    lastMiss: new Float64Array(3 * DIRECTIONS),
    before: new Float64Array(3 * DIRECTIONS),
    gapBefore: new Float64Array(DIRECTIONS),
  };
}

/**
 * The points of a sphere that are nearest to the surface of a distance field, each nearer than its surroundings: one in
 * a bowl or on a floor, two in a groove or on rails. From the centre c half a radius along −n to q = c − n r/2, where
 * the field has no kink yet, its gradient must point back along n. Starts from 26 directions and goes towards the
 * gradient's, by half of the way at first (right at an edge), then as far as the last change says (secant: all the way
 * over a plane, farther in a bowl); directions that agree are merged. Returns how many places are closer than `within`
 * [m]: scratch.normal out of the obstacle, scratch.distance at the sphere's surface c − n r; or −1 if one of them is no
 * surface (`hasLid`). All in the obstacle's own coordinates.
 */
export function touchField(
  { sdf, query }: Pick<Collider, 'sdf' | 'query'>,
  s: FieldScratch,
  radius: number,
  within: number,
): number {
  const { normal, place, distance, gradient } = s;
  let n = DIRECTIONS;
  for (let k = 0; k < 3 * n; k++) normal[k] = looks[k];
  for (let step = 0; step < MOST_FIELD_STEPS; step++) {
    putPlaces(s, n, radius / 2);
    query.normals(place, n, distance, gradient);
    const reach = radius / 2 + within + (step === 0 ? ASTRAY * radius : 0);
    let kept = 0;
    let worst = 0;
    for (let k = 0; k < n; k++) {
      if (!(distance[k] < reach)) continue;
      const change = turnTowards(s, k, kept, step === 0);
      if (change < 0 || !isNew(normal, kept)) continue;
      worst = Math.max(worst, change);
      kept++;
    }
    n = kept;
    if (worst < EXACT * EXACT) break;
  }
  if (hasLid(s, sdf, n, radius)) return -1;
  putPlaces(s, n, radius);
  sdf.evaluate(place, n, distance);
  let found = 0;
  for (let k = 0; k < n; k++) {
    if (!(distance[k] < within)) continue;
    distance[found] = distance[k];
    for (let c = 0; c < 3; c++) normal[3 * found + c] = normal[3 * k + c];
    found++;
  }
  return found;
}

/**
 * Whether the field only seems to end at one of the points: above a hole that was cut flush with a face, it is the
 * distance from the plane of the opening, and grows again below it. A solid's field goes on falling there.
 */
function hasLid(s: FieldScratch, sdf: Collider['sdf'], n: number, radius: number): boolean {
  const { normal, place, distance, gradient: below } = s;
  putPlaces(s, n, radius / 2);
  sdf.evaluate(place, n, distance);
  for (let k = 0; k < 3 * n; k++) place[k] -= distance[(k - (k % 3)) / 3] * normal[k];
  for (let k = 0; k < 3 * n; k++) below[k] = place[k] - BELOW * radius * normal[k];
  sdf.evaluate(place, n, distance);
  for (let k = 0; k < 3 * n; k++) place[k] = below[k];
  sdf.evaluate(place, n, below);
  for (let k = 0; k < n; k++) if (!(below[k] < distance[k])) return true;
  return false;
}

/**
 * Turns the k-th direction towards the field's gradient, as the `to`-th; returns the square of the angle between the
 * two, or −1 if the gradient points nowhere or back: the field is nearest elsewhere.
 */
function turnTowards(s: FieldScratch, k: number, to: number, isFirst: boolean): number {
  const { normal, gradient, last, lastMiss } = s;
  let cosine = 0;
  for (let c = 0; c < 3; c++) cosine += normal[3 * k + c] * gradient[3 * k + c];
  if (!(cosine > -0.5)) return -1;
  let square = 0;
  let along = 0;
  let bend = 0;
  for (let c = 0; c < 3; c++) {
    const miss = gradient[3 * k + c] - normal[3 * k + c];
    square += miss * miss;
    const off = miss - lastMiss[3 * k + c];
    along += off * (normal[3 * k + c] - last[3 * k + c]);
    bend += off * off;
  }
  // By how much of the way the last change would have ended at zero.
  const part = isFirst || !(bend > 0) ? 0.5 : Math.min(4, Math.max(0.4, -along / bend));
  let length = 0;
  for (let c = 0; c < 3; c++) {
    const from = normal[3 * k + c];
    const miss = gradient[3 * k + c] - from;
    last[3 * to + c] = from;
    lastMiss[3 * to + c] = miss;
    normal[3 * to + c] = from + part * miss;
    length += normal[3 * to + c] * normal[3 * to + c];
  }
  for (let c = 0; c < 3; c++) normal[3 * to + c] /= Math.sqrt(length);
  return square;
}

function putPlaces({ centre, normal, place }: FieldScratch, n: number, reach: number): void {
  for (let k = 0; k < 3 * n; k++) place[k] = centre[k % 3] - reach * normal[k];
}

/** Whether the k-th direction differs from those before it. */
function isNew(normal: Float64Array, k: number): boolean {
  const o = 3 * k;
  for (let p = 0; p < o; p += 3) {
    const cosine =
      normal[p] * normal[o] + normal[p + 1] * normal[o + 1] + normal[p + 2] * normal[o + 2];
    if (cosine > 1 - SAME_DIRECTION) return false;
  }
  return true;
}

/**
 * Moves the centre along the displacement up to where the sphere first comes within `near` [m] of the field; returns
 * the part of it that was covered.
 */
function follow({ sdf }: Pick<Collider, 'sdf'>, s: FieldScratch, radius: number, near: number) {
  const { centre, displacement, distance } = s;
  const length = Math.sqrt(displacement[0] ** 2 + displacement[1] ** 2 + displacement[2] ** 2);
  let part = 0;
  for (let k = 0; k < MOST_PATH_PARTS && part < 1; k++) {
    sdf.evaluate(centre, 1, distance);
    const gap = distance[0] - radius;
    if (gap <= near) break;
    const on = Math.min(1 - part, gap / length);
    part += on;
    for (let c = 0; c < 3; c++) centre[c] += on * displacement[c];
  }
  return part;
}

/**
 * Moves the centre to where the sphere rolls to in the step, along the field in parts of half a radius. The
 * displacement becomes how far it went. Rows are those of there: with normals from the start of the step, a ball in a
 * bowl is lifted a little in every step, and second-order steps, which do not damp, gain energy by it (5 times as much
 * after 8 s at 1/60 s, r 0.15 m in R 1 m). False if the field cannot tell what is touched on the path.
 */
function rollOn(
  collider: Parameters<typeof touchField>[0],
  s: FieldScratch,
  known: number,
  radius: number,
  within: number,
): boolean {
  const { centre, displacement, left } = s;
  left.set(displacement);
  displacement.fill(0);
  let found = known;
  for (let k = 0; k < MOST_PATH_PARTS; k++) {
    slide(left, s.normal, found);
    const length = Math.sqrt(left[0] ** 2 + left[1] ** 2 + left[2] ** 2);
    const part = Math.min(1, radius / (2 * length));
    for (let c = 0; c < 3; c++) {
      centre[c] += part * left[c];
      displacement[c] += part * left[c];
      left[c] -= part * left[c];
    }
    if (!(part < 1)) break;
    found = touchField(collider, s, radius, within);
    if (found < 0) return false;
  }
  return true;
}

/** Leaves of a displacement what does not go into the points found. */
function slide(displacement: Float64Array, normal: Float64Array, found: number): void {
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < 3 * found; k += 3) {
      const into =
        normal[k] * displacement[0] +
        normal[k + 1] * displacement[1] +
        normal[k + 2] * displacement[2];
      if (into < 0) for (let c = 0; c < 3; c++) displacement[c] -= into * normal[k + c];
    }
  }
}

/** The distance at the start of the step of the place found in the k-th direction; `other` if there was none. */
function gapBefore(s: FieldScratch, k: number, known: number, other: number): number {
  let best = 0.8;
  let gap = other;
  for (let i = 0; i < known; i++) {
    let cosine = 0;
    for (let c = 0; c < 3; c++) cosine += s.before[3 * i + c] * s.normal[3 * k + c];
    if (!(cosine > best)) continue;
    best = cosine;
    gap = s.gapBefore[i];
  }
  return gap;
}

/**
 * Appends a row for each place where the sphere `a` touches the field or may in the step, as of where its path first
 * comes near; `displacement` is how it moves past the obstacle, in the world's axes [m]. x[..] gets the places of the
 * rows' contact points in the world as of now, rows.surface how far the surface bends away along the normal [m].
 * Returns false if rows or points ran out, null if the field cannot tell what is touched: then the contact points must.
 */
export function meetField(
  rows: ContactRows,
  s: FieldScratch,
  a: LivePrimitive,
  collider: Collider,
  displacement: Float64Array,
  body: number,
  other: number,
  x: Float64Array,
  near: number,
  within: number,
): boolean | null {
  const { placed, used, first } = a;
  const { pose, sdf } = collider;
  const { radius } = placed;
  for (let c = 0; c < 3; c++) {
    s.centre[c] = 0;
    s.displacement[c] = 0;
    for (let r = 0; r < 3; r++) {
      s.centre[c] += pose[4 * r + c] * (placed.centre[r] - pose[4 * r + 3]);
      s.displacement[c] += pose[4 * r + c] * displacement[r];
    }
  }
  sdf.evaluate(s.centre, 1, s.distance);
  const gap = s.distance[0] - radius;
  if (!(gap < within)) return true;
  let known = 0;
  if (gap > near) {
    const part = follow(collider, s, radius, near);
    for (let c = 0; c < 3; c++) s.displacement[c] *= part;
  } else {
    known = touchField(collider, s, radius, within);
    if (known < 0) return null;
    s.before.set(s.normal);
    s.gapBefore.set(s.distance);
    if (!rollOn(collider, s, known, radius, within)) return null;
  }
  const found = touchField(collider, s, radius, within);
  if (found < 0) return null;
  let free = 0;
  for (let k = 0; k < found; k++) {
    while (free < used.length && used[free] === 1) free++;
    if (free === used.length) return false;
    const row = addRow(rows, body, other, k);
    if (row < 0) return false;
    used[free] = 1;
    const point = first + free;
    rows.ends[2 * row] = point;
    rows.ends[2 * row + 1] = point;
    // The distance at the end is `linear` + n·(motion). What the surface seems to do in between is not depth.
    let linear = s.distance[k];
    for (let c = 0; c < 3; c++) linear -= s.normal[3 * k + c] * s.displacement[c];
    const now = gap > near ? Math.max(gap, linear) : gapBefore(s, k, known, linear);
    rows.gap[row] = now;
    for (let c = 0; c < 3; c++) {
      const n =
        pose[4 * c] * s.normal[3 * k] +
        pose[4 * c + 1] * s.normal[3 * k + 1] +
        pose[4 * c + 2] * s.normal[3 * k + 2];
      rows.normal[3 * row + c] = n;
      rows.surface[3 * row + c] = (now - linear) * n;
      x[3 * point + c] = placed.centre[c] - radius * n;
    }
  }
  return true;
}
