import { type F64s, type f64, type i32, scratch } from '../../../kernels/prelude.ts';

/**
 * Numbers that a region keeps for its quadratic motion (`findBends`). Products of two coordinates come as xx xy xz yy
 * yz zz, and ψ_p = r r_p + L_ap r_a + K_p are those products made orthogonal to everything linear in the region.
 *
 *   0 inverse of the spread, 9 · 9 L, row by row, 18 · 27 K, 6 · 33 inverse of Σ w ψ ψᵀ, 36 · 69 mean square width of
 *   the material, 6 · 75 weights of shear, 9 · 84 weights of growth, 3 · 87 pull against what is not quadratic ·
 *   88 2μ, λ of strain, 90 of its slope · 92 directions that the region extends in, as a projection, 6
 */
const BEND = 98;
const work = scratch(90);
/** Weight of the slope of a strain along itself: the square root of a fifth. */
const ALONG = 0.4472135954999579;
/** A region this close to being turned inside out has no resistance to bending: the least pivot, 2 at rest. */
const LEAST_PIVOT = 0.2;

/** F = A · inverse spread, the linear map that fits a region best; shapes [n, 9] and [n, BEND]. */
export function regionGradients(F: F64s, A: F64s, bend: F64s, n: i32): void {
  for (let r = 0; r < n; r++) {
    const b = BEND * r;
    for (let c = 0; c < 3; c++) {
      const o = 9 * r + 3 * c;
      const x = A[o];
      const y = A[o + 1];
      const z = A[o + 2];
      F[o] = x * bend[b] + y * bend[b + 3] + z * bend[b + 6];
      F[o + 1] = x * bend[b + 1] + y * bend[b + 4] + z * bend[b + 7];
      F[o + 2] = x * bend[b + 2] + y * bend[b + 5] + z * bend[b + 8];
    }
  }
}

/** What each point adds to the quadratic sums of its regions: w x ⊗ (xx xy xz yy yz zz of rest), shape [n, 18]. */
export function bendMoments(out: F64s, x: F64s, rest: F64s, weight: F64s, n: i32): void {
  for (let i = 0; i < n; i++) {
    const rx = rest[3 * i];
    const ry = rest[3 * i + 1];
    const rz = rest[3 * i + 2];
    for (let c = 0; c < 3; c++) {
      const o = 18 * i + 6 * c;
      const p = weight[i] * x[3 * i + c];
      const px = p * rx;
      const py = p * ry;
      out[o] = px * rx;
      out[o + 1] = px * ry;
      out[o + 2] = px * rz;
      out[o + 3] = py * ry;
      out[o + 4] = py * rz;
      out[o + 5] = p * rz * rz;
    }
  }
}

/** out_i += mass_i / share_i · fields_i : (xx xy xz yy yz zz of rest), the momentum that quadratic goals ask for. */
export function bendPulls(
  out: F64s,
  fields: F64s,
  rest: F64s,
  mass: F64s,
  share: F64s,
  n: i32,
): void {
  for (let i = 0; i < n; i++) {
    const part = mass[i] / share[i];
    const rx = rest[3 * i];
    const ry = rest[3 * i + 1];
    const rz = rest[3 * i + 2];
    for (let c = 0; c < 3; c++) {
      const f = 18 * i + 6 * c;
      const along = fields[f] * rx + fields[f + 1] * ry + fields[f + 2] * rz;
      const across = fields[f + 3] * ry + fields[f + 4] * rz;
      out[3 * i + c] += part * (along * rx + (across * ry + fields[f + 5] * rz * rz));
    }
  }
}

/**
 * What regions do to their points. A region resists the strain of the quadratic motion u = F r + h ψ that fits its
 * points best, in its own axes R, and pulls them towards that motion:
 *
 *   energy = ½ σ(ε) : ε + ½ Σ T_kl σ(∂_k ε) : ∂_l ε + ½ ρ Σ w |x − fit|²
 *
 * acts[0..12) is its linear part (`matchTransforms`), shape [n, stride], bends its quadratic part, shape [n, 18], row by
 * row. R turns with F, and what that does to the energy is part of the pull: momentum and spin are kept. energy has
 * shape [n, 2]: that of the strains, and Σ w |fit − centre|², both over `pull`.
 */
export function bendRegions(
  acts: F64s,
  bends: F64s,
  energy: F64s,
  moments: F64s,
  sums: F64s,
  R: F64s,
  F: F64s,
  A: F64s,
  centre: F64s,
  restCentre: F64s,
  bend: F64s,
  pull: F64s,
  n: i32,
  sumStride: i32,
  stride: i32,
): void {
  for (let r = 0; r < n; r++) {
    const b = BEND * r;
    fitBend(moments, 18 * r, sums, sumStride * r, R, 9 * r, bend, b);
    strainSlopes(bend, b);
    slopeStress(bend, b);
    const strained = linearStress(R, F, 9 * r, bend, b);
    keepSpin();
    let fitted: f64 = 0;
    let bent: f64 = 0;
    for (let k = 0; k < 9; k++) fitted += F[9 * r + k] * A[9 * r + k];
    for (let k = 0; k < 18; k++) {
      fitted += work[k] * work[18 + k];
      bent += work[18 + k] * work[54 + k];
    }
    energy[2 * r] = 0.5 * (strained + bent);
    energy[2 * r + 1] = fitted;
    const rigid = bend[b + 87];
    const p = pull[r];
    const o = stride * r;
    for (let c = 0; c < 3; c++) {
      const R0 = R[9 * r + 3 * c];
      const R1 = R[9 * r + 3 * c + 1];
      const R2 = R[9 * r + 3 * c + 2];
      const s0 = R0 * work[72] + R1 * work[75] + R2 * work[78];
      const s1 = R0 * work[73] + R1 * work[76] + R2 * work[79];
      const s2 = R0 * work[74] + R1 * work[77] + R2 * work[80];
      const f = 9 * r + 3 * c;
      let f0 = rigid * F[f] - (s0 * bend[b] + s1 * bend[b + 3] + s2 * bend[b + 6]);
      let f1 = rigid * F[f + 1] - (s0 * bend[b + 1] + s1 * bend[b + 4] + s2 * bend[b + 7]);
      let f2 = rigid * F[f + 2] - (s0 * bend[b + 2] + s1 * bend[b + 5] + s2 * bend[b + 8]);
      const q = 3 * r;
      let by =
        rigid * centre[q + c] -
        (f0 * restCentre[q] + f1 * restCentre[q + 1] + f2 * restCentre[q + 2]);
      for (let k = 0; k < 6; k++) {
        const h =
          R0 * (rigid * work[18 + k] - work[36 + k]) + R1 * (rigid * work[24 + k] - work[42 + k]);
        const C = h + R2 * (rigid * work[30 + k] - work[48 + k]);
        bends[18 * r + 6 * c + k] = p * C;
        f0 += C * bend[b + 9 + k];
        f1 += C * bend[b + 15 + k];
        f2 += C * bend[b + 21 + k];
        by += C * bend[b + 27 + k];
      }
      acts[o + c] = p * f0;
      acts[o + 3 + c] = p * f1;
      acts[o + 6 + c] = p * f2;
      acts[o + 9 + c] = p * by;
    }
  }
}

/** work[0..18) = Σ w x ψ in the axes of the region, work[18..36) = h, the quadratic motion that fits best. */
function fitBend(
  moments: F64s,
  m: i32,
  sums: F64s,
  s: i32,
  R: F64s,
  a: i32,
  bend: F64s,
  b: i32,
): void {
  for (let k = 0; k < 6; k++) {
    const l0 = bend[b + 9 + k];
    const l1 = bend[b + 15 + k];
    const l2 = bend[b + 21 + k];
    const l3 = bend[b + 27 + k];
    const x =
      moments[m + k] + (sums[s + 3] * l0 + sums[s + 4] * l1 + sums[s + 5] * l2) + sums[s] * l3;
    const y =
      moments[m + 6 + k] +
      (sums[s + 6] * l0 + sums[s + 7] * l1 + sums[s + 8] * l2) +
      sums[s + 1] * l3;
    const z =
      moments[m + 12 + k] +
      (sums[s + 9] * l0 + sums[s + 10] * l1 + sums[s + 11] * l2) +
      sums[s + 2] * l3;
    work[k] = R[a] * x + R[a + 3] * y + R[a + 6] * z;
    work[6 + k] = R[a + 1] * x + R[a + 4] * y + R[a + 7] * z;
    work[12 + k] = R[a + 2] * x + R[a + 5] * y + R[a + 8] * z;
  }
  for (let c = 0; c < 18; c += 6) {
    timesInverse(18 + c, c, bend, b);
  }
}

/** work[o..o+6) = work[i..i+6) times the inverse of Σ w ψ ψᵀ. */
function timesInverse(o: i32, i: i32, bend: F64s, b: i32): void {
  for (let k = 0; k < 6; k++) {
    const d = b + 33 + 6 * k;
    const front = work[i] * bend[d] + work[i + 1] * bend[d + 1] + work[i + 2] * bend[d + 2];
    work[o + k] =
      front + (work[i + 3] * bend[d + 3] + work[i + 4] * bend[d + 4] + work[i + 5] * bend[d + 5]);
  }
}

/** work[36..54) = ∂_k ε of the motion h as xx xy xz yy yz zz, weighted, for k = x, y, z. */
function strainSlopes(bend: F64s, b: i32): void {
  const s = b + 75;
  work[36] = 2 * ALONG * work[18];
  work[37] = bend[s] * (0.5 * work[19] + work[24]);
  work[38] = bend[s + 1] * (0.5 * work[20] + work[30]);
  work[39] = work[25];
  work[40] = bend[s + 2] * 0.5 * (work[26] + work[31]);
  work[41] = work[32];
  work[42] = work[19];
  work[43] = bend[s + 3] * (work[21] + 0.5 * work[25]);
  work[44] = bend[s + 4] * 0.5 * (work[22] + work[31]);
  work[45] = 2 * ALONG * work[27];
  work[46] = bend[s + 5] * (0.5 * work[28] + work[33]);
  work[47] = work[34];
  work[48] = work[20];
  work[49] = bend[s + 6] * 0.5 * (work[22] + work[26]);
  work[50] = bend[s + 7] * (work[23] + 0.5 * work[32]);
  work[51] = work[28];
  work[52] = bend[s + 8] * (work[29] + 0.5 * work[34]);
  work[53] = 2 * ALONG * work[35];
}

/** From the slopes to the slope of the energy: along h work[54..72), along Σ w x ψ work[36..54). */
function slopeStress(bend: F64s, b: i32): void {
  const t = b + 69;
  const shear = bend[b + 90];
  const volume = bend[b + 91];
  const gx = bend[b + 84] * (work[36] + work[39] + work[41]);
  const gy = bend[b + 85] * (work[42] + work[45] + work[47]);
  const gz = bend[b + 86] * (work[48] + work[51] + work[53]);
  for (let k = 0; k < 3; k++) {
    const tx = k === 0 ? bend[t] : bend[t + k];
    const ty = k === 0 ? bend[t + 1] : k === 1 ? bend[t + 3] : bend[t + 4];
    const tz = k === 0 ? bend[t + 2] : k === 1 ? bend[t + 4] : bend[t + 5];
    const grown = volume * bend[b + 84 + k] * (tx * gx + ty * gy + tz * gz);
    const o = 72 + 6 * k;
    for (let c = 0; c < 6; c++)
      work[o + c] = shear * (tx * work[36 + c] + ty * work[42 + c] + tz * work[48 + c]);
    work[o] += grown;
    work[o + 3] += grown;
    work[o + 5] += grown;
    work[o + 1] *= bend[b + 75 + 3 * k];
    work[o + 2] *= bend[b + 76 + 3 * k];
    work[o + 4] *= bend[b + 77 + 3 * k];
  }
  work[54] = 2 * ALONG * work[72];
  work[55] = work[78] + work[73];
  work[56] = work[84] + work[74];
  work[57] = 2 * work[79];
  work[58] = work[80] + work[85];
  work[59] = 2 * work[86];
  work[60] = 2 * work[73];
  work[61] = work[75] + work[79];
  work[62] = work[76] + work[85];
  work[63] = 2 * ALONG * work[81];
  work[64] = work[87] + work[82];
  work[65] = 2 * work[88];
  work[66] = 2 * work[74];
  work[67] = work[76] + work[80];
  work[68] = work[77] + work[86];
  work[69] = 2 * work[82];
  work[70] = work[83] + work[88];
  work[71] = 2 * ALONG * work[89];
  for (let c = 0; c < 18; c += 6) timesInverse(36 + c, 54 + c, bend, b);
}

/** work[72..81) = stress of the strain sym(RᵀF) − 1, work[81..87) = sym(RᵀF). Returns σ : ε. */
function linearStress(R: F64s, F: F64s, a: i32, bend: F64s, b: i32): f64 {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      work[72 + 3 * i + j] =
        R[a + i] * F[a + j] + R[a + 3 + i] * F[a + 3 + j] + R[a + 6 + i] * F[a + 6 + j];
    }
  }
  work[81] = work[72];
  work[82] = 0.5 * (work[73] + work[75]);
  work[83] = 0.5 * (work[74] + work[78]);
  work[84] = work[76];
  work[85] = 0.5 * (work[77] + work[79]);
  work[86] = work[80];
  const e0 = work[81] - bend[b + 92];
  const e1 = work[82] - bend[b + 93];
  const e2 = work[83] - bend[b + 94];
  const e3 = work[84] - bend[b + 95];
  const e4 = work[85] - bend[b + 96];
  const e5 = work[86] - bend[b + 97];
  const shear = bend[b + 88];
  const grown = bend[b + 89] * (e0 + e3 + e5);
  work[72] = shear * e0 + grown * bend[b + 92];
  work[73] = shear * e1 + grown * bend[b + 93];
  work[74] = shear * e2 + grown * bend[b + 94];
  work[75] = work[73];
  work[76] = shear * e3 + grown * bend[b + 95];
  work[77] = shear * e4 + grown * bend[b + 96];
  work[78] = work[74];
  work[79] = work[77];
  work[80] = shear * e5 + grown * bend[b + 97];
  const diagonal = work[72] * e0 + work[76] * e3 + work[80] * e5;
  return diagonal + 2 * (work[73] * e1 + work[74] * e2 + work[77] * e4);
}

/** The energy of bending changes as R turns with F: adds that to the stress. Without a clear R there is no bending. */
function keepSpin(): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let k = 0; k < 6; k++) {
    x += work[6 + k] * work[48 + k] - work[12 + k] * work[42 + k];
    y += work[12 + k] * work[36 + k] - work[k] * work[48 + k];
    z += work[k] * work[42 + k] - work[6 + k] * work[36 + k];
  }
  const g00 = work[84] + work[86];
  const g11 = work[81] + work[86];
  const g22 = work[81] + work[84];
  const l10 = g00 > 0 ? -work[82] / g00 : 0;
  const l20 = g00 > 0 ? -work[83] / g00 : 0;
  const d1 = g11 + work[82] * l10;
  const g21 = -work[85] + work[83] * l10;
  const l21 = d1 > 0 ? g21 / d1 : 0;
  const d2 = g22 + work[83] * l20 - g21 * l21;
  if (g00 < LEAST_PIVOT || d1 < LEAST_PIVOT || d2 < LEAST_PIVOT) {
    for (let k = 36; k < 72; k++) work[k] = 0;
    return;
  }
  const y1 = y - l10 * x;
  const z1 = z - l20 * x - l21 * y1;
  const wz = z1 / d2;
  const wy = y1 / d1 - l21 * wz;
  const wx = x / g00 - l10 * wy - l20 * wz;
  work[73] += wz;
  work[74] -= wy;
  work[75] -= wz;
  work[77] += wx;
  work[78] += wy;
  work[79] -= wx;
}
