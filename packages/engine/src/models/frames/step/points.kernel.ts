import type { F64s, f64, I32s, i32 } from '../../../kernels/prelude.ts';
/**
 * Gradients of n integration points: F_a = Σ_j X_j H_{a,j} over the members j of a point, shape [n, 4, 9]; of order 0
 * only F_0 is written. Members of point e are node[ptr[2e] .. ptr[2e+1]); X are frames, shape [nodes, 12], 3×4 each; H
 * holds the transposes of H_{a,j}, 3×4 each, shape [entries, 4, 12]. Each product of rows is the sum of its even
 * entries plus the sum of its odd ones.
 * @pairs
 */
export function elastonGradients(
  F: F64s,
  ptr: I32s,
  node: I32s,
  H: F64s,
  X: F64s,
  n: i32,
  order: i32,
): void {
  const terms = order > 0 ? 4 : 1;
  for (let e = 0; e < n; e++) {
    for (let a = 0; a < terms; a++) {
      // @lanes
      for (let r = 0; r < 3; r++) {
        // @lanes
        for (let c = 0; c < 3; c++) {
          let even: f64 = 0;
          let odd: f64 = 0;
          for (let k = ptr[2 * e]; k < ptr[2 * e + 1]; k++) {
            const i = 12 * node[k] + 4 * r;
            const h = 48 * k + 12 * a + 4 * c;
            even += X[i] * H[h] + X[i + 2] * H[h + 2];
            odd += X[i + 1] * H[h + 1] + X[i + 3] * H[h + 3];
          }
          F[36 * e + 9 * a + 3 * r + c] = even + odd;
        }
      }
    }
  }
}

/** means_e = F_0 of point e, shape [n, 9]: what rotations are taken from. F has shape [n, 4, 9]. */
export function elastonMeans(means: F64s, F: F64s, n: i32): void {
  for (let e = 0; e < n; e++) {
    // @lanes
    for (let i = 0; i < 9; i++) means[9 * e + i] = F[36 * e + i];
  }
}

/**
 * Forces from stresses, the transpose of `elastonGradients`: f_j −= Σ_a P_a H_{a,j}ᵀ for the members of every point. P
 * has shape [n, 4, 9], f [nodes, 12] is added to; of order 0 only P_0 counts.
 */
export function elastonForces(
  f: F64s,
  ptr: I32s,
  node: I32s,
  H: F64s,
  P: F64s,
  n: i32,
  order: i32,
): void {
  for (let e = 0; e < n; e++) {
    for (let k = ptr[2 * e]; k < ptr[2 * e + 1]; k++) {
      memberForce(f, 12 * node[k], H, 48 * k, P, 36 * e, order);
    }
  }
}

/** `elastonForces` on some nodes only: those whose number own[node] is not −1. The others get no force. */
export function elastonForcesOn(
  f: F64s,
  own: I32s,
  ptr: I32s,
  node: I32s,
  H: F64s,
  P: F64s,
  n: i32,
  order: i32,
): void {
  for (let e = 0; e < n; e++) {
    for (let k = ptr[2 * e]; k < ptr[2 * e + 1]; k++) {
      if (own[node[k]] >= 0) memberForce(f, 12 * node[k], H, 48 * k, P, 36 * e, order);
    }
  }
}

/**
 * f[o..o+12) −= Σ_a P_a H_aᵀ for one member of one point.
 * @inline
 */
function memberForce(f: F64s, o: i32, H: F64s, at: i32, P: F64s, stress: i32, order: i32): void {
  const terms = order > 0 ? 4 : 1;
  // @lanes
  for (let r = 0; r < 3; r++) {
    // @lanes
    for (let p = 0; p < 4; p++) {
      let sum: f64 = 0;
      for (let a = 0; a < terms; a++) {
        const s = stress + 9 * a + 3 * r;
        const h = at + 12 * a + p;
        sum += P[s] * H[h] + P[s + 1] * H[h + 4] + P[s + 2] * H[h + 8];
      }
      f[o + 4 * r + p] -= sum;
    }
  }
}
