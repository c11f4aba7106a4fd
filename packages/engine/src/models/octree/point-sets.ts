import type { Subset } from '../../contact/detect/live.ts';
import type { Walls } from '../../contact/detect/slits.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { typescriptKernels } from '../../kernels/kernels.ts';
import type { PointSet } from '../body.ts';
import { nearestVoxel, type Voxels } from './build/voxels.ts';
import { MOST_TIES, type OctreeMemory, type PointRoom, TIE_ROOM, TIED } from './memory.ts';
import type { Sampler } from './topology/sample.ts';

/**
 * Material points that follow the leaves: x_p = Σ w_i x_i + R o, with weights of moving least squares over the leaf the
 * point is in and its neighbours, and o what those weights cannot reach (a thin part is one row of leaves: no weights
 * lead away from it), turned with the point's own leaf. A point belongs to a voxel for good, so it knows its side of a
 * cut.
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
  readonly use: PointUse;
  /** The sides of the slits, for the corners of a cage. */
  walls: Walls | null;
  /** What moves the points if their arrays are in an arena. */
  readonly kernels: Kernels;
  /** Points from here on are tied to where leaves are now, for a step, and are not turned with them. */
  readonly fixed: number;
}

/** What points are for; the numbers are those of the kernel `tiePoints`. */
export const POINT_USE = {
  /** Smooth surfaces: weights may be negative. */
  drawn: 0,
  /**
   * Forces act on them: no weight is negative, or an impulse at the surface would drive leaves behind it the wrong way.
   * What that leaves out is in the lever.
   */
  pushed: 1,
  /**
   * Joints hold them: weights may be negative, and reach far outside. The points then move linearly with the leaves, so
   * a step ends where a joint expects them; the end of a lever would move on an arc.
   */
  joined: 2,
} as const;
export type PointUse = (typeof POINT_USE)[keyof typeof POINT_USE];

/**
 * Points at rest positions [m], shape [n, 3], in voxels `home`, and room for `slitSites` more. With `room`, from
 * an arena, `kernels` move them.
 */
export function createPoints(
  places: Float64Array,
  homes: Int32Array,
  use: PointUse = POINT_USE.pushed,
  slitSites = 0,
  room: PointRoom | null = null,
  kernels: Kernels = typescriptKernels,
): OctreePoints {
  const fixed = homes.length;
  const count = fixed + slitSites;
  const rest = slitSites > 0 ? new Float64Array(3 * count) : places;
  const home = slitSites > 0 ? new Int32Array(count) : homes;
  if (slitSites > 0) {
    rest.set(places);
    home.set(homes);
  }
  // All sets of points are of one shape, down to what changes later: code that is compiled for one must do for all.
  const set: OctreePoints = {
    count: 0,
    rest,
    home,
    ptr: room?.ptr ?? new Int32Array(count + 1),
    cols: room?.cols ?? new Int32Array(MOST_TIES * count),
    weights: room?.weights ?? new Float64Array(MOST_TIES * count),
    lever: room?.lever ?? new Float64Array(3 * count),
    arm: room?.arm ?? new Float64Array(3 * count),
    leaf: room?.leaf ?? new Int32Array(count),
    version: -1,
    use,
    walls: null,
    kernels,
    fixed,
  };
  set.count = fixed;
  set.leaf.fill(-1);
  return set;
}

/** Points at given points belong to the nearest voxels. */
export function homesOf(voxels: Voxels, points: Float64Array): Int32Array {
  const home = new Int32Array(points.length / 3);
  for (let i = 0; i < home.length; i++) {
    home[i] = nearestVoxel(voxels, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
  }
  return home;
}

/** Homes of the corners of cages, which many bodies share. */
const homes = new WeakMap<Float64Array, { voxels: Voxels; home: Int32Array }>();

/** The same for the corners of a cage: found once. */
export function cageHomes(voxels: Voxels, corners: Float64Array): Int32Array {
  const known = homes.get(corners);
  if (known?.voxels === voxels) return known.home;
  const home = homesOf(voxels, corners);
  homes.set(corners, { voxels, home });
  return home;
}

/**
 * What points are tied with: the graph of the sample in use and room for some points at a time, where kernels reach
 * them.
 */
export interface BindScratch {
  readonly kernels: Kernels;
  readonly finder: OctreeMemory['finder'];
  readonly ties: OctreeMemory['ties'];
  readonly cell: number;
}

/**
 * Sets the weights of points for the current sample. Points that take forces and have a held leaf follow only that
 * leaf: small weights of other leaves would throw the free part about. `kept` (one flag a leaf) tells where those of
 * the last one still hold; then they are taken from `source`, where point p was `origin[p]` (−1: it was not).
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
  for (let p = 0; p < set.count; p++) set.leaf[p] = tree.leafOf[set.home[p]];
  const known = old === null ? null : kept;
  let at = 0;
  for (let p = 0; p < set.count; ) {
    const binding = bindingOf(set, p, held, known, origin);
    if (binding === TIE) {
      const n = stageAll(scratch.ties, set, p, held, known, origin);
      tie(scratch, n, rest, set.use);
      at = takeTies(set, p, at, scratch.ties, n);
      p += n;
    } else if (binding === FOLLOW) at = followLeaf(set, p++, at, rest);
    else at = takeOver(set, p++, at, old!, source.lever, origin, sampler.renamed);
  }
  set.version = version;
}

/** How a point gets its weights. */
const FOLLOW = 0;
const TIE = 1;
const TAKE = 2;

function bindingOf(
  set: OctreePoints,
  p: number,
  held: Uint8Array,
  kept: Uint8Array | null,
  origin: Int32Array | null,
): number {
  const home = set.leaf[p];
  if (set.use !== POINT_USE.drawn && held[home] > 0) return FOLLOW;
  const known = kept !== null && kept[home] === 1 && (origin === null || origin[p] >= 0);
  return known ? TAKE : TIE;
}

function stage(
  { places, leaf }: OctreeMemory['ties'],
  n: number,
  set: OctreePoints,
  p: number,
): void {
  leaf[n] = set.leaf[p];
  places[3 * n] = set.rest[3 * p];
  places[3 * n + 1] = set.rest[3 * p + 1];
  places[3 * n + 2] = set.rest[3 * p + 2];
}

/** Stages the points from p on that have to be tied, up to the first that has not; returns their number. */
function stageAll(
  ties: OctreeMemory['ties'],
  set: OctreePoints,
  p: number,
  held: Uint8Array,
  kept: Uint8Array | null,
  origin: Int32Array | null,
): number {
  let n = 0;
  do stage(ties, n, set, p + n++);
  while (n < TIED && p + n < set.count && bindingOf(set, p + n, held, kept, origin) === TIE);
  return n;
}

function tie(
  { kernels, finder, ties, cell }: BindScratch,
  n: number,
  rest: Float64Array,
  use: PointUse,
): void {
  kernels.tiePoints(
    ties.ptr,
    ties.cols,
    ties.weights,
    ties.lever,
    ties.places,
    ties.leaf,
    n,
    finder.graphPtr,
    finder.graph,
    finder.level,
    rest,
    cell,
    use,
    MOST_TIES,
    ties.near,
    ties.phi,
    TIE_ROOM,
  );
}

/** Rows of points p … p + n − 1, from `at` on; returns where they end. */
function takeTies(
  set: OctreePoints,
  p: number,
  at: number,
  { ptr, cols, weights, lever }: OctreeMemory['ties'],
  n: number,
): number {
  for (let k = 0; k < n; k++) set.ptr[p + k + 1] = at + ptr[k + 1];
  for (let k = 0; k < ptr[n]; k++) {
    set.cols[at + k] = cols[k];
    set.weights[at + k] = weights[k];
  }
  for (let k = 0; k < 3 * n; k++) set.lever[3 * p + k] = lever[k];
  return at + ptr[n];
}

function takeOver(
  set: OctreePoints,
  p: number,
  to: number,
  { ptr, cols, weights }: Pick<OctreePoints, 'ptr' | 'cols' | 'weights'>,
  lever: Float64Array,
  origin: Int32Array | null,
  renamed: Int32Array,
): number {
  const from = origin === null ? p : origin[p];
  let at = to;
  for (let k = ptr[from]; k < ptr[from + 1]; k++) {
    set.cols[at] = renamed[cols[k]];
    set.weights[at++] = weights[k];
  }
  for (let c = 0; c < 3; c++) set.lever[3 * p + c] = lever[3 * from + c];
  set.ptr[p + 1] = at;
  return at;
}

/** Copies weights between points: p gets those of `origin[p]`, whose leaves are now `renamed`. */
export function copyPoints(
  set: OctreePoints,
  from: OctreePoints,
  origin: Int32Array,
  renamed: Int32Array,
  version: number,
): void {
  let at = 0;
  for (let p = 0; p < set.count; p++) {
    set.leaf[p] = renamed[from.leaf[origin[p]]];
    at = takeOver(set, p, at, from, from.lever, origin, renamed);
  }
  set.version = version;
}

function followLeaf(set: OctreePoints, p: number, at: number, rest: Float64Array): number {
  set.cols[at] = set.leaf[p];
  set.weights[at] = 1;
  for (let c = 0; c < 3; c++)
    set.lever[3 * p + c] = set.rest[3 * p + c] - rest[3 * set.leaf[p] + c];
  set.ptr[p + 1] = at + 1;
  return at + 1;
}

/** Ties point p of a set to leaves that are at `x`, its row beginning at `at`; returns where the row ends. */
export function bindPoint(
  set: OctreePoints,
  p: number,
  at: number,
  x: Float64Array,
  scratch: BindScratch,
): number {
  stage(scratch.ties, 0, set, p);
  tie(scratch, 1, x, set.use);
  return takeTies(set, p, at, scratch.ties, 1);
}

/** out_p = Σ w x + R o; `q` holds the rotation of each leaf. */
export function placePoints(
  set: OctreePoints,
  x: Float64Array,
  q: Float64Array,
  out: Float64Array,
): void {
  const kernels = kernelsFor(set, x, out);
  kernels.skinPoints(out, set.ptr, set.cols, set.weights, x, set.count);
  kernels.turnLevers(out, set.arm, set.lever, set.leaf, q, set.fixed, set.count);
}

/** out_p = Σ w u, of all points or a few. */
export function movePoints(
  set: OctreePoints,
  u: Float64Array,
  out: Float64Array,
  subset?: Subset,
): void {
  const { ptr, cols, weights, count } = set;
  if (subset === undefined) kernelsFor(set, u, out).skinPoints(out, ptr, cols, weights, u, count);
  else for (let j = 0; j < subset.count; j++) moveOne(set, subset.list[j], u, out);
}

function moveOne(
  { ptr, cols, weights }: OctreePoints,
  p: number,
  u: Float64Array,
  out: Float64Array,
): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = ptr[p]; k < ptr[p + 1]; k++) {
    const o = 3 * cols[k];
    x += weights[k] * u[o];
    y += weights[k] * u[o + 1];
    z += weights[k] * u[o + 2];
  }
  out[3 * p] = x;
  out[3 * p + 1] = y;
  out[3 * p + 2] = z;
}

/** out += Σ w f: the transpose of `movePoints`. */
export function pullPoints(
  set: OctreePoints,
  f: Float64Array,
  out: Float64Array,
  subset?: Subset,
): void {
  const { ptr, cols, weights, count } = set;
  if (subset === undefined)
    kernelsFor(set, f, out).skinTranspose(out, ptr, cols, weights, f, count);
  else for (let j = 0; j < subset.count; j++) pullOne(set, subset.list[j], f, out);
}

function pullOne(
  { ptr, cols, weights }: OctreePoints,
  p: number,
  f: Float64Array,
  out: Float64Array,
): void {
  for (let k = ptr[p]; k < ptr[p + 1]; k++) {
    const o = 3 * cols[k];
    for (let c = 0; c < 3; c++) out[o + c] += weights[k] * f[3 * p + c];
  }
}

/** The set's own kernels if all is where they reach. */
function kernelsFor({ kernels, weights }: OctreePoints, a: Float64Array, b: Float64Array): Kernels {
  const { buffer } = weights;
  return a.buffer === buffer && b.buffer === buffer ? kernels : typescriptKernels;
}
