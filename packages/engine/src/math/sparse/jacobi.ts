import { invertCholesky, multiplyLower, multiplyLowerTransposed } from './blocks.ts';
import type { BsrPattern } from './bsr.ts';

/**
 * Block Jacobi: for each block row the inverse Cholesky factor W of its diagonal block of diag(d_i I) + scale·K, so
 * that A_ii⁻¹ = Wᵀ W. `inverses` [rows, b, b]: out. Returns −1, or the first row whose block is not positive definite.
 */
export function factorBlockJacobi(
  inverses: Float64Array,
  pattern: BsrPattern,
  b: number,
  values: Float64Array,
  diagonal: Float64Array,
  scale: number,
): number {
  const size = b * b;
  for (let i = 0; i < pattern.rows; i++) {
    const from = pattern.diagonal[i] * size;
    for (let k = 0; k < size; k++) inverses[i * size + k] = scale * values[from + k];
    for (let r = 0; r < b; r++) inverses[i * size + r * (b + 1)] += diagonal[i];
    if (!invertCholesky(inverses, i * size, b)) return i;
  }
  return -1;
}

/** z = blockdiag(A)⁻¹ r. z may be r. */
export function applyBlockJacobi(
  z: Float64Array,
  inverses: Float64Array,
  r: Float64Array,
  rows: number,
  b: number,
): void {
  for (let i = 0; i < rows; i++) {
    multiplyLower(z, i * b, inverses, i * b * b, r, i * b, b);
    multiplyLowerTransposed(z, i * b, inverses, i * b * b, z, i * b, b);
  }
}
