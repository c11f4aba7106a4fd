import { PAIRS } from '../../contact/solve/forms.ts';
import type { Compliance, PointGroup, Sites } from '../body.ts';
import type { OctreeLive } from './live.ts';
import { MOST_LEAVES, RECORD } from './memory.ts';
import { LEAST_FREE } from './numbers.ts';
import type { OctreePoints } from './point-sets.ts';
import { bound } from './runtime.ts';

/**
 * J A⁻¹ Jᵀ of sites as sparse rows over leaves, exact because A is diagonal: an impulse p on a site moves √A u of its
 * leaves by w/√A p, and the site moves with w/√A of that. Levers come on top, by the turn of the place's piece.
 */
export function octreeCompliance(run: OctreeLive): Compliance {
  const { data, memory, levers } = run;
  const { mobility } = memory;
  const weightOf = new Float64Array(data.capacity);
  /**
   * Number of a leaf among those that sites move with, plus one; the leaves in that order; those of the site in hand.
   */
  const slotOf = new Int32Array(data.capacity);
  const used = new Int32Array(data.capacity);
  const leaves = new Int32Array(MOST_LEAVES);
  const sets: OctreePoints[] = [];

  /** Sums what a place's points hang on; returns the number of leaves. */
  const listLeaves = (set: OctreePoints, { points, weights }: Sites, a: number): number => {
    const { ptr, cols, weights: ties } = set;
    let count = 0;
    for (let j = 4 * a; j < 4 * a + 4; j++) {
      if (weights[j] === 0) continue;
      for (let k = ptr[points[j]]; k < ptr[points[j] + 1]; k++) {
        const i = cols[k];
        if (weightOf[i] === 0) leaves[count++] = i;
        weightOf[i] += weights[j] * ties[k];
        // A leaf is listed once, whatever its weights add up to.
        if (weightOf[i] === 0) weightOf[i] = Number.MIN_VALUE;
      }
    }
    return count;
  };

  /** Whether the leaves listed that are free carry enough of a site (`LEAST_FREE`). */
  const isMovable = (count: number): boolean => {
    if (run.heldCount === 0) return true;
    let free = 0;
    let all = 0;
    for (let k = 0; k < count; k++) {
      const i = leaves[k];
      const w = (weightOf[i] * weightOf[i]) / memory.diagonal[i];
      all += w;
      if (mobility[i] > 0) free += w;
    }
    return free > LEAST_FREE * all;
  };

  const fill = (
    groups: readonly PointGroup[],
    sites: Sites,
    n: number,
    records: Float64Array,
  ): number => {
    sets.length = 0;
    for (let k = 0; k < groups.length; k++) sets.push(bound(run, groups[k].points as OctreePoints));
    let slots = 0;
    for (let a = 0; a < n; a++) {
      const record = a * RECORD;
      const count = listLeaves(sets[sites.group[a]], sites, a);
      const moves = isMovable(count);
      let pairs = 0;
      for (let k = 0; k < count; k++) {
        const i = leaves[k];
        const w = moves ? weightOf[i] * Math.sqrt(mobility[i]) : 0;
        weightOf[i] = 0;
        if (w === 0) continue;
        if (slotOf[i] === 0) {
          used[slots++] = i;
          slotOf[i] = slots;
        }
        records[record + PAIRS + 2 * pairs] = slotOf[i] - 1;
        records[record + PAIRS + 2 * pairs + 1] = w;
        pairs++;
      }
      records[record] = pairs;
    }
    for (let k = 0; k < slots; k++) slotOf[used[k]] = 0;
    return 3 * levers.addRecords(records, sets, sites, n, mobility, slots);
  };
  return { sparse: { stride: RECORD, fill } };
}
