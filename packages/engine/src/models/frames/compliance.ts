import { TIES } from '../../contact/solve/sites.ts';
import type { Compliance, PointGroup, Sites } from '../body.ts';
import { type Constraints, constrainRows } from './constraints.ts';
import type { FramePoints } from './point-sets.ts';
import type { FramesRuntime } from './runtime.ts';
import { findBlocks, forgetSlots, takeSlots } from './step/point-slots.ts';

/**
 * The factor of the step's matrix, which is exact. With A = L Lᵀ each site's three columns are X = L⁻¹ Jᵀ, and W = Xᵀ
 * X: X itself where there are more rows than unknowns.
 */
export function framesCompliance(run: FramesRuntime, fixed: Constraints): Compliance {
  const { set, memory, data, slots, kernels } = run;
  const { columns, factor } = memory;
  const weights = new Float64Array(4 * data.nodes);

  const findColumns = (
    X: Float64Array,
    groups: readonly PointGroup[],
    sites: Sites,
    n: number,
  ): void => {
    const size = 12 * set.count;
    for (let i = 0; i < n; i++) {
      siteWeights(weights, run, groups, sites, i);
      for (let r = 0; r < 3; r++) {
        const row = (3 * i + r) * size;
        X.fill(0, row, row + size);
        for (let m = 0; m < set.count; m++) {
          for (let p = 0; p < 4; p++) X[row + 12 * m + 4 * r + p] = weights[4 * m + p];
        }
        constrainRows(fixed, data, set, X, row);
      }
    }
    const { L, pattern } = (run.kept && memory.keptMetric.factor) || factor;
    kernels.blockForward(X, L, set.count, pattern.ptr, pattern.cols, 3 * n);
    if (run.kept) turnSites(X, memory.keptMetric.R, n, size);
  };

  /** The compliance of the kept factor, from that between points. */
  const betweenPoints: NonNullable<Compliance['single']> = (groups, sites, n, W) => {
    if (!run.kept || 4 * n > slots.slot.length) return false;
    // Ends of ties come and go.
    for (let s = 0; s < n; s++) if (sites.group[s] >= TIES) return false;
    let known = slots.count;
    if (!takeSlots(slots, sites, n)) {
      forgetSlots(slots);
      known = 0;
      if (!takeSlots(slots, sites, n)) return false;
    }
    if (slots.count > known) findBlocks(slots, known, groups, run);
    const { G, room, slot, weight } = slots;
    kernels.pointCompliance(W, G, room, slot, weight, memory.keptMetric.R, n);
    return true;
  };

  return {
    single: betweenPoints,
    rank: () => 12 * set.count,
    factor: (groups, sites, n, X) => findColumns(X, groups, sites, n),
    dense(groups, sites, n, W) {
      if (36 * n * set.count > columns.length) return false;
      forgetSlots(slots);
      findColumns(columns, groups, sites, n);
      kernels.rowProducts(W, columns, 3 * n, 12 * set.count);
      return true;
    },
  };
}

/** The three rows of each site, turned with the body. */
function turnSites(X: Float64Array, R: Float64Array, n: number, size: number): void {
  for (let i = 0; i < n; i++) {
    const o = 3 * i * size;
    for (let k = o; k < o + size; k++) {
      const x = X[k];
      const y = X[k + size];
      const z = X[k + 2 * size];
      for (let r = 0; r < 3; r++)
        X[k + r * size] = R[3 * r] * x + R[3 * r + 1] * y + R[3 * r + 2] * z;
    }
  }
}

/** q of a site as the members feel it: Σ_k W_k^j q_k of its points, 4 numbers a member. */
function siteWeights(
  out: Float64Array,
  { set }: FramesRuntime,
  groups: readonly PointGroup[],
  { group, points, weights }: Sites,
  place: number,
): void {
  const { ptr, cols, W } = set.contraction;
  const of = groups[group[place]].points as FramePoints;
  out.fill(0, 0, 4 * set.count);
  for (let j = 4 * place; j < 4 * place + 4; j++) {
    const w = weights[j];
    if (w === 0) continue;
    for (let e = of.ptr[points[j]]; e < of.ptr[points[j] + 1]; e++) {
      const k = of.cols[e];
      for (let f = ptr[k]; f < ptr[k + 1]; f++) {
        const o = 4 * set.index[cols[f]];
        for (let r = 0; r < 4; r++) {
          for (let c = 0; c < 4; c++) out[o + r] += w * W[16 * f + 4 * r + c] * of.q[4 * e + c];
        }
      }
    }
  }
}
