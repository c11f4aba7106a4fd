import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { FramesData } from '../model.ts';
import { LEAST_FILL, LITTLE_MISSED, MOST_IN_GROUP, NEGLIGIBLE } from '../numbers.ts';
import type { SetPoints } from '../step/points.ts';
import { createExtent, type Extent, groupExtent } from './group.ts';
import { type Groups, lead, numberGroups } from './groups.ts';
import { findMoments, linearSquare, MOMENTS, squareOf, sumGroup, wholeSquare } from './moments.ts';

/** Memory that merging a body's points takes: what kernels work on. */
export function allocateMerging(a: Allocator, data: FramesData, entries: number) {
  const { count } = data.points;
  return {
    /** Points in the order in which they are looked at. */
    order: a.i32(count),
    /** Numbers of the members of a group, by node; −1 for none. */
    place: a.i32(data.nodes),
    /** Moments of the points' gradients (see `pointMoments`), and those of the group looked at, by member. */
    moments: a.f64(MOMENTS * entries),
    sums: a.f64(MOMENTS * data.nodes),
    /** Stiffness of the points, their centres and axes. */
    weight: a.f64(count),
    centre: a.f64(3 * count),
    axes: a.f64(9 * count),
  };
}

/** What merges the points of a body. */
export interface Merger extends ReturnType<typeof allocateMerging> {
  readonly data: FramesData;
  readonly kernels: Kernels;
  /** What a group may miss of its points' gradients, and how translations count beside them. */
  readonly tolerance: number;
  readonly size: number;
  readonly extent: Extent;
  /** Members of the group looked at, one row of its gradients, and the mean square of all. */
  readonly nodes: Int32Array;
  readonly row: Float64Array;
  whole: number;
  /**
   * All that each active member's gradients come to in the body, and what that is the sum of, by entry of the points.
   */
  readonly totals: Float64Array;
  readonly squares: Float64Array;
  /** Of `mergeToFew`: where parts of the order begin, the factors on their stiffness, and the energy they miss. */
  readonly start: Int32Array;
  readonly gain: Float64Array;
  readonly errors: Float64Array;
  /** Numbers of the members of all points (see `kindOf`), and those that are affected by a change. */
  readonly kinds: Int32Array;
  readonly affected: Int32Array;
}

export function createMerger(
  memory: ReturnType<typeof allocateMerging>,
  data: FramesData,
  kernels: Kernels,
  tolerance: number,
  size: number,
): Merger {
  const { count, volume, factor, centre, axes } = data.points;
  for (let e = 0; e < count; e++) memory.weight[e] = volume[e] * factor[e];
  memory.centre.set(centre);
  memory.axes.set(axes);
  memory.place.fill(-1);
  return {
    ...memory,
    data,
    kernels,
    tolerance,
    size,
    extent: createExtent(),
    nodes: new Int32Array(data.nodes),
    row: new Float64Array(48),
    whole: 0,
    totals: new Float64Array(data.nodes),
    squares: new Float64Array(memory.moments.length / MOMENTS),
    start: new Int32Array(count + 1),
    gain: new Float64Array(count),
    errors: new Float64Array(count),
    kinds: new Int32Array(count),
    affected: new Int32Array(2 * count),
  };
}

/**
 * Groups points that the same members move and over which gradients are close to linear: the mean square of what a
 * linear function misses is at most `tolerance` times the mean square of the gradients, over all members and for each
 * active one alone: a fine one, small beside the others, would be left without stiffness. `fine` are the points as the
 * set moves them. Points that are not `calm` (0, shape [points]) stay apart. (Points with different members must stay
 * apart too: merged, too few of them would be left for the frames they hold.)
 *
 * `changed` points (1, shape [points]; null for all) have other gradients, other members, or a member that has
 * switched. Groups of the members they had and of those they have are rebuilt, the others stay.
 */
export function mergePoints(
  groups: Groups,
  merger: Merger,
  fine: SetPoints,
  calm: Uint8Array,
  active: Uint8Array,
  changed: Uint8Array | null,
): void {
  const { order, data } = merger;
  const count = listAffected(groups, fine, changed, merger);
  findMoments(merger, fine, 0, count);
  findTotals(merger, fine, active, count);
  sortByMembers(data, fine, order.subarray(0, count), merger.kinds);
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && sameMembers(data, fine, order[from], order[to])) to++;
    if (calm[order[from]] === 1) split(groups, merger, fine, active, changed, from, to);
    else for (let i = from; i < to; i++) lead(groups, order, i, i + 1, changed);
    from = to;
  }
  numberGroups(groups);
}

/** Takes groups as their leaders say, as they come with a state. */
export function takeGroups(
  groups: Groups,
  merger: Merger,
  fine: SetPoints,
  active: Uint8Array,
): void {
  const { order, kinds } = merger;
  for (let e = 0; e < order.length; e++) {
    order[e] = e;
    kinds[e] = kindOf(fine, e);
  }
  findMoments(merger, fine, 0, order.length);
  findTotals(merger, fine, active, order.length);
  groups.gain.fill(1);
  groups.stays.fill(-1);
  numberGroups(groups);
}

/**
 * Totals of the active members, seen from the points' centres, when the first `count` of the order have new moments.
 */
function findTotals(
  { order, totals, squares, moments, centre, size, data }: Merger,
  { ptr, node }: SetPoints,
  active: Uint8Array,
  count: number,
): void {
  for (let m = 0; m < count; m++) {
    const c = 3 * order[m];
    for (let i = ptr[2 * order[m]]; i < ptr[2 * order[m] + 1]; i++) {
      squares[i] = squareOf(moments, i, centre[c], centre[c + 1], centre[c + 2], size);
    }
  }
  totals.fill(0);
  for (let e = 0; e < data.points.count; e++) {
    for (let i = ptr[2 * e]; i < ptr[2 * e + 1]; i++) {
      if (active[node[i]] === 1) totals[node[i]] += squares[i];
    }
  }
}

/** Lists the points in `order` whose members some changed point has or had, ascending; returns how many. */
function listAffected(
  groups: Groups,
  fine: SetPoints,
  changed: Uint8Array | null,
  { order, kinds, affected }: Merger,
): number {
  const points = order.length;
  let found = 0;
  for (let e = 0; e < points; e++) {
    if (changed !== null && changed[e] === 0) continue;
    affected[found++] = kinds[e];
    kinds[e] = kindOf(fine, e);
    affected[found++] = kinds[e];
  }
  affected.subarray(0, found).sort();
  let count = 0;
  for (let e = 0; e < points; e++) {
    if (changed === null || isAmong(affected, found, kinds[e])) order[count++] = e;
    else groups.stays[groups.leader[e]] = groups.of[e];
  }
  return count;
}

/** A number for the members of a point, the same for the same members. */
function kindOf({ ptr, node }: SetPoints, e: number): number {
  let kind = 17;
  for (let i = ptr[2 * e]; i < ptr[2 * e + 1]; i++) kind = Math.imul(kind ^ node[i], 0x01000193);
  return kind;
}

/** True if the first `count` numbers of an ascending list hold one. */
function isAmong(list: Int32Array, count: number, value: number): boolean {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low < count && list[low] === value;
}

/** Makes order[from .. to) one group if it may be one, else tries its halves. */
function split(
  groups: Groups,
  merger: Merger,
  fine: SetPoints,
  active: Uint8Array,
  changed: Uint8Array | null,
  from: number,
  to: number,
): void {
  const many = to - from > MOST_IN_GROUP;
  if (many || (to - from > 1 && !fits(merger, fine, from, to, active))) {
    if (many) groupExtent(merger.extent, merger.data, merger.order, from, to);
    const middle = bisect(merger, from, to);
    split(groups, merger, fine, active, changed, from, middle);
    split(groups, merger, fine, active, changed, middle, to);
    return;
  }
  lead(groups, merger.order, from, to, changed);
}

/**
 * True if order[from .. to) may be one group: a straight function fits its gradients, and it is in one piece. Two hands
 * far from each other fit any straight function, but do not turn together.
 */
function fits(
  merger: Merger,
  fine: SetPoints,
  from: number,
  to: number,
  active: Uint8Array,
): boolean {
  const error = fitError(merger, fine, from, to, active);
  return error <= merger.tolerance && merger.extent.fill >= LEAST_FILL;
}

/**
 * Groups all points in at most `most`, whatever moves them: for sets so small that a few points determine all that they
 * can do. `fine` are the points as the active nodes move them. The group that misses most is split first; what groups
 * still miss makes them softer than their points, so their stiffness is raised by as much.
 */
export function mergeToFew(groups: Groups, merger: Merger, fine: SetPoints, most: number): void {
  const { order, errors, start, gain, data, extent } = merger;
  const { count } = data.points;
  for (let e = 0; e < count; e++) order[e] = e;
  findMoments(merger, fine, 0, count);
  const judge = (g: number): void => {
    const [from, to] = [start[g], start[g + 1]];
    const part = to - from === 1 ? 0 : fitError(merger, fine, from, to, null);
    gain[g] = 1 / Math.max(1 - part, 0.5);
    errors[g] = part > LITTLE_MISSED ? part * extent.weight * merger.whole : 0;
  };
  let parts = 1;
  start[0] = 0;
  start[1] = count;
  judge(0);
  while (parts < Math.min(most, count)) {
    let worst = 0;
    for (let g = 1; g < parts; g++) if (errors[g] > errors[worst]) worst = g;
    if (errors[worst] === 0) break;
    groupExtent(extent, data, order, start[worst], start[worst + 1]);
    const middle = bisect(merger, start[worst], start[worst + 1]);
    for (let g = parts; g > worst; g--) {
      start[g + 1] = start[g];
      gain[g] = gain[g - 1];
      errors[g] = errors[g - 1];
    }
    start[worst + 1] = middle;
    parts++;
    judge(worst);
    judge(worst + 1);
  }
  for (let g = 0; g < parts; g++) {
    lead(groups, order, start[g], start[g + 1], null);
    groups.gain[groups.leader[order[start[g]]]] = gain[g];
  }
  numberGroups(groups);
}

function sameMembers(data: FramesData, { ptr, node }: SetPoints, a: number, b: number): boolean {
  const [i, j] = [ptr[2 * a], ptr[2 * b]];
  const n = ptr[2 * a + 1] - i;
  if (ptr[2 * b + 1] - j !== n || data.points.factor[a] !== data.points.factor[b]) return false;
  for (let m = 0; m < n; m++) if (node[i + m] !== node[j + m]) return false;
  return true;
}

/** Puts points in an order in which those with the same members and the same stiffness stand together. */
function sortByMembers(
  data: FramesData,
  { ptr, node }: SetPoints,
  order: Int32Array,
  kinds: Int32Array,
): void {
  const { factor } = data.points;
  order.sort((a, b) => {
    if (kinds[a] !== kinds[b]) return kinds[a] < kinds[b] ? -1 : 1;
    const n = ptr[2 * a + 1] - ptr[2 * a];
    const m = ptr[2 * b + 1] - ptr[2 * b];
    if (n !== m) return n - m;
    for (let i = 0; i < n; i++) {
      const d = node[ptr[2 * a] + i] - node[ptr[2 * b] + i];
      if (d !== 0) return d;
    }
    return factor[a] - factor[b] || a - b;
  });
}

/** Cuts a range in two across its longest axis, through its centre; returns where the second part begins. */
function bisect({ order, extent, centre }: Merger, from: number, to: number): number {
  const { longest, centre: middle } = extent;
  const along = (e: number): number =>
    longest[0] * (centre[3 * e] - middle[0]) +
    longest[1] * (centre[3 * e + 1] - middle[1]) +
    longest[2] * (centre[3 * e + 2] - middle[2]);
  order.subarray(from, to).sort((a, b) => along(a) - along(b) || a - b);
  let cut = from + 1;
  while (cut < to - 1 && along(order[cut]) < 0) cut++;
  return cut;
}

/**
 * Error of the linear fit to the gradients of order[from .. to), as a part of their mean square over all members; with
 * `active` given, that of a single active member if it is larger.
 */
function fitError(
  merger: Merger,
  fine: SetPoints,
  from: number,
  to: number,
  active: Uint8Array | null,
): number {
  const { extent, sums, nodes, place, totals, size, order, row } = merger;
  const members = sumGroup(merger, fine, order, from, to, nodes, 0);
  let caught = 0;
  let whole = 0;
  let worst = 0;
  for (let i = 0; i < members; i++) {
    const all = wholeSquare(sums, i, extent, size);
    const own = linearSquare(row, sums, i, extent, size);
    caught += own;
    whole += all;
    if (active?.[nodes[i]] === 1 && all > 0) {
      const counts = all + (NEGLIGIBLE * totals[nodes[i]]) / extent.weight;
      worst = Math.max(worst, (all - own) / counts);
    }
    place[nodes[i]] = -1;
  }
  merger.whole = whole;
  return whole > 0 ? Math.max(worst, (whole - caught) / whole) : 0;
}
