/**
 * Small dense symmetric matrices, n×n row-major at the start of their array: for frames, patches and tests, n up to
 * ~200.
 */

import { jacobiTangent } from '../kernels/jacobi.ts';
import { choleskyFactor, choleskySolve } from './dense-cholesky.kernel.ts';

/**
 * A = L·Lᵀ in place: the lower triangle of A becomes L, the upper is neither read nor written.
 * False, with A half done, if A is not positive definite.
 */
export function cholesky(A: Float64Array, n: number): boolean {
  return choleskyFactor(A, n) === n;
}

/** x ← A⁻¹·x in place, with the factor that `cholesky` left in L. */
export { choleskySolve };

/**
 * A = L·D·Lᵀ in place for a positive semidefinite A: L (unit diagonal, not stored) below, D on the diagonal. Pivots
 * below `tiny` times the largest diagonal entry are rounding noise: they become 0 and their column of L with them,
 * which takes that direction out of the system. Returns the rank.
 */
export function ldlt(A: Float64Array, n: number, tiny = 1e-12): number {
  let largest = 0;
  for (let j = 0; j < n; j++) largest = Math.max(largest, A[j * n + j]);
  const floor = tiny * largest;
  let rank = 0;
  for (let j = 0; j < n; j++) {
    let d = A[j * n + j];
    for (let k = 0; k < j; k++) d -= A[j * n + k] * A[j * n + k] * A[k * n + k];
    const keep = d > floor;
    if (keep) rank++;
    A[j * n + j] = keep ? d : 0;
    for (let i = j + 1; i < n; i++) {
      let sum = A[i * n + j];
      for (let k = 0; k < j; k++) sum -= A[i * n + k] * A[j * n + k] * A[k * n + k];
      A[i * n + j] = keep ? sum / d : 0;
    }
  }
  return rank;
}

/**
 * x ← a solution of A·x = b in place, with the factor that `ldlt` left in L: the one whose unknowns at the dropped
 * pivots are zero. Exact whenever b is in the range of A.
 */
export function ldltSolve(x: Float64Array, L: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    let sum = x[i];
    for (let k = 0; k < i; k++) sum -= L[i * n + k] * x[k];
    x[i] = sum;
  }
  for (let i = 0; i < n; i++) {
    const d = L[i * n + i];
    x[i] = d > 0 ? x[i] / d : 0;
  }
  for (let i = n - 1; i >= 0; i--) {
    if (!(L[i * n + i] > 0)) continue; // dropped: stays zero
    let sum = x[i];
    for (let k = i + 1; k < n; k++) sum -= L[k * n + i] * x[k];
    x[i] = sum;
  }
}

/**
 * Eigenvalues and eigenvectors of the symmetric A by cyclic Jacobi rotations. A is destroyed. values[0..n) come sorted,
 * largest first; column j of vectors (n×n) belongs to values[j]. Returns the number of sweeps (about 6 to 10).
 */
export function eigenSymmetric(
  values: Float64Array,
  vectors: Float64Array,
  A: Float64Array,
  n: number,
): number {
  // Rows while they are turned, columns in the end.
  for (let i = 0; i < n * n; i++) vectors[i] = i % (n + 1) === 0 ? 1 : 0;
  let size = 0;
  for (let i = 0; i < n * n; i++) size += A[i] * A[i];
  const enough = 1e-34 * size;
  let sweep = 0;
  for (; sweep < 40; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) off += A[p * n + q] * A[p * n + q];
    if (!(off > enough)) break;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) rotatePair(A, vectors, n, p, q);
    }
  }
  for (let i = 0; i < n; i++) values[i] = A[i * n + i];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const entry = vectors[i * n + j];
      vectors[i * n + j] = vectors[j * n + i];
      vectors[j * n + i] = entry;
    }
  }
  // Selection sort: n is small, and the columns have to move along.
  for (let i = 0; i < n; i++) {
    let best = i;
    for (let j = i + 1; j < n; j++) if (values[j] > values[best]) best = j;
    if (best === i) continue;
    const value = values[i];
    values[i] = values[best];
    values[best] = value;
    for (let r = 0; r < n * n; r += n) {
      const entry = vectors[r + i];
      vectors[r + i] = vectors[r + best];
      vectors[r + best] = entry;
    }
  }
  return sweep;
}

/**
 * One Jacobi rotation that makes A[p][q] zero; V has the vectors as rows. What lies side by side is read: A is
 * symmetric to the bit.
 */
function rotatePair(A: Float64Array, V: Float64Array, n: number, p: number, q: number): void {
  const rowP = p * n;
  const rowQ = q * n;
  const pq = A[rowP + q];
  if (pq === 0) return;
  const t = jacobiTangent(A[rowP + p], A[rowQ + q], pq);
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const vp = V[rowP + k];
    const vq = V[rowQ + k];
    V[rowP + k] = c * vp - s * vq;
    V[rowQ + k] = s * vp + c * vq;
  }
  const pp = A[rowP + p] - t * pq;
  const qq = A[rowQ + q] + t * pq;
  for (let k = 0; k < n; k++) {
    const ap = A[rowP + k];
    const aq = A[rowQ + k];
    const newP = c * ap - s * aq;
    const newQ = s * ap + c * aq;
    A[rowP + k] = newP;
    A[rowQ + k] = newQ;
    A[k * n + p] = newP;
    A[k * n + q] = newQ;
  }
  A[rowP + p] = pp;
  A[rowQ + q] = qq;
  A[rowP + q] = 0;
  A[rowQ + p] = 0;
}
