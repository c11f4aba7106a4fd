import { add, firsts, mul, pair, seconds, splat, sub, sum3 } from '../../kernels/lanes.as';

// Lanes are two corners, or two integration points, of one element. Places in `work` are those of the reference.
// @ts-ignore: decorator
@inline
const POINTS: usize = 288;
// @ts-ignore: decorator
@inline
const STRAINS: usize = 576;
// @ts-ignore: decorator
@inline
const GIVEN: usize = 768;

// @ts-ignore: decorator
@inline
function vertex(x: usize, table: usize, k: usize, i: usize): usize {
  return x + <usize>load<i32>(table + ((4 * k + i) << 2)) * 24;
}

export function quadraticGradients(
  F: usize, x: usize, table: usize, gradients: usize, points: usize, work: usize, n: i32,
): void {
  for (let e: i32 = 0; e < n; e++) {
    cornerGradients(work, x, table, gradients);
    pointGradients(work, points);
    for (let c: usize = 0; c < 9; c++) {
      for (let q: usize = 0; q < 4; q++)
        store<f64>(F + q * 72 + c * 8, load<f64>(work + POINTS + c * 32 + q * 8));
    }
    F += 288;
    table += 64;
    gradients += 96;
    points += 128;
  }
}

export function quadraticForces(
  f: usize, table: usize, gradients: usize, points: usize, R: usize, F: usize,
  mu: usize, lambda: usize, kappa: usize, work: usize, n: i32,
): f64 {
  let sum: f64 = 0;
  for (let e: i32 = 0; e < n; e++) {
    for (let c: usize = 0; c < 9; c++) {
      v128.store(work + POINTS + c * 32, pair(F + c * 8, F + c * 8 + 72));
      v128.store(work + POINTS + c * 32, pair(F + c * 8 + 144, F + c * 8 + 216), 16);
    }
    strains(work, R);
    const s = work + STRAINS;
    for (let c: usize = 0; c < 96; c += 16) v128.store(s + c, sub(v128.load(s + c), splat(1)));
    const m = load<f64>(mu);
    const l = load<f64>(lambda);
    const k = load<f64>(kappa);
    let energy = splat(0);
    for (let q: usize = 0; q < 32; q += 16) {
      const e00 = v128.load(s + q);
      const e11 = v128.load(s + q, 32);
      const e22 = v128.load(s + q, 64);
      const e01 = v128.load(s + q, 96);
      const e02 = v128.load(s + q, 128);
      const e12 = v128.load(s + q, 160);
      const squares = add(
        sum3(e00, e00, e11, e11, e22, e22), mul(splat(2), sum3(e01, e01, e02, e02, e12, e12)));
      const trace = add(add(e00, e11), e22);
      energy = add(energy, add(mul(splat(m), squares), mul(splat(0.5 * l), mul(trace, trace))));
    }
    const theta = meanTrace(work);
    sum += f64x2.extract_lane(energy, 0) + f64x2.extract_lane(energy, 1) + 0.5 * k * (theta * theta);
    stresses(work, R, -m, -l, -k * 0.25 * theta);
    giveBack(f, table, gradients, points, work);
    F += 288;
    R += 288;
    table += 64;
    gradients += 96;
    points += 128;
    mu += 8;
    lambda += 8;
    kappa += 8;
  }
  return sum;
}

export function quadraticMultiply(
  y: usize, x: usize, table: usize, gradients: usize, points: usize, R: usize,
  mu: usize, lambda: usize, kappa: usize, work: usize, scale: f64, n: i32,
): void {
  for (let e: i32 = 0; e < n; e++) {
    cornerGradients(work, x, table, gradients);
    pointGradients(work, points);
    strains(work, R);
    const theta = meanTrace(work);
    stresses(
      work, R, scale * load<f64>(mu), scale * load<f64>(lambda), scale * load<f64>(kappa) * 0.25 * theta);
    giveBack(y, table, gradients, points, work);
    R += 288;
    table += 64;
    gradients += 96;
    points += 128;
    mu += 8;
    lambda += 8;
    kappa += 8;
  }
}

function cornerGradients(work: usize, x: usize, table: usize, gradients: usize): void {
  const origin = vertex(x, table, 0, 0);
  const end1 = vertex(x, table, 1, 1);
  const end2 = vertex(x, table, 2, 2);
  const end3 = vertex(x, table, 3, 3);
  const four = splat(4);
  for (let i: usize = 0; i < 4; i += 2) {
    const a0 = vertex(x, table, 0, i);
    const b0 = vertex(x, table, 0, i + 1);
    const a1 = vertex(x, table, 1, i);
    const b1 = vertex(x, table, 1, i + 1);
    const a2 = vertex(x, table, 2, i);
    const b2 = vertex(x, table, 2, i + 1);
    const a3 = vertex(x, table, 3, i);
    const b3 = vertex(x, table, 3, i + 1);
    for (let r: usize = 0; r < 24; r += 8) {
      const o = v128.load64_splat(origin + r);
      const y0 = mul(four, sub(pair(a0 + r, b0 + r), o));
      const y1 = sub(sub(mul(four, sub(pair(a1 + r, b1 + r), o)), sub(v128.load64_splat(end1 + r), o)), y0);
      const y2 = sub(sub(mul(four, sub(pair(a2 + r, b2 + r), o)), sub(v128.load64_splat(end2 + r), o)), y0);
      const y3 = sub(sub(mul(four, sub(pair(a3 + r, b3 + r), o)), sub(v128.load64_splat(end3 + r), o)), y0);
      const w = work + 12 * r + (i << 3);
      for (let j: usize = 0; j < 24; j += 8) {
        const g = gradients + j;
        v128.store(w + 4 * j, sum3(
          y1, v128.load64_splat(g, 24), y2, v128.load64_splat(g, 48), y3, v128.load64_splat(g, 72)));
      }
    }
  }
}

function pointGradients(work: usize, points: usize): void {
  const l00 = v128.load(points);
  const l02 = v128.load(points, 16);
  const l10 = v128.load(points, 32);
  const l12 = v128.load(points, 48);
  const l20 = v128.load(points, 64);
  const l22 = v128.load(points, 80);
  const l30 = v128.load(points, 96);
  const l32 = v128.load(points, 112);
  for (let c: usize = 0; c < 9; c++) {
    const w = work + c * 32;
    const c0 = v128.load64_splat(w);
    const c1 = v128.load64_splat(w, 8);
    const c2 = v128.load64_splat(w, 16);
    const c3 = v128.load64_splat(w, 24);
    v128.store(w + POINTS, add(sum3(c0, l00, c1, l10, c2, l20), mul(c3, l30)));
    v128.store(w + POINTS, add(sum3(c0, l02, c1, l12, c2, l22), mul(c3, l32)), 16);
  }
}

function strains(work: usize, R: usize): void {
  const half = splat(0.5);
  for (let q: usize = 0; q < 2; q++) {
    const p = work + POINTS + q * 16;
    const f00 = v128.load(p);
    const f01 = v128.load(p, 32);
    const f02 = v128.load(p, 64);
    const f10 = v128.load(p, 96);
    const f11 = v128.load(p, 128);
    const f12 = v128.load(p, 160);
    const f20 = v128.load(p, 192);
    const f21 = v128.load(p, 224);
    const f22 = v128.load(p, 256);
    const a = R + q * 144;
    const b = a + 72;
    const r00 = pair(a, b);
    const r01 = pair(a + 8, b + 8);
    const r02 = pair(a + 16, b + 16);
    const r10 = pair(a + 24, b + 24);
    const r11 = pair(a + 32, b + 32);
    const r12 = pair(a + 40, b + 40);
    const r20 = pair(a + 48, b + 48);
    const r21 = pair(a + 56, b + 56);
    const r22 = pair(a + 64, b + 64);
    const s = work + STRAINS + q * 16;
    v128.store(s, sum3(r00, f00, r10, f10, r20, f20));
    v128.store(s, sum3(r01, f01, r11, f11, r21, f21), 32);
    v128.store(s, sum3(r02, f02, r12, f12, r22, f22), 64);
    v128.store(s, mul(half, add(sum3(r00, f01, r10, f11, r20, f21), sum3(r01, f00, r11, f10, r21, f20))), 96);
    v128.store(s, mul(half, add(sum3(r00, f02, r10, f12, r20, f22), sum3(r02, f00, r12, f10, r22, f20))), 128);
    v128.store(s, mul(half, add(sum3(r01, f02, r11, f12, r21, f22), sum3(r02, f01, r12, f11, r22, f21))), 160);
  }
}

// @ts-ignore: decorator
@inline
function meanTrace(work: usize): f64 {
  const s = work + STRAINS;
  const even = add(add(v128.load(s), v128.load(s, 32)), v128.load(s, 64));
  const odd = add(add(v128.load(s, 16), v128.load(s, 48)), v128.load(s, 80));
  const both = add(even, odd);
  return 0.25 * (f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1));
}

function stresses(work: usize, R: usize, mu: f64, lambda: f64, mean: f64): void {
  const twice = splat(2 * mu);
  for (let q: usize = 0; q < 2; q++) {
    const s = work + STRAINS + q * 16;
    const e00 = v128.load(s);
    const e11 = v128.load(s, 32);
    const e22 = v128.load(s, 64);
    const pressure = add(mul(splat(lambda), add(add(e00, e11), e22)), splat(mean));
    const s00 = add(mul(twice, e00), pressure);
    const s11 = add(mul(twice, e11), pressure);
    const s22 = add(mul(twice, e22), pressure);
    const s01 = mul(twice, v128.load(s, 96));
    const s02 = mul(twice, v128.load(s, 128));
    const s12 = mul(twice, v128.load(s, 160));
    for (let r: usize = 0; r < 3; r++) {
      const a = R + q * 144 + r * 24;
      const b = a + 72;
      const r0 = pair(a, b);
      const r1 = pair(a + 8, b + 8);
      const r2 = pair(a + 16, b + 16);
      const p = work + POINTS + r * 96 + q * 16;
      v128.store(p, sum3(r0, s00, r1, s01, r2, s02));
      v128.store(p, sum3(r0, s01, r1, s11, r2, s12), 32);
      v128.store(p, sum3(r0, s02, r1, s12, r2, s22), 64);
    }
  }
}

function giveBack(out: usize, table: usize, gradients: usize, points: usize, work: usize): void {
  for (let c: usize = 0; c < 9; c++) {
    const o = work + POINTS + c * 32;
    const low = v128.load(o);
    const high = v128.load(o, 16);
    for (let i: usize = 0; i < 4; i += 2) {
      const l = points + (i << 5);
      const one = add(mul(low, v128.load(l)), mul(high, v128.load(l, 16)));
      const two = add(mul(low, v128.load(l, 32)), mul(high, v128.load(l, 48)));
      v128.store(work + c * 32 + (i << 3), add(firsts(one, two), seconds(one, two)));
    }
  }
  const given = work + GIVEN;
  for (let r: usize = 0; r < 3; r++) {
    for (let i: usize = 0; i < 4; i += 2) {
      const w = work + r * 96 + (i << 3);
      const a = v128.load(w);
      const b = v128.load(w, 32);
      const c = v128.load(w, 64);
      const z = given + i * 24 + (r << 3);
      const z1 = sum3(a, v128.load64_splat(gradients, 24), b, v128.load64_splat(gradients, 32), c, v128.load64_splat(gradients, 40));
      const z2 = sum3(a, v128.load64_splat(gradients, 48), b, v128.load64_splat(gradients, 56), c, v128.load64_splat(gradients, 64));
      const z3 = sum3(a, v128.load64_splat(gradients, 72), b, v128.load64_splat(gradients, 80), c, v128.load64_splat(gradients, 88));
      const z0 = f64x2.neg(add(add(z1, z2), z3));
      v128.store64_lane(z, z0, 0);
      v128.store64_lane(z, z0, 1, 24);
      v128.store64_lane(z, z1, 0, 96);
      v128.store64_lane(z, z1, 1, 120);
      v128.store64_lane(z, z2, 0, 192);
      v128.store64_lane(z, z2, 1, 216);
      v128.store64_lane(z, z3, 0, 288);
      v128.store64_lane(z, z3, 1, 312);
    }
  }
  const four = splat(4);
  for (let k: usize = 0; k < 4; k++) {
    const z = given + k * 96;
    const own = add(add(add(v128.load(z), v128.load(z, 24)), v128.load(z, 48)), v128.load(z, 72));
    const own2 = load<f64>(z, 16) + load<f64>(z, 40) + load<f64>(z, 64) + load<f64>(z, 88);
    const corner = vertex(out, table, k, k);
    v128.store(corner, add(v128.load(corner), sub(mul(four, v128.load(z + k * 24)), own)));
    store<f64>(corner, load<f64>(corner, 16) + (4 * load<f64>(z + k * 24, 16) - own2), 16);
    for (let i: usize = k + 1; i < 4; i++) {
      const v = vertex(out, table, k, i);
      const one = z + i * 24;
      const other = given + i * 96 + k * 24;
      v128.store(v, add(v128.load(v), mul(four, add(v128.load(one), v128.load(other)))));
      store<f64>(v, load<f64>(v, 16) + 4 * (load<f64>(one, 16) + load<f64>(other, 16)), 16);
    }
  }
}
