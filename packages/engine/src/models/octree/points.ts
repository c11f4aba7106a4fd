import type { Walls } from '../../collision/slits.ts';
import { skinPoints, skinTranspose } from '../../kernels/reference/skinning.ts';
import type { PointSet } from '../contract.ts';
import { nearestVoxel, type Voxels } from './build/voxels.ts';
import type { Sample, Sampler } from './topology/sample.ts';

/**
 * Material points that follow the leaves: x_p = Σ w_i x_i + R o, with weights of moving least squares over the leaf the point is in
 * and its neighbours, and o what those weights cannot reach (a thin part is one row of leaves: no weights lead away
 * from it), turned with the point's own leaf. A point belongs to a voxel for good, so it knows its side of a cut.
 */
export interface OctreePoints extends PointSet {
  count: number;
  rest: Float64Array;
  home: Int32Array;
  ptr: Int32Array;
  cols: Int32Array;
  weights: Float64Array;
  /** o [m], shape [count, 3]. */
  lever: Float64Array;
  /** What the weights did not reach when the points were last placed [m], shape [count, 3]: forces act at its end. */
  arm: Float64Array;
  /** Leaf of each point. */
  leaf: Int32Array;
  /** The sampling that the weights are for. */
  version: number;
  /**
   * True for points that forces act on: no weight is negative, or an impulse at the surface would drive leaves behind it the wrong way.
   * What that leaves out is in the lever. Points for drawing are smoother without.
   */
  readonly pushed: boolean;
  /** The sides of the slits, for the corners of a cage. */
  walls: Walls | null;
  /** Points from here on are tied to where leaves are now, for a step, and are not turned with them. */
  readonly fixed: number;
}

/** Places on the sides of slits that others can hold at a time (`step/walls.ts`), after the corners of a cage. */
export const GRIPS = 256;

/** Neighbours a point can have. */
const MOST = 18;
/** How far a leaf's influence reaches, in its own cells. */
const SUPPORT = 1.6;
/** A faint wider influence: a point of the surface needs the second layer of leaves to know how the first one tilts. */
const WIDE = 2.4;
const FAINT = 0.05;
/** Added to the spread of the leaves around a point, relative to their size: below it a direction is not resolved. */
const FLAT = 1e-3;
const ROUNDS = 3;

/** Points at rest places [m], shape [n, 3], in voxels `home`; `grips` has room for more to hold on to. */
export function createPoints(
  places: Float64Array,
  homes: Int32Array,
  pushed = true,
  grips = 0,
): OctreePoints {
  const fixed = homes.length;
  const count = fixed + grips;
  const rest = grips > 0 ? new Float64Array(3 * count) : places;
  const home = grips > 0 ? new Int32Array(count) : homes;
  if (grips > 0) {
    rest.set(places);
    home.set(homes);
  }
  // All sets of points are of one shape, down to what changes later: code that is compiled for one must do for all.
  const set: OctreePoints = {
    count: 0,
    rest,
    home,
    ptr: new Int32Array(count + 1),
    cols: new Int32Array(MOST * count),
    weights: new Float64Array(MOST * count),
    lever: new Float64Array(3 * count),
    arm: new Float64Array(3 * count),
    leaf: new Int32Array(count).fill(-1),
    version: -1,
    pushed,
    walls: null,
    fixed,
  };
  set.count = fixed;
  return set;
}

/** Points at given places belong to the nearest voxels. */
export function homesOf(voxels: Voxels, points: Float64Array): Int32Array {
  const home = new Int32Array(points.length / 3);
  for (let i = 0; i < home.length; i++) {
    home[i] = nearestVoxel(voxels, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
  }
  return home;
}

export interface BindScratch {
  readonly near: Int32Array;
  readonly phi: Float64Array;
  readonly matrix: Float64Array;
  readonly mean: Float64Array;
  readonly lever: Float64Array;
}

export function createBindScratch(): BindScratch {
  return {
    near: new Int32Array(1024),
    phi: new Float64Array(1024),
    matrix: new Float64Array(9),
    mean: new Float64Array(3),
    lever: new Float64Array(3),
  };
}

/**
 * Gives the points their weights for the sample in use. Points that forces act on and whose leaf is held follow that leaf alone: what is left of
 * others' weight would be a lever that throws about what is free. `kept` (one flag a leaf) tells where those of the last one still hold; then
 * they are taken from `source`, where point p was `origin[p]` (−1: it was not).
 */
export function bindPoints(
  set: OctreePoints,
  sampler: Sampler,
  rest: Float64Array,
  held: Uint8Array,
  kept: Uint8Array | null,
  scratch: BindScratch,
  version: number,
  source: OctreePoints = set,
  origin: Int32Array | null = null,
): void {
  const { tree } = sampler.now;
  const taken = kept !== null && source.version === version - 1;
  // Rows may grow or shrink, so they are written to new places: the old ones are set aside.
  const old = taken
    ? {
        ptr: source.ptr.slice(),
        cols: source.cols.slice(0, source.ptr[source.count]),
        weights: source.weights.slice(0, source.ptr[source.count]),
      }
    : null;
  let at = 0;
  for (let p = 0; p < set.count; p++) {
    const home = tree.leafOf[set.home[p]];
    const from = origin === null ? p : origin[p];
    set.leaf[p] = home;
    if (set.pushed && held[home] > 0) at = followLeaf(set, p, at, rest);
    else if (old !== null && kept !== null && from >= 0 && kept[home] === 1) {
      for (let k = old.ptr[from]; k < old.ptr[from + 1]; k++) {
        set.cols[at] = sampler.renamed[old.cols[k]];
        set.weights[at++] = old.weights[k];
      }
      for (let c = 0; c < 3; c++) set.lever[3 * p + c] = source.lever[3 * from + c];
    } else at = bindPoint(set, p, at, sampler.now, sampler.voxels.cell, rest, scratch);
    set.ptr[p + 1] = at;
  }
  set.version = version;
}

function followLeaf(set: OctreePoints, p: number, at: number, rest: Float64Array): number {
  set.cols[at] = set.leaf[p];
  set.weights[at] = 1;
  for (let c = 0; c < 3; c++)
    set.lever[3 * p + c] = set.rest[3 * p + c] - rest[3 * set.leaf[p] + c];
  return at + 1;
}

export function bindPoint(
  set: OctreePoints,
  p: number,
  at: number,
  { tree }: Sample,
  cell: number,
  rest: Float64Array,
  { near, phi, matrix, mean, lever }: BindScratch,
): number {
  const home = set.leaf[p];
  const X = set.rest[3 * p];
  const Y = set.rest[3 * p + 1];
  const Z = set.rest[3 * p + 2];
  let n = 0;
  for (let k = tree.graphPtr[home] - 1; k < tree.graphPtr[home + 1]; k++) {
    const i = k < tree.graphPtr[home] ? home : tree.graph[k];
    const size = cell * (1 << tree.level[i]);
    const dx = rest[3 * i] - X;
    const dy = rest[3 * i + 1] - Y;
    const dz = rest[3 * i + 2] - Z;
    const square = (dx * dx + dy * dy + dz * dz) / (size * size);
    const near1 = Math.max(0, 1 - square / (SUPPORT * SUPPORT));
    const near2 = Math.max(0, 1 - square / (WIDE * WIDE));
    const w = near1 * near1 + FAINT * near2 * near2;
    // The home leaf always counts, or a point far out would have nothing.
    const value = i === home ? Math.max(w, 0.05) : w;
    if (value === 0 || n === near.length) continue;
    near[n] = i;
    phi[n++] = value;
  }
  n = keepLargest(near, phi, n);
  let total = 0;
  mean.fill(0);
  for (let k = 0; k < n; k++) {
    total += phi[k];
    for (let c = 0; c < 3; c++) mean[c] += phi[k] * rest[3 * near[k] + c];
  }
  for (let c = 0; c < 3; c++) mean[c] /= total;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let k = 0; k < n; k++) {
    const i = 3 * near[k];
    const a = rest[i] - mean[0];
    const b = rest[i + 1] - mean[1];
    const c = rest[i + 2] - mean[2];
    xx += phi[k] * a * a;
    xy += phi[k] * a * b;
    xz += phi[k] * a * c;
    yy += phi[k] * b * b;
    yz += phi[k] * b * c;
    zz += phi[k] * c * c;
  }
  const size = cell * (1 << tree.level[home]);
  const least = FLAT * size * size * total;
  inverseSymmetric(matrix, xx + least, xy, xz, yy + least, yz, zz + least);
  // (C + ε) g = d, then again for what that leaves: exact where the leaves span, tame where they do not.
  let gx = 0;
  let gy = 0;
  let gz = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const a = X - mean[0] - (xx * gx + xy * gy + xz * gz);
    const b = Y - mean[1] - (xy * gx + yy * gy + yz * gz);
    const c = Z - mean[2] - (xz * gx + yz * gy + zz * gz);
    gx += matrix[0] * a + matrix[1] * b + matrix[2] * c;
    gy += matrix[1] * a + matrix[3] * b + matrix[4] * c;
    gz += matrix[2] * a + matrix[4] * b + matrix[5] * c;
  }
  const part = set.pushed ? evenPart(near, phi, n, total, rest, mean, gx, gy, gz) : 1;
  lever[0] = X;
  lever[1] = Y;
  lever[2] = Z;
  for (let k = 0; k < n; k++) {
    const i = 3 * near[k];
    const along =
      gx * (rest[i] - mean[0]) + gy * (rest[i + 1] - mean[1]) + gz * (rest[i + 2] - mean[2]);
    const w = phi[k] * (1 / total + part * along);
    set.cols[at + k] = near[k];
    set.weights[at + k] = w;
    for (let d = 0; d < 3; d++) lever[d] -= w * rest[i + d];
  }
  for (let d = 0; d < 3; d++) set.lever[3 * p + d] = lever[d];
  return at + n;
}

/** How much of the tilt g can be had without a negative weight. */
function evenPart(
  near: Int32Array,
  phi: Float64Array,
  n: number,
  total: number,
  rest: Float64Array,
  mean: Float64Array,
  gx: number,
  gy: number,
  gz: number,
): number {
  let part = 1;
  for (let k = 0; k < n; k++) {
    const i = 3 * near[k];
    const along =
      gx * (rest[i] - mean[0]) + gy * (rest[i + 1] - mean[1]) + gz * (rest[i + 2] - mean[2]);
    if (phi[k] > 0 && along * part < -1 / total) part = -1 / (total * along);
  }
  return part;
}

/** Keeps the `MOST` leaves that weigh most, in their order. */
function keepLargest(near: Int32Array, phi: Float64Array, n: number): number {
  let left = n;
  while (left > MOST) {
    let least = 0;
    for (let k = 1; k < left; k++) if (phi[k] < phi[least]) least = k;
    for (let k = least; k + 1 < left; k++) {
      near[k] = near[k + 1];
      phi[k] = phi[k + 1];
    }
    left--;
  }
  return left;
}

/** out = xx xy xz yy yz zz of the inverse. */
function inverseSymmetric(
  out: Float64Array,
  xx: number,
  xy: number,
  xz: number,
  yy: number,
  yz: number,
  zz: number,
): void {
  const c00 = yy * zz - yz * yz;
  const c01 = xz * yz - xy * zz;
  const c02 = xy * yz - xz * yy;
  const s = 1 / (xx * c00 + xy * c01 + xz * c02);
  out[0] = c00 * s;
  out[1] = c01 * s;
  out[2] = c02 * s;
  out[3] = (xx * zz - xz * xz) * s;
  out[4] = (xy * xz - xx * yz) * s;
  out[5] = (xx * yy - xy * xy) * s;
}

/** out_p = Σ w x + R o; `q` holds the rotation of each leaf. */
export function placePoints(
  set: OctreePoints,
  x: Float64Array,
  q: Float64Array,
  out: Float64Array,
): void {
  skinPoints(out, set.ptr, set.cols, set.weights, x, set.count);
  for (let p = 0; p < set.count; p++) {
    const k = 4 * set.leaf[p];
    const a = set.lever[3 * p];
    const b = set.lever[3 * p + 1];
    const c = set.lever[3 * p + 2];
    const i = q[k];
    const j = q[k + 1];
    const l = q[k + 2];
    const w = q[k + 3];
    const tx = 2 * (j * c - l * b);
    const ty = 2 * (l * a - i * c);
    const tz = 2 * (i * b - j * a);
    const { arm } = set;
    if (p >= set.fixed) {
      arm[3 * p] = a;
      arm[3 * p + 1] = b;
      arm[3 * p + 2] = c;
    } else {
      arm[3 * p] = a + w * tx + (j * tz - l * ty);
      arm[3 * p + 1] = b + w * ty + (l * tx - i * tz);
      arm[3 * p + 2] = c + w * tz + (i * ty - j * tx);
    }
    for (let d = 3 * p; d < 3 * p + 3; d++) out[d] += arm[d];
  }
}

/** out_p = Σ w u */
export function movePoints(set: OctreePoints, u: Float64Array, out: Float64Array): void {
  skinPoints(out, set.ptr, set.cols, set.weights, u, set.count);
}

/** out += Σ w f: the transpose of `movePoints`. */
export function pullPoints(set: OctreePoints, f: Float64Array, out: Float64Array): void {
  skinTranspose(out, set.ptr, set.cols, set.weights, f, set.count);
}
