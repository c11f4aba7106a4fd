import { add, first, mul, pair, second, splat, sub, sum3 } from '../../../kernels/lanes.as';

const SINGULAR: f64 = 1e-12;

// Two points at a time, one per lane; an odd last one goes through both lanes and is counted once.
export function elastonStress(
  P: usize, F: usize, R: usize, volumeMu: usize, volumeLambda: usize, n: i32, order: i32,
): f64 {
  let sum = splat(0);
  for (let e: i32 = 0; e < n; e += 2) {
    const whole = e + 1 < n;
    const next: usize = whole ? 1 : 0;
    const at = <usize>e;
    const m = volumeMu + (at << 3);
    const l = volumeLambda + (at << 3);
    const energy = stressPair(
      P + at * 288, F + at * 288, R + at * 72, next * 288, next * 72,
      across(m, next << 3), across(l, next << 3), order);
    sum = add(sum, whole ? energy : f64x2.replace_lane(energy, 1, 0));
  }
  return first(sum) + second(sum);
}

// The other lane's arrays begin `far` (P, F) and `near` (R) bytes on.
function stressPair(
  P: usize, F: usize, R: usize, far: usize, near: usize, mu: v128, lambda: v128, order: i32,
): v128 {
  const r00 = across(R, near);
  const r01 = across(R + 8, near);
  const r02 = across(R + 16, near);
  const r10 = across(R + 24, near);
  const r11 = across(R + 32, near);
  const r12 = across(R + 40, near);
  const r20 = across(R + 48, near);
  const r21 = across(R + 56, near);
  const r22 = across(R + 64, near);
  const half = splat(0.5);
  const minusHalf = splat(-0.5);
  const two = splat(2);
  const twice = mul(two, mu);
  const halfLambda = mul(half, lambda);
  const f00 = across(F, far);
  const f01 = across(F + 8, far);
  const f02 = across(F + 16, far);
  const f10 = across(F + 24, far);
  const f11 = across(F + 32, far);
  const f12 = across(F + 40, far);
  const f20 = across(F + 48, far);
  const f21 = across(F + 56, far);
  const f22 = across(F + 64, far);
  const s00 = sum3(r00, f00, r10, f10, r20, f20);
  const s11 = sum3(r01, f01, r11, f11, r21, f21);
  const s22 = sum3(r02, f02, r12, f12, r22, f22);
  const t = add(add(s00, s11), s22);
  const stretch = sub(t, splat(3));
  const pressure = mul(lambda, stretch);
  const d00 = sub(f00, r00);
  const d01 = sub(f01, r01);
  const d02 = sub(f02, r02);
  const d10 = sub(f10, r10);
  const d11 = sub(f11, r11);
  const d12 = sub(f12, r12);
  const d20 = sub(f20, r20);
  const d21 = sub(f21, r21);
  const d22 = sub(f22, r22);
  let square = sum3(d00, d00, d01, d01, d02, d02);
  square = add(add(add(square, mul(d10, d10)), mul(d11, d11)), mul(d12, d12));
  square = add(add(add(square, mul(d20, d20)), mul(d21, d21)), mul(d22, d22));
  let energy = add(mul(mu, square), mul(halfLambda, mul(stretch, stretch)));
  const p00 = add(mul(twice, d00), mul(pressure, r00));
  const p01 = add(mul(twice, d01), mul(pressure, r01));
  const p02 = add(mul(twice, d02), mul(pressure, r02));
  const p10 = add(mul(twice, d10), mul(pressure, r10));
  const p11 = add(mul(twice, d11), mul(pressure, r11));
  const p12 = add(mul(twice, d12), mul(pressure, r12));
  const p20 = add(mul(twice, d20), mul(pressure, r20));
  const p21 = add(mul(twice, d21), mul(pressure, r21));
  const p22 = add(mul(twice, d22), mul(pressure, r22));
  if (order <= 0) {
    write(P, far, p00);
    write(P + 8, far, p01);
    write(P + 16, far, p02);
    write(P + 24, far, p10);
    write(P + 32, far, p11);
    write(P + 40, far, p12);
    write(P + 48, far, p20);
    write(P + 56, far, p21);
    write(P + 64, far, p22);
    return energy;
  }
  let y0 = splat(0);
  let y1 = splat(0);
  let y2 = splat(0);
  for (let a: usize = 72; a < 288; a += 72) {
    const q = F + a;
    const a00 = across(q, far);
    const a01 = across(q + 8, far);
    const a02 = across(q + 16, far);
    const a10 = across(q + 24, far);
    const a11 = across(q + 32, far);
    const a12 = across(q + 40, far);
    const a20 = across(q + 48, far);
    const a21 = across(q + 56, far);
    const a22 = across(q + 64, far);
    const g00 = sum3(r00, a00, r10, a10, r20, a20);
    const g01 = sum3(r00, a01, r10, a11, r20, a21);
    const g02 = sum3(r00, a02, r10, a12, r20, a22);
    const g10 = sum3(r01, a00, r11, a10, r21, a20);
    const g11 = sum3(r01, a01, r11, a11, r21, a21);
    const g12 = sum3(r01, a02, r11, a12, r21, a22);
    const g20 = sum3(r02, a00, r12, a10, r22, a20);
    const g21 = sum3(r02, a01, r12, a11, r22, a21);
    const g22 = sum3(r02, a02, r12, a12, r22, a22);
    const e01 = mul(half, add(g01, g10));
    const e02 = mul(half, add(g02, g20));
    const e12 = mul(half, add(g12, g21));
    const trace = add(add(g00, g11), g22);
    const squares = add(
      sum3(g00, g00, g11, g11, g22, g22), mul(two, sum3(e01, e01, e02, e02, e12, e12)));
    energy = add(energy, add(mul(mu, squares), mul(halfLambda, mul(trace, trace))));
    const push = mul(lambda, trace);
    const c00 = add(mul(twice, g00), push);
    const c11 = add(mul(twice, g11), push);
    const c22 = add(mul(twice, g22), push);
    const c01 = mul(twice, e01);
    const c02 = mul(twice, e02);
    const c12 = mul(twice, e12);
    const p = P + a;
    write(p, far, sum3(r00, c00, r01, c01, r02, c02));
    write(p + 8, far, sum3(r00, c01, r01, c11, r02, c12));
    write(p + 16, far, sum3(r00, c02, r01, c12, r02, c22));
    write(p + 24, far, sum3(r10, c00, r11, c01, r12, c02));
    write(p + 32, far, sum3(r10, c01, r11, c11, r12, c12));
    write(p + 40, far, sum3(r10, c02, r11, c12, r12, c22));
    write(p + 48, far, sum3(r20, c00, r21, c01, r22, c02));
    write(p + 56, far, sum3(r20, c01, r21, c11, r22, c12));
    write(p + 64, far, sum3(r20, c02, r21, c12, r22, c22));
    y0 = add(y0, sub(sum3(g10, c02, g11, c12, g12, c22), sum3(g20, c01, g21, c11, g22, c12)));
    y1 = add(y1, sub(sum3(g20, c00, g21, c01, g22, c02), sum3(g00, c02, g01, c12, g02, c22)));
    y2 = add(y2, sub(sum3(g00, c01, g01, c11, g02, c12), sum3(g10, c00, g11, c01, g12, c02)));
  }
  const s01 = sum3(r00, f01, r10, f11, r20, f21);
  const s02 = sum3(r00, f02, r10, f12, r20, f22);
  const s10 = sum3(r01, f00, r11, f10, r21, f20);
  const s12 = sum3(r01, f02, r11, f12, r21, f22);
  const s20 = sum3(r02, f00, r12, f10, r22, f20);
  const s21 = sum3(r02, f01, r12, f11, r22, f21);
  const xx = sub(t, s00);
  const yy = sub(t, s11);
  const zz = sub(t, s22);
  const xy = mul(minusHalf, add(s01, s10));
  const xz = mul(minusHalf, add(s02, s20));
  const yz = mul(minusHalf, add(s12, s21));
  const k00 = sub(mul(yy, zz), mul(yz, yz));
  const k01 = sub(mul(xz, yz), mul(xy, zz));
  const k02 = sub(mul(xy, yz), mul(xz, yy));
  const k11 = sub(mul(xx, zz), mul(xz, xz));
  const k12 = sub(mul(xy, xz), mul(xx, yz));
  const k22 = sub(mul(xx, yy), mul(xy, xy));
  const det = sum3(xx, k00, xy, k01, xz, k02);
  const size = add(add(f64x2.abs(xx), f64x2.abs(yy)), f64x2.abs(zz));
  const firm = f64x2.gt(f64x2.abs(det), mul(splat(SINGULAR), mul(mul(size, size), size)));
  const x = v128.and(firm, f64x2.div(sum3(k00, y0, k01, y1, k02, y2), det));
  const y = v128.and(firm, f64x2.div(sum3(k01, y0, k11, y1, k12, y2), det));
  const z = v128.and(firm, f64x2.div(sum3(k02, y0, k12, y1, k22, y2), det));
  write(P, far, sub(p00, sub(mul(r01, z), mul(r02, y))));
  write(P + 8, far, sub(p01, sub(mul(r02, x), mul(r00, z))));
  write(P + 16, far, sub(p02, sub(mul(r00, y), mul(r01, x))));
  write(P + 24, far, sub(p10, sub(mul(r11, z), mul(r12, y))));
  write(P + 32, far, sub(p11, sub(mul(r12, x), mul(r10, z))));
  write(P + 40, far, sub(p12, sub(mul(r10, y), mul(r11, x))));
  write(P + 48, far, sub(p20, sub(mul(r21, z), mul(r22, y))));
  write(P + 56, far, sub(p21, sub(mul(r22, x), mul(r20, z))));
  write(P + 64, far, sub(p22, sub(mul(r20, y), mul(r21, x))));
  return energy;
}

export function elastonRates(
  P: usize, G: usize, R: usize, volumeMu: usize, volumeLambda: usize, n: i32, order: i32, keep: f64, scale: f64,
): void {
  const end: usize = order > 0 ? 288 : 72;
  const kept = splat(keep);
  for (let e: i32 = 0; e < n; e += 2) {
    const next: usize = e + 1 < n ? 1 : 0;
    const at = <usize>e;
    const m = volumeMu + (at << 3);
    const l = volumeLambda + (at << 3);
    const mu = mul(splat(scale), across(m, next << 3));
    const lambda = mul(splat(scale), across(l, next << 3));
    const far = next * 288;
    const turn = R + at * 72;
    const near = next * 72;
    const r00 = across(turn, near);
    const r01 = across(turn + 8, near);
    const r02 = across(turn + 16, near);
    const r10 = across(turn + 24, near);
    const r11 = across(turn + 32, near);
    const r12 = across(turn + 40, near);
    const r20 = across(turn + 48, near);
    const r21 = across(turn + 56, near);
    const r22 = across(turn + 64, near);
    for (let a = at * 288; a < at * 288 + end; a += 72) {
      const q = G + a;
      const a00 = across(q, far);
      const a01 = across(q + 8, far);
      const a02 = across(q + 16, far);
      const a10 = across(q + 24, far);
      const a11 = across(q + 32, far);
      const a12 = across(q + 40, far);
      const a20 = across(q + 48, far);
      const a21 = across(q + 56, far);
      const a22 = across(q + 64, far);
      const g00 = sum3(r00, a00, r10, a10, r20, a20);
      const g01 = sum3(r00, a01, r10, a11, r20, a21);
      const g02 = sum3(r00, a02, r10, a12, r20, a22);
      const g10 = sum3(r01, a00, r11, a10, r21, a20);
      const g11 = sum3(r01, a01, r11, a11, r21, a21);
      const g12 = sum3(r01, a02, r11, a12, r21, a22);
      const g20 = sum3(r02, a00, r12, a10, r22, a20);
      const g21 = sum3(r02, a01, r12, a11, r22, a21);
      const g22 = sum3(r02, a02, r12, a12, r22, a22);
      const push = mul(lambda, add(add(g00, g11), g22));
      const c00 = add(mul(mu, add(g00, g00)), push);
      const c11 = add(mul(mu, add(g11, g11)), push);
      const c22 = add(mul(mu, add(g22, g22)), push);
      const c01 = mul(mu, add(g01, g10));
      const c02 = mul(mu, add(g02, g20));
      const c12 = mul(mu, add(g12, g21));
      const p = P + a;
      blend(p, far, kept, sum3(r00, c00, r01, c01, r02, c02));
      blend(p + 8, far, kept, sum3(r00, c01, r01, c11, r02, c12));
      blend(p + 16, far, kept, sum3(r00, c02, r01, c12, r02, c22));
      blend(p + 24, far, kept, sum3(r10, c00, r11, c01, r12, c02));
      blend(p + 32, far, kept, sum3(r10, c01, r11, c11, r12, c12));
      blend(p + 40, far, kept, sum3(r10, c02, r11, c12, r12, c22));
      blend(p + 48, far, kept, sum3(r20, c00, r21, c01, r22, c02));
      blend(p + 56, far, kept, sum3(r20, c01, r21, c11, r22, c12));
      blend(p + 64, far, kept, sum3(r20, c02, r21, c12, r22, c22));
    }
  }
}

// @ts-ignore: decorator
@inline
function across(p: usize, step: usize): v128 {
  return pair(p, p + step);
}

// @ts-ignore: decorator
@inline
function write(p: usize, step: usize, value: v128): void {
  v128.store64_lane(p, value, 0);
  v128.store64_lane(p + step, value, 1);
}

// @ts-ignore: decorator
@inline
function blend(p: usize, step: usize, keep: v128, value: v128): void {
  write(p, step, add(mul(keep, across(p, step)), value));
}
