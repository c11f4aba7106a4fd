import { eigen3 } from '../../../math/eigen3.ts';
import type { FramesData } from '../model.ts';
import type { SetPoints } from '../step/points.ts';

/** Axes of a group are never shorter than this part of its longest: a flat group has no gradient across. */
const FLATTEST = 1e-6;

/** Centre and extent of a group of points, weighted by stiffness. */
export interface Extent {
  readonly centre: Float64Array;
  /** axes⁻¹, 3×3. */
  readonly inverse: Float64Array;
  /** Σ volume × factor [m³]. */
  weight: number;
  /** Volume over that of the box that extends as far, 1 for a box: pieces far from each other fill little of it. */
  fill: number;
  /** Longest axis, as a unit vector. */
  readonly longest: Float64Array;
  readonly eigen: Float64Array;
}

export function createExtent(): Extent {
  return {
    centre: new Float64Array(3),
    inverse: new Float64Array(9),
    weight: 0,
    fill: 1,
    longest: new Float64Array(3),
    eigen: new Float64Array(9 + 3 + 9),
  };
}

/** Centre, axes and weight of the points list[from .. to) together. */
export function groupExtent(
  extent: Extent,
  data: FramesData,
  list: Int32Array,
  from: number,
  to: number,
): void {
  const { volume, factor, centre, axes } = data.points;
  const { centre: c, eigen } = extent;
  c.fill(0);
  extent.weight = 0;
  let whole = 0;
  for (let i = from; i < to; i++) {
    const e = list[i];
    const w = volume[e] * factor[e];
    extent.weight += w;
    whole += volume[e];
    for (let d = 0; d < 3; d++) c[d] += w * centre[3 * e + d];
  }
  for (let d = 0; d < 3; d++) c[d] /= extent.weight;
  // eigen: vectors (9), values (3), covariance (9).
  for (let k = 12; k < 21; k++) eigen[k] = 0;
  for (let i = from; i < to; i++) {
    const e = list[i];
    const w = (volume[e] * factor[e]) / extent.weight;
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        let sum = (centre[3 * e + r] - c[r]) * (centre[3 * e + s] - c[s]);
        for (let k = 0; k < 3; k++) sum += axes[9 * e + 3 * r + k] * axes[9 * e + 3 * s + k];
        eigen[12 + 3 * r + s] += w * sum;
      }
    }
  }
  // Values descending, vectors in columns; axes = U Λ^½, so axes⁻¹ = Λ^−½ Uᵀ.
  eigen3(eigen, 9, eigen, 0, eigen, 12);
  // A box is √12 standard deviations long along each axis.
  const box = Math.sqrt(Math.max(0, 1728 * eigen[9] * eigen[10] * eigen[11]));
  extent.fill = box > 0 ? whole / box : 1;
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
 * The nodes that move any of the points list[from .. to), ascending, into nodes[at ..); returns how many. place[k], −1
 * before, is then node k's number among them.
 */
export function groupMembers(
  nodes: Int32Array,
  at: number,
  place: Int32Array,
  { ptr, node }: SetPoints,
  list: Int32Array,
  from: number,
  to: number,
): number {
  let count = 0;
  for (let m = from; m < to; m++) {
    for (let i = ptr[2 * list[m]]; i < ptr[2 * list[m] + 1]; i++) {
      const k = node[i];
      if (place[k] >= 0) continue;
      place[k] = 0;
      let o = at + count++;
      for (; o > at && nodes[o - 1] > k; o--) nodes[o] = nodes[o - 1];
      nodes[o] = k;
    }
  }
  for (let i = 0; i < count; i++) place[nodes[at + i]] = i;
  return count;
}
