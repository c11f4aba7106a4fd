import type { F32s, F64s, f64, I32s, i32 } from '../kernels/prelude.ts';
/**
 * Points that follow affine frames: out_p = Σ_k D_k q_k. frames has shape [frames, 12], each D a 3×4 row-major map;
 * the influences of point p are rowPtr[p] … rowPtr[p+1]−1, with frames `cols` and coefficients q, shape [influences,
 * 4]; out has shape [n, 3]. Each coordinate is the sum over columns 0 and 2 plus the sum over columns 1 and 3.
 */
export function skinAffine(
  out: F64s,
  rowPtr: I32s,
  cols: I32s,
  q: F64s,
  frames: F64s,
  n: i32,
): void {
  skinInto(out, rowPtr, cols, q, frames, n);
}

/** `skinAffine` for the screen: computed in double precision, stored in single. */
export function skinAffineF32(
  out: F32s,
  rowPtr: I32s,
  cols: I32s,
  q: F64s,
  frames: F64s,
  n: i32,
): void {
  skinInto(out, rowPtr, cols, q, frames, n);
}

/**
 * The transpose of `skinAffine`: forces f on points, shape [n, 3], added to the frames, shape [frames, 12]: out_k +=
 * f_p q_kᵀ.
 * @pairs
 */
export function skinAffineTranspose(
  out: F64s,
  rowPtr: I32s,
  cols: I32s,
  q: F64s,
  f: F64s,
  n: i32,
): void {
  for (let p = 0; p < n; p++) {
    const f0 = f[3 * p];
    const f1 = f[3 * p + 1];
    const f2 = f[3 * p + 2];
    const end = rowPtr[p + 1];
    for (let k = rowPtr[p]; k < end; k++) {
      const o = 12 * cols[k];
      // @lanes
      for (let c = 0; c < 4; c++) {
        const w = q[4 * k + c];
        out[o + c] += f0 * w;
        out[o + 4 + c] += f1 * w;
        out[o + 8 + c] += f2 * w;
      }
    }
  }
}

/** @pairs */
function skinInto<T extends F64s | F32s>(
  out: T,
  rowPtr: I32s,
  cols: I32s,
  q: F64s,
  frames: F64s,
  n: i32,
): void {
  for (let p = 0; p < n; p++) {
    let even0: f64 = 0;
    let even1: f64 = 0;
    let even2: f64 = 0;
    let odd0: f64 = 0;
    let odd1: f64 = 0;
    let odd2: f64 = 0;
    const end = rowPtr[p + 1];
    for (let k = rowPtr[p]; k < end; k++) {
      const d = 12 * cols[k];
      const q0 = q[4 * k];
      const q1 = q[4 * k + 1];
      const q2 = q[4 * k + 2];
      const q3 = q[4 * k + 3];
      even0 += frames[d] * q0 + frames[d + 2] * q2;
      odd0 += frames[d + 1] * q1 + frames[d + 3] * q3;
      even1 += frames[d + 4] * q0 + frames[d + 6] * q2;
      odd1 += frames[d + 5] * q1 + frames[d + 7] * q3;
      even2 += frames[d + 8] * q0 + frames[d + 10] * q2;
      odd2 += frames[d + 9] * q1 + frames[d + 11] * q3;
    }
    out[3 * p] = even0 + odd0;
    out[3 * p + 1] = even1 + odd1;
    out[3 * p + 2] = even2 + odd2;
  }
}
