import type { Hierarchy } from '../model.ts';
import { kernelsFor, type LayerPoints } from './compose.ts';

/**
 * The layers' Jacobians as functions: velocities and gradients of points from the unknowns' velocities, and the
 * transposes. `first` and `last` pick points, `of` the layers that take part (1 for each that does). Layers of
 * functions and modes are kernels; a rigid layer has no rows to walk over.
 */

/** out_i = Σ_k Φ_k (D_k + W_k : w_{k+1}) u_k, the velocity of each point [m/s]. Malgat et al. 2015, eq. 2. */
export function pushVelocities(
  out: Float64Array,
  set: LayerPoints,
  hierarchy: Hierarchy,
  u: Float64Array,
  of: Uint8Array,
  first = 0,
  last = set.count,
): void {
  out.fill(0, 3 * first, 3 * last);
  transfer('layerVelocities', out, set, hierarchy, u, 1, of, first, last);
}

/**
 * out += Jᵀ f, forces on points to forces on unknowns: the transpose of `pushVelocities`. Malgat et al. 2015, eq. 3.
 */
export function pullForces(
  out: Float64Array,
  set: LayerPoints,
  hierarchy: Hierarchy,
  f: Float64Array,
  of: Uint8Array,
  first = 0,
  last = set.count,
): void {
  transfer('layerForces', out, set, hierarchy, f, 1, of, first, last);
}

/**
 * out_i = Σ_k Φ_k (W_k u_k) F_{k+1} … F_{N−1}, the rate of each point's deformation gradient [1/s], shape [count, 9].
 * Malgat et al. 2015, eq. 19.
 */
export function pushGradients(
  out: Float64Array,
  set: LayerPoints,
  hierarchy: Hierarchy,
  u: Float64Array,
  of: Uint8Array,
  first = 0,
  last = set.count,
): void {
  out.fill(0, 9 * first, 9 * last);
  transfer('layerRates', out, set, hierarchy, u, 1, of, first, last);
}

/** out += scale · (∂F/∂q)ᵀ : P, stresses on points to forces on unknowns: the transpose of `pushGradients`. */
export function pullStresses(
  out: Float64Array,
  set: LayerPoints,
  hierarchy: Hierarchy,
  stress: Float64Array,
  scale: number,
  of: Uint8Array,
  first = 0,
  last = set.count,
): void {
  transfer('layerStresses', out, set, hierarchy, stress, scale, of, first, last);
}

/** What a rigid layer does in each of them, and whether that is about gradients. */
const TRANSFERS = {
  layerVelocities: { rigid: rigidVelocities, gradients: false },
  layerForces: { rigid: rigidForces, gradients: false },
  layerRates: { rigid: rigidRates, gradients: true },
  layerStresses: { rigid: rigidStresses, gradients: true },
} as const;

/** out += scale · (one of the four) x, layer by layer. */
function transfer(
  name: keyof typeof TRANSFERS,
  out: Float64Array,
  set: LayerPoints,
  { layers, offset }: Hierarchy,
  x: Float64Array,
  scale: number,
  of: Uint8Array,
  first: number,
  last: number,
): void {
  const { rigid, gradients } = TRANSFERS[name];
  const kernel = kernelsFor(set, out, x)[name];
  for (let k = 0; k < layers.length; k++) {
    if (of[k] === 0) continue;
    const { form } = layers[k];
    if (form === 'rigid') {
      rigid(out, set, k, x, scale, offset[k], first, last);
      continue;
    }
    const { ptr, fn } = set.rows[k];
    const table = gradients ? set.slope[k] : set.value[k];
    const modes = form === 'modes' ? 1 : 0;
    kernel(out, ptr, fn, table, set.frame[k], x, scale, modes, offset[k], first, last);
  }
}

function rigidVelocities(
  out: Float64Array,
  set: LayerPoints,
  k: number,
  u: Float64Array,
  scale: number,
  o: number,
  first: number,
  last: number,
): void {
  const value = set.value[k];
  const P = set.frame[k];
  for (let i = first; i < last; i++) {
    const rx = value[3 * i];
    const ry = value[3 * i + 1];
    const rz = value[3 * i + 2];
    const x = u[o] + u[o + 4] * rz - u[o + 5] * ry;
    const y = u[o + 1] + u[o + 5] * rx - u[o + 3] * rz;
    const z = u[o + 2] + u[o + 3] * ry - u[o + 4] * rx;
    for (let r = 0; r < 3; r++) {
      const p = 9 * i + 3 * r;
      out[3 * i + r] += scale * (P[p] * x + P[p + 1] * y + P[p + 2] * z);
    }
  }
}

function rigidForces(
  out: Float64Array,
  set: LayerPoints,
  k: number,
  f: Float64Array,
  scale: number,
  o: number,
  first: number,
  last: number,
): void {
  const value = set.value[k];
  const P = set.frame[k];
  for (let i = first; i < last; i++) {
    const p = 9 * i;
    const fx = scale * f[3 * i];
    const fy = scale * f[3 * i + 1];
    const fz = scale * f[3 * i + 2];
    const x = P[p] * fx + P[p + 3] * fy + P[p + 6] * fz;
    const y = P[p + 1] * fx + P[p + 4] * fy + P[p + 7] * fz;
    const z = P[p + 2] * fx + P[p + 5] * fy + P[p + 8] * fz;
    const rx = value[3 * i];
    const ry = value[3 * i + 1];
    const rz = value[3 * i + 2];
    out[o] += x;
    out[o + 1] += y;
    out[o + 2] += z;
    out[o + 3] += ry * z - rz * y;
    out[o + 4] += rz * x - rx * z;
    out[o + 5] += rx * y - ry * x;
  }
}

function rigidRates(
  out: Float64Array,
  set: LayerPoints,
  k: number,
  u: Float64Array,
  scale: number,
  o: number,
  first: number,
  last: number,
): void {
  const B = set.slope[k];
  const P = set.frame[k];
  for (let i = first; i < last; i++) {
    for (let c = 0; c < 3; c++) {
      const x = B[9 * i + c];
      const y = B[9 * i + 3 + c];
      const z = B[9 * i + 6 + c];
      const a = u[o + 4] * z - u[o + 5] * y;
      const b = u[o + 5] * x - u[o + 3] * z;
      const d = u[o + 3] * y - u[o + 4] * x;
      for (let r = 0; r < 3; r++) {
        const p = 9 * i + 3 * r;
        out[p + c] += scale * (P[p] * a + P[p + 1] * b + P[p + 2] * d);
      }
    }
  }
}

function rigidStresses(
  out: Float64Array,
  set: LayerPoints,
  k: number,
  stress: Float64Array,
  scale: number,
  o: number,
  first: number,
  last: number,
): void {
  const B = set.slope[k];
  const P = set.frame[k];
  for (let i = first; i < last; i++) {
    const p = 9 * i;
    for (let c = 0; c < 3; c++) {
      const s0 = scale * stress[p + c];
      const s1 = scale * stress[p + 3 + c];
      const s2 = scale * stress[p + 6 + c];
      const r0 = P[p] * s0 + P[p + 3] * s1 + P[p + 6] * s2;
      const r1 = P[p + 1] * s0 + P[p + 4] * s1 + P[p + 7] * s2;
      const r2 = P[p + 2] * s0 + P[p + 5] * s1 + P[p + 8] * s2;
      const x = B[p + c];
      const y = B[p + 3 + c];
      const z = B[p + 6 + c];
      out[o + 3] += y * r2 - z * r1;
      out[o + 4] += z * r0 - x * r2;
      out[o + 5] += x * r1 - y * r0;
    }
  }
}
