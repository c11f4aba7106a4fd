import type { F64s, f64, I32s, i32 } from '../../../kernels/prelude.ts';
/**
 * y += scale·K x for n ten-node tets with four points each, R held: dP = R(2μ ε + λ tr(ε) I), ε = sym(Rᵀ dF). x and y have shape
 * [vertices, 3]. table, shape [n, 4, 4], holds at (k, j) the vertex between corners k and j, at (k, k) corner k. gradients,
 * shape [4n, 4, 3], are those of the corners' barycentric coordinates (four times the same); R, volumeMu and volumeLambda
 * belong to points. With λ = far + (near − far)·[j = p] at point p, the field's gradient is Σ_k y_pk ∇λ_kᵀ with
 * y_pk = (4λ_k − 1) x_kk + 4 Σ_j λ_j x_kj. `work` has room for 36 numbers.
 */
export function tenNodeMultiply(
  y: F64s,
  x: F64s,
  table: I32s,
  gradients: F64s,
  R: F64s,
  volumeMu: F64s,
  volumeLambda: F64s,
  work: F64s,
  scale: f64,
  n: i32,
): void {
  const far = 0.1381966011250105;
  const near = 0.5854101966249685;
  const own = 4 * far - 1;
  const other = 4 * far;
  const extra = 4 * (near - far);
  for (let e = 0; e < n; e++) {
    const t = 16 * e;
    // work: what corner k gets at every point; what it gives back, summed over points; one point's share of that.
    for (let k = 0; k < 4; k++) {
      const a = 3 * table[t + 5 * k];
      const b = 3 * table[t + 4 * k + ((k + 1) & 3)];
      const c = 3 * table[t + 4 * k + ((k + 2) & 3)];
      const d = 3 * table[t + 4 * k + ((k + 3) & 3)];
      for (let i = 0; i < 3; i++) {
        work[3 * k + i] = own * x[a + i] + other * (x[b + i] + x[c + i] + x[d + i]);
        work[12 + 3 * k + i] = 0;
      }
    }
    const g = 48 * e;
    for (let p = 0; p < 4; p++) {
      const o = 36 * e + 9 * p;
      let f00: f64 = 0;
      let f01: f64 = 0;
      let f02: f64 = 0;
      let f10: f64 = 0;
      let f11: f64 = 0;
      let f12: f64 = 0;
      let f20: f64 = 0;
      let f21: f64 = 0;
      let f22: f64 = 0;
      for (let k = 0; k < 4; k++) {
        const v = 3 * table[t + 4 * k + p];
        const y0 = work[3 * k] + extra * x[v];
        const y1 = work[3 * k + 1] + extra * x[v + 1];
        const y2 = work[3 * k + 2] + extra * x[v + 2];
        const g0 = gradients[g + 3 * k];
        const g1 = gradients[g + 3 * k + 1];
        const g2 = gradients[g + 3 * k + 2];
        f00 += y0 * g0;
        f01 += y0 * g1;
        f02 += y0 * g2;
        f10 += y1 * g0;
        f11 += y1 * g1;
        f12 += y1 * g2;
        f20 += y2 * g0;
        f21 += y2 * g1;
        f22 += y2 * g2;
      }
      const r00 = R[o];
      const r01 = R[o + 1];
      const r02 = R[o + 2];
      const r10 = R[o + 3];
      const r11 = R[o + 4];
      const r12 = R[o + 5];
      const r20 = R[o + 6];
      const r21 = R[o + 7];
      const r22 = R[o + 8];
      const e00 = r00 * f00 + r10 * f10 + r20 * f20;
      const e11 = r01 * f01 + r11 * f11 + r21 * f21;
      const e22 = r02 * f02 + r12 * f12 + r22 * f22;
      const e01 = r00 * f01 + r10 * f11 + r20 * f21 + (r01 * f00 + r11 * f10 + r21 * f20);
      const e02 = r00 * f02 + r10 * f12 + r20 * f22 + (r02 * f00 + r12 * f10 + r22 * f20);
      const e12 = r01 * f02 + r11 * f12 + r21 * f22 + (r02 * f01 + r12 * f11 + r22 * f21);
      const mu = scale * volumeMu[4 * e + p];
      const pressure = scale * volumeLambda[4 * e + p] * (e00 + e11 + e22);
      const s00 = 2 * mu * e00 + pressure;
      const s11 = 2 * mu * e11 + pressure;
      const s22 = 2 * mu * e22 + pressure;
      const s01 = mu * e01;
      const s02 = mu * e02;
      const s12 = mu * e12;
      const p00 = r00 * s00 + r01 * s01 + r02 * s02;
      const p01 = r00 * s01 + r01 * s11 + r02 * s12;
      const p02 = r00 * s02 + r01 * s12 + r02 * s22;
      const p10 = r10 * s00 + r11 * s01 + r12 * s02;
      const p11 = r10 * s01 + r11 * s11 + r12 * s12;
      const p12 = r10 * s02 + r11 * s12 + r12 * s22;
      const p20 = r20 * s00 + r21 * s01 + r22 * s02;
      const p21 = r20 * s01 + r21 * s11 + r22 * s12;
      const p22 = r20 * s02 + r21 * s12 + r22 * s22;
      for (let k = 0; k < 4; k++) {
        const v = 3 * table[t + 4 * k + p];
        const g0 = gradients[g + 3 * k];
        const g1 = gradients[g + 3 * k + 1];
        const g2 = gradients[g + 3 * k + 2];
        const z0 = p00 * g0 + p01 * g1 + p02 * g2;
        const z1 = p10 * g0 + p11 * g1 + p12 * g2;
        const z2 = p20 * g0 + p21 * g1 + p22 * g2;
        y[v] += extra * z0;
        y[v + 1] += extra * z1;
        y[v + 2] += extra * z2;
        work[12 + 3 * k] += z0;
        work[13 + 3 * k] += z1;
        work[14 + 3 * k] += z2;
      }
    }
    for (let k = 0; k < 4; k++) {
      for (let j = 0; j < 4; j++) {
        const v = 3 * table[t + 4 * k + j];
        const w = j === k ? own : other;
        y[v] += w * work[12 + 3 * k];
        y[v + 1] += w * work[13 + 3 * k];
        y[v + 2] += w * work[14 + 3 * k];
      }
    }
  }
}
