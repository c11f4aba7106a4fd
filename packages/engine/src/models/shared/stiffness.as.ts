import { add, firsts, mul, seconds, splat, sum3 } from '../../kernels/lanes.as';

export function tetStiffness(
  values: usize, slots: usize, gradients: usize, R: usize, volumeMu: usize, volumeLambda: usize, n: i32,
): void {
  for (let e: i32 = 0; e < n; e++) {
    // Columns of the rotation: rows 0 and 1 in a register, row 2 apart.
    const row0 = v128.load(R);
    const row1 = v128.load(R, 24);
    const c0 = firsts(row0, row1);
    const c1 = seconds(row0, row1);
    const c2 = v128.load64_lane(R + 40, v128.load64_zero(R, 16), 1);
    const r20 = load<f64>(R, 48);
    const r21 = load<f64>(R, 56);
    const r22 = load<f64>(R, 64);
    const a0 = turned(c0, c1, c2, gradients);
    const a1 = turned(c0, c1, c2, gradients + 24);
    const a2 = turned(c0, c1, c2, gradients + 48);
    const a3 = turned(c0, c1, c2, gradients + 72);
    const z0 = along(r20, r21, r22, gradients);
    const z1 = along(r20, r21, r22, gradients + 24);
    const z2 = along(r20, r21, r22, gradients + 48);
    const z3 = along(r20, r21, r22, gradients + 72);
    const mu = load<f64>(volumeMu);
    const lambda = load<f64>(volumeLambda);
    const g0 = gradients;
    const g1 = gradients + 24;
    const g2 = gradients + 48;
    const g3 = gradients + 72;
    addDiagonal(values, slots, a0, z0, mu, lambda, product(g0, g0));
    addPair(values, slots + 4, slots + 16, a0, z0, a1, z1, mu, lambda, product(g0, g1));
    addPair(values, slots + 8, slots + 32, a0, z0, a2, z2, mu, lambda, product(g0, g2));
    addPair(values, slots + 12, slots + 48, a0, z0, a3, z3, mu, lambda, product(g0, g3));
    addDiagonal(values, slots + 20, a1, z1, mu, lambda, product(g1, g1));
    addPair(values, slots + 24, slots + 36, a1, z1, a2, z2, mu, lambda, product(g1, g2));
    addPair(values, slots + 28, slots + 52, a1, z1, a3, z3, mu, lambda, product(g1, g3));
    addDiagonal(values, slots + 40, a2, z2, mu, lambda, product(g2, g2));
    addPair(values, slots + 44, slots + 56, a2, z2, a3, z3, mu, lambda, product(g2, g3));
    addDiagonal(values, slots + 60, a3, z3, mu, lambda, product(g3, g3));
    slots += 64;
    gradients += 96;
    R += 72;
    volumeMu += 8;
    volumeLambda += 8;
  }
}

// @ts-ignore: decorator
@inline
function turned(c0: v128, c1: v128, c2: v128, g: usize): v128 {
  return sum3(c0, v128.load64_splat(g), c1, v128.load64_splat(g, 8), c2, v128.load64_splat(g, 16));
}

// @ts-ignore: decorator
@inline
function along(r0: f64, r1: f64, r2: f64, g: usize): f64 {
  return r0 * load<f64>(g) + r1 * load<f64>(g, 8) + r2 * load<f64>(g, 16);
}

// @ts-ignore: decorator
@inline
function product(g: usize, h: usize): f64 {
  return load<f64>(g) * load<f64>(h) + load<f64>(g, 8) * load<f64>(h, 8) + load<f64>(g, 16) * load<f64>(h, 16);
}

// @ts-ignore: decorator
@inline
function block(values: usize, slot: usize): usize {
  return values + <usize>load<i32>(slot) * 72;
}

// @ts-ignore: decorator
@inline
function accumulate(p: usize, ka: v128, kb: v128, kc: v128, kd: v128, k22: f64): void {
  v128.store(p, add(v128.load(p), ka));
  v128.store(p, add(v128.load(p, 16), kb), 16);
  v128.store(p, add(v128.load(p, 32), kc), 32);
  v128.store(p, add(v128.load(p, 48), kd), 48);
  store<f64>(p, load<f64>(p, 64) + k22, 64);
}

// k_ij = λ a_i b_j + μ a_j b_i, plus d on the diagonal, as (00, 01) (02, 10) (11, 12) (20, 21) 22. Where there is no d,
// −0 is added, which changes no bit.
// @ts-ignore: decorator
@inline
function addPair(
  values: usize, slotAB: usize, slotBA: usize, a01: v128, a2: f64, b01: v128, b2: f64, mu: f64, lambda: f64, dot: f64,
): void {
  const d = mu * dot;
  const l01 = mul(splat(lambda), a01);
  const l2 = lambda * a2;
  const m01 = mul(splat(mu), a01);
  const m2 = mu * a2;
  const l00 = firsts(l01, l01);
  const l11 = seconds(l01, l01);
  const m00 = firsts(m01, m01);
  const m11 = seconds(m01, m01);
  const b00 = firsts(b01, b01);
  const b11 = seconds(b01, b01);
  const bz = splat(b2);
  const b20 = firsts(bz, b01);
  const b12 = seconds(b01, bz);
  const m20 = firsts(splat(m2), m01);
  const m12 = seconds(m01, splat(m2));
  const left = f64x2.replace_lane(splat(-0.0), 0, d);
  const k22 = l2 * b2 + m2 * b2 + d;
  accumulate(
    block(values, slotAB),
    add(add(mul(l00, b01), mul(m01, b00)), left),
    add(mul(l01, b20), mul(m20, b01)),
    add(add(mul(l11, b12), mul(m12, b11)), left),
    add(mul(splat(l2), b01), mul(m01, bz)),
    k22);
  const l20 = firsts(splat(l2), l01);
  const l12 = seconds(l01, splat(l2));
  accumulate(
    block(values, slotBA),
    add(add(mul(l01, b00), mul(m00, b01)), left),
    add(mul(l20, b01), mul(m01, b20)),
    add(add(mul(l12, b11), mul(m11, b12)), left),
    add(mul(l01, bz), mul(splat(m2), b01)),
    k22);
}

// @ts-ignore: decorator
@inline
function addDiagonal(values: usize, slot: usize, a01: v128, a2: f64, mu: f64, lambda: f64, dot: f64): void {
  const both = lambda + mu;
  const s01 = mul(splat(both), a01);
  const s00 = firsts(s01, s01);
  const s11 = seconds(s01, s01);
  const az = splat(a2);
  const d = mu * dot;
  const left = f64x2.replace_lane(splat(-0.0), 0, d);
  accumulate(
    block(values, slot),
    add(mul(s00, a01), left),
    mul(s00, seconds(az, a01)),
    add(mul(s11, seconds(a01, az)), left),
    mul(s01, az),
    both * a2 * a2 + d);
}
