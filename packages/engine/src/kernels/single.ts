import type { F32s, F64s, f64, I32s, i32 } from './prelude.ts';

/**
 * Rows of numbers in single precision, whose length is a multiple of four: WebAssembly has registers for four of them
 * (single.as.ts). Every operation rounds, so the bits are the same.
 */

const { fround } = Math;

/** Length of a row of n numbers, filled up to a multiple of four. */
export function rowOf4(n: i32): i32 {
  return (n + 3) & ~3;
}

/** y[o + j] = Σ weight[e] x[p + step which[e] + j] over e from `from` to `to`, for j < n. */
export function sumRows(
  y: F32s,
  o: i32,
  x: F32s,
  p: i32,
  step: i32,
  which: I32s,
  weight: F64s,
  from: i32,
  to: i32,
  n: i32,
): void {
  y.fill(0, o, o + n);
  for (let e = from; e < to; e++) {
    const at = p + step * which[e];
    const w = fround(weight[e]);
    for (let j = 0; j < n; j++) y[o + j] += fround(w * x[at + j]);
  }
}

/** y[o + j] += a x[p + j] + b x[p + m + j] + c x[p + 2m + j] for j < n: three rows of length m. */
export function addRows(
  y: F32s,
  o: i32,
  x: F32s,
  p: i32,
  m: i32,
  a: f64,
  b: f64,
  c: f64,
  n: i32,
): void {
  const s = fround(a);
  const t = fround(b);
  const u = fround(c);
  const q = p + m;
  const r = q + m;
  for (let j = 0; j < n; j++) {
    const two = fround(fround(s * x[p + j]) + fround(t * x[q + j]));
    y[o + j] += fround(two + fround(u * x[r + j]));
  }
}

/** Three rows of length n, one after the other from p on, times the 3×3 matrix R[k..k+9). */
export function turnRows(x: F32s, p: i32, R: F64s, k: i32, n: i32): void {
  const q = p + n;
  const r = q + n;
  const a = fround(R[k]);
  const b = fround(R[k + 1]);
  const c = fround(R[k + 2]);
  const d = fround(R[k + 3]);
  const e = fround(R[k + 4]);
  const f = fround(R[k + 5]);
  const g = fround(R[k + 6]);
  const h = fround(R[k + 7]);
  const i = fround(R[k + 8]);
  for (let j = 0; j < n; j++) {
    const u = x[p + j];
    const v = x[q + j];
    const w = x[r + j];
    x[p + j] = fround(fround(a * u) + fround(b * v)) + fround(c * w);
    x[q + j] = fround(fround(d * u) + fround(e * v)) + fround(f * w);
    x[r + j] = fround(fround(g * u) + fround(h * v)) + fround(i * w);
  }
}

/** y[o + 3i + c] = x[p + 3 which[i] + c] for i < n: triples of a row. */
export function takeTriples(y: F32s, o: i32, x: F32s, p: i32, which: I32s, n: i32): void {
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) y[o + 3 * i + c] = x[p + 3 * which[i] + c];
  }
}

/** y, shape [columns, rows], is the transpose of x, shape [rows, columns]; both are multiples of four. */
export function transposeRows(y: F32s, x: F32s, rows: i32, columns: i32): void {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) y[j * rows + i] = x[i * columns + j];
  }
}

/** y[o + j] = x[j] − y[j] and y[j] = x[j], for j < n: how a row differs from what it was. */
export function differRows(y: F32s, o: i32, x: F32s, n: i32): void {
  for (let j = 0; j < n; j++) {
    y[o + j] = x[j] - y[j];
    y[j] = x[j];
  }
}

/** x[j] −= s y[o + j] for j < n. */
export function takeBack(x: F32s, y: F32s, o: i32, s: f64, n: i32): void {
  const part = fround(s);
  for (let j = 0; j < n; j++) x[j] -= fround(part * y[o + j]);
}
