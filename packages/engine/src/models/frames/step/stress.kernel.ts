import type { F64s, f64, i32 } from '../../../kernels/prelude.ts';

/** A system whose determinant is below this part of its size cubed counts as singular. */
const SINGULAR = 1e-12;

/**
 * Stresses of n integration points under the corotational law. Four gradients each in F, shape [n, 4, 9]: F_0 (the
 * mean) and F_a (its change along the principal coordinates ξ_a, whose mean squares are one). With R the nearest
 * rotation to F_0, shape [n, 9], S = RᵀF_0 and e_a = sym(RᵀF_a):
 *
 *   E = V[μ|F_0 − R|² + λ/2 tr(S − I)²] + V Σ_a [μ|e_a|² + λ/2 tr(e_a)²]
 *
 * P, shape [n, 4, 9], receives ∂E/∂F_0 and ∂E/∂F_a [J]. R turns with F_0, so the last sum gives F_0 a couple R[y];
 * without it a point would feel a net torque. volumeMu and volumeLambda are V·μ and V·λ [J], shape [n]. `order` 0
 * leaves the F_a out: P_a is not written. Returns the energy [J], as the sum over even points plus the sum over odd
 * ones.
 */
export function elastonStress(
  P: F64s,
  F: F64s,
  R: F64s,
  volumeMu: F64s,
  volumeLambda: F64s,
  n: i32,
  order: i32,
): f64 {
  let even: f64 = 0;
  let odd: f64 = 0;
  // @elements
  for (let e = 0; e < n; e++) {
    const r = 9 * e;
    const f = 36 * e;
    const r00 = R[r];
    const r01 = R[r + 1];
    const r02 = R[r + 2];
    const r10 = R[r + 3];
    const r11 = R[r + 4];
    const r12 = R[r + 5];
    const r20 = R[r + 6];
    const r21 = R[r + 7];
    const r22 = R[r + 8];
    const mu = volumeMu[e];
    const lambda = volumeLambda[e];
    const twice = 2 * mu;
    const half = 0.5 * lambda;
    const s00 = r00 * F[f] + r10 * F[f + 3] + r20 * F[f + 6];
    const s11 = r01 * F[f + 1] + r11 * F[f + 4] + r21 * F[f + 7];
    const s22 = r02 * F[f + 2] + r12 * F[f + 5] + r22 * F[f + 8];
    const t = s00 + s11 + s22;
    const stretch = t - 3;
    let square: f64 = 0;
    for (let i = 0; i < 9; i++) {
      const d = F[f + i] - R[r + i];
      square += d * d;
      P[f + i] = twice * d + lambda * stretch * R[r + i];
    }
    let energy = mu * square + half * (stretch * stretch);
    if (order > 0) {
      // The axial vector of Σ_a RᵀF_a (C e_a)ᵀ: what turning R does to the energy.
      let y0: f64 = 0;
      let y1: f64 = 0;
      let y2: f64 = 0;
      for (let k = 9; k < 36; k += 9) {
        const a = f + k;
        const g00 = r00 * F[a] + r10 * F[a + 3] + r20 * F[a + 6];
        const g01 = r00 * F[a + 1] + r10 * F[a + 4] + r20 * F[a + 7];
        const g02 = r00 * F[a + 2] + r10 * F[a + 5] + r20 * F[a + 8];
        const g10 = r01 * F[a] + r11 * F[a + 3] + r21 * F[a + 6];
        const g11 = r01 * F[a + 1] + r11 * F[a + 4] + r21 * F[a + 7];
        const g12 = r01 * F[a + 2] + r11 * F[a + 5] + r21 * F[a + 8];
        const g20 = r02 * F[a] + r12 * F[a + 3] + r22 * F[a + 6];
        const g21 = r02 * F[a + 1] + r12 * F[a + 4] + r22 * F[a + 7];
        const g22 = r02 * F[a + 2] + r12 * F[a + 5] + r22 * F[a + 8];
        const e01 = 0.5 * (g01 + g10);
        const e02 = 0.5 * (g02 + g20);
        const e12 = 0.5 * (g12 + g21);
        const trace = g00 + g11 + g22;
        const squares = g00 * g00 + g11 * g11 + g22 * g22 + 2 * (e01 * e01 + e02 * e02 + e12 * e12);
        energy += mu * squares + half * (trace * trace);
        const push = lambda * trace;
        const c00 = twice * g00 + push;
        const c11 = twice * g11 + push;
        const c22 = twice * g22 + push;
        const c01 = twice * e01;
        const c02 = twice * e02;
        const c12 = twice * e12;
        for (let i = 0; i < 3; i++) {
          const u = R[r + 3 * i];
          const v = R[r + 3 * i + 1];
          const w = R[r + 3 * i + 2];
          P[a + 3 * i] = u * c00 + v * c01 + w * c02;
          P[a + 3 * i + 1] = u * c01 + v * c11 + w * c12;
          P[a + 3 * i + 2] = u * c02 + v * c12 + w * c22;
        }
        y0 += g10 * c02 + g11 * c12 + g12 * c22 - (g20 * c01 + g21 * c11 + g22 * c12);
        y1 += g20 * c00 + g21 * c01 + g22 * c02 - (g00 * c02 + g01 * c12 + g02 * c22);
        y2 += g00 * c01 + g01 * c11 + g02 * c12 - (g10 * c00 + g11 * c01 + g12 * c02);
      }
      const s01 = r00 * F[f + 1] + r10 * F[f + 4] + r20 * F[f + 7];
      const s02 = r00 * F[f + 2] + r10 * F[f + 5] + r20 * F[f + 8];
      const s10 = r01 * F[f] + r11 * F[f + 3] + r21 * F[f + 6];
      const s12 = r01 * F[f + 2] + r11 * F[f + 5] + r21 * F[f + 8];
      const s20 = r02 * F[f] + r12 * F[f + 3] + r22 * F[f + 6];
      const s21 = r02 * F[f + 1] + r12 * F[f + 4] + r22 * F[f + 7];
      // (tr(S)I − S) y = the axial vector, and P_0 −= R [y]: by cofactors, no couple where that is singular.
      const xx = t - s00;
      const yy = t - s11;
      const zz = t - s22;
      const xy = -0.5 * (s01 + s10);
      const xz = -0.5 * (s02 + s20);
      const yz = -0.5 * (s12 + s21);
      const k00 = yy * zz - yz * yz;
      const k01 = xz * yz - xy * zz;
      const k02 = xy * yz - xz * yy;
      const k11 = xx * zz - xz * xz;
      const k12 = xy * xz - xx * yz;
      const k22 = xx * yy - xy * xy;
      const det = xx * k00 + xy * k01 + xz * k02;
      const size = Math.abs(xx) + Math.abs(yy) + Math.abs(zz);
      const firm = Math.abs(det) > SINGULAR * (size * size * size);
      const x = firm ? (k00 * y0 + k01 * y1 + k02 * y2) / det : 0;
      const y = firm ? (k01 * y0 + k11 * y1 + k12 * y2) / det : 0;
      const z = firm ? (k02 * y0 + k12 * y1 + k22 * y2) / det : 0;
      for (let i = 0; i < 3; i++) {
        const u = R[r + 3 * i];
        const v = R[r + 3 * i + 1];
        const w = R[r + 3 * i + 2];
        P[f + 3 * i] -= v * z - w * y;
        P[f + 3 * i + 1] -= w * x - u * z;
        P[f + 3 * i + 2] -= u * y - v * x;
      }
    }
    if (e % 2 === 0) even += energy;
    else odd += energy;
  }
  return even + odd;
}

/**
 * P_a = keep·P_a + scale·V R C sym(RᵀG_a) for n points: what the linearised law adds when gradients move with rates G,
 * shape [n, 4, 9] like P; of order 0 only for a = 0. Other arguments as for `elastonStress`.
 */
export function elastonRates(
  P: F64s,
  G: F64s,
  R: F64s,
  volumeMu: F64s,
  volumeLambda: F64s,
  n: i32,
  order: i32,
  keep: f64,
  scale: f64,
): void {
  const terms = order > 0 ? 4 : 1;
  // @elements
  for (let e = 0; e < n; e++) {
    const r = 9 * e;
    const r00 = R[r];
    const r01 = R[r + 1];
    const r02 = R[r + 2];
    const r10 = R[r + 3];
    const r11 = R[r + 4];
    const r12 = R[r + 5];
    const r20 = R[r + 6];
    const r21 = R[r + 7];
    const r22 = R[r + 8];
    const mu = scale * volumeMu[e];
    const lambda = scale * volumeLambda[e];
    for (let k = 0; k < terms; k++) {
      const a = 36 * e + 9 * k;
      const g00 = r00 * G[a] + r10 * G[a + 3] + r20 * G[a + 6];
      const g01 = r00 * G[a + 1] + r10 * G[a + 4] + r20 * G[a + 7];
      const g02 = r00 * G[a + 2] + r10 * G[a + 5] + r20 * G[a + 8];
      const g10 = r01 * G[a] + r11 * G[a + 3] + r21 * G[a + 6];
      const g11 = r01 * G[a + 1] + r11 * G[a + 4] + r21 * G[a + 7];
      const g12 = r01 * G[a + 2] + r11 * G[a + 5] + r21 * G[a + 8];
      const g20 = r02 * G[a] + r12 * G[a + 3] + r22 * G[a + 6];
      const g21 = r02 * G[a + 1] + r12 * G[a + 4] + r22 * G[a + 7];
      const g22 = r02 * G[a + 2] + r12 * G[a + 5] + r22 * G[a + 8];
      const push = lambda * (g00 + g11 + g22);
      const c00 = mu * (g00 + g00) + push;
      const c11 = mu * (g11 + g11) + push;
      const c22 = mu * (g22 + g22) + push;
      const c01 = mu * (g01 + g10);
      const c02 = mu * (g02 + g20);
      const c12 = mu * (g12 + g21);
      P[a] = keep * P[a] + (r00 * c00 + r01 * c01 + r02 * c02);
      P[a + 1] = keep * P[a + 1] + (r00 * c01 + r01 * c11 + r02 * c12);
      P[a + 2] = keep * P[a + 2] + (r00 * c02 + r01 * c12 + r02 * c22);
      P[a + 3] = keep * P[a + 3] + (r10 * c00 + r11 * c01 + r12 * c02);
      P[a + 4] = keep * P[a + 4] + (r10 * c01 + r11 * c11 + r12 * c12);
      P[a + 5] = keep * P[a + 5] + (r10 * c02 + r11 * c12 + r12 * c22);
      P[a + 6] = keep * P[a + 6] + (r20 * c00 + r21 * c01 + r22 * c02);
      P[a + 7] = keep * P[a + 7] + (r20 * c01 + r21 * c11 + r22 * c12);
      P[a + 8] = keep * P[a + 8] + (r20 * c02 + r21 * c12 + r22 * c22);
    }
  }
}
