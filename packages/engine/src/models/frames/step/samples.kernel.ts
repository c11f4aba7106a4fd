import { type F64s, f64, type I32s, i32, imin } from '../../../kernels/prelude.ts';

/**
 * Integration points whose law is evaluated at sample points ξ_s of their region, F(ξ) = F_0 + Σ_a ξ_a F_a. `places`
 * holds a weight and three coordinates for each of `samples` points, shape [samples, 4]; weights add up to one.
 */

/** A system whose determinant is below this part of its size cubed counts as singular. */
const SINGULAR = 1e-12;

/** out = F(ξ_s) of n points, shape [n, samples, 9]; F has shape [n, 4, 9]. */
export function sampleGradients(out: F64s, F: F64s, places: F64s, samples: i32, n: i32): void {
  for (let e = 0; e < n; e++) {
    const f = 36 * e;
    for (let s = 0; s < samples; s++) {
      const x = places[4 * s + 1];
      const y = places[4 * s + 2];
      const z = places[4 * s + 3];
      const o = 9 * (samples * e + s);
      for (let i = 0; i < 9; i++) {
        out[o + i] = F[f + i] + (x * F[f + 9 + i] + y * F[f + 18 + i] + z * F[f + 27 + i]);
      }
    }
  }
}

/**
 * The transpose: P_a = weight·Σ_s w_s ξ_a P_s with ξ_0 = 1, shape [n, 4, 9], from stresses at the samples, shape [n,
 * samples, 9]; weight has shape [n].
 */
export function sampleStresses(
  P: F64s,
  stresses: F64s,
  weight: F64s,
  places: F64s,
  samples: i32,
  n: i32,
): void {
  for (let e = 0; e < n; e++) {
    const p = 36 * e;
    for (let i = p; i < p + 36; i++) P[i] = 0;
    for (let s = 0; s < samples; s++) {
      const w = weight[e] * places[4 * s];
      const x = w * places[4 * s + 1];
      const y = w * places[4 * s + 2];
      const z = w * places[4 * s + 3];
      const o = 9 * (samples * e + s);
      for (let i = 0; i < 9; i++) {
        const stress = stresses[o + i];
        P[p + i] += w * stress;
        P[p + 9 + i] += x * stress;
        P[p + 18 + i] += y * stress;
        P[p + 27 + i] += z * stress;
      }
    }
  }
}

/** Pairs a ≤ b of the four terms of a point: a point of order above 0 has a 9×9 matrix for each. */
const TERM_PAIRS = 10;

/**
 * tangents = weight·Σ_s w_s ξ_a ξ_b T_s for the pairs a ≤ b (00, 01, 02, 03, 11, 12, 13, 22, 23, 33), shape [points,
 * pairs, 81], of point e with the tangents T_s at its samples, shape [samples, 81]; of order 0 only the first pair.
 */
export function sampleTangents(
  tangents: F64s,
  e: i32,
  T: F64s,
  places: F64s,
  samples: i32,
  weight: f64,
  order: i32,
): void {
  const terms = order > 0 ? 4 : 1;
  let o = order > 0 ? 81 * TERM_PAIRS * e : 81 * e;
  for (let a = 0; a < terms; a++) {
    for (let b = a; b < terms; b++) {
      for (let i = 0; i < 81; i++) tangents[o + i] = 0;
      for (let s = 0; s < samples; s++) {
        const w = weight * places[4 * s];
        const x = a === 0 ? w : w * places[4 * s + a];
        const y = b === 0 ? x : x * places[4 * s + b];
        for (let i = 0; i < 81; i++) tangents[o + i] += y * T[81 * s + i];
      }
      o += 81;
    }
  }
}

/** Where the matrix of terms a and b stands among the pairs. */
function pairAt(a: i32, b: i32): i32 {
  const low = imin(a, b);
  return 81 * (((low * (7 - low)) >> 1) + a + b - low);
}

/**
 * P_a = keep·P_a + scale·Σ_b T_ab G_b for n points: what the tangents add to stresses when gradients move with rates G;
 * P and G of shape [n, 4, 9], tangents [n, pairs, 81]; of order 0 only for a = b = 0.
 */
export function tangentRates(
  P: F64s,
  G: F64s,
  tangents: F64s,
  n: i32,
  order: i32,
  keep: f64,
  scale: f64,
): void {
  const terms = order > 0 ? 4 : 1;
  const stride = order > 0 ? 81 * TERM_PAIRS : 81;
  for (let e = 0; e < n; e++) {
    for (let a = 0; a < terms; a++) {
      for (let i = 0; i < 9; i++) {
        let sum: f64 = 0;
        for (let b = 0; b < terms; b++) {
          const t = stride * e + pairAt(a, b) + 9 * i;
          const g = 36 * e + 9 * b;
          for (let j = 0; j < 9; j++) sum += tangents[t + j] * G[g + j];
        }
        const o = 36 * e + 9 * a + i;
        P[o] = keep * P[o] + scale * sum;
      }
    }
  }
}

/**
 * out_a = [w] F_a: how the gradients F of n points move if each point only turns, at the rate w nearest to the rates G
 * of its mean gradient: (tr(A)·I − A) w = the axial vector of G_0F_0ᵀ − F_0G_0ᵀ, A = F_0F_0ᵀ. All of shape [n, 4, 9];
 * of order 0 only a = 0. A point crushed to a line does not turn. `out` may be G.
 */
export function turningRates(out: F64s, F: F64s, G: F64s, n: i32, order: i32): void {
  const length = order > 0 ? 36 : 9;
  for (let e = 0; e < 36 * n; e += 36) {
    let a00: f64 = 0;
    let a01: f64 = 0;
    let a02: f64 = 0;
    let a11: f64 = 0;
    let a12: f64 = 0;
    let a22: f64 = 0;
    let y0: f64 = 0;
    let y1: f64 = 0;
    let y2: f64 = 0;
    for (let c = e; c < e + 3; c++) {
      const x = F[c];
      const y = F[c + 3];
      const z = F[c + 6];
      const u = G[c];
      const v = G[c + 3];
      const w = G[c + 6];
      a00 += x * x;
      a01 += x * y;
      a02 += x * z;
      a11 += y * y;
      a12 += y * z;
      a22 += z * z;
      y0 += w * y - v * z;
      y1 += u * z - w * x;
      y2 += v * x - u * y;
    }
    const xx = a11 + a22;
    const yy = a00 + a22;
    const zz = a00 + a11;
    const k00 = yy * zz - a12 * a12;
    const k01 = a02 * a12 + a01 * zz;
    const k02 = a01 * a12 + a02 * yy;
    const k11 = xx * zz - a02 * a02;
    const k12 = a01 * a02 + a12 * xx;
    const k22 = xx * yy - a01 * a01;
    const det = xx * k00 - a01 * k01 - a02 * k02;
    const size = xx + yy + zz;
    const firm = det > SINGULAR * (size * size * size);
    const x = firm ? (k00 * y0 + k01 * y1 + k02 * y2) / det : 0;
    const y = firm ? (k01 * y0 + k11 * y1 + k12 * y2) / det : 0;
    const z = firm ? (k02 * y0 + k12 * y1 + k22 * y2) / det : 0;
    for (let a = e; a < e + length; a += 9) {
      for (let c = a; c < a + 3; c++) {
        out[c] = y * F[c + 6] - z * F[c + 3];
        out[c + 3] = z * F[c] - x * F[c + 6];
        out[c + 6] = x * F[c + 3] - y * F[c];
      }
    }
  }
}

/**
 * Stiffness of n points from their tangents: blocks K_jl (r p)(s q) += scale·Σ_e Σ_ab H_{a,j} T_ab H_{b,l}, placed and
 * numbered as those of `elastonProducts`, to which all but tangents and half are as there. `half` is scratch of 432
 * numbers.
 */
export function tangentProducts(
  blocks: F64s,
  where: I32s,
  size: i32,
  index: I32s,
  ptr: I32s,
  node: I32s,
  H: F64s,
  tangents: F64s,
  n: i32,
  order: i32,
  scale: f64,
  half: F64s,
): void {
  const terms = order > 0 ? 4 : 1;
  const stride = order > 0 ? 81 * TERM_PAIRS : 81;
  for (let e = 0; e < n; e++) {
    for (let i = ptr[2 * e]; i < ptr[2 * e + 1]; i++) {
      const l = index[node[i]];
      if (l < 0) continue;
      halfProduct(half, tangents, stride * e, H, 48 * i, terms, scale);
      for (let j = ptr[2 * e]; j < ptr[2 * e + 1]; j++) {
        const k = index[node[j]];
        if (k >= l) addProduct(blocks, 144 * where[k * size + l], half, H, 48 * j, terms);
      }
    }
  }
}

/** half_a (i j)(r q) = scale·Σ_b Σ_c T_ab (i j)(r c) H_b (c q), shape [terms, 9, 12]. */
function halfProduct(
  half: F64s,
  tangents: F64s,
  t: i32,
  H: F64s,
  h: i32,
  terms: i32,
  scale: f64,
): void {
  for (let a = 0; a < terms; a++) {
    for (let ijr = 0; ijr < 27; ijr++) {
      const o = 108 * a + 4 * ijr;
      for (let q = 0; q < 4; q++) {
        let sum: f64 = 0;
        for (let b = 0; b < terms; b++) {
          const k = t + pairAt(a, b) + 3 * ijr;
          const row = h + 12 * b + q;
          sum += tangents[k] * H[row] + tangents[k + 1] * H[row + 4] + tangents[k + 2] * H[row + 8];
        }
        half[o + q] = scale * sum;
      }
    }
  }
}

/** A block's (i p)(r q) += Σ_a Σ_j H_a (j p) half_a (i j)(r q), term by term. */
function addProduct(blocks: F64s, at: i32, half: F64s, H: F64s, h: i32, terms: i32): void {
  for (let i = 0; i < 3; i++) {
    for (let p = 0; p < 4; p++) {
      const o = at + 12 * (4 * i + p);
      for (let c = 0; c < 12; c++) {
        let sum = blocks[o + c];
        for (let a = 0; a < terms; a++) {
          const z = 108 * a + 36 * i + c;
          const row = h + 12 * a + p;
          sum += H[row] * half[z];
          sum += H[row + 4] * half[z + 12];
          sum += H[row + 8] * half[z + 24];
        }
        blocks[o + c] = sum;
      }
    }
  }
}

/**
 * The members' step matrix from `count` stiffness blocks as `tangentProducts` makes them: block + massScale·M⊗I₃, like
 * `frameMatrix` in place if `matrix` is `blocks`.
 */
export function tangentMatrix(
  matrix: F64s,
  blocks: F64s,
  mass: F64s,
  count: i32,
  massScale: f64,
): void {
  for (let row = 0; row < 12 * count; row++) {
    const o = 12 * row;
    for (let c = 0; c < 12; c++) matrix[o + c] = blocks[o + c];
    // The unknowns of a row of the frame: its own component only has mass.
    const r = row % 12;
    const b = i32(f64(row - r) / 12);
    const own = o + 4 * (r >> 2);
    const m = 16 * b + 4 * (r & 3);
    for (let q = 0; q < 4; q++) matrix[own + q] += massScale * mass[m + q];
  }
}
