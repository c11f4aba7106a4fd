import { type F64s, type f64, type i32, imin } from '../kernels/prelude.ts';

/**
 * Columns in groups of four, groups in blocks of so many columns: their rows stay in the cache while all others meet
 * them.
 */
const BLOCK = 32;

/**
 * A = L Lᵀ in place, for a symmetric positive definite n×n matrix, row-major. Reads and writes the lower triangle
 * only; what is above the diagonal stays as it is. Returns n, or the first row whose pivot is not positive, where it
 * stops.
 */
export function choleskyFactor(A: F64s, n: i32): i32 {
  // The order in which entries are done changes no bit of them, only what is done before a bad pivot stops it.
  for (let start = 0; start < n; start += BLOCK) {
    const end = imin(start + BLOCK, n);
    for (let first = start; first < end; first += 4) {
      const last = imin(first + 4, end);
      for (let i = first; i < end; i++) {
        eliminate(A, n, i, first, imin(last, i));
        if (i < last) {
          const pivot = A[n * i + i] - rowProduct(A, n * i, A, n * i, i);
          if (!(pivot > 0)) return i;
          A[n * i + i] = Math.sqrt(pivot);
        }
      }
    }
    for (let i = end; i < n; i++) eliminate(A, n, i, start, end);
  }
  return n;
}

/** Entries from .. to of row i, left of the diagonal. */
function eliminate(A: F64s, n: i32, i: i32, from: i32, to: i32): void {
  for (let j = from; j < to; j++) {
    const value = A[n * i + j] - rowProduct(A, n * i, A, n * j, j);
    A[n * i + j] = value / A[n * j + j];
  }
}

/** Solves L Lᵀ x = b, where x holds b before and the solution after; L is what `choleskyFactor` left. */
export function choleskySolve(x: F64s, L: F64s, n: i32): void {
  for (let i = 0; i < n; i++) {
    x[i] = (x[i] - rowProduct(L, n * i, x, 0, i)) / L[n * i + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = n * i;
    const xi = x[i] / L[row + i];
    x[i] = xi;
    for (let k = 0; k < i; k++) x[k] -= L[row + k] * xi;
  }
}

/** X_c := L⁻¹ X_c for `count` right sides, one a row: X [count, n]; L is what `choleskyFactor` left. */
export function choleskyForward(X: F64s, L: F64s, n: i32, count: i32): void {
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < count; c++) {
      const at = n * c + i;
      X[at] = (X[at] - rowProduct(L, n * i, X, n * c, i)) / L[n * i + i];
    }
  }
}

/** W = X Xᵀ, [count, count], of rows X [count, n]: the product of each row with each. */
export function rowProducts(W: F64s, X: F64s, count: i32, n: i32): void {
  for (let a = 0; a < count; a++) {
    for (let b = 0; b <= a; b++) {
      const value = rowProduct(X, n * a, X, n * b, n);
      W[count * a + b] = value;
      W[count * b + a] = value;
    }
  }
}

/** Σ_{k<count} a[p+k]·b[q+k], as the sum of the even entries plus the sum of the odd entries. */
function rowProduct(a: F64s, p: i32, b: F64s, q: i32, count: i32): f64 {
  let even: f64 = 0;
  let odd: f64 = 0;
  const pairs = count - (count % 2);
  for (let k = 0; k < pairs; k += 2) {
    even += a[p + k] * b[q + k];
    odd += a[p + k + 1] * b[q + k + 1];
  }
  if (pairs < count) even += a[p + pairs] * b[q + pairs];
  return even + odd;
}
