import { rotateByQuat } from '../../../math/quat.ts';
import { FACE_CORNERS } from '../build/corners.ts';
import { FACE_MOVE } from '../build/voxels.ts';
import type { OctreeRun } from '../runtime.ts';
import { refreshMoves, severLink } from '../topology/links.ts';
import { keepCrumbs } from './crumbs.ts';
import { placeVoxels } from './place.ts';
import { beginSwitch, endSwitch, type SwitchScratch } from './switch.ts';

/**
 * Cuts the body with a blade: the surface swept by a segment, as pairs of its ends [m], shape [positions, 2, 3]; places are those
 * of the world, now. Severs the links that cross it. Gives the number of links severed, or −1 if there was no room for
 * the pieces (nothing is cut then).
 */
export function cutBody(run: OctreeRun, scratch: SwitchScratch, blade: Float64Array): number {
  const { memory, data } = run;
  const { voxels } = data;
  const box = boundsOf(blade);
  const at = placeVoxels(run);
  beginSwitch(run, scratch);
  const oldCorners = run.corners.slice();
  const oldFlags = run.cornerCut.slice();
  let severed: number[] = [];
  let parts: number[] = [];
  let normals: number[] = [];
  const normal = new Float64Array(3);
  for (let v = 0; v < voxels.count; v++) {
    for (let f = 0; f < 6; f += 2) {
      if ((memory.links[v] & (1 << f)) === 0) continue;
      const u = voxels.near[27 * v + FACE_MOVE[f]];
      if (!mayCross(box, at, v, u)) continue;
      const part = crossing(blade, at, v, u, normal);
      if (part < 0) continue;
      severed.push(v, f);
      parts.push(part);
      normals.push(normal[0], normal[1], normal[2]);
    }
  }
  for (let k = 0; k < severed.length; k += 2) {
    severLink(memory.links, voxels, severed[k], severed[k + 1]);
  }
  const kept = keepCrumbs(memory.links, voxels, severed);
  severed = severed.filter((_, k) => kept[k >> 1] === 0);
  parts = parts.filter((_, k) => kept[k] === 0);
  normals = normals.filter((_, k) => kept[Math.floor(k / 3)] === 0);
  if (severed.length === 0) return 0;
  for (let k = 0; k < severed.length; k += 2) {
    run.touched[severed[k]] = 1;
    run.touched[voxels.near[27 * severed[k] + FACE_MOVE[severed[k + 1]]]] = 1;
  }
  for (let k = 0; k < severed.length; k += 2) {
    refreshMoves(run.moves, memory.links, voxels, severed[k]);
    refreshMoves(
      run.moves,
      memory.links,
      voxels,
      voxels.near[27 * severed[k] + FACE_MOVE[severed[k + 1]]],
    );
  }
  markMoves(run, severed);
  moveCorners(run, severed, parts, normals);
  if (endSwitch(run, scratch, true)) return severed.length / 2;
  run.corners.set(oldCorners);
  run.cornerCut.set(oldFlags);
  return -1;
}

/** A severed link also closes moves over edges and corners near it: those voxels are touched too. */
function markMoves(run: OctreeRun, severed: readonly number[]): void {
  const { near } = run.data.voxels;
  for (let k = 0; k < severed.length; k += 2) {
    const v = severed[k];
    const u = near[27 * v + FACE_MOVE[severed[k + 1]]];
    for (let m = 0; m < 27; m++) {
      if (near[27 * v + m] >= 0) run.touched[near[27 * v + m]] = 1;
      if (near[27 * u + m] >= 0) run.touched[near[27 * u + m]] = 1;
    }
  }
}

function boundsOf(blade: Float64Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let k = 0; k < blade.length; k++) {
    const c = k % 3;
    box[c] = Math.min(box[c], blade[k]);
    box[c + 3] = Math.max(box[c + 3], blade[k]);
  }
  return box;
}

function mayCross(box: Float64Array, at: Float64Array, v: number, u: number): boolean {
  for (let c = 0; c < 3; c++) {
    const [a, b] = [at[3 * v + c], at[3 * u + c]];
    if (Math.max(a, b) < box[c] || Math.min(a, b) > box[c + 3]) return false;
  }
  return true;
}

/** Part of the way from voxel v to u at which the blade crosses it, −1 if it does not; `normal` is that of the blade there. */
function crossing(
  blade: Float64Array,
  at: Float64Array,
  v: number,
  u: number,
  normal: Float64Array,
): number {
  for (let k = 0; k + 11 < blade.length; k += 6) {
    const first = throughTriangle(normal, blade, k, k + 3, k + 6, at, 3 * v, 3 * u);
    if (first >= 0) return first;
    const second = throughTriangle(normal, blade, k + 6, k + 3, k + 9, at, 3 * v, 3 * u);
    if (second >= 0) return second;
  }
  return -1;
}

/** By how much a way may pass beside a triangle, in its edges: rounding. */
const EDGE = 1e-9;

/**
 * Part of the way from p to q at which it passes triangle abc, its edges included: neighbouring triangles leave no slit. −1 if it
 * does not. An end in the triangle's plane counts as above it.
 */
function throughTriangle(
  normal: Float64Array,
  t: Float64Array,
  a: number,
  b: number,
  c: number,
  x: Float64Array,
  p: number,
  q: number,
): number {
  const ux = t[b] - t[a];
  const uy = t[b + 1] - t[a + 1];
  const uz = t[b + 2] - t[a + 2];
  const vx = t[c] - t[a];
  const vy = t[c + 1] - t[a + 1];
  const vz = t[c + 2] - t[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const before = nx * (x[p] - t[a]) + ny * (x[p + 1] - t[a + 1]) + nz * (x[p + 2] - t[a + 2]);
  const after = nx * (x[q] - t[a]) + ny * (x[q + 1] - t[a + 1]) + nz * (x[q + 2] - t[a + 2]);
  if (before >= 0 === after >= 0) return -1;
  const s = before / (before - after);
  const wx = x[p] + s * (x[q] - x[p]) - t[a];
  const wy = x[p + 1] + s * (x[q + 1] - x[p + 1]) - t[a + 1];
  const wz = x[p + 2] + s * (x[q + 2] - x[p + 2]) - t[a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const wu = wx * ux + wy * uy + wz * uz;
  const wv = wx * vx + wy * vy + wz * vz;
  const det = uu * vv - uv * uv;
  if (!(det > 0)) return -1;
  const beta = (vv * wu - uv * wv) / det;
  const gamma = (uu * wv - uv * wu) / det;
  const inside = beta >= -EDGE && gamma >= -EDGE && beta + gamma <= 1 + EDGE;
  if (!inside) return -1;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  normal[0] = nx / length;
  normal[1] = ny / length;
  normal[2] = nz / length;
  return s;
}

/** Directions that lead to the blade more slowly than this are not taken. */
const SLOW = 0.1;

/** Moves a corner by the mean way to the blade; one of the outer surface along that surface, as far as it leads there. */
function slide(run: OctreeRun, corner: number, sum: Float64Array, leash: number): void {
  const { free } = run.data.corners;
  const square = sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2];
  if (square === 0) return;
  const way = [0, 0, 0];
  let along = 0;
  for (let i = 0; i < 3; i++) {
    const o = 9 * corner + 3 * i;
    way[i] = free[o] * sum[0] + free[o + 1] * sum[1] + free[o + 2] * sum[2];
    along += way[i] * sum[i];
  }
  if (along < SLOW * square) return;
  for (let i = 0; i < 3; i++) {
    const step = ((way[i] / sum[3]) * square) / along;
    run.corners[3 * corner + i] += Math.max(-leash, Math.min(leash, step));
  }
}

/** Corners are moved by at most this [voxels]: neighbours must not swap. */
const LEASH = 0.8;

/**
 * Puts the corners of severed faces onto the blade, at rest: where a link was crossed, the blade turned back with the link's leaf
 * is a plane, and a corner takes the mean of the planes around it. Corners on an earlier cut stay.
 */
function moveCorners(
  run: OctreeRun,
  severed: readonly number[],
  parts: readonly number[],
  normals: readonly number[],
): void {
  const { voxels, corners } = run.data;
  const { cell, origin, at } = voxels;
  const { leafOf } = run.sampler.now.tree;
  const sums = new Map<number, Float64Array>();
  const back = new Float64Array(4);
  const n = new Float64Array(3);
  for (let k = 0; k < parts.length; k++) {
    const v = severed[2 * k];
    const f = severed[2 * k + 1];
    const q = 4 * leafOf[v];
    back.set(run.memory.q.subarray(q, q + 4));
    back[3] = -back[3];
    n.set(normals.slice(3 * k, 3 * k + 3));
    rotateByQuat(n, 0, back, 0, n, 0);
    for (const c of FACE_CORNERS[f]) {
      const corner = corners.of[8 * v + c];
      let away = 0;
      for (let d = 0; d < 3; d++) {
        const place = origin[d] + cell * (at[3 * v + d] + 0.5 + (d === f >> 1 ? parts[k] : 0));
        away += n[d] * (place - run.corners[3 * corner + d]);
      }
      let sum = sums.get(corner);
      if (sum === undefined) {
        sum = new Float64Array(4);
        sums.set(corner, sum);
      }
      for (let d = 0; d < 3; d++) sum[d] += away * n[d];
      sum[3]++;
    }
  }
  for (const [corner, sum] of sums) {
    if (run.cornerCut[corner] === 1) continue;
    run.cornerCut[corner] = 1;
    slide(run, corner, sum, LEASH * cell);
  }
}
