import type { Allocator } from '../../kernels/arena.ts';
import type { Subset } from '../detect/live.ts';
import type { ContactRows } from '../detect/rows.ts';
import type { TouchBody } from '../memory.ts';

/** Points of a body that rows use: only these get velocities and impulses. */
export interface Listed extends Subset {
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
    listPoint(inRows, ends[2 * r]);
    listPoint(inRows, ends[2 * r + 1]);
    if (key[3 * r + 1] < 0) continue;
    const other = bodies[key[3 * r + 1]];
    for (let s = 0; s < 4; s++) listPoint(other.cornersInRows, touched[5 * r + s]);
  }
}

function empty(points: Listed): void {
  for (let j = 0; j < points.count; j++) points.listed[points.list[j]] = 0;
  points.count = 0;
}

/** Lists one more point. */
export function listPoint(points: Listed, point: number): void {
  if (points.listed[point] === 1) return;
  points.listed[point] = 1;
  points.list[points.count++] = point;
}

/** Groups of points that sites are between. */
export const CONTACTS = 0;
export const CAGE = 1;
export const TIES = 2;

/** Forgets all sites of a body. */
export function clearSites({ sites, siteCount, siteOf }: TouchBody): void {
  for (let s = 0; s < siteCount[0]; s++) {
    if (sites.group[s] === CONTACTS) siteOf[sites.points[4 * s]] = -1;
  }
  siteCount[0] = 0;
}

/** Room for sites that is left. */
export function roomFor({ sites, siteCount }: TouchBody): number {
  return sites.group.length - siteCount[0];
}

/**
 * The site between contact points p and q, `part` of the distance from p to q: a single contact point is one site for
 * any number of rows.
 */
export function siteBetween(body: TouchBody, p: number, q: number, part: number): number {
  const { sites, siteOf } = body;
  if (part === 0 && siteOf[p] >= 0) return siteOf[p];
  const s = addSite(body, CONTACTS);
  sites.points[4 * s] = p;
  sites.weights[4 * s] = 1 - part;
  sites.points[4 * s + 1] = q;
  sites.weights[4 * s + 1] = part;
  if (part === 0) siteOf[p] = s;
  return s;
}

/** The site between four corners of the cage. */
export function siteInCage(
  body: TouchBody,
  corners: Int32Array,
  c: number,
  weights: Float64Array,
  w: number,
): number {
  const s = addSite(body, CAGE);
  for (let k = 0; k < 4; k++) {
    body.sites.points[4 * s + k] = corners[c + k];
    body.sites.weights[4 * s + k] = weights[w + k];
  }
  return s;
}

/** The site among the up to four points of a group. */
export function siteAmong(body: TouchBody, group: number, weights: Float64Array): number {
  const s = addSite(body, group);
  for (let k = 0; k < weights.length; k++) {
    body.sites.points[4 * s + k] = k;
    body.sites.weights[4 * s + k] = weights[k];
  }
  return s;
}

function addSite({ sites, siteCount }: TouchBody, group: number): number {
  const s = siteCount[0]++;
  sites.group[s] = group;
  for (let k = 4 * s; k < 4 * s + 4; k++) {
    sites.points[k] = 0;
    sites.weights[k] = 0;
  }
  return s;
}

/** out[o..o+3) = velocity of site s. */
export function velocityOf(
  { groups, sites }: TouchBody,
  s: number,
  out: Float64Array,
  o: number,
): void {
  const { v } = groups[sites.group[s]];
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let k = 4 * s; k < 4 * s + 4; k++) {
      if (sites.weights[k] !== 0) sum += sites.weights[k] * v[3 * sites.points[k] + c];
    }
    out[o + c] = sum;
  }
}

/** Impulses of site s += sign · p[o..o+3). */
export function pushSite(
  { groups, sites }: TouchBody,
  s: number,
  p: Float64Array,
  o: number,
  sign: number,
): void {
  const { f } = groups[sites.group[s]];
  for (let k = 4 * s; k < 4 * s + 4; k++) {
    const w = sign * sites.weights[k];
    if (w === 0) continue;
    for (let c = 0; c < 3; c++) f[3 * sites.points[k] + c] += w * p[o + c];
  }
}
