import type { F32s, F64s, f64, I32s, i32 } from '../kernels/prelude.ts';
/**
 * Points that follow nodes: out_p = Σ_k w_k x_{c_k}. Compressed rows: the influences of point p are rowPtr[p] …
 * rowPtr[p+1]−1, with nodes `cols` and `weights`. x has shape [nodes, 3], out shape [n, 3].
 */
export function skinPoints(
  out: F64s,
  rowPtr: I32s,
  cols: I32s,
  weights: F64s,
  x: F64s,
  n: i32,
): void {
  skinInto(out, rowPtr, cols, weights, x, n);
}

/** `skinPoints` for the screen: computed in double precision, stored in single. */
export function skinPointsF32(
  out: F32s,
  rowPtr: I32s,
  cols: I32s,
  weights: F64s,
  x: F64s,
  n: i32,
): void {
  skinInto(out, rowPtr, cols, weights, x, n);
}

/**
 * The transpose of `skinPoints`: forces f on points, shape [n, 3], added to the nodes: out_{c_k} += w_k f_p.
 * @pairs
 */
export function skinTranspose(
  out: F64s,
  rowPtr: I32s,
  cols: I32s,
  weights: F64s,
  f: F64s,
  n: i32,
): void {
  for (let p = 0; p < n; p++) {
    const f0 = f[3 * p];
    const f1 = f[3 * p + 1];
    const f2 = f[3 * p + 2];
    const end = rowPtr[p + 1];
    for (let k = rowPtr[p]; k < end; k++) {
      const w = weights[k];
      const o = 3 * cols[k];
      out[o] += w * f0;
      out[o + 1] += w * f1;
      out[o + 2] += w * f2;
    }
  }
}

/** @pairs */
function skinInto<T extends F64s | F32s>(
  out: T,
  rowPtr: I32s,
  cols: I32s,
  weights: F64s,
  x: F64s,
  n: i32,
): void {
  for (let p = 0; p < n; p++) {
    let s0: f64 = 0;
    let s1: f64 = 0;
    let s2: f64 = 0;
    const end = rowPtr[p + 1];
    for (let k = rowPtr[p]; k < end; k++) {
      const w = weights[k];
      const i = 3 * cols[k];
      s0 += w * x[i];
      s1 += w * x[i + 1];
      s2 += w * x[i + 2];
    }
    out[3 * p] = s0;
    out[3 * p + 1] = s1;
    out[3 * p + 2] = s2;
  }
}
