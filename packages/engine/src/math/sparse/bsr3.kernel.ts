import type { F64s, f64, I32s, i32 } from '../../kernels/prelude.ts';
/**
 * y_i = diagonal_i·x_i + scale·Σ_j K_ij x_j for a sparse matrix of 3×3 blocks, stored by rows: the blocks of row i
 * are rowPtr[i] … rowPtr[i+1]−1, block k stands in column cols[k] and holds values[9k … 9k+9), row-major. `diagonal`
 * has one number per block row; x and y have shape [rows, 3] and may not overlap.
 *
 * Each of the nine places of a block has its own running sum: no sum waits for another, and two of them fill a vector
 * register.
 * @pairs
 */
export function bsr3Multiply(
  y: F64s,
  rowPtr: I32s,
  cols: I32s,
  values: F64s,
  x: F64s,
  rows: i32,
  scale: f64,
  diagonal: F64s,
): void {
  let k = rows > 0 ? rowPtr[0] : 0;
  let v = 9 * k;
  for (let i = 0; i < rows; i++) {
    let s00: f64 = 0;
    let s01: f64 = 0;
    let s02: f64 = 0;
    let s10: f64 = 0;
    let s11: f64 = 0;
    let s12: f64 = 0;
    let s20: f64 = 0;
    let s21: f64 = 0;
    let s22: f64 = 0;
    const end = rowPtr[i + 1];
    for (; k < end; k++) {
      const j = 3 * cols[k];
      s00 += values[v] * x[j];
      s01 += values[v + 1] * x[j + 1];
      s02 += values[v + 2] * x[j + 2];
      s10 += values[v + 3] * x[j];
      s11 += values[v + 4] * x[j + 1];
      s12 += values[v + 5] * x[j + 2];
      s20 += values[v + 6] * x[j];
      s21 += values[v + 7] * x[j + 1];
      s22 += values[v + 8] * x[j + 2];
      v += 9;
    }
    const d = diagonal[i];
    const o = 3 * i;
    y[o] = d * x[o] + scale * (s00 + s01 + s02);
    y[o + 1] = d * x[o + 1] + scale * (s10 + s11 + s12);
    y[o + 2] = d * x[o + 2] + scale * (s20 + s21 + s22);
  }
}
