import { jacobiTangent, rotateColumns } from './jacobi.ts';
import type { F64s, f64, i32 } from './prelude.ts';

const MAX_SWEEPS = 24;
/** Columns count as orthogonal when their cosine is below this. */
const ORTHOGONAL = 1e-16;
/** Columns shorter than this (after scaling to a largest entry of one) have no direction: their squares underflow. */
const NO_DIRECTION = 1e-150;

/**
 * Singular values with signs: A = U diag(S) Vᵀ, where U and V are rotations, S₀ ≥ S₁ ≥ |S₂|, and S₂ carries the sign of
 * det A. One-sided Jacobi: small singular values are as accurate as large ones, rank 0, 1 and 2 need no special
 * treatment.
 *
 * Shapes: U 9, S 3, V 9, A 9 numbers from their offsets; U and V may not overlap A. A matrix that is zero or has
 * entries that are not finite gives U = V = I and S = 0 (NaN if not finite).
 */
export function svd3(U: F64s, u: i32, S: F64s, s: i32, V: F64s, v: i32, A: F64s, a: i32): void {
  let m: f64 = 0;
  for (let i = 0; i < 9; i++) {
    V[v + i] = i % 4 === 0 ? 1 : 0;
    m = Math.max(m, Math.abs(A[a + i]));
  }
  if (!(m > 0 && m < Infinity)) {
    for (let i = 0; i < 9; i++) U[u + i] = V[v + i];
    for (let i = 0; i < 3; i++) S[s + i] = m === 0 ? 0 : NaN;
    return;
  }
  for (let i = 0; i < 9; i++) U[u + i] = A[a + i] / m;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const turned =
      orthogonalise(U, u, V, v, 0, 1) |
      orthogonalise(U, u, V, v, 0, 2) |
      orthogonalise(U, u, V, v, 1, 2);
    if (turned === 0) break;
  }
  sortColumns(U, u, V, v, 0, 1);
  sortColumns(U, u, V, v, 0, 2);
  sortColumns(U, u, V, v, 1, 2);

  // U now holds the columns S_i u_i. The first has length ≥ 1/√3 or so, the others may have none.
  const s0 = Math.sqrt(columnDot(U, u, 0, 0));
  scaleColumn(U, u, 0, s0);
  let s1 = Math.sqrt(columnDot(U, u, 1, 1));
  if (s1 > NO_DIRECTION) scaleColumn(U, u, 1, s1);
  else {
    s1 = 0;
    perpendicularColumn(U, u);
  }
  const x = U[u + 3] * U[u + 7] - U[u + 6] * U[u + 4];
  const y = U[u + 6] * U[u + 1] - U[u] * U[u + 7];
  const z = U[u] * U[u + 4] - U[u + 3] * U[u + 1];
  S[s] = s0 * m;
  S[s + 1] = s1 * m;
  S[s + 2] = (U[u + 2] * x + U[u + 5] * y + U[u + 8] * z) * m;
  U[u + 2] = x;
  U[u + 5] = y;
  U[u + 8] = z;
}

/** Turns columns i and j of U (and of V with them) until they are orthogonal; 1 if they were not. */
function orthogonalise(U: F64s, u: i32, V: F64s, v: i32, i: i32, j: i32): i32 {
  const ii = columnDot(U, u, i, i);
  const jj = columnDot(U, u, j, j);
  const ij = columnDot(U, u, i, j);
  if (!(Math.abs(ij) > ORTHOGONAL * Math.sqrt(ii * jj))) return 0;
  const t = jacobiTangent(ii, jj, ij);
  const c = 1 / Math.sqrt(1 + t * t);
  rotateColumns(U, u, i, j, c, t * c);
  rotateColumns(V, v, i, j, c, t * c);
  return 1;
}

function columnDot(M: F64s, m: i32, i: i32, j: i32): f64 {
  return M[m + i] * M[m + j] + M[m + 3 + i] * M[m + 3 + j] + M[m + 6 + i] * M[m + 6 + j];
}

function scaleColumn(M: F64s, m: i32, i: i32, length: f64): void {
  M[m + i] /= length;
  M[m + 3 + i] /= length;
  M[m + 6 + i] /= length;
}

function sortColumns(U: F64s, u: i32, V: F64s, v: i32, i: i32, j: i32): void {
  if (!(columnDot(U, u, i, i) < columnDot(U, u, j, j))) return;
  rotateColumns(U, u, i, j, 0, -1);
  rotateColumns(V, v, i, j, 0, -1);
}

/** Column 1 of U becomes any unit vector at a right angle to column 0: the axis least along it, made perpendicular. */
function perpendicularColumn(U: F64s, u: i32): void {
  const ax = Math.abs(U[u]);
  const ay = Math.abs(U[u + 3]);
  const az = Math.abs(U[u + 6]);
  const k = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  const along = U[u + 3 * k];
  for (let i = 0; i < 3; i++) U[u + 3 * i + 1] = (i === k ? 1 : 0) - along * U[u + 3 * i];
  scaleColumn(U, u, 1, Math.sqrt(columnDot(U, u, 1, 1)));
}
