import type { Compliance, PointGroup, Sites } from '../body.ts';
import { type Constraints, constrainRows } from './constraints.ts';
import type { FramePoints } from './point-sets.ts';
import type { FramesRuntime } from './runtime.ts';

/**
 * The factor of the step's matrix, which is exact. With A = L Lᵀ each site's three columns are X = L⁻¹ Jᵀ, and W = Xᵀ
 * X: X itself where there are more rows than unknowns.
 */
export function framesCompliance(run: FramesRuntime, fixed: Constraints): Compliance {
  const { set, memory, data, kernels } = run;
  const { columns, factor } = memory;
  const { L, pattern } = factor;
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
    kernels.blockForward(X, L, set.count, pattern.ptr, pattern.cols, 3 * n);
  };

  return {
    rank: () => 12 * set.count,
    factor: (groups, sites, n, X) => findColumns(X, groups, sites, n),
    dense(groups, sites, n, W) {
      if (36 * n * set.count > columns.length) return false;
      findColumns(columns, groups, sites, n);
      kernels.rowProducts(W, columns, 3 * n, 12 * set.count);
      return true;
    },
  };
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
