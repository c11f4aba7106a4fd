import { closestOnTriangle } from '../../math/triangle.ts';
import type { Surface } from './surface.ts';

/**
 * Where a search ended: the triangle (−1 if there is none), the place on it, weights of its corners, squared distance.
 */
export interface Foot {
  triangle: number;
  distance2: number;
  readonly at: Float64Array;
  readonly corners: Float64Array;
}

export function createFoot(): Foot {
  return { triangle: -1, distance2: 0, at: new Float64Array(3), corners: new Float64Array(3) };
}

/**
 * The place of a surface closest to xyz[p..p+3) among triangles whose normal is within the cone about normal[m..m+3)
 * (any triangle if `cone` is −1). `start` is a triangle to begin with, −1 for none: the last foot is rarely far from
 * the next.
 */
export function closestInCone(
  foot: Foot,
  surface: Surface,
  xyz: Float64Array,
  p: number,
  normal: Float64Array,
  m: number,
  cone: number,
  start: number,
): void {
  const { bvh } = surface;
  const { positions, triangles, boxes, right, start: first, count, order, stack, keys, hit } = bvh;
  const px = xyz[p];
  const py = xyz[p + 1];
  const pz = xyz[p + 2];
  let best = -1;
  hit[3] = Infinity;
  if (start >= 0 && agrees(surface, start, normal, m, cone)) {
    const s = 3 * start;
    closestOnTriangle(hit, 0, xyz, p, positions, triangles[s], triangles[s + 1], triangles[s + 2]);
    best = start;
  }
  stack[0] = 0;
  keys[0] = 0;
  let top = 1;
  while (top > 0) {
    top--;
    if (keys[top] > hit[3]) continue;
    const node = stack[top];
    if (count[node] === 0) {
      const l = node + 1;
      const r = right[node];
      const dl = boxDistance2(boxes, 6 * l, px, py, pz);
      const dr = boxDistance2(boxes, 6 * r, px, py, pz);
      // The nearer one is looked at first: it goes on top.
      const least = hit[3];
      if (dl <= dr) {
        if (dr <= least) {
          stack[top] = r;
          keys[top++] = dr;
        }
        if (dl <= least) {
          stack[top] = l;
          keys[top++] = dl;
        }
      } else {
        if (dl <= least) {
          stack[top] = l;
          keys[top++] = dl;
        }
        if (dr <= least) {
          stack[top] = r;
          keys[top++] = dr;
        }
      }
      continue;
    }
    const end = first[node] + count[node];
    for (let e = first[node]; e < end; e++) {
      const t = order[e];
      if (!agrees(surface, t, normal, m, cone)) continue;
      const c = 3 * t;
      closestOnTriangle(
        hit,
        4,
        xyz,
        p,
        positions,
        triangles[c],
        triangles[c + 1],
        triangles[c + 2],
      );
      if (hit[7] < hit[3] || (hit[7] === hit[3] && t < best)) {
        best = t;
        for (let d = 0; d < 4; d++) hit[d] = hit[4 + d];
      }
    }
  }
  foot.triangle = best;
  foot.distance2 = hit[3];
  for (let d = 0; d < 3; d++) foot.at[d] = hit[d];
  if (best >= 0) cornerWeights(foot.corners, surface, best, hit);
}

function agrees(
  { normals, isCloud }: Surface,
  t: number,
  normal: Float64Array,
  m: number,
  cone: number,
): boolean {
  if (cone <= -1) return true;
  const c = 3 * t;
  const cos =
    normals[c] * normal[m] + normals[c + 1] * normal[m + 1] + normals[c + 2] * normal[m + 2];
  return (isCloud ? Math.abs(cos) : cos) >= cone;
}

function boxDistance2(boxes: Float64Array, o: number, px: number, py: number, pz: number): number {
  const x = px < boxes[o] ? boxes[o] - px : px > boxes[o + 3] ? px - boxes[o + 3] : 0;
  const y = py < boxes[o + 1] ? boxes[o + 1] - py : py > boxes[o + 4] ? py - boxes[o + 4] : 0;
  const z = pz < boxes[o + 2] ? boxes[o + 2] - pz : pz > boxes[o + 5] ? pz - boxes[o + 5] : 0;
  return x * x + y * y + z * z;
}

/** out = weights of the triangle's corners at a place on it. */
export function cornerWeights(
  out: Float64Array,
  { positions: x, triangles }: Surface,
  t: number,
  at: Float64Array,
): void {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  let uu = 0;
  let uv = 0;
  let vv = 0;
  let uw = 0;
  let vw = 0;
  for (let d = 0; d < 3; d++) {
    const u = x[b + d] - x[a + d];
    const v = x[c + d] - x[a + d];
    const w = at[d] - x[a + d];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    uw += u * w;
    vw += v * w;
  }
  const det = uu * vv - uv * uv;
  if (!(det > 1e-24 * uu * vv)) {
    // No area: along its longer side.
    const s = uu >= vv ? (uu > 0 ? uw / uu : 0) : 0;
    const r = uu >= vv ? 0 : vw / vv;
    out[1] = Math.min(1, Math.max(0, s));
    out[2] = Math.min(1, Math.max(0, r));
    out[0] = 1 - out[1] - out[2];
    return;
  }
  const s = Math.min(1, Math.max(0, (vv * uw - uv * vw) / det));
  const r = Math.min(1 - s, Math.max(0, (uu * vw - uv * uw) / det));
  out[0] = 1 - s - r;
  out[1] = s;
  out[2] = r;
}

/** A weight below this counts as none: the foot is on the side across from that corner. */
const ON_SIDE = 1e-9;

/** True if a foot lies on the border of an open surface: what it stands for may be beyond. */
export function isOnBorder({ border }: Surface, { triangle, corners }: Foot): boolean {
  const bits = border[triangle];
  if (bits === 0) return false;
  // Side k runs from corner k to k + 1, across from corner k + 2.
  for (let k = 0; k < 3; k++) {
    if ((bits & (1 << k)) !== 0 && corners[(k + 2) % 3] < ON_SIDE) return true;
  }
  return false;
}
