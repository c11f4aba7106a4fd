import { eigenSymmetric } from '../../math/dense.ts';
import type { Hierarchy } from './model.ts';
import { createColumns, velocityColumns } from './step/columns.ts';
import type { LayerPoints } from './step/compose.ts';

/**
 * The kinetic filter as a block LDLᵀ of the mass M = Jᵀ M_e J: v = T v*, T unit upper triangular in blocks of layers,
 * so that Tᵀ M T has no blocks off the diagonal. Detail then moves without carrying any momentum of coarser layers. The
 * step does the same with H in place of M and never builds it; this is for looking, and for tests.
 */
export interface KineticFilter {
  /** Unknowns that can move, by number; blocks of them start at `start`. */
  readonly unknown: Int32Array;
  readonly start: Int32Array;
  /** M and T, shape [n, n], over those unknowns. */
  readonly mass: Float64Array;
  readonly T: Float64Array;
}

/** Malgat et al. 2015, eq. 7. Malgat et al. 2015, eq. 9. */
export function kineticFilter(
  hierarchy: Hierarchy,
  points: LayerPoints,
  weight: Float64Array,
  fixed: Uint8Array,
): KineticFilter {
  const { layers, offset, unknowns } = hierarchy;
  const list: number[] = [];
  const start = [0];
  layers.forEach((layer, k) => {
    if (layer.scripted) return;
    for (let i = offset[k]; i < offset[k + 1]; i++) if (fixed[i] === 0) list.push(i);
    start.push(list.length);
  });
  const n = list.length;
  const at = new Int32Array(unknowns).fill(-1);
  list.forEach((u, i) => {
    at[u] = i;
  });
  const mass = massMatrix(hierarchy, points, weight, at, n);
  const T = new Float64Array(n * n);
  for (let i = 0; i < n; i++) T[i * n + i] = 1;
  // Column block by column block: take out of block b what earlier blocks, already filtered, have of it.
  const MT = new Float64Array(n * n);
  for (let b = 0; b + 1 < start.length; b++) {
    for (let c = 0; c < b; c++) removePart(T, MT, n, start, b, c);
    multiplyColumns(MT, mass, T, n, start[b], start[b + 1]);
  }
  return { unknown: Int32Array.from(list), start: Int32Array.from(start), mass, T };
}

function massMatrix(
  hierarchy: Hierarchy,
  points: LayerPoints,
  weight: Float64Array,
  at: Int32Array,
  n: number,
): Float64Array {
  const mass = new Float64Array(n * n);
  const columns = createColumns(hierarchy.unknowns, 3);
  const all = new Uint8Array(hierarchy.layers.length).fill(1);
  for (let i = 0; i < points.count; i++) {
    columns.count = 0;
    velocityColumns(columns, points, hierarchy, i, all);
    const { index, values, count } = columns;
    for (let a = 0; a < count; a++) {
      const ra = at[index[a]];
      if (ra < 0) continue;
      for (let b = 0; b < count; b++) {
        const rb = at[index[b]];
        if (rb < 0) continue;
        let sum = 0;
        for (let c = 0; c < 3; c++) sum += values[3 * a + c] * values[3 * b + c];
        mass[ra * n + rb] += weight[i] * sum;
      }
    }
  }
  return mass;
}

/** Directions with less than this part of the largest mass do not count: a layer may repeat what coarser ones do. */
const SINGULAR = 1e-12;

/** T_b −= T_c (T_cᵀ M T_c)⁺ T_cᵀ M T_b */
function removePart(
  T: Float64Array,
  MT: Float64Array,
  n: number,
  start: readonly number[],
  b: number,
  c: number,
): void {
  const [c0, c1] = [start[c], start[c + 1]];
  const m = c1 - c0;
  const D = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      for (let k = 0; k < n; k++) D[i * m + j] += T[k * n + c0 + i] * MT[k * n + c0 + j];
    }
  }
  for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) D[j * m + i] = D[i * m + j];
  const values = new Float64Array(m);
  const V = new Float64Array(m * m);
  eigenSymmetric(values, V, D, m);
  const y = new Float64Array(m);
  const z = new Float64Array(m);
  for (let j = start[b]; j < start[b + 1]; j++) {
    // Twice, so that rounding of the first pass is taken out too.
    for (let pass = 0; pass < 2; pass++) {
      y.fill(0);
      for (let i = 0; i < m; i++) {
        for (let k = 0; k < n; k++) y[i] += MT[k * n + c0 + i] * T[k * n + j];
      }
      z.fill(0);
      for (let v = 0; v < m; v++) {
        if (!(values[v] > SINGULAR * values[0])) continue;
        let part = 0;
        for (let i = 0; i < m; i++) part += V[i * m + v] * y[i];
        for (let i = 0; i < m; i++) z[i] += (part / values[v]) * V[i * m + v];
      }
      for (let i = 0; i < m; i++) {
        for (let k = 0; k < n; k++) T[k * n + j] -= T[k * n + c0 + i] * z[i];
      }
    }
  }
}

function multiplyColumns(
  out: Float64Array,
  A: Float64Array,
  B: Float64Array,
  n: number,
  from: number,
  to: number,
): void {
  for (let i = 0; i < n; i++) {
    for (let j = from; j < to; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += A[i * n + k] * B[k * n + j];
      out[i * n + j] = sum;
    }
  }
}
