import { tick, tickEvery } from '../../../core/watch.ts';
import { eigenSymmetric } from '../../../math/dense.ts';
import type { Hierarchy } from '../model.ts';
import {
  CG_STEPS,
  COARSE,
  GAUGE_SECONDS,
  MOST_COARSE,
  REDUNDANT,
  SOLVING,
  TABLES,
} from '../numbers.ts';
import { compose, type LayerPoints } from '../step/compose.ts';
import { pullForces, pushVelocities } from '../step/transfer.ts';

/** Directions z of a detail layer that repeat motion of coarser layers, at rest, and M_d z; shape [rows, size] each. */
export interface GaugeData {
  readonly layer: number;
  readonly from: number;
  readonly size: number;
  readonly rows: number;
  readonly z: Float64Array;
  readonly Mz: Float64Array;
  readonly strict: boolean;
  /** What coarse motion each direction repeats: see `releasedGauge`. */
  readonly coarse: CoarseMotion;
}

/** Coarse unknowns, each in a unit of its own, and the momentum M c of the motion c that each direction repeats. */
export interface CoarseMotion {
  readonly unknowns: Int32Array;
  /** Shape [rows, unknowns]; the motions have unit energy and none of each other's momentum. */
  readonly momentum: Float64Array;
  /** True if the detail repeats all that the coarse layers can do. */
  readonly complete: boolean;
}

const AT_ONCE = 512;
const STAGE = 'what layers repeat of each other';

/**
 * With M the mass of all layers at rest, in blocks: a coarse motion c looks like M_d⁻¹ B^T c in the detail, B = J_cᵀ
 * M_e J_d. The eigenvectors of M_c^(−½) B M_d⁻¹ Bᵀ M_c^(−½) with eigenvalue 1 are the coarse motions that the detail
 * repeats exactly. Malgat et al. 2015, eq. 22.
 */
export function findGauge(
  hierarchy: Hierarchy,
  mass: LayerPoints,
  weight: Float64Array,
  layer: number,
): GaugeData | null {
  const { layers, offset, unknowns } = hierarchy;
  const of = new Uint8Array(layers.length);
  const detail = new Uint8Array(layers.length);
  detail[layer] = 1;
  const coarse: number[] = [];
  for (let k = 0; k < layer; k++) {
    if (layers[k].scripted) continue;
    of[k] = 1;
    for (let i = offset[k]; i < offset[k + 1]; i++)
      if (layers[k].pinned[functionOf(hierarchy, k, i)] === 0) coarse.push(i);
  }
  if (coarse.length === 0 || coarse.length > MOST_COARSE) return null;
  const m = coarse.length;
  const size = layers[layer].unknowns;
  tick(STAGE, {
    seconds: (SOLVING + GAUGE_SECONDS * m) * m * size,
    megabytes: (TABLES * 8 * m * size) / 2 ** 20,
    place: `model.layers[${layer}].cell`,
    remedy: 'Take larger cells, or fewer unknowns in the layers before it',
  });
  compose(mass, hierarchy, restState(hierarchy));
  const from = offset[layer];
  const e = new Float64Array(unknowns);
  const y = new Float64Array(unknowns);
  const v = new Float64Array(3 * mass.count);
  const M = new Float64Array(m * m);
  const B: Float64Array[] = [];
  for (let a = 0; a < m; a++) {
    tick(STAGE);
    e[coarse[a]] = 1;
    y.fill(0);
    pushVelocities(v, mass, hierarchy, e, of);
    for (let i = 0; i < v.length; i++) v[i] *= weight[Math.floor(i / 3)];
    pullForces(y, mass, hierarchy, v, of);
    pullForces(y, mass, hierarchy, v, detail);
    e[coarse[a]] = 0;
    for (let b = 0; b < m; b++) M[a * m + b] = y[coarse[b]];
    const row = y.slice(from, from + size);
    for (let j = 0; j < size; j++)
      if (layers[layer].pinned[functionOf(hierarchy, layer, from + j)] === 1) row[j] = 0;
    B.push(row);
  }
  scaleByDiagonal(M, B, m);
  const invert = massInverse(hierarchy, mass, weight, layer, detail);
  // Functions of elements know few others: sums of such rows cost what is in them.
  const rowsB = B.map(sparseRow);
  const rowsY = B.map((row) => sparseRow(invert(row)));
  const values = new Float64Array(m);
  const V = new Float64Array(m * m);
  eigenSymmetric(values, V, M, m);
  /** M_c^(−½), one row for each direction the coarse layers really have. */
  const root: Float64Array[] = [];
  const real: number[] = [];
  for (let a = 0; a < m; a++) {
    if (values[a] < 1e-10 * values[0]) continue;
    real.push(a);
    const scale = 1 / Math.sqrt(values[a]);
    root.push(Float64Array.from({ length: m }, (_, b) => scale * V[b * m + a]));
  }
  const r = root.length;
  const C = root.map((row) => combine(new Float64Array(size), row, rowsB));
  const X = root.map((row) => combine(new Float64Array(size), row, rowsY));
  const G = products(C, X, size);
  const share = new Float64Array(r);
  const U = new Float64Array(r * r);
  eigenSymmetric(share, U, G, r);
  const { strict } = layers[layer];
  const kept: number[] = [];
  for (let a = 0; a < r; a++)
    if (strict ? share[a] > COARSE : 1 - share[a] < REDUNDANT) kept.push(a);
  if (kept.length === 0) return null;
  const z = new Float64Array(kept.length * size);
  const Mz = new Float64Array(kept.length * size);
  const momentum = new Float64Array(kept.length * m);
  kept.forEach((a, k) => {
    const s = 1 / Math.sqrt(share[a]);
    const mix = new Float64Array(m);
    for (let b = 0; b < r; b++) {
      const along = values[real[b]] * U[b * r + a];
      const part = s * U[b * r + a];
      for (let j = 0; j < m; j++) {
        momentum[k * m + j] += along * root[b][j];
        mix[j] += part * root[b][j];
      }
    }
    combine(z.subarray(k * size, (k + 1) * size), mix, rowsY);
    combine(Mz.subarray(k * size, (k + 1) * size), mix, rowsB);
  });
  return {
    layer,
    from,
    size,
    rows: kept.length,
    z,
    Mz,
    strict,
    coarse: {
      unknowns: Int32Array.from(coarse),
      momentum,
      complete: kept.length === r,
    },
  };
}

/** Unknowns of unlike units made comparable. */
function scaleByDiagonal(M: Float64Array, B: readonly Float64Array[], m: number): void {
  const s = Float64Array.from({ length: m }, (_, a) =>
    M[a * m + a] > 0 ? 1 / Math.sqrt(M[a * m + a]) : 0,
  );
  for (let a = 0; a < m; a++) {
    for (let b = 0; b < m; b++) M[a * m + b] *= s[a] * s[b];
    for (let j = 0; j < B[a].length; j++) B[a][j] *= s[a];
  }
}

/**
 * C Xᵀ, which is symmetric: the lower half is worked out, in stretches of columns that fit into the cache, four entries
 * at a time that need not wait for each other.
 */
function products(
  C: readonly Float64Array[],
  X: readonly Float64Array[],
  size: number,
): Float64Array {
  const r = C.length;
  const G = new Float64Array(r * r);
  for (let from = 0; from < size; from += AT_ONCE) {
    tick(STAGE);
    const to = Math.min(size, from + AT_ONCE);
    for (let a = 0; a < r; a++) {
      const c = C[a];
      for (let b = 0; b <= a; b += 4) {
        const x0 = X[b];
        const x1 = X[Math.min(b + 1, a)];
        const x2 = X[Math.min(b + 2, a)];
        const x3 = X[Math.min(b + 3, a)];
        let s0 = 0;
        let s1 = 0;
        let s2 = 0;
        let s3 = 0;
        for (let j = from; j < to; j++) {
          s0 += c[j] * x0[j];
          s1 += c[j] * x1[j];
          s2 += c[j] * x2[j];
          s3 += c[j] * x3[j];
        }
        const g = a * r + b;
        G[g] += s0;
        if (b + 1 <= a) G[g + 1] += s1;
        if (b + 2 <= a) G[g + 2] += s2;
        if (b + 3 <= a) G[g + 3] += s3;
      }
    }
  }
  for (let a = 0; a < r; a++) for (let b = 0; b < a; b++) G[b * r + a] = G[a * r + b];
  return G;
}

/** What of a row is not zero. */
interface SparseRow {
  readonly at: Int32Array;
  readonly value: Float64Array;
}

function sparseRow(row: Float64Array): SparseRow {
  const at: number[] = [];
  for (let j = 0; j < row.length; j++) if (row[j] !== 0) at.push(j);
  return { at: Int32Array.from(at), value: Float64Array.from(at, (j) => row[j]) };
}

/** out += Σ factors[b] · rows[b]. */
function combine(
  out: Float64Array,
  factors: Float64Array,
  rows: readonly SparseRow[],
): Float64Array {
  for (let b = 0; b < rows.length; b++) {
    const { at, value } = rows[b];
    for (let i = 0; i < at.length; i++) out[at[i]] += factors[b] * value[i];
  }
  return out;
}

function functionOf(hierarchy: Hierarchy, k: number, unknown: number): number {
  const { form } = hierarchy.layers[k];
  const i = unknown - hierarchy.offset[k];
  return form === 'scalar' ? Math.floor(i / 3) : form === 'modes' ? i : 0;
}

export function restState(hierarchy: Hierarchy): { q: Float64Array; rigid: Float64Array } {
  const rigid = new Float64Array(7 * hierarchy.layers.length);
  hierarchy.layers.forEach((layer, k) => {
    rigid.set(layer.centre, 7 * k);
    rigid[7 * k + 6] = 1;
  });
  return { q: new Float64Array(hierarchy.unknowns), rigid };
}

/** x = M_d⁻¹ b by conjugate gradients with the diagonal, pinned functions left out. */
function massInverse(
  hierarchy: Hierarchy,
  mass: LayerPoints,
  weight: Float64Array,
  layer: number,
  of: Uint8Array,
): (b: Float64Array) => Float64Array {
  const { offset, layers } = hierarchy;
  const n = layers[layer].unknowns;
  const from = offset[layer];
  const free = Uint8Array.from({ length: n }, (_, j) =>
    layers[layer].pinned[functionOf(hierarchy, layer, from + j)] === 1 ? 0 : 1,
  );
  const multiply =
    layers[layer].form === 'scalar'
      ? scalarMass(mass, weight, layer, free)
      : transferredMass(hierarchy, mass, weight, layer, of, free);
  const diagonal = massDiagonal(hierarchy, mass, weight, layer);
  return (b) => {
    const x = new Float64Array(n);
    const r = b.slice();
    const z = r.map((c, j) => (diagonal[j] > 0 ? c / diagonal[j] : 0));
    const p = z.slice();
    const q = new Float64Array(n);
    let rz = dot(r, z);
    const enough = 1e-26 * rz;
    for (let step = 0; step < CG_STEPS && rz > enough; step++) {
      tick(STAGE);
      multiply(q, p);
      const alpha = rz / dot(p, q);
      for (let j = 0; j < n; j++) {
        x[j] += alpha * p[j];
        r[j] -= alpha * q[j];
        z[j] = diagonal[j] > 0 ? r[j] / diagonal[j] : 0;
      }
      const next = dot(r, z);
      for (let j = 0; j < n; j++) p[j] = z[j] + (next / rz) * p[j];
      rz = next;
    }
    return x;
  };
}

type Multiply = (out: Float64Array, x: Float64Array) => void;

/** out = M_d x through the points. */
function transferredMass(
  hierarchy: Hierarchy,
  mass: LayerPoints,
  weight: Float64Array,
  layer: number,
  of: Uint8Array,
  free: Uint8Array,
): Multiply {
  const from = hierarchy.offset[layer];
  const full = new Float64Array(hierarchy.unknowns);
  const y = new Float64Array(hierarchy.unknowns);
  const v = new Float64Array(3 * mass.count);
  return (out, x) => {
    for (let j = 0; j < free.length; j++) full[from + j] = free[j] === 1 ? x[j] : 0;
    y.fill(0);
    pushVelocities(v, mass, hierarchy, full, of);
    for (let i = 0; i < v.length; i++) v[i] *= weight[Math.floor(i / 3)];
    pullForces(y, mass, hierarchy, v, of);
    for (let j = 0; j < free.length; j++) out[j] = free[j] === 1 ? y[from + j] : 0;
  };
}

/**
 * The same of functions that each move x, y and z alike: at rest coarser layers do not turn them, and M_d is one sparse
 * matrix Σ m N_a N_b for all three.
 */
function scalarMass(
  mass: LayerPoints,
  weight: Float64Array,
  layer: number,
  free: Uint8Array,
): Multiply {
  const { ptr, fn } = mass.rows[layer];
  const value = mass.value[layer];
  const functions = free.length / 3;
  const { start, points, entries } = pointsOf(mass.rows[layer], mass.count, functions);
  const rowPtr = new Int32Array(functions + 1);
  const cols: number[] = [];
  const values: number[] = [];
  const sum = new Float64Array(functions);
  const seen = new Int32Array(functions).fill(-1);
  for (let a = 0; a < functions; a++) {
    tickEvery(a, STAGE);
    for (let k = start[a]; k < start[a + 1]; k++) {
      const i = points[k];
      const own = weight[i] * value[entries[k]];
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        if (seen[fn[e]] !== a) {
          seen[fn[e]] = a;
          sum[fn[e]] = 0;
          cols.push(fn[e]);
        }
        sum[fn[e]] += own * value[e];
      }
    }
    for (let k = rowPtr[a]; k < cols.length; k++) values.push(sum[cols[k]]);
    rowPtr[a + 1] = cols.length;
  }
  const [column, M] = [Int32Array.from(cols), Float64Array.from(values)];
  // Pinned entries of x are zero: they stay so from the right side on.
  return (out, x) => {
    for (let a = 0; a < functions; a++) {
      let [y0, y1, y2] = [0, 0, 0];
      for (let k = rowPtr[a]; k < rowPtr[a + 1]; k++) {
        const j = 3 * column[k];
        y0 += M[k] * x[j];
        y1 += M[k] * x[j + 1];
        y2 += M[k] * x[j + 2];
      }
      out[3 * a] = free[3 * a] * y0;
      out[3 * a + 1] = free[3 * a + 1] * y1;
      out[3 * a + 2] = free[3 * a + 2] * y2;
    }
  };
}

/** The points that know each function, in order, and their entries of it. */
function pointsOf(
  { ptr, fn }: LayerPoints['rows'][number],
  count: number,
  functions: number,
): { start: Int32Array; points: Int32Array; entries: Int32Array } {
  const start = new Int32Array(functions + 1);
  for (let e = 0; e < ptr[count]; e++) start[fn[e] + 1]++;
  for (let a = 0; a < functions; a++) start[a + 1] += start[a];
  const end = start.slice();
  const points = new Int32Array(ptr[count]);
  const entries = new Int32Array(ptr[count]);
  for (let i = 0; i < count; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      points[end[fn[e]]] = i;
      entries[end[fn[e]]++] = e;
    }
  }
  return { start, points, entries };
}

function massDiagonal(
  { layers }: Hierarchy,
  mass: LayerPoints,
  weight: Float64Array,
  layer: number,
): Float64Array {
  const out = new Float64Array(layers[layer].unknowns);
  const { ptr, fn } = mass.rows[layer];
  const value = mass.value[layer];
  const modes = layers[layer].form === 'modes';
  for (let i = 0; i < mass.count; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      for (let c = 0; c < 3; c++) {
        if (modes) out[fn[e]] += weight[i] * value[3 * e + c] * value[3 * e + c];
        else out[3 * fn[e] + c] += weight[i] * value[e] * value[e];
      }
    }
  }
  return out;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}
