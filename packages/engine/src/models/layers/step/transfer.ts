import type { Hierarchy } from '../model.ts';
import type { LayerPoints } from './compose.ts';

/**
 * The layers' Jacobians as functions: velocities and gradients of points from the unknowns' velocities, and the transposes.
 * `first` and `last` pick points, `of` the layers that take part (1 for each that does).
 */

const t = new Float64Array(9);
const r = new Float64Array(9);

/** out_i = Σ_k Φ_k (D_k + W_k : w_{k+1}) u_k, the velocity of each point [m/s]. */
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
  const { layers, offset } = hierarchy;
  for (let k = 0; k < layers.length; k++) {
    if (of[k] === 0) continue;
    const value = set.value[k];
    const P = set.frame[k];
    const { ptr, fn } = set.rows[k];
    const form = layers[k].form;
    const o = offset[k];
    for (let i = first; i < last; i++) {
      let x = 0;
      let y = 0;
      let z = 0;
      if (form === 'scalar') {
        if (ptr[i] === ptr[i + 1]) continue;
        for (let e = ptr[i]; e < ptr[i + 1]; e++) {
          const a = o + 3 * fn[e];
          const n = value[e];
          x += n * u[a];
          y += n * u[a + 1];
          z += n * u[a + 2];
        }
      } else if (form === 'modes') {
        if (ptr[i] === ptr[i + 1]) continue;
        for (let e = ptr[i]; e < ptr[i + 1]; e++) {
          const n = u[o + fn[e]];
          x += n * value[3 * e];
          y += n * value[3 * e + 1];
          z += n * value[3 * e + 2];
        }
      } else {
        const rx = value[3 * i];
        const ry = value[3 * i + 1];
        const rz = value[3 * i + 2];
        x = u[o] + u[o + 4] * rz - u[o + 5] * ry;
        y = u[o + 1] + u[o + 5] * rx - u[o + 3] * rz;
        z = u[o + 2] + u[o + 3] * ry - u[o + 4] * rx;
      }
      const p = 9 * i;
      out[3 * i] += P[p] * x + P[p + 1] * y + P[p + 2] * z;
      out[3 * i + 1] += P[p + 3] * x + P[p + 4] * y + P[p + 5] * z;
      out[3 * i + 2] += P[p + 6] * x + P[p + 7] * y + P[p + 8] * z;
    }
  }
}

/** out += Jᵀ f, forces on points to forces on unknowns: the transpose of `pushVelocities`. */
export function pullForces(
  out: Float64Array,
  set: LayerPoints,
  hierarchy: Hierarchy,
  f: Float64Array,
  of: Uint8Array,
  first = 0,
  last = set.count,
): void {
  const { layers, offset } = hierarchy;
  for (let k = 0; k < layers.length; k++) {
    if (of[k] === 0) continue;
    const value = set.value[k];
    const P = set.frame[k];
    const { ptr, fn } = set.rows[k];
    const form = layers[k].form;
    const o = offset[k];
    for (let i = first; i < last; i++) {
      if (form !== 'rigid' && ptr[i] === ptr[i + 1]) continue;
      const p = 9 * i;
      const fx = f[3 * i];
      const fy = f[3 * i + 1];
      const fz = f[3 * i + 2];
      const x = P[p] * fx + P[p + 3] * fy + P[p + 6] * fz;
      const y = P[p + 1] * fx + P[p + 4] * fy + P[p + 7] * fz;
      const z = P[p + 2] * fx + P[p + 5] * fy + P[p + 8] * fz;
      if (form === 'scalar') {
        for (let e = ptr[i]; e < ptr[i + 1]; e++) {
          const a = o + 3 * fn[e];
          const n = value[e];
          out[a] += n * x;
          out[a + 1] += n * y;
          out[a + 2] += n * z;
        }
      } else if (form === 'modes') {
        for (let e = ptr[i]; e < ptr[i + 1]; e++) {
          out[o + fn[e]] += value[3 * e] * x + value[3 * e + 1] * y + value[3 * e + 2] * z;
        }
      } else {
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
  }
}

/** out_i = Σ_k Φ_k (W_k u_k) F_{k+1} … F_{N−1}, the rate of each point's deformation gradient [1/s], shape [count, 9]. */
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
  const { layers, offset } = hierarchy;
  for (let k = 0; k < layers.length; k++) {
    if (of[k] === 0) continue;
    const slope = set.slope[k];
    const P = set.frame[k];
    const { ptr, fn } = set.rows[k];
    const form = layers[k].form;
    const o = offset[k];
    for (let i = first; i < last; i++) {
      if (form !== 'rigid' && ptr[i] === ptr[i + 1]) continue;
      t.fill(0);
      if (form === 'scalar') {
        for (let e = ptr[i]; e < ptr[i + 1]; e++) {
          const a = o + 3 * fn[e];
          const x = slope[3 * e];
          const y = slope[3 * e + 1];
          const z = slope[3 * e + 2];
          for (let c = 0; c < 3; c++) {
            const v = u[a + c];
            t[3 * c] += v * x;
            t[3 * c + 1] += v * y;
            t[3 * c + 2] += v * z;
          }
        }
      } else if (form === 'modes') {
        for (let e = ptr[i]; e < ptr[i + 1]; e++) {
          const v = u[o + fn[e]];
          for (let c = 0; c < 9; c++) t[c] += v * slope[9 * e + c];
        }
      } else {
        for (let c = 0; c < 3; c++) {
          const x = slope[9 * i + c];
          const y = slope[9 * i + 3 + c];
          const z = slope[9 * i + 6 + c];
          t[c] = u[o + 4] * z - u[o + 5] * y;
          t[3 + c] = u[o + 5] * x - u[o + 3] * z;
          t[6 + c] = u[o + 3] * y - u[o + 4] * x;
        }
      }
      const p = 9 * i;
      for (let a = 0; a < 9; a += 3) {
        for (let b = 0; b < 3; b++) {
          out[p + a + b] += P[p + a] * t[b] + P[p + a + 1] * t[3 + b] + P[p + a + 2] * t[6 + b];
        }
      }
    }
  }
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
  const { layers, offset } = hierarchy;
  for (let k = 0; k < layers.length; k++) {
    if (of[k] === 0) continue;
    const slope = set.slope[k];
    const P = set.frame[k];
    const { ptr, fn } = set.rows[k];
    const form = layers[k].form;
    const o = offset[k];
    for (let i = first; i < last; i++) {
      if (form !== 'rigid' && ptr[i] === ptr[i + 1]) continue;
      const p = 9 * i;
      // r = scale · Φᵀ P
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          r[3 * a + b] =
            scale *
            (P[p + a] * stress[p + b] +
              P[p + 3 + a] * stress[p + 3 + b] +
              P[p + 6 + a] * stress[p + 6 + b]);
        }
      }
      if (form === 'scalar') {
        for (let e = ptr[i]; e < ptr[i + 1]; e++) {
          const a = o + 3 * fn[e];
          const x = slope[3 * e];
          const y = slope[3 * e + 1];
          const z = slope[3 * e + 2];
          out[a] += r[0] * x + r[1] * y + r[2] * z;
          out[a + 1] += r[3] * x + r[4] * y + r[5] * z;
          out[a + 2] += r[6] * x + r[7] * y + r[8] * z;
        }
      } else if (form === 'modes') {
        for (let e = ptr[i]; e < ptr[i + 1]; e++) {
          let sum = 0;
          for (let c = 0; c < 9; c++) sum += r[c] * slope[9 * e + c];
          out[o + fn[e]] += sum;
        }
      } else {
        for (let c = 0; c < 3; c++) {
          const x = slope[9 * i + c];
          const y = slope[9 * i + 3 + c];
          const z = slope[9 * i + 6 + c];
          out[o + 3] += y * r[6 + c] - z * r[3 + c];
          out[o + 4] += z * r[c] - x * r[6 + c];
          out[o + 5] += x * r[3 + c] - y * r[c];
        }
      }
    }
  }
}
