import { rowOf4 } from '../../kernels/single.ts';
import type { Compliance, PointGroup, Sites } from '../body.ts';
import type { ColumnSets } from '../shared/kept-columns.ts';
import { detailCompliance } from './detail-compliance.ts';
import { composed, type LayersLive } from './live.ts';
import { velocityColumns } from './step/columns.ts';
import { turnDense } from './step/coupling.ts';
import type { DetailBlock } from './step/detail.ts';
import { upToThree } from './step/site-memory.ts';

/**
 * The compliance of the decoupled sweep (`step/solver.ts`), exactly. With J = [a, J_d] the rows of sites over the dense
 * and the sparse layers, E = H_dc at rest, T how the two have turned, A = H_d + ΓᵀΓ, Y = A⁻¹E and M = H_c − EᵀY:
 *
 *     W = J_d A⁻¹ J_dᵀ + a Kᵀ + Z (M⁻¹Zᵀ − K_tᵀ) − K_t yᵀ,   K = a H_c⁻¹,  K_t = K T,  y = J_d Y,  Z = y − K_t EᵀY
 *
 * A is constant: columns of its inverse are kept, and shared by equal bodies; the rest are products as narrow as the
 * dense block. Bodies with several sparse layers go column by column.
 */
export function layersCompliance(run: LayersLive, shared: ColumnSets): Compliance | undefined {
  const { memory, kernels, hierarchy, solver } = run;
  const { dense, detail, fixed } = solver;
  const { sites: room } = memory;
  if (detail !== null && detail.couplings.length > 1) return undefined;
  const betweenDetails = detail === null ? null : detailCompliance(run, detail, shared);
  const { left, right, middle, row } = room;
  let middleOf = 0;

  /** a, and y, of all sites, in the first and the second part of each row of `left`. */
  const readSites = (
    groups: readonly PointGroup[],
    sites: Sites,
    n: number,
    width: number,
  ): void => {
    const { one } = dense;
    const part = upToThree(dense.size);
    left.fill(0, 0, 3 * n * width);
    for (let k = 0; k < 4 * n; k++) {
      const w = sites.weights[k];
      if (w === 0) continue;
      const set = composed(run, groups[sites.group[k >> 2]].points);
      const o = 3 * (k >> 2) * width;
      one.count = 0;
      velocityColumns(one, set, hierarchy, sites.points[k], dense.of);
      for (let j = 0; j < one.count; j++) {
        const at = o + dense.row[one.index[j]];
        if (dense.row[one.index[j]] < 0 || fixed[one.index[j]] === 1) continue;
        for (let r = 0; r < 3; r++) left[at + r * width] += w * one.values[3 * j + r];
      }
      if (detail === null) continue;
      const { Yc, size, place } = detail;
      one.count = 0;
      velocityColumns(one, set, hierarchy, sites.points[k], detail.of);
      for (let j = 0; j < one.count; j++) {
        if (fixed[one.index[j]] === 1) continue;
        for (let r = 0; r < 3; r++) {
          const x = w * one.values[3 * j + r];
          const to = o + r * width + part;
          let from = place[one.index[j]];
          for (let b = 0; b < dense.size; b++, from += size) left[to + b] += x * Yc[from];
        }
      }
    }
  };

  /** The row at `o` of `left`, a and y, becomes a, Z and −K_t; column i of `right` K, M⁻¹Z − K_t and y. */
  const finishRow = (o: number, i: number, stride: number): void => {
    const m = dense.size;
    const part = upToThree(m);
    const { work: x } = dense;
    for (let b = 0; b < m; b++) x[b] = left[o + b];
    kernels.choleskySolve(x, dense.factor, m);
    for (let b = 0; b < m; b++) right[b * stride + i] = x[b];
    if (detail === null) return;
    const { turned, t, couplings, middleC } = detail;
    turnDense(turned, x, couplings[0], dense, hierarchy, false);
    kernels.rowsTimes(t, middle, turned, m, m);
    for (let b = 0; b < m; b++) {
      const y = left[o + part + b];
      right[(2 * part + b) * stride + i] = y;
      row[b] = y - t[b];
      left[o + part + b] = row[b];
      left[o + 2 * part + b] = -turned[b];
    }
    kernels.choleskySolve(row, middleC, m);
    for (let b = 0; b < m; b++) right[(part + b) * stride + i] = row[b] - turned[b];
  };

  return {
    single(groups, sites, n, W) {
      const m = dense.size;
      const stride = rowOf4(3 * n);
      if (n > room.sites) return false;
      if (betweenDetails === null) W.fill(0, 0, 3 * n * stride);
      else if (!betweenDetails(groups, sites, n, W)) return false;
      if (m === 0) return true;
      if (detail !== null && middleOf !== detail.version) {
        middleOf = detail.version;
        coupledMiddle(middle, detail, m);
      }
      const width = (detail === null ? 1 : 3) * upToThree(m);
      readSites(groups, sites, n, width);
      right.fill(0, 0, width * stride);
      for (let i = 0; i < 3 * n; i++) finishRow(i * width, i, stride);
      kernels.addProducts(W, left, right, 3 * n, width);
      return true;
    },
  };
}

/** out = EᵀY_c. */
function coupledMiddle(out: Float64Array, { Yc, size, couplings }: DetailBlock, m: number): void {
  const { rest } = couplings[0];
  for (let a = 0; a < m; a++) {
    for (let b = 0; b < m; b++) {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += rest[a * size + j] * Yc[b * size + j];
      out[a * m + b] = sum;
    }
  }
}
