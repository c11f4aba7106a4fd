import { boundsOf } from '../../../geometry/bounds.ts';
import type { OctreeData } from '../model.ts';
import { buildSkin } from '../surface/skin.ts';
import type { KnownRegions } from '../topology/sample.ts';
import { contactsOn } from './contacts.ts';
import type { Corners } from './corners.ts';
import { extentOf, type Voxels } from './voxels.ts';

/**
 * What the model of a piece follows from, next to that of the body it came off: a snapshot keeps these. Numbers of
 * voxels and corners are the piece's own, but for `voxels`.
 */
export interface PartSeed {
  /** Its voxels in the numbers of the body as it was built, rising. */
  readonly voxels: Int32Array;
  /** Links and levels of its leaves when it came off. */
  readonly links: Uint8Array;
  readonly levels: Uint8Array;
  /** Corners at rest [m], in the order in which its voxels name them first; 1 for those that a cut has put in place. */
  readonly corners: Float64Array;
  readonly cornerCut: Uint8Array;
  /** [leaves, nodes of all regions]. */
  readonly counts: Int32Array;
}

/** Cells there is room for in a piece: its share of the body's, and enough for a few cuts of its own. */
function roomOf(root: OctreeData, count: number, leaves: number): number {
  const share = Math.ceil((root.capacity * count) / root.voxels.count);
  return Math.min(count, Math.max(share, 2 * leaves + 100));
}

/**
 * The model of a piece; `held` are the body's regions that reach into it, by index. `known` are its shape-matching
 * regions, if known.
 */
export function buildPart(
  root: OctreeData,
  seed: PartSeed,
  known: KnownRegions | null,
): { data: OctreeData; held: number[] } {
  const kept = seed.voxels;
  const voxels = pickVoxels(root.voxels, kept);
  const corners = pickCorners(root.corners, kept, seed.corners);
  const held: number[] = [];
  const regions: Uint8Array[] = [];
  root.regions.forEach((inside, r) => {
    const own = pick(inside, kept);
    if (!own.includes(1)) return;
    held.push(r);
    regions.push(own);
  });
  const [leaves, summands] = seed.counts;
  const capacity = roomOf(root, kept.length, leaves);
  const skin = buildSkin(voxels, corners, corners.positions, seed.links);
  const b = boundsOf(skin.positions);
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  const data: OctreeData = {
    ...root,
    voxels,
    size,
    factor: pick(root.factor, kept),
    wanted: pick(root.wanted, kept),
    levels: pick(root.levels, kept),
    capacity,
    summands: Math.max(20 * capacity, 2 * summands),
    leaves,
    regions,
    corners,
    surface: skin,
    ...contactsOn(skin, size, leaves),
    part: { root, seed, regions: known },
  };
  return { data, held };
}

/** The entries of an array at given indices. */
export function pick<T extends Uint8Array | Int32Array | Float64Array>(
  from: T,
  kept: ArrayLike<number>,
): T {
  const out = from.slice(0, kept.length) as T;
  for (let v = 0; v < kept.length; v++) out[v] = from[kept[v]];
  return out;
}

/** Some of the voxels, on the same grid: cells of all levels are those of the whole. */
function pickVoxels(from: Voxels, kept: Int32Array): Voxels {
  const count = kept.length;
  const now = new Int32Array(from.count).fill(-1);
  for (let v = 0; v < count; v++) now[kept[v]] = v;
  const at = new Int32Array(3 * count);
  const code = new Int32Array(count);
  const near = new Int32Array(27 * count);
  const index = new Int32Array(from.index.length).fill(-1);
  const [nx, ny] = from.dims;
  for (let v = 0; v < count; v++) {
    const o = kept[v];
    code[v] = from.code[o];
    for (let c = 0; c < 3; c++) at[3 * v + c] = from.at[3 * o + c];
    for (let m = 0; m < 27; m++) {
      const u = from.near[27 * o + m];
      near[27 * v + m] = u < 0 ? -1 : now[u];
    }
    index[at[3 * v] + nx * (at[3 * v + 1] + ny * at[3 * v + 2])] = v;
  }
  return { ...from, count, at, code, near, index, ...extentOf(at) };
}

function pickCorners(from: Corners, kept: Int32Array, positions: Float64Array): Corners {
  const of = new Int32Array(8 * kept.length);
  const used = numberCorners(from, kept, of);
  const free = new Float64Array(9 * used.length);
  used.forEach((corner, i) => {
    for (let k = 0; k < 9; k++) free[9 * i + k] = from.free[9 * corner + k];
  });
  return { count: used.length, of, positions, free };
}

/** The corners of some voxels in the order in which these name them first; `of` gets the new numbers. */
export function numberCorners(from: Corners, kept: Int32Array, of: Int32Array): number[] {
  const now = new Int32Array(from.count).fill(-1);
  const used: number[] = [];
  for (let v = 0; v < kept.length; v++) {
    for (let c = 0; c < 8; c++) {
      const corner = from.of[8 * kept[v] + c];
      if (now[corner] < 0) now[corner] = used.push(corner) - 1;
      of[8 * v + c] = now[corner];
    }
  }
  return used;
}
