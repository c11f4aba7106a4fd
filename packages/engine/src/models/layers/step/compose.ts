import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { typescriptKernels } from '../../../kernels/kernels.ts';
import { mul3 } from '../../../math/mat3.ts';
import { quatToMat3 } from '../../../math/quat.ts';
import { createFollowing, type Following, roomyEntries } from '../adaptive/follow.ts';
import { type Hierarchy, type Rows, widths } from '../model.ts';

/** Where the layers are. */
export interface LayerState {
  /** Coefficients of all layers, shape [unknowns]; entries of rigid layers are unused. */
  readonly q: Float64Array;
  /** Place c [m] and rotation (quaternion) of each layer that is rigid, shape [layers, 7]. */
  readonly rigid: Float64Array;
}

/**
 * Material points tied to all layers, and how they move now. With w_N = 0 and w_k = J_k + F_k w_{k+1} a point is at X +
 * w_0. Its velocity is Σ_k Φ_k (D_k + W_k : w_{k+1}) u_k with Φ_k = F_0 … F_{k−1}; its deformation gradient F_0 …
 * F_{N−1}, which changes by Σ_k Φ_k (W_k u_k) F_{k+1} … F_{N−1}.
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
  /**
   * N_a + ∇N_a·w_{k+1}, as `rows.value`: what velocities are made of. For a rigid layer R(X − X0 + w), shape [count,
   * 3].
   */
  readonly value: readonly Float64Array[];
  /**
   * (F_{k+1} … F_{N−1})ᵀ ∇N_a, as `rows.slope`: what gradients are made of. For a rigid layer R F_{k+1} …, shape
   * [count, 9].
   */
  readonly slope: readonly Float64Array[];
  /** Part of each function that shows, shape [functions] a layer. */
  readonly shown: readonly Float64Array[];
  /** What the coarsest layer does besides its functions: see `Following`; zeros for the others; scratch for Φ. */
  readonly base: Float64Array;
  readonly baseSlope: Float64Array;
  readonly nothing: Float64Array;
  readonly phi: Float64Array;
  /** How the set follows frames that can sleep; null if the coarsest layer has none. */
  readonly following: Following | null;
  /** False for points that only have velocities: `F` and `slope` are empty then. */
  readonly gradients: boolean;
  /** 1 for points that no finer layer moves, by layer; the order of layers that this is for. */
  readonly finest: readonly Int32Array[];
  readonly finestFor: Int32Array;
  readonly kernels: Kernels;
}

/** Memory of a set of points in `layers` with so many entries of each layer's rows. Allocates and nothing else. */
export function allocatePoints(
  a: Allocator,
  layers: Hierarchy['layers'],
  count: number,
  entries: readonly number[],
  gradients: boolean,
) {
  return {
    gradients,
    x: a.f64(3 * count),
    F: a.f64(gradients ? 9 * count : 0),
    phi: a.f64(9 * count),
    base: a.f64(3 * count),
    baseSlope: a.f64(9 * count),
    nothing: a.f64(9 * count),
    layers: layers.map(({ form, functions }, k) => {
      const width = widths(form);
      const value = form === 'rigid' ? 3 * count : width.value * entries[k];
      const slope = !gradients ? 0 : form === 'rigid' ? 9 * count : width.slope * entries[k];
      return {
        rows: {
          ptr: a.i32(count + 1),
          fn: a.i32(entries[k]),
          value: a.f64(width.value * entries[k]),
          slope: a.f64(width.slope * entries[k]),
        },
        frame: a.f64(9 * count),
        value: a.f64(value),
        slope: a.f64(slope),
        ones: a.f64(functions),
        finest: a.i32(count),
      };
    }),
  };
}

/** The room, if `count` points with these rows fit in it just so. */
export function fitting(
  room: ReturnType<typeof allocatePoints> | null,
  count: number,
  rows: readonly Rows[],
): ReturnType<typeof allocatePoints> | null {
  if (room === null || room.x.length !== 3 * count) return null;
  return rows.every((r, k) => r.fn.length <= room.layers[k].rows.fn.length) ? room : null;
}

/** Entries of rows that a set needs room for, by layer. */
export function roomFor({ layers }: Hierarchy, rows: readonly Rows[]): number[] {
  const { tree } = layers[0];
  return rows.map((r, k) => (k === 0 && tree !== undefined ? roomyEntries(r, tree) : r.fn.length));
}

/** Ties points to all layers. Points of the step live in an arena (`memory`), where the fast kernels reach them. */
export function tiePoints(
  hierarchy: Hierarchy,
  rest: Float64Array,
  rows: readonly Rows[],
  shown: readonly Float64Array[] | null = null,
  memory: ReturnType<typeof allocatePoints> | null = null,
  kernels: Kernels = typescriptKernels,
): LayerPoints {
  const count = rest.length / 3;
  const { layers } = hierarchy;
  const own = memory ?? allocatePoints(HEAP, layers, count, roomFor(hierarchy, rows), false);
  own.x.set(rest);
  own.layers.forEach((layer, k) => {
    layer.rows.ptr.set(rows[k].ptr);
    layer.rows.fn.set(rows[k].fn);
    layer.rows.value.set(rows[k].value);
    layer.rows.slope.set(rows[k].slope);
    layer.ones.fill(1);
    units(layer.frame);
  });
  return {
    count,
    rest,
    rows: own.layers.map((l) => l.rows),
    x: own.x,
    F: own.F,
    phi: own.phi,
    base: own.base,
    baseSlope: own.baseSlope,
    nothing: own.nothing,
    gradients: own.gradients,
    finest: own.layers.map((l) => l.finest),
    finestFor: new Int32Array(layers.length).fill(-1),
    frame: own.layers.map((l) => l.frame),
    value: own.layers.map((l) => l.value),
    slope: own.layers.map((l) => l.slope),
    shown: shown ?? own.layers.map((l) => l.ones),
    following:
      layers[0].tree === undefined ? null : createFollowing(rows[0], own.base, own.baseSlope),
    kernels,
  };
}

const HEAP: Allocator = {
  f64: (n) => new Float64Array(n),
  f32: (n) => new Float32Array(n),
  i32: (n) => new Int32Array(n),
  u8: (n) => new Uint8Array(n),
};

/** The set's kernels if they can reach arrays a and b, else those that reach everything; both give the same bits. */
export function kernelsFor(set: LayerPoints, a: Float64Array, b: Float64Array): Kernels {
  const { buffer } = set.x;
  return a.buffer === buffer && b.buffer === buffer ? set.kernels : typescriptKernels;
}

const R = new Float64Array(9);

/**
 * Fills positions, gradients, frames, values and slopes of a set from the layers' state. Malgat et al. 2015, eq. 14.
 */
export function compose(set: LayerPoints, hierarchy: Hierarchy, state: LayerState): void {
  const { layers, order, offset } = hierarchy;
  const { count, x: w, F: S, phi, frame, value, slope, rows, shown, nothing, following } = set;
  const kernels = kernelsFor(set, state.q, w);
  const slopes = set.gradients ? 1 : 0;
  findFinest(set, hierarchy);
  w.fill(0);
  units(S);
  for (let p = layers.length - 1; p >= 0; p--) {
    const k = order[p];
    const { form } = layers[k];
    if (form === 'rigid') {
      composeRigid(set, hierarchy, state, k);
      continue;
    }
    const { ptr, fn, value: n, slope: g } = rows[k];
    if (form === 'modes') {
      kernels.composeModes(
        value[k],
        slope[k],
        frame[k],
        w,
        S,
        ptr,
        fn,
        n,
        g,
        shown[k],
        state.q,
        offset[k],
        count,
        slopes,
        set.finest[k],
      );
      continue;
    }
    if (k === 0 && following !== null) {
      following.w.set(w);
      if (slopes === 1) following.S.set(S);
    }
    kernels.composeScalar(
      value[k],
      slope[k],
      frame[k],
      w,
      S,
      ptr,
      fn,
      n,
      g,
      shown[k],
      k === 0 ? set.base : nothing,
      k === 0 ? set.baseSlope : nothing,
      state.q,
      offset[k],
      count,
      slopes,
      set.finest[k],
    );
  }
  for (let i = 0; i < 3 * count; i++) w[i] += set.rest[i];
  units(phi);
  for (let p = 0; p < layers.length; p++) kernels.chainFrames(phi, frame[order[p]], count);
}

/** Where each layer is the finest, if the order has changed. A rigid layer is everywhere. */
function findFinest({ rows, finest, finestFor, count }: LayerPoints, h: Hierarchy): void {
  let known = true;
  for (let p = 0; p < finestFor.length; p++) known = known && finestFor[p] === h.order[p];
  if (known) return;
  finestFor.set(h.order);
  for (let p = 0; p < finestFor.length; p++) {
    const k = h.order[p];
    finest[k].fill(1);
    for (let f = p + 1; f < finestFor.length; f++) {
      const { ptr } = rows[h.order[f]];
      const rigid = h.layers[h.order[f]].form === 'rigid';
      for (let i = 0; i < count; i++) if (rigid || ptr[i] < ptr[i + 1]) finest[k][i] = 0;
    }
  }
}

function units(A: Float64Array): void {
  A.fill(0);
  for (let i = 0; i < A.length; i += 9) {
    A[i] = 1;
    A[i + 4] = 1;
    A[i + 8] = 1;
  }
}

/** All points through a rigid layer: w = c + R(X − X0 + w) − X, S = R S. */
function composeRigid(
  set: LayerPoints,
  hierarchy: Hierarchy,
  { rigid }: LayerState,
  k: number,
): void {
  const { centre } = hierarchy.layers[k];
  const { rest: X, x: w, F: S, count } = set;
  const value = set.value[k];
  const slope = set.slope[k];
  const frame = set.frame[k];
  quatToMat3(R, 0, rigid, 7 * k + 3);
  for (let i = 0; i < count; i++) {
    const o = 3 * i;
    const x = X[o] - centre[0] + w[o];
    const y = X[o + 1] - centre[1] + w[o + 1];
    const z = X[o + 2] - centre[2] + w[o + 2];
    for (let r = 0; r < 3; r++) {
      const arm = R[3 * r] * x + R[3 * r + 1] * y + R[3 * r + 2] * z;
      value[o + r] = arm;
      w[o + r] = rigid[7 * k + r] + arm - X[o + r];
    }
    for (let c = 0; c < 9; c++) frame[9 * i + c] = R[c];
    if (!set.gradients) continue;
    mul3(slope, 9 * i, R, 0, S, 9 * i);
    for (let c = 0; c < 9; c++) S[9 * i + c] = slope[9 * i + c];
  }
}
