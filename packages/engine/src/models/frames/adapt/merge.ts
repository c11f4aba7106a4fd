import { eigen3 } from '../../../math/eigen3.ts';
import type { FramesData } from '../model.ts';
import type { SetPoints } from '../step/points.ts';

/** Axes of a group are never shorter than this part of its longest: a flat group has no gradient across. */
const FLATTEST = 1e-6;

/** Groups of integration points that stand for one each. Group g is members[start[g] .. start[g+1]). */
export interface Groups {
  count: number;
  readonly start: Int32Array;
  readonly members: Int32Array;
  /** Group of each point. */
  readonly of: Int32Array;
}

export function createGroups(points: number): Groups {
  return {
    count: 0,
    start: new Int32Array(points + 1),
    members: new Int32Array(points),
    of: new Int32Array(points),
  };
}

/** Where a group is and how it extends: centre, axes⁻¹ (3×3), volume. */
interface Extent {
  readonly centre: Float64Array;
  readonly inverse: Float64Array;
  volume: number;
  /** Longest axis, as a unit vector. */
  readonly longest: Float64Array;
}

export interface MergeScratch {
  readonly extent: Extent;
  readonly projected: Float64Array;
  readonly order: Int32Array;
  readonly eigen: Float64Array;
}

export function createMergeScratch(data: FramesData): MergeScratch {
  return {
    extent: {
      centre: new Float64Array(3),
      inverse: new Float64Array(9),
      volume: 0,
      longest: new Float64Array(3),
    },
    projected: new Float64Array(48),
    order: new Int32Array(data.points.count),
    eigen: new Float64Array(9 + 3 + 9),
  };
}

/**
 * Groups points that the same members move and over which gradients are close to linear: the mean square of what a linear
 * function misses is at most `tolerance` times the mean square of the gradients. `fine` are the points as the set moves them.
 * A negative tolerance merges none, and points that are not `calm` (0, shape [points]) stay apart too. (Points with different members must stay apart: merged, too few of them would be left for the frames they hold.)
 */
export function mergePoints(
  groups: Groups,
  data: FramesData,
  fine: SetPoints,
  tolerance: number,
  size: number,
  scratch: MergeScratch,
  calm: Uint8Array,
): void {
  const { count } = data.points;
  if (tolerance < 0) {
    groups.count = count;
    for (let e = 0; e < count; e++) {
      groups.start[e] = e;
      groups.members[e] = e;
      groups.of[e] = e;
    }
    groups.start[count] = count;
    return;
  }
  const order = sortByMembers(data, fine, scratch.order);
  groups.count = 0;
  let filled = 0;
  const accept = (from: number, to: number): void => {
    groups.start[groups.count] = filled;
    for (let i = from; i < to; i++) {
      groups.members[filled++] = order[i];
      groups.of[order[i]] = groups.count;
    }
    groups.count++;
    groups.start[groups.count] = filled;
  };
  const split = (from: number, to: number): void => {
    if (to - from === 1 || missed(data, fine, order, from, to, size, scratch) <= tolerance) {
      accept(from, to);
      return;
    }
    const middle = bisect(data, order, from, to, scratch.extent);
    split(from, middle);
    split(middle, to);
  };
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && sameMembers(data, fine, order[from], order[to])) to++;
    if (calm[order[from]] === 1) split(from, to);
    else for (let i = from; i < to; i++) accept(i, i + 1);
    from = to;
  }
}

function sameMembers(data: FramesData, { ptr, node }: SetPoints, a: number, b: number): boolean {
  const n = ptr[a + 1] - ptr[a];
  if (ptr[b + 1] - ptr[b] !== n || data.points.factor[a] !== data.points.factor[b]) return false;
  for (let i = 0; i < n; i++) if (node[ptr[a] + i] !== node[ptr[b] + i]) return false;
  return true;
}

/** Points in an order in which those with the same members and the same stiffness stand together. */
function sortByMembers(data: FramesData, { ptr, node }: SetPoints, order: Int32Array): Int32Array {
  for (let e = 0; e < order.length; e++) order[e] = e;
  const { factor } = data.points;
  return order.sort((a, b) => {
    const n = ptr[a + 1] - ptr[a];
    const m = ptr[b + 1] - ptr[b];
    if (n !== m) return n - m;
    for (let i = 0; i < n; i++) {
      const d = node[ptr[a] + i] - node[ptr[b] + i];
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

/** Centre, axes and volume of some points together. */
export function groupExtent(
  extent: Extent,
  data: FramesData,
  list: Int32Array,
  from: number,
  to: number,
  eigen: Float64Array,
): void {
  const { volume, centre, axes } = data.points;
  const c = extent.centre;
  c.fill(0);
  extent.volume = 0;
  for (let i = from; i < to; i++) {
    const e = list[i];
    extent.volume += volume[e];
    for (let d = 0; d < 3; d++) c[d] += volume[e] * centre[3 * e + d];
  }
  for (let d = 0; d < 3; d++) c[d] /= extent.volume;
  const covariance = eigen.subarray(12, 21);
  covariance.fill(0);
  for (let i = from; i < to; i++) {
    const e = list[i];
    const w = volume[e] / extent.volume;
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        let sum = (centre[3 * e + r] - c[r]) * (centre[3 * e + s] - c[s]);
        for (let k = 0; k < 3; k++) sum += axes[9 * e + 3 * r + k] * axes[9 * e + 3 * s + k];
        covariance[3 * r + s] += w * sum;
      }
    }
  }
  // Values descending, vectors in columns; axes = U Λ^½, so axes⁻¹ = Λ^−½ Uᵀ.
  eigen3(eigen, 9, eigen, 0, eigen, 12);
  const least = FLATTEST * Math.sqrt(Math.max(eigen[9], 0));
  for (let a = 0; a < 3; a++) {
    const length = Math.sqrt(Math.max(eigen[9 + a], 0));
    for (let d = 0; d < 3; d++) {
      extent.inverse[3 * a + d] = length > least ? eigen[3 * d + a] / length : 0;
      if (a === 0) extent.longest[d] = eigen[3 * d];
    }
  }
}

/**
 * out[0..48) = the linear function closest to the gradients of some points for their i-th member: H_0 the mean, H_a the mean
 * of ξ_a times the gradient, in the group's own coordinates ξ.
 */
export function projectGradients(
  out: Float64Array,
  o: number,
  data: FramesData,
  fine: SetPoints,
  list: Int32Array,
  from: number,
  to: number,
  i: number,
  extent: Extent,
): void {
  const { volume, centre, axes } = data.points;
  for (let k = 0; k < 48; k++) out[o + k] = 0;
  for (let m = from; m < to; m++) {
    const e = list[m];
    const w = volume[e] / extent.volume;
    const h = 48 * (fine.ptr[e] + i);
    for (let k = 0; k < 12; k++) out[o + k] += w * fine.H[h + k];
    for (let a = 0; a < 3; a++) {
      const row = 3 * a;
      let at = 0;
      for (let d = 0; d < 3; d++)
        at += extent.inverse[row + d] * (centre[3 * e + d] - extent.centre[d]);
      const target = o + 12 * (a + 1);
      for (let k = 0; k < 12; k++) out[target + k] += w * at * fine.H[h + k];
      for (let b = 0; b < 3; b++) {
        let turn = 0;
        for (let d = 0; d < 3; d++) turn += extent.inverse[row + d] * axes[9 * e + 3 * d + b];
        const source = h + 12 * (b + 1);
        for (let k = 0; k < 12; k++) out[target + k] += w * turn * fine.H[source + k];
      }
    }
  }
}

/** What a linear function misses of the gradients of some points, as a part of their mean square over all members. */
function missed(
  data: FramesData,
  fine: SetPoints,
  order: Int32Array,
  from: number,
  to: number,
  size: number,
  scratch: MergeScratch,
): number {
  const { extent, projected } = scratch;
  groupExtent(extent, data, order, from, to, scratch.eigen);
  const members = fine.ptr[order[from] + 1] - fine.ptr[order[from]];
  let whole = 0;
  let caught = 0;
  for (let i = 0; i < members; i++) {
    projectGradients(projected, 0, data, fine, order, from, to, i, extent);
    caught += square(projected, 0, extent.centre, size);
    for (let m = from; m < to; m++) {
      const e = order[m];
      const w = data.points.volume[e] / extent.volume;
      whole += w * square(fine.H, 48 * (fine.ptr[e] + i), extent.centre, size);
    }
  }
  return whole > 0 ? Math.max(0, whole - caught) / whole : 0;
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
