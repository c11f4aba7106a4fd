import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { IntegrationPoints } from '../model.ts';
import type { Contraction } from './contraction.ts';

/** Integration points as a set of nodes moves them: F_a = Σ_j D_j H_{a,j} over members j. */
export interface SetPoints {
  /**
   * Members of point e: node[ptr[2e] .. ptr[2e+1]), ascending. There may be room between one point's and the next's.
   */
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  /** Transposes of H_{a,j}, 3×4, so that rows of frames meet rows of H: shape [entries, 4, 12]. */
  readonly H: Float64Array;
}

/** Room for `entries` members of points in all. */
export function createSetPoints(
  points: IntegrationPoints,
  entries: number,
  allocator: Allocator,
): SetPoints {
  return {
    ptr: allocator.i32(2 * points.count),
    node: allocator.i32(entries),
    H: allocator.f64(48 * entries),
  };
}

/** Points as the builder made them: moved by all nodes. */
export function fillSetPoints(out: SetPoints, points: IntegrationPoints): void {
  for (let e = 0; e < points.count; e++) {
    out.ptr[2 * e] = points.ptr[e];
    out.ptr[2 * e + 1] = points.ptr[e + 1];
  }
  out.node.set(points.node);
  for (let i = 0; i < points.H.length; i += 12) {
    for (let r = 0; r < 4; r++) {
      for (let c = 0; c < 3; c++) out.H[i + 4 * c + r] = points.H[i + 3 * r + c];
    }
  }
}

/**
 * All points as a set moves them, kept while sets change: a switch changes the members or the gradients of few points,
 * and only those are rebuilt. Each has its own range, with room for any set.
 */
export interface KeptPoints extends SetPoints {
  /** 1 for points that are not up to date, shape [points]. */
  readonly stale: Uint8Array;
  readonly list: Int32Array;
}

export function createKeptPoints(
  points: IntegrationPoints,
  entries: number,
  allocator: Allocator,
): KeptPoints {
  return {
    ...createSetPoints(points, entries, allocator),
    stale: allocator.u8(points.count),
    list: allocator.i32(points.count),
  };
}

/** Groups of points as a set moves them. */
export interface GroupPoints {
  /** By leader, kept while sets change like `KeptPoints`. */
  readonly rows: KeptPoints;
  /** The same by number. */
  readonly all: SetPoints;
}

export function createGroupPoints(
  points: IntegrationPoints,
  entries: number,
  allocator: Allocator,
): GroupPoints {
  const rows = createKeptPoints(points, entries, allocator);
  const { node, H } = rows;
  return { rows, all: { ptr: allocator.i32(2 * points.count), node, H } };
}

/** Assigns every point its place; room[e] .. room[e+1) are its entries. */
export function placePoints({ ptr, stale }: KeptPoints, room: Int32Array): void {
  for (let e = 0; e < stale.length; e++) ptr[2 * e] = room[e];
  stale.fill(1);
}

/** Marks the points of which some node has changed (1 in `changed`, shape [nodes]) in the table they come from. */
export function markStale(kept: KeptPoints, { ptr, node }: SetPoints, changed: Uint8Array): void {
  const { stale } = kept;
  for (let e = 0; e < stale.length; e++) {
    for (let i = ptr[2 * e]; i < ptr[2 * e + 1] && stale[e] === 0; i++) stale[e] = changed[node[i]];
  }
}

/**
 * Brings the points up to date that are not: H_{a,j} = Σ_k W_k^j H_{a,k} over the members k they have in `from`.
 * Returns how many.
 */
export function updatePoints(
  kept: KeptPoints,
  from: SetPoints,
  contraction: Contraction,
  place: Int32Array,
  kernels: Kernels,
): number {
  const { stale, list } = kept;
  let count = 0;
  for (let e = 0; e < stale.length; e++) {
    if (stale[e] === 1) list[count++] = e;
    stale[e] = 0;
  }
  if (count > 0) contractPoints(kept, from, list, count, contraction, place, kernels);
  return count;
}

/**
 * The listed points as a smaller set moves them, from where out.ptr says: H_{a,j} = Σ_k W_k^j H_{a,k} over the members
 * k they had.
 */
export function contractPoints(
  out: SetPoints,
  points: SetPoints,
  list: Int32Array,
  count: number,
  { ptr, cols, W }: Contraction,
  place: Int32Array,
  kernels: Kernels,
): void {
  const { ptr: outPtr, node, H } = out;
  kernels.contractPoints(
    outPtr,
    node,
    H,
    points.ptr,
    points.node,
    points.H,
    list,
    count,
    ptr,
    cols,
    W,
    place,
  );
}
