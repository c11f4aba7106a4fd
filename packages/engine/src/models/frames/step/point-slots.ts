import type { PointGroup, Sites } from '../../body.ts';
import type { FramePoints } from '../point-sets.ts';
import type { FramesRuntime } from '../runtime.ts';
import { solveFactored } from './factor.ts';

/**
 * A₀⁻¹ between the points that contacts were between so far, contact points and corners of the cage: a 3×3 block for
 * each pair of slots, in single precision. A point that is touched for the first time takes three solves. Nothing here
 * is state: it is found again whenever it is lost, with the same bits.
 */
export interface PointSlots {
  readonly room: number;
  count: number;
  /** Shape [room, room, 9]. */
  readonly G: Float32Array;
  /** Group and point of each slot, and where to look for a slot by them: −1 for none. */
  readonly group: Int32Array;
  readonly point: Int32Array;
  readonly table: Int32Array;
  /** Slots and weights of sites, four each. */
  readonly slot: Int32Array;
  readonly weight: Float64Array;
}

/** `columns` is memory that serves the slots between other uses, after which they must be forgotten. */
export function createSlots(
  columns: Float64Array,
  slot: Int32Array,
  weight: Float64Array,
): PointSlots {
  const room = Math.floor(Math.sqrt((2 * columns.length) / 9));
  return {
    room,
    count: 0,
    G: new Float32Array(columns.buffer, columns.byteOffset, 2 * columns.length),
    group: new Int32Array(room),
    point: new Int32Array(room),
    table: new Int32Array(4 * room).fill(-1),
    slot,
    weight,
  };
}

export function forgetSlots(slots: PointSlots): void {
  if (slots.count === 0) return;
  slots.count = 0;
  slots.table.fill(-1);
}

/** Finds the slots of all sites' points; false if there are not enough. New ones are the last. */
export function takeSlots(slots: PointSlots, sites: Sites, n: number): boolean {
  const { slot, weight } = slots;
  for (let s = 0; s < n; s++) {
    for (let k = 4 * s; k < 4 * s + 4; k++) {
      weight[k] = sites.weights[k];
      slot[k] = weight[k] === 0 ? 0 : slotOf(slots, sites.group[s], sites.points[k]);
      if (slot[k] < 0) return false;
    }
  }
  return true;
}

/** The slot of a point, a new one if it has none; −1 if there is no room. */
function slotOf(slots: PointSlots, group: number, point: number): number {
  const { table } = slots;
  let at = (Math.imul(2 * point + group, 40503) >>> 3) % table.length;
  for (; table[at] >= 0; at = (at + 1) % table.length) {
    const s = table[at];
    if (slots.point[s] === point && slots.group[s] === group) return s;
  }
  if (slots.count === slots.room) return -1;
  const s = slots.count++;
  table[at] = s;
  slots.group[s] = group;
  slots.point[s] = point;
  return s;
}

/** Blocks of slot a with itself and all before it. The factor is that of A₀, and all frames are awake. */
export function findBlocks(
  slots: PointSlots,
  a: number,
  groups: readonly PointGroup[],
  { memory, set, kernels }: FramesRuntime,
): void {
  const { factor, z } = memory.keptMetric;
  const { G, room, group, point } = slots;
  if (factor === null) return;
  const own = groups[group[a]].points as FramePoints;
  for (let c = 0; c < 3; c++) {
    const x = z[c];
    x.fill(0, 0, 12 * set.count);
    for (let e = own.ptr[point[a]]; e < own.ptr[point[a] + 1]; e++) {
      const o = 12 * set.index[own.cols[e]] + 4 * c;
      for (let p = 0; p < 4; p++) x[o + p] += own.q[4 * e + p];
    }
    solveFactored(factor, x, kernels);
  }
  for (let b = 0; b <= a; b++) {
    const { ptr, cols, q } = groups[group[b]].points as FramePoints;
    const from = ptr[point[b]];
    const to = ptr[point[b] + 1];
    for (let c = 0; c < 3; c++) {
      const x = z[c];
      let g0 = 0;
      let g1 = 0;
      let g2 = 0;
      for (let e = from; e < to; e++) {
        const o = 12 * set.index[cols[e]];
        for (let p = 0; p < 4; p++) {
          const w = q[4 * e + p];
          g0 += w * x[o + p];
          g1 += w * x[o + 4 + p];
          g2 += w * x[o + 8 + p];
        }
      }
      const rows = 9 * (b * room + a);
      G[rows + c] = g0;
      G[rows + 3 + c] = g1;
      G[rows + 6 + c] = g2;
      const columns = 9 * (a * room + b) + 3 * c;
      G[columns] = g0;
      G[columns + 1] = g1;
      G[columns + 2] = g2;
    }
  }
}
