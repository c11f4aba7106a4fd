import type { Allocator } from '../../kernels/arena.ts';
import type { Few } from '../detect/live.ts';
import type { ContactRows } from '../detect/rows.ts';
import type { TouchBody } from '../memory.ts';

/** Points of a body that rows are about: velocities are asked for at these alone, and only these are pushed. */
export interface Listed extends Few {
  /** 1 for those in the list. */
  readonly listed: Uint8Array;
}

export function allocateListed(a: Allocator, points: number): Listed {
  return { list: a.i32(points), listed: a.u8(points), count: 0 };
}

/** Lists the contact points and corners that all rows are about, in the order in which they appear. */
export function listPoints(bodies: readonly TouchBody[], rows: ContactRows): void {
  for (let b = 0; b < bodies.length; b++) {
    empty(bodies[b].inRows);
    empty(bodies[b].cornersInRows);
  }
  const { count, key, ends, touched } = rows;
  for (let r = 0; r < count[0]; r++) {
    const { inRows } = bodies[key[3 * r]];
    add(inRows, ends[2 * r]);
    add(inRows, ends[2 * r + 1]);
    if (key[3 * r + 1] < 0) continue;
    const other = bodies[key[3 * r + 1]];
    for (let s = 0; s < 4; s++) add(other.cornersInRows, touched[5 * r + s]);
  }
}

function empty(places: Listed): void {
  for (let j = 0; j < places.count; j++) places.listed[places.list[j]] = 0;
  places.count = 0;
}

function add(places: Listed, point: number): void {
  if (places.listed[point] === 1) return;
  places.listed[point] = 1;
  places.list[places.count++] = point;
}

/** Groups of points that places are between. */
export const CONTACTS = 0;
export const CAGE = 1;
export const TIES = 2;

/** Forgets all places of a body. */
export function clearPlaces({ places, placed, placeOf }: TouchBody): void {
  for (let s = 0; s < placed[0]; s++) {
    if (places.group[s] === CONTACTS) placeOf[places.points[4 * s]] = -1;
  }
  placed[0] = 0;
}

/** Room for places that is left. */
export function roomFor({ places, placed }: TouchBody): number {
  return places.group.length - placed[0];
}

/** The place between contact points p and q, `part` of the way from p to q: contact points alone are one place however many rows they have. */
export function placeBetween(body: TouchBody, p: number, q: number, part: number): number {
  const { places, placeOf } = body;
  if (part === 0 && placeOf[p] >= 0) return placeOf[p];
  const s = addPlace(body, CONTACTS);
  places.points[4 * s] = p;
  places.weights[4 * s] = 1 - part;
  places.points[4 * s + 1] = q;
  places.weights[4 * s + 1] = part;
  if (part === 0) placeOf[p] = s;
  return s;
}

/** The place between four corners of the cage. */
export function placeInCage(
  body: TouchBody,
  corners: Int32Array,
  c: number,
  weights: Float64Array,
  w: number,
): number {
  const s = addPlace(body, CAGE);
  for (let k = 0; k < 4; k++) {
    body.places.points[4 * s + k] = corners[c + k];
    body.places.weights[4 * s + k] = weights[w + k];
  }
  return s;
}

/** The place among the up to four points of a group. */
export function placeAmong(body: TouchBody, group: number, weights: Float64Array): number {
  const s = addPlace(body, group);
  for (let k = 0; k < weights.length; k++) {
    body.places.points[4 * s + k] = k;
    body.places.weights[4 * s + k] = weights[k];
  }
  return s;
}

function addPlace({ places, placed }: TouchBody, group: number): number {
  const s = placed[0]++;
  places.group[s] = group;
  for (let k = 4 * s; k < 4 * s + 4; k++) {
    places.points[k] = 0;
    places.weights[k] = 0;
  }
  return s;
}

/** out[o..o+3) = velocity of place s. */
export function velocityOf(
  { groups, places }: TouchBody,
  s: number,
  out: Float64Array,
  o: number,
): void {
  const { v } = groups[places.group[s]];
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let k = 4 * s; k < 4 * s + 4; k++) {
      if (places.weights[k] !== 0) sum += places.weights[k] * v[3 * places.points[k] + c];
    }
    out[o + c] = sum;
  }
}

/** Impulses of place s += sign · p[o..o+3). */
export function pushPlace(
  { groups, places }: TouchBody,
  s: number,
  p: Float64Array,
  o: number,
  sign: number,
): void {
  const { f } = groups[places.group[s]];
  for (let k = 4 * s; k < 4 * s + 4; k++) {
    const w = sign * places.weights[k];
    if (w === 0) continue;
    for (let c = 0; c < 3; c++) f[3 * places.points[k] + c] += w * p[o + c];
  }
}
