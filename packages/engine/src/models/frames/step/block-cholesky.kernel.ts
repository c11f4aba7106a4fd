import type { F64s, f64, I32s, i32 } from '../../../kernels/prelude.ts';
/**
 * A symmetric matrix in 12×12 blocks, as all kernels of this file take it: row i has the listed blocks j = cols[ptr[i]]
 * … cols[ptr[i+1]−1] (ascending, below i) and its diagonal block, one after the other, 144 numbers each, row-major:
 * shape [ptr[size] + size, 144]. Here: y = A x; of the diagonal blocks the lower triangle alone is read. Every block's
 * product with x is the sum of even entries plus that of odd ones.
 */
export function blockMultiply(y: F64s, A: F64s, x: F64s, size: i32, ptr: I32s, cols: I32s): void {
  for (let i = 0; i < size; i++) {
    const own = 144 * (ptr[i + 1] + i);
    for (let r = 0; r < 12; r++) {
      const p = own + 12 * r;
      const xi = x[12 * i + r];
      let sum = A[p + r] * xi;
      for (let c = 0; c < r; c++) {
        sum += A[p + c] * x[12 * i + c];
        y[12 * i + c] += A[p + c] * xi;
      }
      y[12 * i + r] = sum;
    }
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const j = 12 * cols[e];
      for (let r = 0; r < 12; r++) {
        const p = 144 * (e + i) + 12 * r;
        const xi = x[12 * i + r];
        let even = A[p] * x[j];
        let odd = A[p + 1] * x[j + 1];
        for (let k = 2; k < 12; k += 2) {
          even += A[p + k] * x[j + k];
          odd += A[p + k + 1] * x[j + k + 1];
        }
        for (let k = 0; k < 12; k++) y[j + k] += A[p + k] * xi;
        y[12 * i + r] += even + odd;
      }
    }
  }
}

/** Copies so many blocks of 144 numbers. */
export function copyBlocks(out: F64s, from: F64s, count: i32): void {
  for (let i = 0; i < 144 * count; i++) out[i] = from[i];
}

/**
 * A = L Lᵀ in place for a symmetric positive definite matrix in the blocks of `blockMultiply`; the list must hold what
 * fills in. Of the diagonal blocks only the lower triangle is read and written. Returns 12·size, or the first row whose
 * pivot is not positive, where it stops. `common` is scratch: two numbers a block row.
 */
export function blockFactor(L: F64s, size: i32, ptr: I32s, cols: I32s, common: I32s): i32 {
  for (let i = 0; i < size; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const j = cols[e];
      // Pairs of blocks that stand in the same column of both rows, left of j.
      let count = 0;
      let f = ptr[j];
      for (let g = ptr[i]; g < e; g++) {
        while (f < ptr[j + 1] && cols[f] < cols[g]) f++;
        if (f === ptr[j + 1] || cols[f] !== cols[g]) continue;
        common[count++] = g + i;
        common[count++] = f + j;
      }
      const top = 144 * (ptr[j + 1] + j);
      for (let r = 0; r < 12; r++) {
        for (let c = 0; c < 12; c++) eliminate(L, 144 * (e + i), top, r, c, common, count);
      }
    }
    let count = 0;
    for (let g = ptr[i] + i; g < ptr[i + 1] + i; g++) {
      common[count++] = g;
      common[count++] = g;
    }
    // Four columns of the diagonal block, then all below them: what is done before a bad pivot stops it.
    const own = 144 * (ptr[i + 1] + i);
    for (let g = 0; g < 12; g += 4) {
      for (let r = g; r < g + 4; r++) {
        for (let c = g; c < r; c++) eliminate(L, own, own, r, c, common, count);
        const pivot = L[own + 13 * r] - blockProduct(L, own, own, r, r, common, count);
        if (!(pivot > 0)) return 12 * i + r;
        L[own + 13 * r] = Math.sqrt(pivot);
      }
      for (let r = g + 4; r < 12; r++) {
        for (let c = g; c < g + 4; c++) eliminate(L, own, own, r, c, common, count);
      }
    }
  }
  return 12 * size;
}

/** Entry (r, c) of the block at `at`, whose column's diagonal block is at `top`. */
function eliminate(L: F64s, at: i32, top: i32, r: i32, c: i32, common: I32s, count: i32): void {
  const o = at + 12 * r + c;
  L[o] = (L[o] - blockProduct(L, at, top, r, c, common, count)) / L[top + 13 * c];
}

/**
 * Row r times row c: of the pairs of blocks, then of the blocks at `at` and `top` left of column c. Even entries, then
 * odd ones.
 */
function blockProduct(L: F64s, at: i32, top: i32, r: i32, c: i32, common: I32s, count: i32): f64 {
  let even: f64 = 0;
  let odd: f64 = 0;
  for (let m = 0; m < count; m += 2) {
    const p = 144 * common[m] + 12 * r;
    const q = 144 * common[m + 1] + 12 * c;
    for (let k = 0; k < 12; k += 2) {
      even += L[p + k] * L[q + k];
      odd += L[p + k + 1] * L[q + k + 1];
    }
  }
  const p = at + 12 * r;
  const q = top + 12 * c;
  for (let k = 0; k < c; k += 2) {
    even += L[p + k] * L[q + k];
    if (k + 1 < c) odd += L[p + k + 1] * L[q + k + 1];
  }
  return even + odd;
}

/** Solves L Lᵀ x = b, where x holds b before and the solution after; L is what `blockFactor` left. */
export function blockSolve(x: F64s, L: F64s, size: i32, ptr: I32s, cols: I32s): void {
  blockForward(x, L, size, ptr, cols, 1);
  for (let i = size - 1; i >= 0; i--) {
    const own = 144 * (ptr[i + 1] + i);
    for (let r = 11; r >= 0; r--) {
      const value = x[12 * i + r] / L[own + 13 * r];
      x[12 * i + r] = value;
      for (let k = 0; k < r; k++) x[12 * i + k] -= L[own + 12 * r + k] * value;
    }
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      for (let r = 0; r < 12; r++) {
        const p = 144 * (e + i) + 12 * r;
        const value = x[12 * i + r];
        for (let k = 0; k < 12; k++) x[12 * cols[e] + k] -= L[p + k] * value;
      }
    }
  }
}

/** X_c := L⁻¹ X_c for `count` right sides, one a row: X [count, 12·size]; L is what `blockFactor` left. */
export function blockForward(X: F64s, L: F64s, size: i32, ptr: I32s, cols: I32s, count: i32): void {
  for (let i = 0; i < size; i++) {
    const own = 144 * (ptr[i + 1] + i);
    for (let c = 0; c < count; c++) {
      const x = 12 * size * c;
      for (let r = 0; r < 12; r++) {
        let even: f64 = 0;
        let odd: f64 = 0;
        for (let e = ptr[i]; e < ptr[i + 1]; e++) {
          const p = 144 * (e + i) + 12 * r;
          const q = x + 12 * cols[e];
          for (let k = 0; k < 12; k += 2) {
            even += L[p + k] * X[q + k];
            odd += L[p + k + 1] * X[q + k + 1];
          }
        }
        const p = own + 12 * r;
        const q = x + 12 * i;
        for (let k = 0; k < r; k += 2) {
          even += L[p + k] * X[q + k];
          if (k + 1 < r) odd += L[p + k + 1] * X[q + k + 1];
        }
        X[q + r] = (X[q + r] - (even + odd)) / L[p + r];
      }
    }
  }
}
