import { add, mul, pair, put, splat, sub, sum3 } from '../kernels/lanes.as';
import { dominantQuaternion, tidyQuaternion } from '../kernels/quaternions.as';

const MOST_STEPS: i32 = 12;
const TOLERANCE: f64 = 1e-20;
const SOFTENING: f64 = 1e-9;
const LAST_STEP: f64 = 1e-8;
const FIRM: f64 = 1e-2;
const LEAST_CURVATURE: f64 = 1e-2;
const SMALLEST: f64 = 1e-60;
const LARGEST: f64 = 1e60;

// Matrices of a block, two at a time, one per lane; an odd last one goes through both lanes. A step's result is long in
// coming, so all of a block take a step before any takes the next. Meanwhile R holds the matrices, scaled to a size of
// one.
export const BLOCK: i32 = 16;

export function extractRotations(q: usize, R: usize, A: usize, n: i32): void {
  for (let e: i32 = 0; e < n; e += BLOCK) {
    const o = <usize>e * 72;
    extractBlock(q + (<usize>e << 5), R + o, A + o, min(BLOCK, n - e));
  }
}

// One bit for each matrix of a pair: those still searching, and those that need the exact method.
export function extractBlock(q: usize, R: usize, A: usize, n: i32): void {
  let active: i32 = 0;
  let lost: i32 = 0;
  for (let e: i32 = 0; e < n; e += 2) {
    const next: usize = e + 1 < n ? 1 : 0;
    const p = q + (<usize>e << 5);
    const o = <usize>e * 72;
    active |= begin(p, p + (next << 5), R + o, R + o + next * 72, A + o, A + o + next * 72) << e;
  }
  for (let step: i32 = 0; active; step++) {
    for (let e: i32 = 0; e < n; e += 2) {
      const searching = (active >> e) & 3;
      if (!searching) continue;
      const next: usize = e + 1 < n ? 1 : 0;
      const p = q + (<usize>e << 5);
      const r = R + <usize>e * 72;
      const still = newton(p, p + (next << 5), r, r + next * 72, searching);
      active = (active & ~(3 << e)) | ((still & 3) << e);
      lost |= (still >> 2) << e;
    }
    if (step == MOST_STEPS) {
      lost |= active;
      active = 0;
    }
  }
  for (let e: i32 = 0; e < n; e += 2) {
    const next: usize = e + 1 < n ? 1 : 0;
    const p = q + (<usize>e << 5);
    const r = R + <usize>e * 72;
    if ((lost >> e) & 1) dominant(p, r);
    if (next && (lost >> e) & 2) dominant(p + 32, r + 72);
    write(p, p + (next << 5), r, r + next * 72);
  }
}

// @ts-ignore: decorator
@inline
function begin(qp: usize, qq: usize, rp: usize, rq: usize, ap: usize, aq: usize): i32 {
  const x = pair(qp, qq);
  const y = pair(qp + 8, qq + 8);
  const z = pair(qp + 16, qq + 16);
  const w = pair(qp + 24, qq + 24);
  const length = add(sum3(x, x, y, y, z, z), mul(w, w));
  const tidy = f64x2.lt(f64x2.abs(sub(length, splat(1))), splat(1e-12));
  if (!i64x2.all_true(tidy)) {
    tidyQuaternion(qp);
    tidyQuaternion(qq);
  }
  const a00 = pair(ap, aq);
  const a01 = pair(ap + 8, aq + 8);
  const a02 = pair(ap + 16, aq + 16);
  const a10 = pair(ap + 24, aq + 24);
  const a11 = pair(ap + 32, aq + 32);
  const a12 = pair(ap + 40, aq + 40);
  const a20 = pair(ap + 48, aq + 48);
  const a21 = pair(ap + 56, aq + 56);
  const a22 = pair(ap + 64, aq + 64);
  let size = sum3(a00, a00, a01, a01, a02, a02);
  size = add(add(add(size, mul(a10, a10)), mul(a11, a11)), mul(a12, a12));
  size = add(add(add(size, mul(a20, a20)), mul(a21, a21)), mul(a22, a22));
  const unit = f64x2.div(splat(1), f64x2.sqrt(size));
  put(rp, rq, 0, mul(a00, unit));
  put(rp, rq, 8, mul(a01, unit));
  put(rp, rq, 16, mul(a02, unit));
  put(rp, rq, 24, mul(a10, unit));
  put(rp, rq, 32, mul(a11, unit));
  put(rp, rq, 40, mul(a12, unit));
  put(rp, rq, 48, mul(a20, unit));
  put(rp, rq, 56, mul(a21, unit));
  put(rp, rq, 64, mul(a22, unit));
  return i64x2.bitmask(v128.and(f64x2.gt(size, splat(SMALLEST)), f64x2.lt(size, splat(LARGEST))));
}

// One step of the lanes in `searching`; returns those that search on, and those that are lost two bits higher.
// @ts-ignore: decorator
@inline
function newton(qp: usize, qq: usize, ap: usize, aq: usize, searching: i32): i32 {
  const qx = pair(qp, qq);
  const qy = pair(qp + 8, qq + 8);
  const qz = pair(qp + 16, qq + 16);
  const qw = pair(qp + 24, qq + 24);
  const one = splat(1);
  const x2 = add(qx, qx);
  const y2 = add(qy, qy);
  const z2 = add(qz, qz);
  const xx = mul(qx, x2);
  const yy = mul(qy, y2);
  const zz = mul(qz, z2);
  const xy = mul(qx, y2);
  const xz = mul(qx, z2);
  const yz = mul(qy, z2);
  const wx2 = mul(qw, x2);
  const wy2 = mul(qw, y2);
  const wz2 = mul(qw, z2);
  const r00 = sub(one, add(yy, zz));
  const r01 = sub(xy, wz2);
  const r02 = add(xz, wy2);
  const r10 = add(xy, wz2);
  const r11 = sub(one, add(xx, zz));
  const r12 = sub(yz, wx2);
  const r20 = sub(xz, wy2);
  const r21 = add(yz, wx2);
  const r22 = sub(one, add(xx, yy));
  const a00 = pair(ap, aq);
  const a10 = pair(ap + 24, aq + 24);
  const a20 = pair(ap + 48, aq + 48);
  const b00 = sum3(r00, a00, r10, a10, r20, a20);
  const b10 = sum3(r01, a00, r11, a10, r21, a20);
  const b20 = sum3(r02, a00, r12, a10, r22, a20);
  const a01 = pair(ap + 8, aq + 8);
  const a11 = pair(ap + 32, aq + 32);
  const a21 = pair(ap + 56, aq + 56);
  const b01 = sum3(r00, a01, r10, a11, r20, a21);
  const b11 = sum3(r01, a01, r11, a11, r21, a21);
  const b21 = sum3(r02, a01, r12, a11, r22, a21);
  const a02 = pair(ap + 16, aq + 16);
  const a12 = pair(ap + 40, aq + 40);
  const a22 = pair(ap + 64, aq + 64);
  const b02 = sum3(r00, a02, r10, a12, r20, a22);
  const b12 = sum3(r01, a02, r11, a12, r21, a22);
  const b22 = sum3(r02, a02, r12, a12, r22, a22);
  const g0 = sub(b21, b12);
  const g1 = sub(b02, b20);
  const g2 = sub(b10, b01);
  const soft = splat(SOFTENING);
  const minusHalf = splat(-0.5);
  let h00 = add(add(b11, b22), soft);
  let h11 = add(add(b00, b22), soft);
  let h22 = add(add(b00, b11), soft);
  const h01 = mul(minusHalf, add(b01, b10));
  const h02 = mul(minusHalf, add(b02, b20));
  const h12 = mul(minusHalf, add(b12, b21));
  let c01 = sub(mul(h02, h12), mul(h01, h22));
  let c02 = sub(mul(h01, h12), mul(h02, h11));
  let c00 = sub(mul(h11, h22), mul(h12, h12));
  let minor = sub(mul(h00, h11), mul(h01, h01));
  let det = sum3(h00, c00, h01, c01, h02, c02);
  const zero = splat(0);
  const definite = v128.and(
    f64x2.gt(h00, zero), v128.and(f64x2.gt(minor, zero), f64x2.gt(det, zero)));
  const all = lanesOf(searching);
  const level = v128.and(all, f64x2.le(sum3(g0, g0, g1, g1, g2, g2), splat(TOLERANCE)));
  const lost = i64x2.bitmask(v128.andnot(level, definite)) << 2;
  let active = v128.andnot(all, level);
  if (!v128.any_true(active)) return lost;
  if (v128.any_true(v128.andnot(active, definite))) {
    const n01 = f64x2.abs(h01);
    const n02 = f64x2.abs(h02);
    const n12 = f64x2.abs(h12);
    const low = f64x2.min(
      sub(h00, add(n01, n02)), f64x2.min(sub(h11, add(n01, n12)), sub(h22, add(n02, n12))));
    const shift = sub(splat(LEAST_CURVATURE), low);
    h00 = v128.bitselect(h00, add(h00, shift), definite);
    h11 = v128.bitselect(h11, add(h11, shift), definite);
    h22 = v128.bitselect(h22, add(h22, shift), definite);
    c01 = sub(mul(h02, h12), mul(h01, h22));
    c02 = sub(mul(h01, h12), mul(h02, h11));
    c00 = sub(mul(h11, h22), mul(h12, h12));
    minor = sub(mul(h00, h11), mul(h01, h01));
    det = sum3(h00, c00, h01, c01, h02, c02);
  }
  const c11 = sub(mul(h00, h22), mul(h02, h02));
  const c12 = sub(mul(h01, h02), mul(h00, h12));
  const vx = sum3(c00, g0, c01, g1, c02, g2);
  const vy = sum3(c01, g0, c11, g1, c12, g2);
  const vz = sum3(c02, g0, c12, g1, minor, g2);
  const square = sum3(vx, vx, vy, vy, vz, vz);
  const squared = mul(det, det);
  const long = f64x2.gt(square, squared);
  let s = det;
  if (v128.any_true(long)) s = v128.bitselect(f64x2.sqrt(square), det, long);
  const last = v128.and(
    v128.and(definite, f64x2.gt(det, splat(FIRM))), f64x2.le(square, mul(splat(LAST_STEP), squared)));
  const half = splat(0.5);
  const wx = mul(half, vx);
  const wy = mul(half, vy);
  const wz = mul(half, vz);
  const x = add(mul(qx, s), sub(add(mul(qw, wx), mul(qy, wz)), mul(qz, wy)));
  const y = add(mul(qy, s), sub(add(mul(qw, wy), mul(qz, wx)), mul(qx, wz)));
  const z = add(mul(qz, s), sub(add(mul(qw, wz), mul(qx, wy)), mul(qy, wx)));
  const w = sub(mul(qw, s), sum3(qx, wx, qy, wy, qz, wz));
  const norm = f64x2.div(one, f64x2.sqrt(add(sum3(x, x, y, y, z, z), mul(w, w))));
  put(qp, qq, 0, v128.bitselect(mul(x, norm), qx, active));
  put(qp, qq, 8, v128.bitselect(mul(y, norm), qy, active));
  put(qp, qq, 16, v128.bitselect(mul(z, norm), qz, active));
  put(qp, qq, 24, v128.bitselect(mul(w, norm), qw, active));
  return lost | i64x2.bitmask(v128.andnot(active, last));
}

// All bits of the lanes in `bits`.
// @ts-ignore: decorator
@inline
function lanesOf(bits: i32): v128 {
  const low = i64x2.splat(-(<i64>(bits & 1)));
  return i64x2.replace_lane(low, 1, -(<i64>(bits >> 1)));
}

// @ts-ignore: decorator
@inline
function dominant(q: usize, a: usize): void {
  dominantQuaternion(
    q, a, load<f64>(a), load<f64>(a, 8), load<f64>(a, 16), load<f64>(a, 24), load<f64>(a, 32), load<f64>(a, 40),
    load<f64>(a, 48), load<f64>(a, 56), load<f64>(a, 64));
}

// @ts-ignore: decorator
@inline
function write(qp: usize, qq: usize, rp: usize, rq: usize): void {
  const qx = pair(qp, qq);
  const qy = pair(qp + 8, qq + 8);
  const qz = pair(qp + 16, qq + 16);
  const qw = pair(qp + 24, qq + 24);
  const one = splat(1);
  const x2 = add(qx, qx);
  const y2 = add(qy, qy);
  const z2 = add(qz, qz);
  const xx = mul(qx, x2);
  const yy = mul(qy, y2);
  const zz = mul(qz, z2);
  const xy = mul(qx, y2);
  const xz = mul(qx, z2);
  const yz = mul(qy, z2);
  const wx2 = mul(qw, x2);
  const wy2 = mul(qw, y2);
  const wz2 = mul(qw, z2);
  put(rp, rq, 0, sub(one, add(yy, zz)));
  put(rp, rq, 8, sub(xy, wz2));
  put(rp, rq, 16, add(xz, wy2));
  put(rp, rq, 24, add(xy, wz2));
  put(rp, rq, 32, sub(one, add(xx, zz)));
  put(rp, rq, 40, sub(yz, wx2));
  put(rp, rq, 48, sub(xz, wy2));
  put(rp, rq, 56, add(yz, wx2));
  put(rp, rq, 64, sub(one, add(xx, yy)));
}
