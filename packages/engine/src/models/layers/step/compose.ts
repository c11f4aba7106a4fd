import { mul3 } from '../../../math/mat3.ts';
import { quatToMat3 } from '../../../math/quat.ts';
import { createFollowing, type Following, roomyRows } from '../adaptive/follow.ts';
import type { Hierarchy, Rows } from '../model.ts';

/** Where the layers are. */
export interface LayerState {
  /** Coefficients of all layers, shape [unknowns]; entries of rigid layers are unused. */
  readonly q: Float64Array;
  /** Place c [m] and rotation (quaternion) of each layer that is rigid, shape [layers, 7]. */
  readonly rigid: Float64Array;
}

/**
 * Material points tied to all layers, and how they move now. With w_N = 0 and w_k = J_k + F_k w_{k+1} a point is at X + w_0. Its
 * velocity is Σ_k Φ_k (D_k + W_k : w_{k+1}) u_k with Φ_k = F_0 … F_{k−1}; its deformation gradient F_0 … F_{N−1}, which changes
 * by Σ_k Φ_k (W_k u_k) F_{k+1} … F_{N−1}.
 */
export interface LayerPoints {
  readonly count: number;
  /** Rest positions [m], shape [count, 3]. */
  readonly rest: Float64Array;
  /** The layers' functions there, one table a layer. */
  readonly rows: readonly Rows[];
  /** Positions [m], shape [count, 3]; gradients, shape [count, 9]. */
  readonly x: Float64Array;
  readonly F: Float64Array;
  /** Φ_k of each layer, shape [count, 9] each. */
  readonly frame: readonly Float64Array[];
  /** N_a + ∇N_a·w_{k+1}, as `rows.value`: what velocities are made of. For a rigid layer R(X − X0 + w), shape [count, 3]. */
  readonly value: readonly Float64Array[];
  /** (F_{k+1} … F_{N−1})ᵀ ∇N_a, as `rows.slope`: what gradients are made of. For a rigid layer R F_{k+1} …, shape [count, 9]. */
  readonly slope: readonly Float64Array[];
  /** Part of each function that shows, shape [functions] a layer; null shows all. */
  readonly shown: readonly Float64Array[] | null;
  /** How the set follows frames that can sleep; null if the coarsest layer has none. */
  readonly following: Following | null;
}

export function tiePoints(
  hierarchy: Hierarchy,
  rest: Float64Array,
  allRows: readonly Rows[],
  shown: readonly Float64Array[] | null = null,
): LayerPoints {
  const count = rest.length / 3;
  const { tree } = hierarchy.layers[0];
  const following = tree === undefined ? null : createFollowing(allRows[0]);
  const rows = tree === undefined ? allRows : [roomyRows(allRows[0], tree), ...allRows.slice(1)];
  return {
    count,
    rest,
    rows,
    x: rest.slice(),
    F: new Float64Array(9 * count),
    frame: hierarchy.layers.map(() => new Float64Array(9 * count)),
    value: hierarchy.layers.map(
      (l, k) => new Float64Array(l.form === 'rigid' ? 3 * count : rows[k].value.length),
    ),
    slope: hierarchy.layers.map(
      (l, k) => new Float64Array(l.form === 'rigid' ? 9 * count : rows[k].slope.length),
    ),
    shown,
    following,
  };
}

const G = new Float64Array(9);
const S = new Float64Array(9);
const T = new Float64Array(9);
const R = new Float64Array(9);
const J = new Float64Array(3);
const w = new Float64Array(3);

/** Fills positions, gradients, frames, values and slopes of a set from the layers' state. */
export function compose(set: LayerPoints, hierarchy: Hierarchy, state: LayerState): void {
  const { layers, order } = hierarchy;
  for (let i = 0; i < set.count; i++) {
    w.fill(0);
    unit(S, 0);
    for (let p = layers.length - 1; p >= 0; p--) {
      const k = order[p];
      if (layers[k].form === 'rigid') composeRigid(set, hierarchy, state, k, i);
      else composeLinear(set, hierarchy, state, k, i);
    }
    for (let c = 0; c < 3; c++) set.x[3 * i + c] = set.rest[3 * i + c] + w[c];
    for (let c = 0; c < 9; c++) set.F[9 * i + c] = S[c];
    // Φ_k from the F_k that were left in `frame`.
    unit(S, 0);
    for (let p = 0; p < layers.length; p++) {
      const Fk = set.frame[order[p]];
      for (let c = 0; c < 9; c++) T[c] = Fk[9 * i + c];
      for (let c = 0; c < 9; c++) Fk[9 * i + c] = S[c];
      mul3(G, 0, S, 0, T, 0);
      S.set(G);
    }
  }
}

function unit(A: Float64Array, o: number): void {
  for (let c = 0; c < 9; c++) A[o + c] = c % 4 === 0 ? 1 : 0;
}

/** One point through a layer that is linear in its coefficients: leaves F_k in `frame`, advances w and S. */
function composeLinear(
  set: LayerPoints,
  hierarchy: Hierarchy,
  state: LayerState,
  k: number,
  i: number,
): void {
  const rows = set.rows[k];
  const from = rows.ptr[i];
  const to = rows.ptr[i + 1];
  const frame = set.frame[k];
  if (from === to) {
    unit(frame, 9 * i);
    return;
  }
  const shown = set.shown === null ? null : set.shown[k];
  const value = set.value[k];
  const slope = set.slope[k];
  const { q } = state;
  if (k === 0 && set.following !== null) startFollowing(set.following, i);
  else {
    J.fill(0);
    G.fill(0);
  }
  if (hierarchy.layers[k].form === 'scalar') {
    for (let e = from; e < to; e++) {
      const f = rows.fn[e];
      const part = shown === null ? 1 : shown[f];
      const n = part * rows.value[e];
      const x = part * rows.slope[3 * e];
      const y = part * rows.slope[3 * e + 1];
      const z = part * rows.slope[3 * e + 2];
      const o = hierarchy.offset[k] + 3 * f;
      for (let c = 0; c < 3; c++) {
        const u = q[o + c];
        J[c] += n * u;
        G[3 * c] += x * u;
        G[3 * c + 1] += y * u;
        G[3 * c + 2] += z * u;
      }
      value[e] = n + x * w[0] + y * w[1] + z * w[2];
      slope[3 * e] = S[0] * x + S[3] * y + S[6] * z;
      slope[3 * e + 1] = S[1] * x + S[4] * y + S[7] * z;
      slope[3 * e + 2] = S[2] * x + S[5] * y + S[8] * z;
    }
  } else {
    for (let e = from; e < to; e++) {
      const f = rows.fn[e];
      const part = shown === null ? 1 : shown[f];
      const u = q[hierarchy.offset[k] + f];
      const s = 9 * e;
      for (let r = 0; r < 3; r++) {
        const a = part * rows.slope[s + 3 * r];
        const b = part * rows.slope[s + 3 * r + 1];
        const c = part * rows.slope[s + 3 * r + 2];
        const n = part * rows.value[3 * e + r];
        J[r] += n * u;
        G[3 * r] += a * u;
        G[3 * r + 1] += b * u;
        G[3 * r + 2] += c * u;
        value[3 * e + r] = n + a * w[0] + b * w[1] + c * w[2];
        slope[s + 3 * r] = a * S[0] + b * S[3] + c * S[6];
        slope[s + 3 * r + 1] = a * S[1] + b * S[4] + c * S[7];
        slope[s + 3 * r + 2] = a * S[2] + b * S[5] + c * S[8];
      }
    }
  }
  G[0] += 1;
  G[4] += 1;
  G[8] += 1;
  advance(frame, 9 * i);
}

/** Keeps what finer layers do, and begins with what sleeping frames have beyond those awake. */
function startFollowing(own: Following, i: number): void {
  for (let c = 0; c < 3; c++) {
    own.w[3 * i + c] = w[c];
    J[c] = own.base[3 * i + c];
  }
  for (let c = 0; c < 9; c++) {
    own.S[9 * i + c] = S[c];
    G[c] = own.baseSlope[9 * i + c];
  }
}

/** w = J + F w, S = F S, with F in G. */
function advance(frame: Float64Array, o: number): void {
  for (let c = 0; c < 9; c++) frame[o + c] = G[c];
  const x = J[0] + G[0] * w[0] + G[1] * w[1] + G[2] * w[2];
  const y = J[1] + G[3] * w[0] + G[4] * w[1] + G[5] * w[2];
  const z = J[2] + G[6] * w[0] + G[7] * w[1] + G[8] * w[2];
  w[0] = x;
  w[1] = y;
  w[2] = z;
  mul3(T, 0, G, 0, S, 0);
  S.set(T);
}

function composeRigid(
  set: LayerPoints,
  hierarchy: Hierarchy,
  state: LayerState,
  k: number,
  i: number,
): void {
  const { rigid } = state;
  const { centre } = hierarchy.layers[k];
  quatToMat3(R, 0, rigid, 7 * k + 3);
  G.set(R);
  const X = set.rest;
  const value = set.value[k];
  const ax = X[3 * i] - centre[0];
  const ay = X[3 * i + 1] - centre[1];
  const az = X[3 * i + 2] - centre[2];
  for (let c = 0; c < 3; c++) {
    const arm = R[3 * c] * (ax + w[0]) + R[3 * c + 1] * (ay + w[1]) + R[3 * c + 2] * (az + w[2]);
    value[3 * i + c] = arm;
    J[c] = rigid[7 * k + c] + R[3 * c] * ax + R[3 * c + 1] * ay + R[3 * c + 2] * az - X[3 * i + c];
  }
  mul3(set.slope[k], 9 * i, R, 0, S, 0);
  advance(set.frame[k], 9 * i);
}
