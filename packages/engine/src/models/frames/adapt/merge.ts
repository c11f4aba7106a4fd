import type { FramesData } from '../model.ts';
import type { SetPoints } from '../step/points.ts';
import { createExtent, type Extent, groupExtent, groupMembers, projectGradients } from './group.ts';

/** Groups of integration points that stand for one each. Group g is members[start[g] .. start[g+1]). */
export interface Groups {
  count: number;
  readonly start: Int32Array;
  readonly members: Int32Array;
  /** Group of each point. */
  readonly of: Int32Array;
  /** Factor on a group's stiffness, for what it misses of its points'. */
  readonly gain: Float64Array;
}

export function createGroups(points: number): Groups {
  return {
    count: 0,
    start: new Int32Array(points + 1),
    members: new Int32Array(points),
    of: new Int32Array(points),
    gain: new Float64Array(points),
  };
}

export interface MergeScratch {
  readonly extent: Extent;
  readonly projected: Float64Array;
  readonly order: Int32Array;
  readonly nodes: Int32Array;
  readonly place: Int32Array;
  /** Mean square of the gradients by member of the group looked at. */
  readonly wholes: Float64Array;
  /** Energy that each group misses, and the mean square of the gradients of the last one looked at. */
  readonly misses: Float64Array;
  whole: number;
}

export function createMergeScratch(data: FramesData): MergeScratch {
  return {
    extent: createExtent(),
    projected: new Float64Array(48 * data.nodes),
    order: new Int32Array(data.points.count),
    nodes: new Int32Array(data.nodes),
    place: new Int32Array(data.nodes).fill(-1),
    wholes: new Float64Array(data.nodes),
    misses: new Float64Array(data.points.count),
    whole: 0,
  };
}

/** Every point by itself. */
export function mergeNone(groups: Groups, count: number): void {
  groups.count = count;
  for (let e = 0; e < count; e++) {
    groups.start[e] = e;
    groups.members[e] = e;
    groups.of[e] = e;
    groups.gain[e] = 1;
  }
  groups.start[count] = count;
}

/**
 * Groups points that the same members move and over which gradients are close to linear: the mean square of what a linear
 * function misses is at most `tolerance` times the mean square of the gradients, over all members and for each active one alone:
 * a fine one, small beside the others, would be left without stiffness. `fine` are the points as the set moves them.
 * Points that are not `calm` (0, shape [points]) stay apart. (Points with different members must stay apart too: merged, too few
 * of them would be left for the frames they hold.)
 */
export function mergePoints(
  groups: Groups,
  data: FramesData,
  fine: SetPoints,
  tolerance: number,
  size: number,
  scratch: MergeScratch,
  calm: Uint8Array,
  active: Uint8Array,
): void {
  const { count } = data.points;
  const { order } = scratch;
  for (let e = 0; e < count; e++) order[e] = e;
  sortByMembers(data, fine, order);
  groups.count = 0;
  groups.start[0] = 0;
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && sameMembers(data, fine, order[from], order[to])) to++;
    if (calm[order[from]] === 1)
      split(groups, data, fine, tolerance, size, scratch, active, from, to);
    else for (let i = from; i < to; i++) addGroup(groups, i + 1);
    from = to;
  }
  nameGroups(groups, order);
}

/** Makes order[from .. to) one group if it may be one, else tries its halves. */
function split(
  groups: Groups,
  data: FramesData,
  fine: SetPoints,
  tolerance: number,
  size: number,
  scratch: MergeScratch,
  active: Uint8Array,
  from: number,
  to: number,
): void {
  const { order } = scratch;
  if (to - from > 1 && missed(data, fine, order, from, to, size, scratch, active) > tolerance) {
    const middle = bisect(data, order, from, to, scratch.extent);
    split(groups, data, fine, tolerance, size, scratch, active, from, middle);
    split(groups, data, fine, tolerance, size, scratch, active, middle, to);
    return;
  }
  addGroup(groups, to);
}

/** One more group, up to `to` in the order. */
function addGroup(groups: Groups, to: number): void {
  groups.gain[groups.count++] = 1;
  groups.start[groups.count] = to;
}

/** A group that misses less than this part of its gradients is not split. */
const LITTLE = 1e-3;

/**
 * Groups all points in at most `most`, whatever moves them: for sets so small that a few points determine all that they can do.
 * `fine` are the points as the active nodes move them. The group that misses most is split first; what groups still miss
 * makes them softer than their points, so their stiffness is raised by as much.
 */
export function mergeToFew(
  groups: Groups,
  data: FramesData,
  fine: SetPoints,
  most: number,
  size: number,
  scratch: MergeScratch,
): void {
  const { count } = data.points;
  const { order, misses } = scratch;
  const { start, gain } = groups;
  for (let e = 0; e < count; e++) order[e] = e;
  const judge = (g: number): void => {
    const [from, to] = [start[g], start[g + 1]];
    const part = to - from === 1 ? 0 : missed(data, fine, order, from, to, size, scratch, null);
    gain[g] = 1 / Math.max(1 - part, 0.5);
    misses[g] = part > LITTLE ? part * scratch.extent.weight * scratch.whole : 0;
  };
  groups.count = 1;
  start[0] = 0;
  start[1] = count;
  judge(0);
  while (groups.count < Math.min(most, count)) {
    let worst = 0;
    for (let g = 1; g < groups.count; g++) if (misses[g] > misses[worst]) worst = g;
    if (misses[worst] === 0) break;
    groupExtent(scratch.extent, data, order, start[worst], start[worst + 1]);
    const middle = bisect(data, order, start[worst], start[worst + 1], scratch.extent);
    for (let g = groups.count; g > worst; g--) {
      start[g + 1] = start[g];
      gain[g] = gain[g - 1];
      misses[g] = misses[g - 1];
    }
    start[worst + 1] = middle;
    groups.count++;
    judge(worst);
    judge(worst + 1);
  }
  nameGroups(groups, order);
}

/** Members and `of` of groups that are ranges of an order. */
function nameGroups(groups: Groups, order: Int32Array): void {
  for (let g = 0; g < groups.count; g++) {
    for (let i = groups.start[g]; i < groups.start[g + 1]; i++) {
      groups.members[i] = order[i];
      groups.of[order[i]] = g;
    }
  }
}

function sameMembers(data: FramesData, { ptr, node }: SetPoints, a: number, b: number): boolean {
  const [i, j] = [ptr[2 * a], ptr[2 * b]];
  const n = ptr[2 * a + 1] - i;
  if (ptr[2 * b + 1] - j !== n || data.points.factor[a] !== data.points.factor[b]) return false;
  for (let m = 0; m < n; m++) if (node[i + m] !== node[j + m]) return false;
  return true;
}

/** Points in an order in which those with the same members and the same stiffness stand together. */
function sortByMembers(data: FramesData, { ptr, node }: SetPoints, order: Int32Array): void {
  const { factor } = data.points;
  order.sort((a, b) => {
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

/** Cuts a range in two across its longest axis, through its centre; gives where the second part begins. */
function bisect(
  data: FramesData,
  order: Int32Array,
  from: number,
  to: number,
  extent: Extent,
): number {
  const { centre } = data.points;
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
 * What a linear function misses of the gradients of some points, as a part of their mean square over all members; with `active`
 * given, what it misses of a single active member's if that is more.
 */
function missed(
  data: FramesData,
  fine: SetPoints,
  order: Int32Array,
  from: number,
  to: number,
  size: number,
  scratch: MergeScratch,
  active: Uint8Array | null,
): number {
  const { extent, projected, nodes, place, wholes } = scratch;
  groupExtent(extent, data, order, from, to);
  const members = groupMembers(nodes, 0, place, fine, order, from, to);
  projected.fill(0, 0, 48 * members);
  projectGradients(projected, 0, place, data, fine, order, from, to, extent);
  wholes.fill(0, 0, members);
  const { volume, factor } = data.points;
  for (let m = from; m < to; m++) {
    const e = order[m];
    const w = (volume[e] * factor[e]) / extent.weight;
    for (let i = fine.ptr[2 * e]; i < fine.ptr[2 * e + 1]; i++) {
      wholes[place[fine.node[i]]] += w * square(fine.H, 48 * i, extent.centre, size);
    }
  }
  let caught = 0;
  let whole = 0;
  let worst = 0;
  for (let i = 0; i < members; i++) {
    const own = square(projected, 48 * i, extent.centre, size);
    caught += own;
    whole += wholes[i];
    if (active?.[nodes[i]] === 1 && wholes[i] > 0) worst = Math.max(worst, 1 - own / wholes[i]);
    place[nodes[i]] = -1;
  }
  scratch.whole = whole;
  return whole > 0 ? Math.max(worst, (whole - caught) / whole) : 0;
}

/** Square of a gradient's four parts, seen from the group's centre: translations count by the body's size. */
function square(H: Float64Array, h: number, centre: Float64Array, size: number): number {
  let sum = 0;
  for (let row = h; row < h + 48; row += 4) {
    const t = H[row + 3];
    for (let p = 0; p < 3; p++) {
      // q = φ[p̄; 1]: measured from the centre, the linear part loses what the translation gives it.
      const seen = H[row + p] - centre[p] * t;
      sum += seen * seen;
    }
    sum += size * size * t * t;
  }
  return sum;
}
