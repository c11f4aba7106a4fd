import { eigenSymmetric } from '../../../math/dense.ts';
import type { Hierarchy } from '../model.ts';
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

/**
 * A direction counts as redundant when this part of its energy of motion at most is not coarse motion. Left in, nearly
 * redundant ones are motions with next to no mass: slow to solve for (21 iterations instead of 4, measured) and able to
 * drift until the body bursts.
 */
const REDUNDANT = 1e-2;
/** A strict split takes out coarse motion of which the detail can do at least this part. */
const COARSE = 1e-6;
/** More coarse unknowns than this are not searched: eigenvectors of the block would take minutes. */
const MOST_COARSE = 400;
const CG_STEPS = 200;

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
  compose(mass, hierarchy, restState(hierarchy));
  const m = coarse.length;
  const size = layers[layer].unknowns;
  const from = offset[layer];
  const e = new Float64Array(unknowns);
  const y = new Float64Array(unknowns);
  const v = new Float64Array(3 * mass.count);
  const M = new Float64Array(m * m);
  const B = new Float64Array(m * size);
  for (let a = 0; a < m; a++) {
    e[coarse[a]] = 1;
    y.fill(0);
    pushVelocities(v, mass, hierarchy, e, of);
    for (let i = 0; i < v.length; i++) v[i] *= weight[Math.floor(i / 3)];
    pullForces(y, mass, hierarchy, v, of);
    pullForces(y, mass, hierarchy, v, detail);
    e[coarse[a]] = 0;
    for (let b = 0; b < m; b++) M[a * m + b] = y[coarse[b]];
    for (let j = 0; j < size; j++) {
      const pinned = layers[layer].pinned[functionOf(hierarchy, layer, from + j)] === 1;
      B[a * size + j] = pinned ? 0 : y[from + j];
    }
  }
  const values = new Float64Array(m);
  const V = new Float64Array(m * m);
  scaleByDiagonal(M, B, m, size);
  eigenSymmetric(values, V, M, m);
  // Rows of C = M_c^(−½) B: one for each direction the coarse layers really have.
  const C: Float64Array[] = [];
  const real: number[] = [];
  for (let a = 0; a < m; a++) {
    if (values[a] < 1e-10 * values[0]) continue;
    real.push(a);
    const row = new Float64Array(size);
    const s = 1 / Math.sqrt(values[a]);
    for (let b = 0; b < m; b++) {
      const c = s * V[b * m + a];
      for (let j = 0; j < size; j++) row[j] += c * B[b * size + j];
    }
    C.push(row);
  }
  const invert = massInverse(hierarchy, mass, weight, layer, detail);
  const X = C.map((row) => invert(row));
  const r = C.length;
  const G = new Float64Array(r * r);
  for (let a = 0; a < r; a++) {
    for (let b = 0; b < r; b++) {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += C[a][j] * X[b][j];
      G[a * r + b] = sum;
    }
  }
  for (let a = 0; a < r; a++) {
    for (let b = 0; b < a; b++) {
      const mean = 0.5 * (G[a * r + b] + G[b * r + a]);
      G[a * r + b] = mean;
      G[b * r + a] = mean;
    }
  }
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
    for (let b = 0; b < r; b++) {
      const along = Math.sqrt(values[real[b]]) * U[b * r + a];
      for (let j = 0; j < m; j++) momentum[k * m + j] += along * V[j * m + real[b]];
      for (let j = 0; j < size; j++) {
        z[k * size + j] += s * U[b * r + a] * X[b][j];
        Mz[k * size + j] += s * U[b * r + a] * C[b][j];
      }
    }
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
function scaleByDiagonal(M: Float64Array, B: Float64Array, m: number, size: number): void {
  const s = Float64Array.from({ length: m }, (_, a) =>
    M[a * m + a] > 0 ? 1 / Math.sqrt(M[a * m + a]) : 0,
  );
  for (let a = 0; a < m; a++) {
    for (let b = 0; b < m; b++) M[a * m + b] *= s[a] * s[b];
    for (let j = 0; j < size; j++) B[a * size + j] *= s[a];
  }
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
  const { offset, layers, unknowns } = hierarchy;
  const n = layers[layer].unknowns;
  const from = offset[layer];
  const full = new Float64Array(unknowns);
  const y = new Float64Array(unknowns);
  const v = new Float64Array(3 * mass.count);
  const free = Uint8Array.from({ length: n }, (_, j) =>
    layers[layer].pinned[functionOf(hierarchy, layer, from + j)] === 1 ? 0 : 1,
  );
  const multiply = (out: Float64Array, x: Float64Array): void => {
    for (let j = 0; j < n; j++) full[from + j] = free[j] === 1 ? x[j] : 0;
    y.fill(0);
    pushVelocities(v, mass, hierarchy, full, of);
    for (let i = 0; i < v.length; i++) v[i] *= weight[Math.floor(i / 3)];
    pullForces(y, mass, hierarchy, v, of);
    for (let j = 0; j < n; j++) out[j] = free[j] === 1 ? y[from + j] : 0;
  };
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
