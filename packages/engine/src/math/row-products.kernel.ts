import type { F64s, f64, i32 } from '../kernels/prelude.ts';

/**
 * Lower half of W += X Xᵀ, [count, count], of rows X [count, n], n even: even entries plus odd ones. Two rows by four
 * at a time, as long as all eight lie in the lower half.
 */
export function addRowProducts(W: F64s, X: F64s, count: i32, n: i32): void {
  for (let a = 0; a < count; a += 2) {
    const hasNext = a + 1 < count;
    let b = 0;
    for (; hasNext && b + 3 <= a; b += 4) addTile(W, X, count, n, a, b);
    for (let c = b; c <= a; c++) addProduct(W, X, count, n, a, c);
    for (let c = b; hasNext && c <= a + 1; c++) addProduct(W, X, count, n, a + 1, c);
  }
}

/** @pairs */
function addTile(W: F64s, X: F64s, count: i32, n: i32, a: i32, b: i32): void {
  // @lanes
  for (let i = 0; i < 2; i++) {
    // @lanes
    for (let j = 0; j < 4; j++) {
      let even: f64 = 0;
      let odd: f64 = 0;
      for (let k = 0; k < n; k += 2) {
        even += X[n * (a + i) + k] * X[n * (b + j) + k];
        odd += X[n * (a + i) + k + 1] * X[n * (b + j) + k + 1];
      }
      W[count * (a + i) + b + j] += even + odd;
    }
  }
}

/** @pairs */
function addProduct(W: F64s, X: F64s, count: i32, n: i32, a: i32, b: i32): void {
  let even: f64 = 0;
  let odd: f64 = 0;
  for (let k = 0; k < n; k += 2) {
    even += X[n * a + k] * X[n * b + k];
    odd += X[n * a + k + 1] * X[n * b + k + 1];
  }
  W[count * a + b] += even + odd;
}
