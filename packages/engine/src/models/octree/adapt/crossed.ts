import { FACE_MOVE } from '../build/voxels.ts';
import type { OctreeRun } from '../runtime.ts';
import { placeVoxels } from './place.ts';

/** Links that a blade crosses, in the order of their voxels. */
export interface Crossed {
  count: number;
  /** A voxel and a face of it, shape [count, 2]. */
  links: Int32Array;
  /**
   * Part of the distance to the voxel behind the face at which the blade is, and its normal there, shape [count, 3].
   */
  parts: Float64Array;
  normals: Float64Array;
}

/** The links that cross the blade, which is given as pairs of a segment's ends [m], shape [positions, 2, 3]. */
export function findCrossed(run: OctreeRun, blade: Float64Array): Crossed {
  const { voxels } = run.data;
  const { links } = run.memory;
  const { leafOf } = run.sampler.now.tree;
  const box = boundsOf(blade);
  const near = leavesNear(run, box);
  const at = placeVoxels(run, near);
  const normal = new Float64Array(3);
  const out: Crossed = {
    count: 0,
    links: new Int32Array(512),
    parts: new Float64Array(256),
    normals: new Float64Array(768),
  };
  for (let v = 0; v < voxels.count; v++) {
    if (near[leafOf[v]] === 0) continue;
    for (let f = 0; f < 6; f += 2) {
      if ((links[v] & (1 << f)) === 0) continue;
      const u = voxels.near[27 * v + FACE_MOVE[f]];
      if (near[leafOf[u]] === 0 || !mayCross(box, at, 3 * v, 3 * u)) continue;
      const part = crossing(blade, at, v, u, normal);
      if (part >= 0) addCrossed(out, v, f, part, normal);
    }
  }
  return out;
}

/** Leaves out those links whose flag is 1. */
export function dropCrossed(crossed: Crossed, flags: Uint8Array): void {
  const { links, parts, normals } = crossed;
  let n = 0;
  for (let k = 0; k < crossed.count; k++) {
    if (flags[k] === 1) continue;
    links[2 * n] = links[2 * k];
    links[2 * n + 1] = links[2 * k + 1];
    parts[n] = parts[k];
    for (let c = 0; c < 3; c++) normals[3 * n + c] = normals[3 * k + c];
    n++;
  }
  crossed.count = n;
}

function addCrossed(out: Crossed, v: number, f: number, part: number, normal: Float64Array): void {
  const n = out.count++;
  if (n === out.parts.length) grow(out);
  out.links[2 * n] = v;
  out.links[2 * n + 1] = f;
  out.parts[n] = part;
  out.normals.set(normal, 3 * n);
}

function grow(out: Crossed): void {
  const { links, parts, normals } = out;
  out.links = new Int32Array(2 * links.length);
  out.links.set(links);
  out.parts = new Float64Array(2 * parts.length);
  out.parts.set(parts);
  out.normals = new Float64Array(2 * normals.length);
  out.normals.set(normals);
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

/** 1 for leaves with a voxel whose link may reach into a box: a cut asks only these. */
function leavesNear({ memory, data, sampler }: OctreeRun, box: Float64Array): Uint8Array {
  const { tree } = sampler.now;
  const { x } = memory;
  const near = new Uint8Array(tree.leaves);
  // No voxel's centre is farther from that of its leaf than the diagonal of the leaf's cell.
  const reach = Float64Array.from({ length: data.coarsest + 1 }, (_, l) => {
    return Math.sqrt(3) * data.voxels.cell * (1 << l);
  });
  for (let i = 0; i < tree.leaves; i++) {
    const r = reach[tree.level[i]];
    if (overlap(box, x, 3 * i, r, 3 * i, r)) near[i] = 1;
  }
  // A link from leaf to leaf may cross where neither of them is.
  for (let k = 0; k < 2 * tree.jointCount; k += 2) {
    const i = tree.joints[k];
    const j = tree.joints[k + 1];
    if (near[i] === 1 && near[j] === 1) continue;
    if (!overlap(box, x, 3 * i, reach[tree.level[i]], 3 * j, reach[tree.level[j]])) continue;
    near[i] = 1;
    near[j] = 1;
  }
  return near;
}

/** Whether the box around two balls, at x[p…] and x[q…], meets a box. */
function overlap(
  box: Float64Array,
  x: Float64Array,
  p: number,
  r: number,
  q: number,
  s: number,
): boolean {
  for (let c = 0; c < 3; c++) {
    if (Math.max(x[p + c] + r, x[q + c] + s) < box[c]) return false;
    if (Math.min(x[p + c] - r, x[q + c] - s) > box[c + 3]) return false;
  }
  return true;
}

function mayCross(box: Float64Array, at: Float64Array, p: number, q: number): boolean {
  for (let c = 0; c < 3; c++) {
    const a = at[p + c];
    const b = at[q + c];
    if (Math.max(a, b) < box[c] || Math.min(a, b) > box[c + 3]) return false;
  }
  return true;
}

/**
 * Part of the segment from voxel v to u at which the blade crosses it, −1 if it does not; `normal` is that of the blade
 * there.
 */
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

/** By how much a segment may pass beside a triangle, in its edges: rounding. */
const EDGE = 1e-9;

/**
 * Part of the segment from p to q at which it passes triangle abc, its edges included: neighbouring triangles leave no
 * slit. −1 if it does not. An end in the triangle's plane counts as above it.
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
