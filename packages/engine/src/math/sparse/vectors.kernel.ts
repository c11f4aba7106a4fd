import type { F64s, f64, i32 } from '../../kernels/prelude.ts';
/**
 * a · b over the first n numbers. Four running sums, for the places 0, 1, 2, 3 mod 4, so that no addition waits for
 * the one before; then (0 + 2) + (1 + 3), then the up to three numbers left over.
 * @pairs
 */
export function dot(a: F64s, b: F64s, n: i32): f64 {
  let s0: f64 = 0;
  let s1: f64 = 0;
  let s2: f64 = 0;
  let s3: f64 = 0;
  const whole = n - (n % 4);
  for (let i = 0; i < whole; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  let sum = s0 + s2 + (s1 + s3);
  for (let i = whole; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/** out = a over the first n numbers. */
export function copy(out: F64s, a: F64s, n: i32): void {
  // @lanes
  for (let i = 0; i < n; i++) out[i] = a[i];
}

/** y += a·x over the first n numbers. `y` may be `x`. */
export function axpy(y: F64s, a: f64, x: F64s, n: i32): void {
  // @lanes
  for (let i = 0; i < n; i++) y[i] += a * x[i];
}

/** y = x + b·y over the first n numbers: the new direction of conjugate gradients. */
export function xpby(y: F64s, x: F64s, b: f64, n: i32): void {
  // @lanes
  for (let i = 0; i < n; i++) y[i] = x[i] + b * y[i];
}
