import type { F64s, f64, i32 } from '../kernels/prelude.ts';

/**
 * Lower half of W += X Xᵀ, [count, count], of rows X [count, n], n even: even places plus odd ones.
 */
export function addRowProducts(W: F64s, X: F64s, count: i32, n: i32): void {
  for (let a = 0; a < count; a++) {
    for (let b = 0; b <= a; b++) {
      let even: f64 = 0;
      let odd: f64 = 0;
      for (let k = 0; k < n; k += 2) {
        even += X[n * a + k] * X[n * b + k];
        odd += X[n * a + k + 1] * X[n * b + k + 1];
      }
      W[count * a + b] += even + odd;
    }
  }
}
