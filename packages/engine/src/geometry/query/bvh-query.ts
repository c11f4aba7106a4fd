import { closestOnTriangle } from '../../math/triangle.ts';
import type { Bvh } from './bvh.ts';

/**
 * The closest triangle to each of n points. outDistance2[i] = squared distance [m²], outTriangle[i] = index of the
 * triangle (the smallest among equals), outPoint (if given, shape [n, 3]) = the closest point [m]. Allocates nothing.
 */
export function closestPoints(
  bvh: Bvh,
  xyz: Float64Array,
  n: number,
  outDistance2: Float64Array,
  outTriangle: Int32Array,
  outPoint: Float64Array | null = null,
): void {
  const hit = bvh.hit;
  for (let i = 0; i < n; i++) {
    hit[3] = Infinity;
    outTriangle[i] = closestFrom(bvh, xyz, 3 * i);
    outDistance2[i] = hit[3];
    if (outPoint !== null) {
      outPoint[3 * i] = hit[0];
      outPoint[3 * i + 1] = hit[1];
      outPoint[3 * i + 2] = hit[2];
    }
  }
}

/**
 * The triangle closest to xyz[p..p+3) among those nearer than √bvh.hit[3], or −1. Writes the closest point and the
 * squared distance to bvh.hit[0..4).
 */
export function closestFrom(bvh: Bvh, xyz: Float64Array, p: number): number {
  const { positions, triangles, boxes, right, start, count, order, stack, keys, hit } = bvh;
  let best = -1;
  let top = 0;
  stack[0] = 0;
  keys[0] = boxDistance2(boxes, 0, xyz, p);
  top = 1;
  while (top > 0) {
    top--;
    if (keys[top] > hit[3]) continue;
    const node = stack[top];
    if (count[node] === 0) {
      const l = node + 1;
      const r = right[node];
      const dl = boxDistance2(boxes, 6 * l, xyz, p);
      const dr = boxDistance2(boxes, 6 * r, xyz, p);
      // The nearer box is looked at first: push it last.
      const leftFirst = dl <= dr;
      stack[top] = leftFirst ? r : l;
      keys[top++] = leftFirst ? dr : dl;
      stack[top] = leftFirst ? l : r;
      keys[top++] = leftFirst ? dl : dr;
      continue;
    }
    const end = start[node] + count[node];
    for (let e = start[node]; e < end; e++) {
      const t = order[e];
      closestOnTriangle(
        hit,
        4,
        xyz,
        p,
        positions,
        triangles[3 * t],
        triangles[3 * t + 1],
        triangles[3 * t + 2],
      );
      if (hit[7] < hit[3] || (hit[7] === hit[3] && t < best)) {
        best = t;
        hit[0] = hit[4];
        hit[1] = hit[5];
        hit[2] = hit[6];
        hit[3] = hit[7];
      }
    }
  }
  return best;
}

function boxDistance2(boxes: Float64Array, o: number, xyz: Float64Array, p: number): number {
  const px = xyz[p];
  const py = xyz[p + 1];
  const pz = xyz[p + 2];
  const x = px < boxes[o] ? boxes[o] - px : px > boxes[o + 3] ? px - boxes[o + 3] : 0;
  const y = py < boxes[o + 1] ? boxes[o + 1] - py : py > boxes[o + 4] ? py - boxes[o + 4] : 0;
  const z = pz < boxes[o + 2] ? boxes[o + 2] - pz : pz > boxes[o + 5] ? pz - boxes[o + 5] : 0;
  return x * x + y * y + z * z;
}

/**
 * First hit of each of n rays: outT[i] = distance along the direction in units of its length (Infinity for none, never
 * negative), outTriangle[i] = the triangle or −1. A ray through a shared edge or vertex never slips between triangles.
 */
export function castRays(
  bvh: Bvh,
  origins: Float64Array,
  directions: Float64Array,
  n: number,
  outT: Float64Array,
  outTriangle: Int32Array,
): void {
  for (let i = 0; i < n; i++) castRay(bvh, origins, directions, i, outT, outTriangle);
}

function castRay(
  bvh: Bvh,
  origins: Float64Array,
  directions: Float64Array,
  i: number,
  outT: Float64Array,
  outTriangle: Int32Array,
): void {
  const { boxes, right, start, count, order, stack, hit } = bvh;
  outT[i] = Infinity;
  outTriangle[i] = -1;
  stack[0] = 0;
  let top = 1;
  while (top > 0) {
    const node = stack[--top];
    if (!rayMeetsBox(boxes, 6 * node, origins, directions, 3 * i, outT, i)) continue;
    if (count[node] === 0) {
      stack[top++] = right[node];
      stack[top++] = node + 1;
      continue;
    }
    const end = start[node] + count[node];
    for (let e = start[node]; e < end; e++) {
      const t = order[e];
      rayTriangle(hit, bvh, t, origins, directions, 3 * i);
      if (hit[0] < outT[i] || (hit[0] === outT[i] && hit[0] < Infinity && t < outTriangle[i])) {
        outT[i] = hit[0];
        outTriangle[i] = t;
      }
    }
  }
}

function rayMeetsBox(
  boxes: Float64Array,
  o: number,
  origins: Float64Array,
  directions: Float64Array,
  p: number,
  limit: Float64Array,
  i: number,
): boolean {
  let near = 0;
  let far = limit[i];
  for (let d = 0; d < 3; d++) {
    const x = origins[p + d];
    const v = directions[p + d];
    if (v === 0) {
      if (x < boxes[o + d] || x > boxes[o + 3 + d]) return false;
      continue;
    }
    const a = (boxes[o + d] - x) / v;
    const b = (boxes[o + 3 + d] - x) / v;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  // A little slack: rounding must not lose a triangle that lies in a side of its box.
  return near <= far + 1e-12 * (1 + near);
}

/**
 * out[0] = parameter of the hit, Infinity for none. The three edge products are computed from the ends in a fixed
 * order, so that two triangles see exactly opposite values at their common edge: no gap between them.
 */
function rayTriangle(
  out: Float64Array,
  bvh: Bvh,
  t: number,
  origins: Float64Array,
  directions: Float64Array,
  p: number,
): void {
  const { positions: x, triangles } = bvh;
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  out[0] = Infinity;
  const u = edgeProduct(x, b, c, origins, directions, p);
  const v = edgeProduct(x, c, a, origins, directions, p);
  const w = edgeProduct(x, a, b, origins, directions, p);
  if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))) return;
  const sum = u + v + w;
  if (sum === 0) return;
  const dx = directions[p];
  const dy = directions[p + 1];
  const dz = directions[p + 2];
  const hx = (u * x[a] + v * x[b] + w * x[c]) / sum - origins[p];
  const hy = (u * x[a + 1] + v * x[b + 1] + w * x[c + 1]) / sum - origins[p + 1];
  const hz = (u * x[a + 2] + v * x[b + 2] + w * x[c + 2]) / sum - origins[p + 2];
  const s = (hx * dx + hy * dy + hz * dz) / (dx * dx + dy * dy + dz * dz);
  if (s >= 0) out[0] = s;
}

/** direction · ((q − origin) × (r − origin)): the side on which the ray passes the edge q → r. */
function edgeProduct(
  x: Float64Array,
  q: number,
  r: number,
  origins: Float64Array,
  directions: Float64Array,
  p: number,
): number {
  const qx = x[q] - origins[p];
  const qy = x[q + 1] - origins[p + 1];
  const qz = x[q + 2] - origins[p + 2];
  const rx = x[r] - origins[p];
  const ry = x[r + 1] - origins[p + 1];
  const rz = x[r + 2] - origins[p + 2];
  return (
    directions[p] * (qy * rz - qz * ry) +
    directions[p + 1] * (qz * rx - qx * rz) +
    directions[p + 2] * (qx * ry - qy * rx)
  );
}
