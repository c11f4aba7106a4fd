import type { SetPoints } from '../step/points.ts';
import { type Extent, groupExtent, groupMembers } from './group.ts';
import type { Merger } from './merge.ts';

/** Numbers of a member of a point, see `pointMoments`: 48 of its gradients, 8 of their squares. */
export const MOMENTS = 56;

/**
 * Finds the moments of the points order[from .. to). They add up, so how far a group is from linear takes one sum over
 * its points.
 */
export function findMoments(
  { moments, order, weight, centre, axes, kernels }: Merger,
  { ptr, H }: SetPoints,
  from: number,
  to: number,
): void {
  const list = order.subarray(from, to);
  kernels.pointMoments(moments, ptr, H, list, to - from, weight, centre, axes);
}

/**
 * The group order[from .. to): its extent, its members in merger.nodes from `at` on, which `place` numbers, and the
 * sums of its points' moments. Returns how many members; `place` must be cleaned after.
 */
export function sumGroup(
  merger: Merger,
  fine: SetPoints,
  order: Int32Array,
  from: number,
  to: number,
  nodes: Int32Array,
  at: number,
): number {
  const { data, extent, place, sums, moments, kernels } = merger;
  groupExtent(extent, data, order, from, to);
  const members = groupMembers(nodes, at, place, fine, order, from, to);
  sums.fill(0, 0, MOMENTS * members);
  const { ptr, node } = fine;
  kernels.sumMoments(sums, ptr, node, moments, order.subarray(from, to), to - from, place);
  return members;
}

/**
 * Sum of the squares of the gradients of the i-th member (or entry), each times its weight, seen from a place: a
 * gradient's q = φ[p̄; 1], and measured from elsewhere its linear part loses what the translation gives it.
 * Translations count by the body's size.
 */
export function squareOf(
  moments: Float64Array,
  i: number,
  x: number,
  y: number,
  z: number,
  size: number,
): number {
  const o = MOMENTS * i + 48;
  const around = x * moments[o + 4] + y * moments[o + 5] + z * moments[o + 6];
  const shifts = (x * x + y * y + z * z + size * size) * moments[o + 3];
  return moments[o] + moments[o + 1] + moments[o + 2] - 2 * around + shifts;
}

/** Mean square of the gradients of the i-th member of a group, seen from its centre. */
export function wholeSquare(sums: Float64Array, i: number, extent: Extent, size: number): number {
  const { centre, weight } = extent;
  return squareOf(sums, i, centre[0], centre[1], centre[2], size) / weight;
}

/** The same of the linear function closest to them; row: scratch of 48 numbers. */
export function linearSquare(
  row: Float64Array,
  sums: Float64Array,
  i: number,
  extent: Extent,
  size: number,
): number {
  const { centre } = extent;
  linearRow(row, 0, sums, i, extent);
  let sum = 0;
  for (let k = 0; k < 48; k += 4) {
    const t = row[k + 3];
    const x = row[k] - centre[0] * t;
    const y = row[k + 1] - centre[1] * t;
    const z = row[k + 2] - centre[2] * t;
    sum += x * x + y * y + z * z + size * size * t * t;
  }
  return sum;
}

/**
 * The linear function closest to the gradients of the i-th member over a group: H_0 the mean, H_a the mean of ξ_a times
 * the gradient, in the group's own coordinates ξ. 48 numbers from out[o] on.
 */
export function linearRow(
  out: Float64Array,
  o: number,
  sums: Float64Array,
  i: number,
  { centre, inverse, weight }: Extent,
): void {
  const from = MOMENTS * i;
  for (let k = 0; k < 12; k++) out[o + k] = sums[from + k] / weight;
  for (let a = 0; a < 3; a++) {
    const x = inverse[3 * a] / weight;
    const y = inverse[3 * a + 1] / weight;
    const z = inverse[3 * a + 2] / weight;
    const one = -(x * centre[0] + y * centre[1] + z * centre[2]);
    const to = o + 12 * (a + 1);
    for (let k = 0; k < 12; k++) {
      const s = from + k;
      out[to + k] = one * sums[s] + x * sums[s + 12] + y * sums[s + 24] + z * sums[s + 36];
    }
  }
}
