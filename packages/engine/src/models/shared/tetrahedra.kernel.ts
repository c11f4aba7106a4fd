import type { F64s, f64, I32s, i32 } from '../../kernels/prelude.ts';
/**
 * Deformation gradients of n tets: F = Σ x_a g_aᵀ, shape [n, 9]. x are node positions [m], shape [nodes, 3]; tets
 * node indices, shape [n, 4]; gradients the shape functions' gradients at rest [1/m], shape [n, 4, 3]. Each tet's
 * gradients add up to zero, so the sum runs over edges from node 0, and moving the whole body changes nothing but
 * rounding.
 */
export function tetGradients(F: F64s, x: F64s, tets: I32s, gradients: F64s, n: i32): void {
  for (let e = 0; e < n; e++) {
    const t = 4 * e;
    const g = 12 * e;
    const o = 9 * e;
    const x0 = 3 * tets[t];
    const x1 = 3 * tets[t + 1];
    const x2 = 3 * tets[t + 2];
    const x3 = 3 * tets[t + 3];
    // @lanes
    for (let i = 0; i < 3; i++) {
      const d1 = x[x1 + i] - x[x0 + i];
      const d2 = x[x2 + i] - x[x0 + i];
      const d3 = x[x3 + i] - x[x0 + i];
      // @lanes
      for (let j = 0; j < 3; j++) {
        F[o + 3 * i + j] =
          d1 * gradients[g + 3 + j] + d2 * gradients[g + 6 + j] + d3 * gradients[g + 9 + j];
      }
    }
  }
}

/**
 * Corotational elastic forces: f_a −= V P g_a with P = R(2μ ε + λ tr(ε) I) and ε = sym(RᵀF) − I. R and F have shape
 * [n, 9]; volumeMu and volumeLambda are V·μ and V·λ [J], shape [n]; f [N], shape [nodes, 3], is added to. Returns the
 * energy Σ V(μ ε:ε + ½ λ tr(ε)²) [J], as the sum over even tets plus the sum over odd ones.
 */
export function tetForces(
  f: F64s,
  tets: I32s,
  gradients: F64s,
  R: F64s,
  F: F64s,
  volumeMu: F64s,
  volumeLambda: F64s,
  n: i32,
): f64 {
  let even: f64 = 0;
  let odd: f64 = 0;
  // @elements
  for (let e = 0; e < n; e++) {
    const o = 9 * e;
    const r00 = R[o];
    const r01 = R[o + 1];
    const r02 = R[o + 2];
    const r10 = R[o + 3];
    const r11 = R[o + 4];
    const r12 = R[o + 5];
    const r20 = R[o + 6];
    const r21 = R[o + 7];
    const r22 = R[o + 8];
    const f00 = F[o];
    const f01 = F[o + 1];
    const f02 = F[o + 2];
    const f10 = F[o + 3];
    const f11 = F[o + 4];
    const f12 = F[o + 5];
    const f20 = F[o + 6];
    const f21 = F[o + 7];
    const f22 = F[o + 8];
    const e00 = r00 * f00 + r10 * f10 + r20 * f20 - 1;
    const e11 = r01 * f01 + r11 * f11 + r21 * f21 - 1;
    const e22 = r02 * f02 + r12 * f12 + r22 * f22 - 1;
    const e01 = 0.5 * (r00 * f01 + r10 * f11 + r20 * f21 + (r01 * f00 + r11 * f10 + r21 * f20));
    const e02 = 0.5 * (r00 * f02 + r10 * f12 + r20 * f22 + (r02 * f00 + r12 * f10 + r22 * f20));
    const e12 = 0.5 * (r01 * f02 + r11 * f12 + r21 * f22 + (r02 * f01 + r12 * f11 + r22 * f21));
    const mu = volumeMu[e];
    const lambda = volumeLambda[e];
    const trace = e00 + e11 + e22;
    const squares = e00 * e00 + e11 * e11 + e22 * e22 + 2 * (e01 * e01 + e02 * e02 + e12 * e12);
    const energy = mu * squares + 0.5 * lambda * (trace * trace);
    if (e % 2 === 0) even += energy;
    else odd += energy;
    // Minus V times the stress, seen from the element's own frame.
    const twice = -2 * mu;
    const pressure = -lambda * trace;
    const s00 = twice * e00 + pressure;
    const s11 = twice * e11 + pressure;
    const s22 = twice * e22 + pressure;
    const s01 = twice * e01;
    const s02 = twice * e02;
    const s12 = twice * e12;
    const p00 = r00 * s00 + r01 * s01 + r02 * s02;
    const p01 = r00 * s01 + r01 * s11 + r02 * s12;
    const p02 = r00 * s02 + r01 * s12 + r02 * s22;
    const p10 = r10 * s00 + r11 * s01 + r12 * s02;
    const p11 = r10 * s01 + r11 * s11 + r12 * s12;
    const p12 = r10 * s02 + r11 * s12 + r12 * s22;
    const p20 = r20 * s00 + r21 * s01 + r22 * s02;
    const p21 = r20 * s01 + r21 * s11 + r22 * s12;
    const p22 = r20 * s02 + r21 * s12 + r22 * s22;
    let sum0: f64 = 0;
    let sum1: f64 = 0;
    let sum2: f64 = 0;
    for (let a = 1; a < 4; a++) {
      const g = 12 * e + 3 * a;
      const i = 3 * tets[4 * e + a];
      const k0 = p00 * gradients[g] + p01 * gradients[g + 1] + p02 * gradients[g + 2];
      const k1 = p10 * gradients[g] + p11 * gradients[g + 1] + p12 * gradients[g + 2];
      const k2 = p20 * gradients[g] + p21 * gradients[g + 1] + p22 * gradients[g + 2];
      f[i] += k0;
      f[i + 1] += k1;
      f[i + 2] += k2;
      sum0 += k0;
      sum1 += k1;
      sum2 += k2;
    }
    // What the other three feel, node 0 gives back: momentum is kept to rounding.
    const i = 3 * tets[4 * e];
    f[i] -= sum0;
    f[i + 1] -= sum1;
    f[i + 2] -= sum2;
  }
  return even + odd;
}
