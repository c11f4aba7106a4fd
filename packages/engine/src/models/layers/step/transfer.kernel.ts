import { type F64s, type f64, type I32s, type i32, scratch } from '../../../kernels/prelude.ts';

const t = scratch(9);

/**
 * Velocities that a layer gives points first … last−1: out_i += scale Φ_i Σ_e value_e u_e, with entries e = ptr[i] …
 * ptr[i+1]−1 and Φ in `frame` (3×3 each). Scalar functions: one value an entry, u_e the three numbers from offset +
 * 3·fn[e] on. With `modes` 1: three values an entry, u_e the number at offset + fn[e].
 * @pairs
 */
export function layerVelocities(
  out: F64s,
  ptr: I32s,
  fn: I32s,
  value: F64s,
  frame: F64s,
  u: F64s,
  scale: f64,
  modes: i32,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i = first; i < last; i++) {
    const to = ptr[i + 1];
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    if (modes === 1) {
      for (let e = ptr[i]; e < to; e++) {
        const n = u[offset + fn[e]];
        x += n * value[3 * e];
        y += n * value[3 * e + 1];
        z += n * value[3 * e + 2];
      }
    } else {
      for (let e = ptr[i]; e < to; e++) {
        const a = offset + 3 * fn[e];
        const n = value[e];
        x += n * u[a];
        y += n * u[a + 1];
        z += n * u[a + 2];
      }
    }
    for (let r = 0; r < 3; r++) {
      const p = 9 * i + 3 * r;
      out[3 * i + r] += scale * (frame[p] * x + frame[p + 1] * y + frame[p + 2] * z);
    }
  }
}

/**
 * The transpose of `layerVelocities`, forces f on points to forces on unknowns: out_e += scale value_e · Φ_iᵀ f_i.
 * @pairs
 */
export function layerForces(
  out: F64s,
  ptr: I32s,
  fn: I32s,
  value: F64s,
  frame: F64s,
  f: F64s,
  scale: f64,
  modes: i32,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i = first; i < last; i++) {
    const to = ptr[i + 1];
    if (ptr[i] === to) continue;
    // @lanes
    for (let c = 0; c < 3; c++) {
      const p = 9 * i + c;
      t[c] =
        scale * (frame[p] * f[3 * i] + frame[p + 3] * f[3 * i + 1] + frame[p + 6] * f[3 * i + 2]);
    }
    const x = t[0];
    const y = t[1];
    const z = t[2];
    if (modes === 1) {
      for (let e = ptr[i]; e < to; e++)
        out[offset + fn[e]] += value[3 * e] * x + value[3 * e + 1] * y + value[3 * e + 2] * z;
    } else {
      for (let e = ptr[i]; e < to; e++) {
        const a = offset + 3 * fn[e];
        const n = value[e];
        out[a] += n * x;
        out[a + 1] += n * y;
        out[a + 2] += n * z;
      }
    }
  }
}

/**
 * Rates of gradients, nine numbers a point: out_i += scale Φ_i Σ_e u_e ⊗ slope_e, slopes three numbers an entry; with
 * `modes` 1 u_e slope_e, slopes nine, row by row.
 * @pairs
 */
export function layerRates(
  out: F64s,
  ptr: I32s,
  fn: I32s,
  slope: F64s,
  frame: F64s,
  u: F64s,
  scale: f64,
  modes: i32,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i = first; i < last; i++) {
    const to = ptr[i + 1];
    if (ptr[i] === to) continue;
    let t0: f64 = 0;
    let t1: f64 = 0;
    let t2: f64 = 0;
    let t3: f64 = 0;
    let t4: f64 = 0;
    let t5: f64 = 0;
    let t6: f64 = 0;
    let t7: f64 = 0;
    let t8: f64 = 0;
    for (let e = ptr[i]; e < to; e++) {
      if (modes === 1) {
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
        continue;
      }
      const a = offset + 3 * fn[e];
      const x = slope[3 * e];
      const y = slope[3 * e + 1];
      const z = slope[3 * e + 2];
      t0 += u[a] * x;
      t1 += u[a] * y;
      t2 += u[a] * z;
      t3 += u[a + 1] * x;
      t4 += u[a + 1] * y;
      t5 += u[a + 1] * z;
      t6 += u[a + 2] * x;
      t7 += u[a + 2] * y;
      t8 += u[a + 2] * z;
    }
    for (let r = 0; r < 3; r++) {
      const p = 9 * i + 3 * r;
      const a = frame[p];
      const b = frame[p + 1];
      const d = frame[p + 2];
      out[p] += scale * (a * t0 + b * t3 + d * t6);
      out[p + 1] += scale * (a * t1 + b * t4 + d * t7);
      out[p + 2] += scale * (a * t2 + b * t5 + d * t8);
    }
  }
}

/**
 * The transpose of `layerRates` for stresses, nine numbers a point: out_e += scale (Φ_iᵀ P_i) slope_e; with `modes` 1
 * scale (Φ_iᵀ P_i) : slope_e, even entries, odd ones, the last.
 * @pairs
 */
export function layerStresses(
  out: F64s,
  ptr: I32s,
  fn: I32s,
  slope: F64s,
  frame: F64s,
  stress: F64s,
  scale: f64,
  modes: i32,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i = first; i < last; i++) {
    const to = ptr[i + 1];
    if (ptr[i] === to) continue;
    const p = 9 * i;
    for (let r = 0; r < 3; r++) {
      const a = frame[p + r];
      const b = frame[p + 3 + r];
      const d = frame[p + 6 + r];
      // @lanes
      for (let c = 0; c < 3; c++)
        t[3 * r + c] = scale * (a * stress[p + c] + b * stress[p + 3 + c] + d * stress[p + 6 + c]);
    }
    for (let e = ptr[i]; e < to; e++) {
      if (modes === 1) {
        const s = 9 * e;
        const even =
          t[0] * slope[s] + t[2] * slope[s + 2] + t[4] * slope[s + 4] + t[6] * slope[s + 6];
        const odd =
          t[1] * slope[s + 1] + t[3] * slope[s + 3] + t[5] * slope[s + 5] + t[7] * slope[s + 7];
        out[offset + fn[e]] += even + odd + t[8] * slope[s + 8];
        continue;
      }
      const a = offset + 3 * fn[e];
      const x = slope[3 * e];
      const y = slope[3 * e + 1];
      const z = slope[3 * e + 2];
      for (let r = 0; r < 3; r++) out[a + r] += t[3 * r] * x + t[3 * r + 1] * y + t[3 * r + 2] * z;
    }
  }
}

/**
 * t_a = Σ_j A_aj x_j for a matrix of m rows of n numbers: even entries plus odd ones.
 * @pairs
 */
export function rowsTimes(t: F64s, A: F64s, x: F64s, m: i32, n: i32): void {
  const even2 = n - (n & 1);
  for (let a = 0; a < m; a++) {
    const o = a * n;
    let even: f64 = 0;
    let odd: f64 = 0;
    for (let j = 0; j < even2; j += 2) {
      even += A[o + j] * x[j];
      odd += A[o + j + 1] * x[j + 1];
    }
    if (even2 < n) even += A[o + even2] * x[even2];
    t[a] = even + odd;
  }
}

/** x_j += scale · Σ_a t_a A_aj, row after row: the transpose. */
export function addRows(x: F64s, A: F64s, t: F64s, scale: f64, m: i32, n: i32): void {
  for (let a = 0; a < m; a++) {
    const o = a * n;
    const w = scale * t[a];
    // @lanes
    for (let j = 0; j < n; j++) x[j] += w * A[o + j];
  }
}
