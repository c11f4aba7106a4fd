/**
 * Velocities that a layer of scalar functions gives points first … last−1: out_i += Φ_i Σ_e value_e u_e, with entries
 * e = ptr[i] … ptr[i+1]−1, u_e the three numbers from offset + 3·fn[e] on, Φ in `frame` (3×3 each).
 */
export function layerVelocities(
  out: Float64Array,
  ptr: Int32Array,
  fn: Int32Array,
  value: Float64Array,
  frame: Float64Array,
  u: Float64Array,
  offset: number,
  first: number,
  last: number,
): void {
  for (let i = first; i < last; i++) {
    const from = ptr[i];
    const to = ptr[i + 1];
    if (from === to) continue;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let e = from; e < to; e++) {
      const a = offset + 3 * fn[e];
      const n = value[e];
      x += n * u[a];
      y += n * u[a + 1];
      z += n * u[a + 2];
    }
    const p = 9 * i;
    const o = 3 * i;
    out[o] += frame[p] * x + frame[p + 1] * y + frame[p + 2] * z;
    out[o + 1] += frame[p + 3] * x + frame[p + 4] * y + frame[p + 5] * z;
    out[o + 2] += frame[p + 6] * x + frame[p + 7] * y + frame[p + 8] * z;
  }
}

/** The transpose of `layerVelocities`: out_e += value_e Φ_iᵀ f_i. */
export function layerForces(
  out: Float64Array,
  ptr: Int32Array,
  fn: Int32Array,
  value: Float64Array,
  frame: Float64Array,
  f: Float64Array,
  offset: number,
  first: number,
  last: number,
): void {
  for (let i = first; i < last; i++) {
    const from = ptr[i];
    const to = ptr[i + 1];
    if (from === to) continue;
    const p = 9 * i;
    const fx = f[3 * i];
    const fy = f[3 * i + 1];
    const fz = f[3 * i + 2];
    const x = frame[p] * fx + frame[p + 3] * fy + frame[p + 6] * fz;
    const y = frame[p + 1] * fx + frame[p + 4] * fy + frame[p + 7] * fz;
    const z = frame[p + 2] * fx + frame[p + 5] * fy + frame[p + 8] * fz;
    for (let e = from; e < to; e++) {
      const a = offset + 3 * fn[e];
      const n = value[e];
      out[a] += n * x;
      out[a + 1] += n * y;
      out[a + 2] += n * z;
    }
  }
}

/** Rates of gradients, nine numbers a point: out_i += Φ_i Σ_e u_e ⊗ slope_e, slopes three numbers an entry. */
export function layerRates(
  out: Float64Array,
  ptr: Int32Array,
  fn: Int32Array,
  slope: Float64Array,
  frame: Float64Array,
  u: Float64Array,
  offset: number,
  first: number,
  last: number,
): void {
  for (let i = first; i < last; i++) {
    const from = ptr[i];
    const to = ptr[i + 1];
    if (from === to) continue;
    let t0 = 0;
    let t1 = 0;
    let t2 = 0;
    let t3 = 0;
    let t4 = 0;
    let t5 = 0;
    let t6 = 0;
    let t7 = 0;
    let t8 = 0;
    for (let e = from; e < to; e++) {
      const a = offset + 3 * fn[e];
      const x = slope[3 * e];
      const y = slope[3 * e + 1];
      const z = slope[3 * e + 2];
      const u0 = u[a];
      const u1 = u[a + 1];
      const u2 = u[a + 2];
      t0 += u0 * x;
      t1 += u0 * y;
      t2 += u0 * z;
      t3 += u1 * x;
      t4 += u1 * y;
      t5 += u1 * z;
      t6 += u2 * x;
      t7 += u2 * y;
      t8 += u2 * z;
    }
    for (let r = 0; r < 9; r += 3) {
      const p = 9 * i + r;
      const a = frame[p];
      const b = frame[p + 1];
      const c = frame[p + 2];
      out[p] += a * t0 + b * t3 + c * t6;
      out[p + 1] += a * t1 + b * t4 + c * t7;
      out[p + 2] += a * t2 + b * t5 + c * t8;
    }
  }
}

/** The transpose of `layerRates`: out_e += scale · (Φ_iᵀ P_i) slope_e for stresses P, nine numbers a point. */
export function layerStresses(
  out: Float64Array,
  ptr: Int32Array,
  fn: Int32Array,
  slope: Float64Array,
  frame: Float64Array,
  stress: Float64Array,
  scale: number,
  offset: number,
  first: number,
  last: number,
): void {
  for (let i = first; i < last; i++) {
    const from = ptr[i];
    const to = ptr[i + 1];
    if (from === to) continue;
    const p = 9 * i;
    const s0 = stress[p];
    const s1 = stress[p + 1];
    const s2 = stress[p + 2];
    const s3 = stress[p + 3];
    const s4 = stress[p + 4];
    const s5 = stress[p + 5];
    const s6 = stress[p + 6];
    const s7 = stress[p + 7];
    const s8 = stress[p + 8];
    const a0 = frame[p];
    const a1 = frame[p + 1];
    const a2 = frame[p + 2];
    const b0 = frame[p + 3];
    const b1 = frame[p + 4];
    const b2 = frame[p + 5];
    const c0 = frame[p + 6];
    const c1 = frame[p + 7];
    const c2 = frame[p + 8];
    const r0 = scale * (a0 * s0 + b0 * s3 + c0 * s6);
    const r1 = scale * (a0 * s1 + b0 * s4 + c0 * s7);
    const r2 = scale * (a0 * s2 + b0 * s5 + c0 * s8);
    const r3 = scale * (a1 * s0 + b1 * s3 + c1 * s6);
    const r4 = scale * (a1 * s1 + b1 * s4 + c1 * s7);
    const r5 = scale * (a1 * s2 + b1 * s5 + c1 * s8);
    const r6 = scale * (a2 * s0 + b2 * s3 + c2 * s6);
    const r7 = scale * (a2 * s1 + b2 * s4 + c2 * s7);
    const r8 = scale * (a2 * s2 + b2 * s5 + c2 * s8);
    for (let e = from; e < to; e++) {
      const a = offset + 3 * fn[e];
      const x = slope[3 * e];
      const y = slope[3 * e + 1];
      const z = slope[3 * e + 2];
      out[a] += r0 * x + r1 * y + r2 * z;
      out[a + 1] += r3 * x + r4 * y + r5 * z;
      out[a + 2] += r6 * x + r7 * y + r8 * z;
    }
  }
}

/** `layerVelocities` for modes: one number u_e = u[offset + fn[e]] and three values an entry. */
export function modeVelocities(
  out: Float64Array,
  ptr: Int32Array,
  fn: Int32Array,
  value: Float64Array,
  frame: Float64Array,
  u: Float64Array,
  offset: number,
  first: number,
  last: number,
): void {
  for (let i = first; i < last; i++) {
    const from = ptr[i];
    const to = ptr[i + 1];
    if (from === to) continue;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let e = from; e < to; e++) {
      const n = u[offset + fn[e]];
      x += n * value[3 * e];
      y += n * value[3 * e + 1];
      z += n * value[3 * e + 2];
    }
    const p = 9 * i;
    const o = 3 * i;
    out[o] += frame[p] * x + frame[p + 1] * y + frame[p + 2] * z;
    out[o + 1] += frame[p + 3] * x + frame[p + 4] * y + frame[p + 5] * z;
    out[o + 2] += frame[p + 6] * x + frame[p + 7] * y + frame[p + 8] * z;
  }
}

/** The transpose of `modeVelocities`. */
export function modeForces(
  out: Float64Array,
  ptr: Int32Array,
  fn: Int32Array,
  value: Float64Array,
  frame: Float64Array,
  f: Float64Array,
  offset: number,
  first: number,
  last: number,
): void {
  for (let i = first; i < last; i++) {
    const from = ptr[i];
    const to = ptr[i + 1];
    if (from === to) continue;
    const p = 9 * i;
    const fx = f[3 * i];
    const fy = f[3 * i + 1];
    const fz = f[3 * i + 2];
    const x = frame[p] * fx + frame[p + 3] * fy + frame[p + 6] * fz;
    const y = frame[p + 1] * fx + frame[p + 4] * fy + frame[p + 7] * fz;
    const z = frame[p + 2] * fx + frame[p + 5] * fy + frame[p + 8] * fz;
    for (let e = from; e < to; e++) {
      out[offset + fn[e]] += value[3 * e] * x + value[3 * e + 1] * y + value[3 * e + 2] * z;
    }
  }
}

/** `layerRates` for modes: nine slopes an entry, row-major. */
export function modeRates(
  out: Float64Array,
  ptr: Int32Array,
  fn: Int32Array,
  slope: Float64Array,
  frame: Float64Array,
  u: Float64Array,
  offset: number,
  first: number,
  last: number,
): void {
  for (let i = first; i < last; i++) {
    const from = ptr[i];
    const to = ptr[i + 1];
    if (from === to) continue;
    let t0 = 0;
    let t1 = 0;
    let t2 = 0;
    let t3 = 0;
    let t4 = 0;
    let t5 = 0;
    let t6 = 0;
    let t7 = 0;
    let t8 = 0;
    for (let e = from; e < to; e++) {
      const n = u[offset + fn[e]];
      const s = 9 * e;
      t0 += n * slope[s];
      t1 += n * slope[s + 1];
      t2 += n * slope[s + 2];
      t3 += n * slope[s + 3];
      t4 += n * slope[s + 4];
      t5 += n * slope[s + 5];
      t6 += n * slope[s + 6];
      t7 += n * slope[s + 7];
      t8 += n * slope[s + 8];
    }
    for (let r = 0; r < 9; r += 3) {
      const p = 9 * i + r;
      const a = frame[p];
      const b = frame[p + 1];
      const c = frame[p + 2];
      out[p] += a * t0 + b * t3 + c * t6;
      out[p + 1] += a * t1 + b * t4 + c * t7;
      out[p + 2] += a * t2 + b * t5 + c * t8;
    }
  }
}

/** The transpose of `modeRates`, times scale: even places, odd ones, the last. */
export function modeStresses(
  out: Float64Array,
  ptr: Int32Array,
  fn: Int32Array,
  slope: Float64Array,
  frame: Float64Array,
  stress: Float64Array,
  scale: number,
  offset: number,
  first: number,
  last: number,
): void {
  for (let i = first; i < last; i++) {
    const from = ptr[i];
    const to = ptr[i + 1];
    if (from === to) continue;
    const p = 9 * i;
    const s0 = stress[p];
    const s1 = stress[p + 1];
    const s2 = stress[p + 2];
    const s3 = stress[p + 3];
    const s4 = stress[p + 4];
    const s5 = stress[p + 5];
    const s6 = stress[p + 6];
    const s7 = stress[p + 7];
    const s8 = stress[p + 8];
    const a0 = frame[p];
    const a1 = frame[p + 1];
    const a2 = frame[p + 2];
    const b0 = frame[p + 3];
    const b1 = frame[p + 4];
    const b2 = frame[p + 5];
    const c0 = frame[p + 6];
    const c1 = frame[p + 7];
    const c2 = frame[p + 8];
    const r0 = scale * (a0 * s0 + b0 * s3 + c0 * s6);
    const r1 = scale * (a0 * s1 + b0 * s4 + c0 * s7);
    const r2 = scale * (a0 * s2 + b0 * s5 + c0 * s8);
    const r3 = scale * (a1 * s0 + b1 * s3 + c1 * s6);
    const r4 = scale * (a1 * s1 + b1 * s4 + c1 * s7);
    const r5 = scale * (a1 * s2 + b1 * s5 + c1 * s8);
    const r6 = scale * (a2 * s0 + b2 * s3 + c2 * s6);
    const r7 = scale * (a2 * s1 + b2 * s4 + c2 * s7);
    const r8 = scale * (a2 * s2 + b2 * s5 + c2 * s8);
    for (let e = from; e < to; e++) {
      const s = 9 * e;
      const even = r0 * slope[s] + r2 * slope[s + 2] + r4 * slope[s + 4] + r6 * slope[s + 6];
      const odd = r1 * slope[s + 1] + r3 * slope[s + 3] + r5 * slope[s + 5] + r7 * slope[s + 7];
      out[offset + fn[e]] += even + odd + r8 * slope[s + 8];
    }
  }
}

/** t_a = Σ_j A_aj x_j for a matrix of m rows of n numbers: even places plus odd ones. */
export function rowsTimes(
  t: Float64Array,
  A: Float64Array,
  x: Float64Array,
  m: number,
  n: number,
): void {
  const even2 = n - (n & 1);
  for (let a = 0; a < m; a++) {
    const o = a * n;
    let even = 0;
    let odd = 0;
    for (let j = 0; j < even2; j += 2) {
      even += A[o + j] * x[j];
      odd += A[o + j + 1] * x[j + 1];
    }
    if (even2 < n) even += A[o + even2] * x[even2];
    t[a] = even + odd;
  }
}

/** x_j += scale · Σ_a t_a A_aj, row after row: the transpose. */
export function addRows(
  x: Float64Array,
  A: Float64Array,
  t: Float64Array,
  scale: number,
  m: number,
  n: number,
): void {
  for (let a = 0; a < m; a++) {
    const o = a * n;
    const w = scale * t[a];
    for (let j = 0; j < n; j++) x[j] += w * A[o + j];
  }
}
