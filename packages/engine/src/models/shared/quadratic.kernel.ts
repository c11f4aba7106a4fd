import type { F64s, f64, I32s, i32 } from '../../kernels/prelude.ts';

/**
 * Ten-node tetrahedra. A quadratic field has a linear gradient: at corner i it is C_i = Σ_k y_ik ∇λ_kᵀ with y_ik = 4
 * x_ki − x_kk, where x_ki is the vertex between corners k and i, and x_kk corner k; at an integration point with
 * barycentric coordinates λ it is Σ_i λ_i C_i.
 *
 * Shapes of what all of them take: table [n, 4, 4], the vertex between corners k and i, corner k at (k, k); gradients
 * [n, 4, 3], those of the barycentric coordinates [1/m]; points [n, 4, 4], coordinate i of integration point q at (i,
 * q); R and F [n, 4, 9]. `work` has room for 144 numbers.
 */

// Places in `work`: corner gradients and later what corners give back, [9, 4]; gradients or stresses of points, [9, 4];
// strains, [6, 4]; what vertices get, [4, 4, 3].
const POINTS = 36;
const STRAINS = 72;
const GIVEN = 96;

/** F at the four integration points of n elements whose vertices are at x [m], shape [vertices, 3]. */
export function quadraticGradients(
  F: F64s,
  x: F64s,
  table: I32s,
  gradients: F64s,
  points: F64s,
  work: F64s,
  n: i32,
): void {
  for (let e = 0; e < n; e++) {
    cornerGradients(work, x, table, gradients, e);
    pointGradients(work, points, e);
    for (let q = 0; q < 4; q++)
      for (let c = 0; c < 9; c++) F[36 * e + 9 * q + c] = work[POINTS + 4 * c + q];
  }
}

/**
 * Corotational forces added to f [N], shape [vertices, 3], and the energy [J]. ε_q = sym(RᵀF) − I at point q, θ the
 * mean of the four tr(ε_q): the energy of an element is Σ_q (μ ε_q:ε_q + ½ λ tr(ε_q)²) + ½ κ θ². mu, lambda: moduli
 * times a quarter of the volume [J]; kappa: times all of it; shape [n] each. What λ has beyond `lambda` goes into κ:
 * the element then cannot lock where volume hardly changes.
 */
export function quadraticForces(
  f: F64s,
  table: I32s,
  gradients: F64s,
  points: F64s,
  R: F64s,
  F: F64s,
  mu: F64s,
  lambda: F64s,
  kappa: F64s,
  work: F64s,
  n: i32,
): f64 {
  let sum: f64 = 0;
  for (let e = 0; e < n; e++) {
    for (let c = 0; c < 9; c++) {
      // @lanes
      for (let q = 0; q < 4; q++) work[POINTS + 4 * c + q] = F[36 * e + 9 * q + c];
    }
    strains(work, R, e);
    // @lanes
    for (let q = 0; q < 12; q++) work[STRAINS + q] -= 1;
    // @lanes
    for (let q = 0; q < 4; q++) {
      const o = STRAINS + q;
      const e00 = work[o];
      const e11 = work[o + 4];
      const e22 = work[o + 8];
      const e01 = work[o + 12];
      const e02 = work[o + 16];
      const e12 = work[o + 20];
      const squares = e00 * e00 + e11 * e11 + e22 * e22 + 2 * (e01 * e01 + e02 * e02 + e12 * e12);
      const trace = e00 + e11 + e22;
      work[q] = mu[e] * squares + 0.5 * lambda[e] * (trace * trace);
    }
    const theta = meanTrace(work);
    sum += work[0] + work[2] + (work[1] + work[3]) + 0.5 * kappa[e] * (theta * theta);
    stresses(work, R, e, -mu[e], -lambda[e], -kappa[e] * 0.25 * theta);
    giveBack(f, table, gradients, points, work, e);
  }
  return sum;
}

/** y += scale·K x with the rotations held: the derivative of `quadraticForces`. x and y have shape [vertices, 3]. */
export function quadraticMultiply(
  y: F64s,
  x: F64s,
  table: I32s,
  gradients: F64s,
  points: F64s,
  R: F64s,
  mu: F64s,
  lambda: F64s,
  kappa: F64s,
  work: F64s,
  scale: f64,
  n: i32,
): void {
  for (let e = 0; e < n; e++) {
    cornerGradients(work, x, table, gradients, e);
    pointGradients(work, points, e);
    strains(work, R, e);
    const theta = meanTrace(work);
    stresses(work, R, e, scale * mu[e], scale * lambda[e], scale * kappa[e] * 0.25 * theta);
    giveBack(y, table, gradients, points, work, e);
  }
}

/** C_i of the four corners. Places are taken from corner 0: moving the whole body changes nothing but rounding. */
function cornerGradients(work: F64s, x: F64s, table: I32s, gradients: F64s, e: i32): void {
  const t = 16 * e;
  const g = 12 * e;
  const origin = 3 * table[t];
  for (let r = 0; r < 3; r++) {
    const o = x[origin + r];
    const own1 = x[3 * table[t + 5] + r] - o;
    const own2 = x[3 * table[t + 10] + r] - o;
    const own3 = x[3 * table[t + 15] + r] - o;
    // @lanes
    for (let i = 0; i < 4; i++) {
      const y0 = 4 * (x[3 * table[t + i] + r] - o);
      const y1 = 4 * (x[3 * table[t + 4 + i] + r] - o) - own1 - y0;
      const y2 = 4 * (x[3 * table[t + 8 + i] + r] - o) - own2 - y0;
      const y3 = 4 * (x[3 * table[t + 12 + i] + r] - o) - own3 - y0;
      for (let j = 0; j < 3; j++) {
        work[4 * (3 * r + j) + i] =
          y1 * gradients[g + 3 + j] + y2 * gradients[g + 6 + j] + y3 * gradients[g + 9 + j];
      }
    }
  }
}

function pointGradients(work: F64s, points: F64s, e: i32): void {
  const p = 16 * e;
  for (let c = 0; c < 9; c++) {
    const o = 4 * c;
    // @lanes
    for (let q = 0; q < 4; q++) {
      work[POINTS + o + q] =
        work[o] * points[p + q] +
        work[o + 1] * points[p + 4 + q] +
        work[o + 2] * points[p + 8 + q] +
        work[o + 3] * points[p + 12 + q];
    }
  }
}

/** sym(RᵀF): 00, 11, 22, 01, 02, 12. */
function strains(work: F64s, R: F64s, e: i32): void {
  // @lanes
  for (let q = 0; q < 4; q++) {
    const o = 36 * e + 9 * q;
    const p = POINTS + q;
    const f00 = work[p];
    const f01 = work[p + 4];
    const f02 = work[p + 8];
    const f10 = work[p + 12];
    const f11 = work[p + 16];
    const f12 = work[p + 20];
    const f20 = work[p + 24];
    const f21 = work[p + 28];
    const f22 = work[p + 32];
    const r00 = R[o];
    const r01 = R[o + 1];
    const r02 = R[o + 2];
    const r10 = R[o + 3];
    const r11 = R[o + 4];
    const r12 = R[o + 5];
    const r20 = R[o + 6];
    const r21 = R[o + 7];
    const r22 = R[o + 8];
    const s = STRAINS + q;
    work[s] = r00 * f00 + r10 * f10 + r20 * f20;
    work[s + 4] = r01 * f01 + r11 * f11 + r21 * f21;
    work[s + 8] = r02 * f02 + r12 * f12 + r22 * f22;
    work[s + 12] = 0.5 * (r00 * f01 + r10 * f11 + r20 * f21 + (r01 * f00 + r11 * f10 + r21 * f20));
    work[s + 16] = 0.5 * (r00 * f02 + r10 * f12 + r20 * f22 + (r02 * f00 + r12 * f10 + r22 * f20));
    work[s + 20] = 0.5 * (r01 * f02 + r11 * f12 + r21 * f22 + (r02 * f01 + r12 * f11 + r22 * f21));
  }
}

/** @pairs */
function meanTrace(work: F64s): f64 {
  const s = STRAINS;
  const t0 = work[s] + work[s + 4] + work[s + 8];
  const t1 = work[s + 1] + work[s + 5] + work[s + 9];
  const t2 = work[s + 2] + work[s + 6] + work[s + 10];
  const t3 = work[s + 3] + work[s + 7] + work[s + 11];
  const even = t0 + t2;
  const odd = t1 + t3;
  return 0.25 * (even + odd);
}

/** R(2μ ε + (λ tr(ε) + p) I) in place of the points' gradients. */
function stresses(work: F64s, R: F64s, e: i32, mu: f64, lambda: f64, mean: f64): void {
  // @lanes
  for (let q = 0; q < 4; q++) {
    const s = STRAINS + q;
    const pressure = lambda * (work[s] + work[s + 4] + work[s + 8]) + mean;
    const s00 = 2 * mu * work[s] + pressure;
    const s11 = 2 * mu * work[s + 4] + pressure;
    const s22 = 2 * mu * work[s + 8] + pressure;
    const s01 = 2 * mu * work[s + 12];
    const s02 = 2 * mu * work[s + 16];
    const s12 = 2 * mu * work[s + 20];
    for (let r = 0; r < 3; r++) {
      const o = 36 * e + 9 * q + 3 * r;
      const p = POINTS + 12 * r + q;
      work[p] = R[o] * s00 + R[o + 1] * s01 + R[o + 2] * s02;
      work[p + 4] = R[o] * s01 + R[o + 1] * s11 + R[o + 2] * s12;
      work[p + 8] = R[o] * s02 + R[o + 1] * s12 + R[o + 2] * s22;
    }
  }
}

/**
 * The transpose of `cornerGradients` and `pointGradients`: stresses of points, added to vertices.
 * @pairs
 */
function giveBack(out: F64s, table: I32s, gradients: F64s, points: F64s, work: F64s, e: i32): void {
  const p = 16 * e;
  for (let c = 0; c < 9; c++) {
    const o = POINTS + 4 * c;
    // @lanes
    for (let i = 0; i < 4; i++) {
      const l = p + 4 * i;
      const even = work[o] * points[l] + work[o + 2] * points[l + 2];
      const odd = work[o + 1] * points[l + 1] + work[o + 3] * points[l + 3];
      work[4 * c + i] = even + odd;
    }
  }
  const g = 12 * e;
  for (let r = 0; r < 3; r++) {
    // @lanes
    for (let i = 0; i < 4; i++) {
      const a = work[12 * r + i];
      const b = work[12 * r + 4 + i];
      const c = work[12 * r + 8 + i];
      const z1 = a * gradients[g + 3] + b * gradients[g + 4] + c * gradients[g + 5];
      const z2 = a * gradients[g + 6] + b * gradients[g + 7] + c * gradients[g + 8];
      const z3 = a * gradients[g + 9] + b * gradients[g + 10] + c * gradients[g + 11];
      const z = GIVEN + 3 * i + r;
      work[z] = -(z1 + z2 + z3);
      work[z + 12] = z1;
      work[z + 24] = z2;
      work[z + 36] = z3;
    }
  }
  const t = 16 * e;
  for (let k = 0; k < 4; k++) {
    // @lanes
    for (let r = 0; r < 3; r++) {
      const z = GIVEN + 12 * k + r;
      const own = work[z] + work[z + 3] + work[z + 6] + work[z + 9];
      out[3 * table[t + 5 * k] + r] += 4 * work[z + 3 * k] - own;
      for (let i = k + 1; i < 4; i++)
        out[3 * table[t + 4 * k + i] + r] +=
          4 * (work[z + 3 * i] + work[GIVEN + 12 * i + 3 * k + r]);
    }
  }
}
