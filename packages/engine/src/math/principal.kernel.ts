import type { F64s, f64, i32 } from '../kernels/prelude.ts';
import { svd3 } from '../kernels/svd3.ts';

/**
 * U, S, V of n deformation gradients, F = U diag(S) Vᵀ with U and V rotations: shapes [n, 9], [n, 3], [n, 9], [n, 9].
 * See svd3.
 */
export function principalStretches(U: F64s, S: F64s, V: F64s, F: F64s, n: i32): void {
  for (let i = 0; i < n; i++) svd3(U, 9 * i, S, 3 * i, V, 9 * i, F, 9 * i);
}

/** P = U diag(p) Vᵀ of n gradients: their stresses, from the principal ones p, shape [n, 3]. */
export function principalStress(P: F64s, U: F64s, p: F64s, V: F64s, n: i32): void {
  for (let e = 0; e < n; e++) {
    const o = 9 * e;
    for (let i = o; i < o + 9; i += 3) {
      const x = U[i] * p[3 * e];
      const y = U[i + 1] * p[3 * e + 1];
      const z = U[i + 2] * p[3 * e + 2];
      for (let j = 0; j < 3; j++) {
        const v = o + 3 * j;
        P[i + j] = x * V[v] + y * V[v + 1] + z * V[v + 2];
      }
    }
  }
}

/**
 * Tangents ∂P/∂F, 9×9, shape [n, 81], of gradients first … first + n − 1 from twelve moduli each, shape [n, 12]. With B
 * = UᵀdF V: stretches change the stress by dp_i = Σ_j a_ij B_jj; the pair (i, j) by ½d (B_ij + B_ji) ± ½s (B_ij −
 * B_ji). The moduli are a_00, a_11, a_22, a_12, a_02, a_01, then d and then s of the pairs 12, 02, 01. `work` is
 * scratch of 162 numbers.
 */
export function principalTangents(
  T: F64s,
  U: F64s,
  V: F64s,
  moduli: F64s,
  first: i32,
  n: i32,
  work: F64s,
): void {
  for (let e = 0; e < n; e++) {
    const o = 9 * (first + e);
    const m = 12 * e;
    // Rows of `work`: u_i v_jᵀ for i, j = 0, 1, 2; then the stress that each causes.
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const k = 9 * (3 * i + j);
        // @lanes
        for (let r = 0; r < 3; r++) {
          // @lanes
          for (let c = 0; c < 3; c++) work[k + 3 * r + c] = U[o + 3 * r + i] * V[o + 3 * c + j];
        }
      }
    }
    // @lanes
    for (let c = 0; c < 9; c++) {
      const x = work[c];
      const y = work[36 + c];
      const z = work[72 + c];
      work[81 + c] = moduli[m] * x + moduli[m + 5] * y + moduli[m + 4] * z;
      work[117 + c] = moduli[m + 5] * x + moduli[m + 1] * y + moduli[m + 3] * z;
      work[153 + c] = moduli[m + 4] * x + moduli[m + 3] * y + moduli[m + 2] * z;
    }
    applyPair(work, 45, 63, moduli[m + 6], moduli[m + 9]);
    applyPair(work, 18, 54, moduli[m + 7], moduli[m + 10]);
    applyPair(work, 9, 27, moduli[m + 8], moduli[m + 11]);
    for (let r = 0; r < 9; r++) {
      // @lanes
      for (let c = 0; c < 9; c++) {
        let sum: f64 = 0;
        for (let k = 0; k < 81; k += 9) sum += work[k + r] * work[81 + k + c];
        T[81 * e + 9 * r + c] = sum;
      }
    }
  }
}

/** Stress of the pair (i, j) of rows: half their sum times d and half their difference times s. */
function applyPair(work: F64s, i: i32, j: i32, d: f64, s: f64): void {
  const same = 0.5 * (d + s);
  const other = 0.5 * (d - s);
  // @lanes
  for (let c = 0; c < 9; c++) {
    work[81 + i + c] = same * work[i + c] + other * work[j + c];
    work[81 + j + c] = same * work[j + c] + other * work[i + c];
  }
}
