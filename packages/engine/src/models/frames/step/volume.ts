import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { cholesky, choleskySolve } from '../../../math/dense.ts';
import type { FramesData } from '../model.ts';
import { LEAST_LOCK, MOST_TAKEN } from '../numbers.ts';
import type { SetPoints } from './points.ts';

/**
 * The part of the resistance to a change of volume that acts on means. Sections with one frame stay affine, and cannot
 * give way sideways when they bend; all of λ at every point would make them far too stiff (they "lock"). So λ is split:
 * λ' = 1/(1/λ + lock/μ) acts on each point, and the rest κ on the mean over each frame's cell c,
 *
 *   E = ½ Σ_c W_c θ̄_c²,   θ̄_c = Σ_e w_e θ_e / W_c + δ_c,   θ_e = tr(R_eᵀF_e) − 3,   w_e = κ V_e,   W_c = Σ w_e.
 *
 * In a row of frames (lock 1) a bent section then has the modulus E, and across one layer of frames (lock ½) that of a
 * plate. A uniform strain has all its energy. θ is linear in F but for R, and R is the rotation nearest to F: ∂θ/∂F = R
 * exactly. Groups of points belong to the cells of all their points; δ_c is what they miss of the mean when they are
 * made, so that no pressure jumps.
 */
export interface VolumeCells {
  count: number;
  /** Points or groups of cell c: point[ptr[c] .. ptr[c+1]), with weights w [J]. */
  readonly ptr: Int32Array;
  readonly point: Int32Array;
  readonly weight: Float64Array;
  /** W and θ̄ of the last evaluation, shape [cells]; δ. */
  readonly total: Float64Array;
  readonly mean: Float64Array;
  readonly offset: Float64Array;
  /** Σ_c w θ̄ of each point or group [J]: its stress is this times R. */
  readonly pressure: Float64Array;
}

/** The same with what the step matrix needs: ∂θ̄/∂D as rows like those of points, and scratch. */
export interface GroupCells extends VolumeCells {
  readonly rows: SetPoints;
  readonly identity: Float64Array;
  readonly place: Int32Array;
}

/** Splits λ into what acts on points and what acts on means [Pa]. */
export function splitModuli(
  { mu, lambda }: { readonly mu: number; readonly lambda: number },
  lock: number,
): { mu: number; lambda: number; bulk: number } {
  const local = lambda / (1 + (Math.max(LEAST_LOCK, lock) * lambda) / mu);
  return { mu, lambda: local, bulk: lambda - local };
}

/**
 * The same of a full 6×6 elasticity C [Pa]: C − κ 1 1ᵀ acts on points, 1 = (1, 1, 1, 0, 0, 0), κ as of the isotropic
 * elasticity nearest to C.
 */
export function splitElasticity(
  C: readonly number[],
  lock: number,
): { elasticity: number[]; bulk: number } {
  const lambda = Math.max(0, (C[1] + C[2] + C[8]) / 3);
  const mu = (C[21] + C[28] + C[35]) / 3;
  // C − κ 1 1ᵀ is positive as long as κ 1ᵀ C⁻¹ 1 < 1.
  const L = Float64Array.from(C);
  const x = Float64Array.of(1, 1, 1, 0, 0, 0);
  cholesky(L, 6);
  choleskySolve(x, L, 6);
  const bulk = Math.min(splitModuli({ mu, lambda }, lock).bulk, MOST_TAKEN / (x[0] + x[1] + x[2]));
  const elasticity = C.map((c, i) => (i % 6 < 3 && i < 18 ? c - bulk : c));
  return { elasticity, bulk };
}

function createCells(points: number, a: Allocator): VolumeCells {
  return {
    count: 0,
    ptr: a.i32(points + 1),
    point: a.i32(points),
    weight: a.f64(points),
    total: a.f64(points),
    mean: a.f64(points),
    offset: a.f64(points),
    pressure: a.f64(points),
  };
}

/** Room for the cells of all points and for those of groups, whose members are `entries` in all. */
export function createVolume(
  { points, nodes }: FramesData,
  entries: number,
  a: Allocator,
): { readonly fine: VolumeCells; readonly groups: GroupCells } {
  return {
    fine: createCells(points.count, a),
    groups: {
      ...createCells(points.count, a),
      rows: { ptr: a.i32(2 * points.count), node: a.i32(entries), H: a.f64(48 * entries) },
      identity: a.f64(9 * points.count),
      place: a.i32(nodes),
    },
  };
}

/** The cells of all points; `bulk` is κ [Pa]. */
export function fillCells(cells: VolumeCells, { points }: FramesData, bulk: number): void {
  const { cell, volume, factor } = points;
  cells.count = 0;
  if (bulk === 0) return;
  for (let e = 0; e < points.count; e++) cells.count = Math.max(cells.count, cell[e] + 1);
  const { ptr, point, weight, total } = cells;
  ptr.fill(0);
  total.fill(0);
  for (let e = 0; e < points.count; e++) ptr[cell[e] + 1]++;
  for (let c = 0; c < cells.count; c++) ptr[c + 1] += ptr[c];
  const next = ptr.slice(0, cells.count);
  for (let e = 0; e < points.count; e++) {
    const i = next[cell[e]]++;
    point[i] = e;
    weight[i] = bulk * volume[e] * factor[e];
    total[cell[e]] += weight[i];
  }
}

interface PointGroups {
  readonly count: number;
  readonly of: Int32Array;
  readonly start: Int32Array;
  readonly members: Int32Array;
  readonly gain: Float64Array;
}

/** The cells of groups of points: those of their points, or if `alone` each group by itself. */
export function groupCells(
  out: VolumeCells,
  fine: VolumeCells,
  { of, start, members, gain, count: groups }: PointGroups,
  alone: boolean,
): void {
  const { ptr, point, weight, total } = out;
  if (fine.count === 0) {
    out.count = 0;
    return;
  }
  if (alone) {
    out.count = groups;
    for (let g = 0; g < groups; g++) {
      ptr[g] = g;
      point[g] = g;
      weight[g] = 0;
    }
    ptr[groups] = groups;
    for (let i = 0; i < of.length; i++) weight[of[fine.point[i]]] += fine.weight[i];
    for (let g = 0; g < groups; g++) {
      weight[g] *= gain[members[start[g]]];
      total[g] = weight[g];
    }
    return;
  }
  out.count = fine.count;
  let n = 0;
  for (let c = 0; c < fine.count; c++) {
    ptr[c] = n;
    total[c] = fine.total[c];
    for (let i = fine.ptr[c]; i < fine.ptr[c + 1]; i++) {
      const g = of[fine.point[i]];
      let at = ptr[c];
      while (at < n && point[at] !== g) at++;
      if (at === n) {
        point[n] = g;
        weight[n++] = 0;
      }
      weight[at] += fine.weight[i];
    }
  }
  ptr[fine.count] = n;
}

/**
 * θ̄ of all cells at gradients F (shape [points, 4, 9]) and rotations R, or with `rate` how fast it changes at the
 * gradients' rates.
 */
export function meanDilatation(
  { count, ptr, point, weight, total, mean, offset }: VolumeCells,
  F: Float64Array,
  R: Float64Array,
  rate: boolean,
): void {
  for (let c = 0; c < count; c++) {
    let sum = 0;
    for (let i = ptr[c]; i < ptr[c + 1]; i++) {
      const f = 36 * point[i];
      const r = 9 * point[i];
      let trace = rate ? 0 : -3;
      for (let k = 0; k < 9; k++) trace += R[r + k] * F[f + k];
      sum += weight[i] * trace;
    }
    mean[c] = sum / total[c] + (rate ? 0 : offset[c]);
  }
}

/**
 * δ of the cells of groups, whose θ̄ and those of all points are known: with it they have the pressure their points
 * have. `pressure` of the groups becomes theirs.
 */
export function findOffsets(
  cells: VolumeCells,
  fine: VolumeCells,
  groups: PointGroups,
  alone: boolean,
): void {
  const { count, ptr, point, weight, mean, offset, pressure } = cells;
  for (let c = 0; c < count; c++) {
    let target = fine.mean[c];
    if (alone) {
      let sum = 0;
      for (let m = groups.start[c]; m < groups.start[c + 1]; m++)
        sum += fine.pressure[groups.members[m]];
      target = (sum * groups.gain[groups.members[groups.start[c]]]) / weight[c];
    }
    offset[c] += target - mean[c];
    mean[c] = target;
  }
  pressure.fill(0, 0, groups.count);
  for (let c = 0; c < count; c++)
    for (let i = ptr[c]; i < ptr[c + 1]; i++) pressure[point[i]] += weight[i] * mean[c];
}

/**
 * P_0 += scale·w θ̄ R for all points of cells whose θ̄ (or its rate) is known; returns Σ ½ W θ̄². The first `points`
 * have their pressure noted.
 */
export function addMeanStress(
  P: Float64Array,
  R: Float64Array,
  cells: VolumeCells,
  points: number,
  scale: number,
): number {
  const { count, ptr, point, weight, total, mean, pressure } = cells;
  pressure.fill(0, 0, points);
  let energy = 0;
  for (let c = 0; c < count; c++) {
    energy += 0.5 * total[c] * mean[c] * mean[c];
    for (let i = ptr[c]; i < ptr[c + 1]; i++) pressure[point[i]] += weight[i] * mean[c];
  }
  for (let e = 0; e < points; e++) {
    const push = scale * pressure[e];
    for (let k = 0; k < 9; k++) P[36 * e + k] += push * R[9 * e + k];
  }
  return energy;
}

/**
 * matrix += scale·Σ_c W_c (∂θ̄_c/∂D)(∂θ̄_c/∂D)ᵀ in the blocks of `size` members: a point each, whose gradient is
 * ∂θ̄/∂D.
 */
export function addMeanMatrix(
  matrix: Float64Array,
  where: Int32Array,
  size: number,
  index: Int32Array,
  points: SetPoints,
  cells: GroupCells,
  R: Float64Array,
  scale: number,
  turned: Float64Array,
  own: Int32Array,
  kernels: Kernels,
): void {
  fillRows(cells, points, index, R);
  const { count, rows, identity, total } = cells;
  const { ptr, node, H } = rows;
  kernels.elastonProducts(
    matrix,
    where,
    size,
    index,
    ptr,
    node,
    H,
    identity,
    total,
    count,
    0,
    scale,
    turned,
    own,
  );
}

/** Rows ∂θ̄_c/∂D_j = Σ_e (w_e/W_c) R_e H_{0,e,j} for the members j that have a number. */
function fillRows(
  { count, ptr, point, weight, total, rows, place }: GroupCells,
  { ptr: from, node, H }: SetPoints,
  index: Int32Array,
  R: Float64Array,
): void {
  const out = rows.H;
  let n = 0;
  for (let c = 0; c < count; c++) {
    const first = n;
    for (let i = ptr[c]; i < ptr[c + 1]; i++) {
      const e = point[i];
      const s = weight[i] / total[c];
      const r = 9 * e;
      for (let k = from[2 * e]; k < from[2 * e + 1]; k++) {
        const j = node[k];
        if (index[j] < 0) continue;
        if (place[j] < 0) {
          place[j] = n;
          rows.node[n] = j;
          for (let q = 0; q < 12; q++) out[48 * n + q] = 0;
          n++;
        }
        const o = 48 * place[j];
        const h = 48 * k;
        for (let p = 0; p < 4; p++) {
          const x = s * H[h + p];
          const y = s * H[h + p + 4];
          const z = s * H[h + p + 8];
          out[o + p] += R[r] * x + R[r + 1] * y + R[r + 2] * z;
          out[o + p + 4] += R[r + 3] * x + R[r + 4] * y + R[r + 5] * z;
          out[o + p + 8] += R[r + 6] * x + R[r + 7] * y + R[r + 8] * z;
        }
      }
    }
    for (let i = first; i < n; i++) place[rows.node[i]] = -1;
    rows.ptr[2 * c] = first;
    rows.ptr[2 * c + 1] = n;
  }
}
