import type { F64s, f64, i32 } from './prelude.ts';
/** Tangent of the rotation that removes the off-diagonal entry pq, the smaller of the two. */
export function jacobiTangent(pp: f64, qq: f64, pq: f64): f64 {
  const zeta = (qq - pp) / (2 * pq);
  const t = 1 / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  return zeta < 0 ? -t : t;
}

/** Columns i and j of M turn: (mᵢ, mⱼ) ← (c·mᵢ − s·mⱼ, s·mᵢ + c·mⱼ). */
export function rotateColumns(M: F64s, m: i32, i: i32, j: i32, c: f64, s: f64): void {
  for (let k = m; k < m + 9; k += 3) {
    const a = M[k + i];
    const b = M[k + j];
    M[k + i] = c * a - s * b;
    M[k + j] = s * a + c * b;
  }
}
