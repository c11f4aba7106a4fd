/**
 * Small dense blocks, b×b row-major, as the sparse preconditioners need them.
 */

/**
 * The lower triangle L of A = L·Lᵀ is replaced by L⁻¹, the upper one by zeros; A at M[o..o+b²), only its lower triangle
 * is read. False when A is not positive definite.
 */
export function invertCholesky(M: Float64Array, o: number, b: number): boolean {
  for (let j = 0; j < b; j++) {
    let pivot = M[o + j * b + j];
    for (let k = 0; k < j; k++) pivot -= M[o + j * b + k] * M[o + j * b + k];
    if (!(pivot > 0) || pivot === Number.POSITIVE_INFINITY) return false;
    const inverse = 1 / Math.sqrt(pivot);
    // The diagonal holds reciprocals until the end: that is what L⁻¹ has there.
    M[o + j * b + j] = inverse;
    for (let i = j + 1; i < b; i++) {
      let sum = M[o + i * b + j];
      for (let k = 0; k < j; k++) sum -= M[o + i * b + k] * M[o + j * b + k];
      M[o + i * b + j] = sum * inverse;
    }
  }
  for (let j = 0; j < b; j++) {
    for (let i = j + 1; i < b; i++) {
      let sum = 0;
      for (let k = j; k < i; k++) sum += M[o + i * b + k] * M[o + k * b + j];
      M[o + i * b + j] = -sum * M[o + i * b + i];
    }
    for (let c = j + 1; c < b; c++) M[o + j * b + c] = 0;
  }
  return true;
}

/** y[q..q+b) = W·x[p..p+b) for a lower triangle W at M[o..o+b²). y may be x. */
export function multiplyLower(
  y: Float64Array,
  q: number,
  M: Float64Array,
  o: number,
  x: Float64Array,
  p: number,
  b: number,
): void {
  for (let r = b - 1; r >= 0; r--) {
    let sum = 0;
    for (let c = 0; c <= r; c++) sum += M[o + r * b + c] * x[p + c];
    y[q + r] = sum;
  }
}

/** y[q..q+b) = Wᵀ·x[p..p+b) for a lower triangle W at M[o..o+b²). y may be x. */
export function multiplyLowerTransposed(
  y: Float64Array,
  q: number,
  M: Float64Array,
  o: number,
  x: Float64Array,
  p: number,
  b: number,
): void {
  for (let c = 0; c < b; c++) {
    let sum = 0;
    for (let r = c; r < b; r++) sum += M[o + r * b + c] * x[p + r];
    y[q + c] = sum;
  }
}

/** C −= A·Bᵀ, all b×b. */
export function subtractProductTransposed(
  C: Float64Array,
  o: number,
  A: Float64Array,
  p: number,
  B: Float64Array,
  q: number,
  b: number,
): void {
  for (let r = 0; r < b; r++) {
    for (let c = 0; c < b; c++) {
      let sum = 0;
      for (let k = 0; k < b; k++) sum += A[p + r * b + k] * B[q + c * b + k];
      C[o + r * b + c] -= sum;
    }
  }
}
