import type { F64s, I32s, i32 } from '../../kernels/prelude.ts';
/**
 * Adds the stiffness −∂f/∂x of `tetForces`, with the rotations held still, into 3×3 blocks:
 * K_ab = V(λ ĝ_a ĝ_bᵀ + μ ĝ_b ĝ_aᵀ + μ (g_a·g_b) I), ĝ = R g. It is symmetric to the bit and positive semidefinite.
 * slots, shape [n, 4, 4], holds for nodes a, b of each tet the number of their block in `values`, shape [blocks, 9].
 */
export function tetStiffness(
  values: F64s,
  slots: I32s,
  gradients: F64s,
  R: F64s,
  volumeMu: F64s,
  volumeLambda: F64s,
  n: i32,
): void {
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
    const mu = volumeMu[e];
    const lambda = volumeLambda[e];
    for (let a = 0; a < 4; a++) {
      const ga = 12 * e + 3 * a;
      const g0 = gradients[ga];
      const g1 = gradients[ga + 1];
      const g2 = gradients[ga + 2];
      const a0 = r00 * g0 + r01 * g1 + r02 * g2;
      const a1 = r10 * g0 + r11 * g1 + r12 * g2;
      const a2 = r20 * g0 + r21 * g1 + r22 * g2;
      const l0 = lambda * a0;
      const l1 = lambda * a1;
      const l2 = lambda * a2;
      const m0 = mu * a0;
      const m1 = mu * a1;
      const m2 = mu * a2;
      const both = lambda + mu;
      const s0 = both * a0;
      const s1 = both * a1;
      const square = mu * (g0 * g0 + g1 * g1 + g2 * g2);
      const v = 9 * slots[16 * e + 5 * a];
      values[v] += s0 * a0 + square;
      values[v + 1] += s0 * a1;
      values[v + 2] += s0 * a2;
      values[v + 3] += s0 * a1;
      values[v + 4] += s1 * a1 + square;
      values[v + 5] += s1 * a2;
      values[v + 6] += s0 * a2;
      values[v + 7] += s1 * a2;
      values[v + 8] += both * a2 * a2 + square;
      for (let b = a + 1; b < 4; b++) {
        const gb = 12 * e + 3 * b;
        const h0 = gradients[gb];
        const h1 = gradients[gb + 1];
        const h2 = gradients[gb + 2];
        const b0 = r00 * h0 + r01 * h1 + r02 * h2;
        const b1 = r10 * h0 + r11 * h1 + r12 * h2;
        const b2 = r20 * h0 + r21 * h1 + r22 * h2;
        const d = mu * (g0 * h0 + g1 * h1 + g2 * h2);
        const k00 = l0 * b0 + m0 * b0 + d;
        const k01 = l0 * b1 + m1 * b0;
        const k02 = l0 * b2 + m2 * b0;
        const k10 = l1 * b0 + m0 * b1;
        const k11 = l1 * b1 + m1 * b1 + d;
        const k12 = l1 * b2 + m2 * b1;
        const k20 = l2 * b0 + m0 * b2;
        const k21 = l2 * b1 + m1 * b2;
        const k22 = l2 * b2 + m2 * b2 + d;
        const s = 9 * slots[16 * e + 4 * a + b];
        values[s] += k00;
        values[s + 1] += k01;
        values[s + 2] += k02;
        values[s + 3] += k10;
        values[s + 4] += k11;
        values[s + 5] += k12;
        values[s + 6] += k20;
        values[s + 7] += k21;
        values[s + 8] += k22;
        const t = 9 * slots[16 * e + 4 * b + a];
        values[t] += k00;
        values[t + 1] += k10;
        values[t + 2] += k20;
        values[t + 3] += k01;
        values[t + 4] += k11;
        values[t + 5] += k21;
        values[t + 6] += k02;
        values[t + 7] += k12;
        values[t + 8] += k22;
      }
    }
  }
}
