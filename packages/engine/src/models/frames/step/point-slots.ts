import type { PointGroup, Sites } from '../../body.ts';
import type { FramePoints } from '../point-sets.ts';
import type { FramesRuntime } from '../runtime.ts';
import { solveFactored } from './factor.ts';
import { columnsOf, type PointColumns } from './point-columns.ts';

/**
 * A₀⁻¹ between the points that contacts were between so far, contact points and corners of the cage: a 3×3 block for
 * each pair of slots, in single precision. Nothing here is state: it is found again whenever it is lost, with the same
 * bits.
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
  /** Where solutions come from; null before the first. */
  columns: PointColumns | null;
}

/** `memory` serves the slots between other uses, after which they must be forgotten. */
export function createSlots(
  memory: Float64Array,
  of: Pick<PointSlots, 'group' | 'point' | 'slot' | 'weight'>,
): PointSlots {
  const room = of.group.length;
  return {
    room,
    count: 0,
    G: new Float32Array(memory.buffer, memory.byteOffset, 2 * memory.length),
    group: of.group,
    point: of.point,
    table: new Int32Array(4 * room).fill(-1),
    slot: of.slot,
    weight: of.weight,
    columns: null,
  };
}

export function forgetSlots(slots: PointSlots): void {
  slots.columns = null;
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

/**
 * Blocks of the slots from `known` on, with all slots. The factor is that of A₀, and all frames are awake. Of two
 * points the later one, by group and point, is solved for, however old its slot is.
 */
export function findBlocks(
  slots: PointSlots,
  known: number,
  groups: readonly PointGroup[],
  run: FramesRuntime,
): void {
  const { data, memory, kernels, material } = run;
  const { scales, made, z } = memory.keptMetric;
  const { G, room, group, point } = slots;
  const a = groups[0].points as FramePoints;
  const b = groups[1].points as FramePoints;
  if (slots.columns === null) {
    made[0] = scales[0];
    made[1] = scales[1];
    made[2] = material.mu;
    made[3] = material.lambda;
    slots.columns = columnsOf(run.shared, made, b);
  }
  for (let s = 0; s < slots.count; s++) {
    const which = group[s] === 0 ? point[s] : a.count + point[s];
    const column = slots.columns.of.get(which);
    if (column === undefined) {
      respond(run, group[s] === 0 ? a : b, point[s]);
      slots.columns.of.set(which, new Float32Array(z));
    } else z.set(column);
    kernels.pointBlocks(
      G,
      room,
      s,
      s < known ? known : 0,
      slots.count,
      group,
      point,
      a.ptr,
      a.cols,
      a.q,
      b.ptr,
      b.cols,
      b.q,
      z,
      data.nodes,
    );
  }
}

/** z = A₀⁻¹ Jᵀ of a point, [axes, nodes, 12], rounded to single precision. */
function respond(run: FramesRuntime, points: FramePoints, point: number): void {
  const { data, memory, set, kernels } = run;
  const { factor, z, x } = memory.keptMetric;
  if (factor === null) return;
  const size = 12 * data.nodes;
  for (let c = 0; c < 3; c++) {
    x.fill(0);
    for (let e = points.ptr[point]; e < points.ptr[point + 1]; e++) {
      const o = 12 * set.index[points.cols[e]] + 4 * c;
      for (let p = 0; p < 4; p++) x[o + p] += points.q[4 * e + p];
    }
    solveFactored(factor, x, kernels);
    for (let i = 0; i < set.count; i++) {
      const o = c * size + 12 * set.list[i];
      for (let k = 0; k < 12; k++) z[o + k] = Math.fround(x[12 * i + k]);
    }
  }
}
