import { add, first, firsts, mul, pair, second, seconds, splat, sub, sum3 } from '../../kernels/lanes.as';

// @ts-ignore: decorator
@inline
function node(x: usize, tets: usize, a: usize): usize {
  return x + <usize>load<i32>(tets + (a << 2)) * 24;
}

// F in the order of its memory, two places at a time: (00, 01) (02, 10) (11, 12) (20, 21) 22.
export function tetGradients(F: usize, x: usize, tets: usize, gradients: usize, n: i32): void {
  for (let e: i32 = 0; e < n; e++) {
    const p0 = node(x, tets, 0);
    const o01 = v128.load(p0);
    const o2 = load<f64>(p0, 16);
    let fa = splat(0);
    let fb = splat(0);
    let fc = splat(0);
    let fd = splat(0);
    let f22: f64 = 0;
    for (let a: usize = 1; a < 4; a++) {
      const p = node(x, tets, a);
      const g = gradients + a * 24;
      const d01 = sub(v128.load(p), o01);
      const d2 = load<f64>(p, 16) - o2;
      const g01 = v128.load(g);
      const g12 = v128.load(g, 8);
      const g20 = v128.shuffle<f64>(g12, g01, 1, 2);
      const ta = mul(firsts(d01, d01), g01);
      const tb = mul(d01, g20);
      const tc = mul(seconds(d01, d01), g12);
      const td = mul(splat(d2), g01);
      const t22 = d2 * load<f64>(g, 16);
      // The first term is taken as it is: adding it to zero would lose the sign of −0.
      if (a == 1) {
        fa = ta;
        fb = tb;
        fc = tc;
        fd = td;
        f22 = t22;
      } else {
        fa = add(fa, ta);
        fb = add(fb, tb);
        fc = add(fc, tc);
        fd = add(fd, td);
        f22 += t22;
      }
    }
    v128.store(F, fa);
    v128.store(F, fb, 16);
    v128.store(F, fc, 32);
    v128.store(F, fd, 48);
    store<f64>(F, f22, 64);
    F += 72;
    tets += 16;
    gradients += 96;
  }
}

// Two tets at a time, one per lane. An odd last one goes through both lanes and is scattered once.
export function tetForces(
  f: usize, tets: usize, gradients: usize, R: usize, F: usize, volumeMu: usize, volumeLambda: usize, n: i32,
): f64 {
  let sum = splat(0);
  for (let e: i32 = 0; e < n; e += 2) {
    const both = e + 1 < n;
    const next: usize = both ? 1 : 0;
    const o = <usize>e * 72;
    const rp = R + o;
    const rq = rp + next * 72;
    const fp = F + o;
    const fq = fp + next * 72;
    const r00 = pair(rp, rq);
    const r01 = pair(rp + 8, rq + 8);
    const r02 = pair(rp + 16, rq + 16);
    const r10 = pair(rp + 24, rq + 24);
    const r11 = pair(rp + 32, rq + 32);
    const r12 = pair(rp + 40, rq + 40);
    const r20 = pair(rp + 48, rq + 48);
    const r21 = pair(rp + 56, rq + 56);
    const r22 = pair(rp + 64, rq + 64);
    const f00 = pair(fp, fq);
    const f01 = pair(fp + 8, fq + 8);
    const f02 = pair(fp + 16, fq + 16);
    const f10 = pair(fp + 24, fq + 24);
    const f11 = pair(fp + 32, fq + 32);
    const f12 = pair(fp + 40, fq + 40);
    const f20 = pair(fp + 48, fq + 48);
    const f21 = pair(fp + 56, fq + 56);
    const f22 = pair(fp + 64, fq + 64);
    const zero = splat(0);
    const one = splat(1);
    const half = splat(0.5);
    const e00 = sub(sum3(r00, f00, r10, f10, r20, f20), one);
    const e11 = sub(sum3(r01, f01, r11, f11, r21, f21), one);
    const e22 = sub(sum3(r02, f02, r12, f12, r22, f22), one);
    const e01 = mul(half, add(sum3(r00, f01, r10, f11, r20, f21), sum3(r01, f00, r11, f10, r21, f20)));
    const e02 = mul(half, add(sum3(r00, f02, r10, f12, r20, f22), sum3(r02, f00, r12, f10, r22, f20)));
    const e12 = mul(half, add(sum3(r01, f02, r11, f12, r21, f22), sum3(r02, f01, r12, f11, r22, f21)));
    const mp = volumeMu + (<usize>e << 3);
    const lp = volumeLambda + (<usize>e << 3);
    const mu = pair(mp, mp + (next << 3));
    const lambda = pair(lp, lp + (next << 3));
    const trace = add(add(e00, e11), e22);
    const squares = add(
      sum3(e00, e00, e11, e11, e22, e22), mul(splat(2), sum3(e01, e01, e02, e02, e12, e12)));
    let energy = add(mul(mu, squares), mul(mul(half, lambda), mul(trace, trace)));
    if (!both) energy = f64x2.replace_lane(energy, 1, 0);
    sum = add(sum, energy);
    const twice = mul(splat(-2), mu);
    const pressure = mul(f64x2.neg(lambda), trace);
    const s00 = add(mul(twice, e00), pressure);
    const s11 = add(mul(twice, e11), pressure);
    const s22 = add(mul(twice, e22), pressure);
    const s01 = mul(twice, e01);
    const s02 = mul(twice, e02);
    const s12 = mul(twice, e12);
    const p00 = sum3(r00, s00, r01, s01, r02, s02);
    const p01 = sum3(r00, s01, r01, s11, r02, s12);
    const p02 = sum3(r00, s02, r01, s12, r02, s22);
    const p10 = sum3(r10, s00, r11, s01, r12, s02);
    const p11 = sum3(r10, s01, r11, s11, r12, s12);
    const p12 = sum3(r10, s02, r11, s12, r12, s22);
    const p20 = sum3(r20, s00, r21, s01, r22, s02);
    const p21 = sum3(r20, s01, r21, s11, r22, s12);
    const p22 = sum3(r20, s02, r21, s12, r22, s22);
    const gp = gradients + <usize>e * 96;
    const gq = gp + next * 96;
    const g10 = pair(gp + 24, gq + 24);
    const g11 = pair(gp + 32, gq + 32);
    const g12 = pair(gp + 40, gq + 40);
    const g20 = pair(gp + 48, gq + 48);
    const g21 = pair(gp + 56, gq + 56);
    const g22 = pair(gp + 64, gq + 64);
    const g30 = pair(gp + 72, gq + 72);
    const g31 = pair(gp + 80, gq + 80);
    const g32 = pair(gp + 88, gq + 88);
    const k10 = sum3(p00, g10, p01, g11, p02, g12);
    const k11 = sum3(p10, g10, p11, g11, p12, g12);
    const k12 = sum3(p20, g10, p21, g11, p22, g12);
    const k20 = sum3(p00, g20, p01, g21, p02, g22);
    const k21 = sum3(p10, g20, p11, g21, p12, g22);
    const k22 = sum3(p20, g20, p21, g21, p22, g22);
    const k30 = sum3(p00, g30, p01, g31, p02, g32);
    const k31 = sum3(p10, g30, p11, g31, p12, g32);
    const k32 = sum3(p20, g30, p21, g31, p22, g32);
    const k00 = add(add(add(zero, k10), k20), k30);
    const k01 = add(add(add(zero, k11), k21), k31);
    const k02 = add(add(add(zero, k12), k22), k32);
    const tp = tets + (<usize>e << 4);
    scatter(node(f, tp, 1), firsts(k10, k11), first(k12));
    scatter(node(f, tp, 2), firsts(k20, k21), first(k22));
    scatter(node(f, tp, 3), firsts(k30, k31), first(k32));
    unscatter(node(f, tp, 0), firsts(k00, k01), first(k02));
    if (both) {
      const tq = tp + 16;
      scatter(node(f, tq, 1), seconds(k10, k11), second(k12));
      scatter(node(f, tq, 2), seconds(k20, k21), second(k22));
      scatter(node(f, tq, 3), seconds(k30, k31), second(k32));
      unscatter(node(f, tq, 0), seconds(k00, k01), second(k02));
    }
  }
  return first(sum) + second(sum);
}

// @ts-ignore: decorator
@inline
function scatter(p: usize, xy: v128, z: f64): void {
  v128.store(p, add(v128.load(p), xy));
  store<f64>(p, load<f64>(p, 16) + z, 16);
}

// @ts-ignore: decorator
@inline
function unscatter(p: usize, xy: v128, z: f64): void {
  v128.store(p, sub(v128.load(p), xy));
  store<f64>(p, load<f64>(p, 16) - z, 16);
}
