import type { Allocator } from '../../../kernels/arena.ts';
import { ALL_COUPLED } from '../numbers.ts';
import type { Contraction } from './contraction.ts';
import type { MassData } from './mass.ts';
import type { SetPoints } from './points.ts';
import type { VolumeCells } from './volume.ts';

/**
 * Which members of a set are coupled: where matrix, factor and mass of the set have blocks. Members are numbered in an
 * order in which eliminating them fills in little, and what fills in is in the list. Changes only when the set or its
 * points do.
 */
export interface BlockPattern {
  size: number;
  /** Blocks in all: those of the rows and one on the diagonal of each. */
  count: number;
  /**
   * Blocks of row i: cols[ptr[i] .. ptr[i+1]), ascending, all below i. In memory each row has its diagonal block last.
   */
  readonly ptr: Int32Array;
  readonly cols: Int32Array;
  /**
   * Block of members i ≥ j at [i·size + j], in blocks from the first; only coupled pairs have an entry that means
   * something.
   */
  readonly where: Int32Array;
  readonly scratch: PatternScratch | null;
}

interface PatternScratch {
  /** One bit for each pair of members that are coupled, shape [nodes, words]. */
  readonly bits: Int32Array;
  /** Some members, as bits. */
  readonly mask: Int32Array;
  /** Coupled members that are not eliminated yet. */
  readonly degree: Int32Array;
  /** Member at each place of the order, and the place of each, −1 before it has one. */
  readonly order: Int32Array;
  readonly place: Int32Array;
  /** Places at which a member's row got a block, shape [nodes, nodes], and how many. */
  readonly rows: Int32Array;
  readonly filled: Int32Array;
}

/** Numbers in the 12×12 blocks of a matrix of `nodes` members at most. */
export const matrixRoom = (nodes: number): number => 72 * nodes * (nodes + 1);

/** `whole`: for sets whose members are all coupled, which need no order. */
export function createPattern(nodes: number, allocator: Allocator, whole = false): BlockPattern {
  return {
    size: 0,
    count: 0,
    ptr: allocator.i32(nodes + 1),
    cols: allocator.i32((nodes * (nodes - 1)) / 2),
    where: allocator.i32(nodes * nodes),
    scratch: whole
      ? null
      : {
          bits: allocator.i32(nodes * Math.ceil(nodes / 32)),
          mask: allocator.i32(Math.ceil(nodes / 32)),
          degree: allocator.i32(nodes),
          order: allocator.i32(nodes),
          place: allocator.i32(nodes),
          rows: allocator.i32(nodes * nodes),
          filled: allocator.i32(nodes),
        },
  };
}

/** Where block (i, j) of members i ≥ j is, in blocks from the first; −1 if they are not coupled. */
export function blockOf({ size, ptr, cols, where }: BlockPattern, i: number, j: number): number {
  if (i === j) return ptr[i + 1] + i;
  const e = where[size * i + j] - i;
  return e >= ptr[i] && e < ptr[i + 1] && cols[e] === j ? e + i : -1;
}

/** All pairs of n members, in the order they have. */
export function coupleAll(pattern: BlockPattern, n: number): void {
  if (pattern.size === n && pattern.ptr[n] === (n * (n - 1)) / 2) return;
  const { ptr, cols } = pattern;
  let filled = 0;
  for (let i = 0; i < n; i++) {
    ptr[i] = filled;
    for (let j = 0; j < i; j++) cols[filled++] = j;
  }
  ptr[n] = filled;
  numberBlocks(pattern, n);
}

/** What a pattern is made for; list and index are renumbered. */
interface PlannedSet {
  readonly pattern: BlockPattern;
  readonly list: Int32Array;
  readonly index: Int32Array;
  readonly count: number;
  readonly contraction: Contraction;
  readonly points: SetPoints;
}

/**
 * Couples the members that move the same of the first `points` points, or points of one cell, or share mass, and
 * numbers them in the order of elimination.
 */
export function planBlocks(
  set: PlannedSet,
  mass: MassData,
  points: number,
  cells: VolumeCells | null = null,
): void {
  const { pattern, count: n, list, index } = set;
  const { scratch } = pattern;
  if (n <= ALL_COUPLED || scratch === null) {
    coupleAll(pattern, n);
    return;
  }
  findCouplings(scratch, set, mass, points);
  if (cells !== null) coupleCells(scratch, set, cells);
  eliminate(pattern, scratch, n);
  const { order, degree: old } = scratch;
  for (let t = 0; t < n; t++) old[t] = list[t];
  for (let t = 0; t < n; t++) {
    list[t] = old[order[t]];
    index[list[t]] = t;
  }
}

function findCouplings(
  { bits, mask }: PatternScratch,
  { count: n, index, contraction, points: { ptr, node } }: PlannedSet,
  { nodes, massPtr, massCols }: MassData,
  points: number,
): void {
  const words = (n + 31) >> 5;
  bits.fill(0, 0, n * words);
  for (let e = 0; e < points; e++) {
    mask.fill(0, 0, words);
    for (let a = ptr[2 * e]; a < ptr[2 * e + 1]; a++) mark(mask, index[node[a]]);
    for (let a = ptr[2 * e]; a < ptr[2 * e + 1]; a++) add(bits, index[node[a]], mask, words);
  }
  const { ptr: from, cols } = contraction;
  for (let k = 0; k < nodes; k++) {
    mask.fill(0, 0, words);
    for (let e = massPtr[k]; e < massPtr[k + 1]; e++) {
      const l = massCols[e];
      for (let f = from[l]; f < from[l + 1]; f++) mark(mask, index[cols[f]]);
    }
    for (let f = from[k]; f < from[k + 1]; f++) add(bits, index[cols[f]], mask, words);
  }
  for (let i = 0; i < n; i++) bits[words * i + (i >> 5)] &= ~(1 << (i & 31));
}

function mark(mask: Int32Array, i: number): void {
  mask[i >> 5] |= 1 << (i & 31);
}

/** Members of a cell's points are coupled by its mean change of volume. */
function coupleCells(
  { bits, mask }: PatternScratch,
  { count: n, index, points: { ptr, node } }: PlannedSet,
  cells: VolumeCells,
): void {
  const words = (n + 31) >> 5;
  for (let c = 0; c < cells.count; c++) {
    if (cells.ptr[c + 1] - cells.ptr[c] === 1) continue;
    mask.fill(0, 0, words);
    for (let i = cells.ptr[c]; i < cells.ptr[c + 1]; i++) {
      const e = cells.point[i];
      for (let a = ptr[2 * e]; a < ptr[2 * e + 1]; a++) mark(mask, index[node[a]]);
    }
    for (let i = cells.ptr[c]; i < cells.ptr[c + 1]; i++) {
      const e = cells.point[i];
      for (let a = ptr[2 * e]; a < ptr[2 * e + 1]; a++) add(bits, index[node[a]], mask, words);
    }
  }
  for (let i = 0; i < n; i++) bits[words * i + (i >> 5)] &= ~(1 << (i & 31));
}

/** Row i of the bits gets those of the mask too. */
function add(bits: Int32Array, i: number, mask: Int32Array, words: number): void {
  for (let w = 0; w < words; w++) bits[words * i + w] |= mask[w];
}

/**
 * Eliminates one by one the member with the fewest coupled ones left (the first of equals); those become coupled with
 * each other.
 */
function eliminate(pattern: BlockPattern, scratch: PatternScratch, n: number): void {
  const { ptr, cols } = pattern;
  const { bits, degree, order, place, rows, filled } = scratch;
  const words = (n + 31) >> 5;
  for (let i = 0; i < n; i++) {
    place[i] = -1;
    filled[i] = 0;
    degree[i] = countBits(bits, words * i, words);
  }
  for (let t = 0; t < n; t++) {
    let next = -1;
    for (let i = 0; i < n; i++) {
      if (place[i] < 0 && (next < 0 || degree[i] < degree[next])) next = i;
    }
    order[t] = next;
    place[next] = t;
    const own = words * next;
    for (let v = 0; v < words; v++) {
      for (let left = bits[own + v]; left !== 0; left &= left - 1) {
        const i = 32 * v + 31 - Math.clz32(left & -left);
        rows[n * i + filled[i]++] = t;
        const row = words * i;
        for (let w = 0; w < words; w++) bits[row + w] |= bits[own + w];
        bits[row + (i >> 5)] &= ~(1 << (i & 31));
        bits[row + (next >> 5)] &= ~(1 << (next & 31));
        degree[i] = countBits(bits, row, words);
      }
    }
  }
  let at = 0;
  for (let t = 0; t < n; t++) {
    ptr[t] = at;
    const i = order[t];
    for (let k = 0; k < filled[i]; k++) cols[at++] = rows[n * i + k];
  }
  ptr[n] = at;
  numberBlocks(pattern, n);
}

function countBits(bits: Int32Array, from: number, words: number): number {
  let count = 0;
  for (let w = from; w < from + words; w++) {
    let b = bits[w];
    b -= (b >>> 1) & 0x55555555;
    b = (b & 0x33333333) + ((b >>> 2) & 0x33333333);
    count += Math.imul((b + (b >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Numbers the blocks of n rows whose columns are listed. */
export function numberBlocks(pattern: BlockPattern, n: number): void {
  const { ptr, cols, where } = pattern;
  pattern.size = n;
  pattern.count = ptr[n] + n;
  for (let i = 0; i < n; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) where[n * i + cols[e]] = e + i;
    where[n * i + i] = ptr[i + 1] + i;
  }
}
