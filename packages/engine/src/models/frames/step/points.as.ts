import { add, first, firsts, mul, second, seconds, splat, sub, sum3 } from '../../../kernels/lanes.as';

export function elastonGradients(
  F: usize, ptr: usize, node: usize, H: usize, X: usize, n: i32, order: i32,
): void {
  const end: usize = order > 0 ? 4 : 1;
  for (let e: i32 = 0; e < n; e++) {
    const from = <usize>load<i32>(ptr);
    const to = <usize>load<i32>(ptr, 4);
    ptr += 8;
    for (let a: usize = 0; a < end; a++) {
      gradient(F + a * 72, node + (from << 2), node + (to << 2), H + from * 384 + a * 96, X);
    }
    F += 288;
  }
}

// Nine products of rows, even places in the first lane and odd ones in the second, over all members.
// @ts-ignore: decorator
@inline
function gradient(F: usize, from: usize, to: usize, h: usize, X: usize): void {
  let f00 = splat(0);
  let f01 = splat(0);
  let f02 = splat(0);
  let f10 = splat(0);
  let f11 = splat(0);
  let f12 = splat(0);
  let f20 = splat(0);
  let f21 = splat(0);
  let f22 = splat(0);
  for (let m = from; m < to; m += 4) {
    const x = X + <usize>load<i32>(m) * 96;
    const a0 = v128.load(h);
    const b0 = v128.load(h, 16);
    const a1 = v128.load(h, 32);
    const b1 = v128.load(h, 48);
    const a2 = v128.load(h, 64);
    const b2 = v128.load(h, 80);
    h += 384;
    let u = v128.load(x);
    let v = v128.load(x, 16);
    f00 = add(f00, add(mul(u, a0), mul(v, b0)));
    f01 = add(f01, add(mul(u, a1), mul(v, b1)));
    f02 = add(f02, add(mul(u, a2), mul(v, b2)));
    u = v128.load(x, 32);
    v = v128.load(x, 48);
    f10 = add(f10, add(mul(u, a0), mul(v, b0)));
    f11 = add(f11, add(mul(u, a1), mul(v, b1)));
    f12 = add(f12, add(mul(u, a2), mul(v, b2)));
    u = v128.load(x, 64);
    v = v128.load(x, 80);
    f20 = add(f20, add(mul(u, a0), mul(v, b0)));
    f21 = add(f21, add(mul(u, a1), mul(v, b1)));
    f22 = add(f22, add(mul(u, a2), mul(v, b2)));
  }
  v128.store(F, add(firsts(f00, f01), seconds(f00, f01)));
  v128.store(F, add(firsts(f02, f10), seconds(f02, f10)), 16);
  v128.store(F, add(firsts(f11, f12), seconds(f11, f12)), 32);
  v128.store(F, add(firsts(f20, f21), seconds(f20, f21)), 48);
  store<f64>(F, first(f22) + second(f22), 64);
}

export function elastonMeans(means: usize, F: usize, n: i32): void {
  for (let e: i32 = 0; e < n; e++) {
    v128.store(means, v128.load(F));
    v128.store(means, v128.load(F, 16), 16);
    v128.store(means, v128.load(F, 32), 32);
    v128.store(means, v128.load(F, 48), 48);
    store<f64>(means, load<f64>(F, 64), 64);
    means += 72;
    F += 288;
  }
}

export function elastonForces(
  f: usize, ptr: usize, node: usize, H: usize, P: usize, n: i32, order: i32,
): void {
  const end: usize = order > 0 ? 288 : 72;
  for (let e: i32 = 0; e < n; e++) {
    const from = <usize>load<i32>(ptr);
    const to = <usize>load<i32>(ptr, 4);
    ptr += 8;
    for (let k = from; k < to; k++) {
      memberForce(f + <usize>load<i32>(node + (k << 2)) * 96, H + k * 384, P, end);
    }
    P += 288;
  }
}

export function elastonForcesOn(
  f: usize, own: usize, ptr: usize, node: usize, H: usize, P: usize, n: i32, order: i32,
): void {
  const end: usize = order > 0 ? 288 : 72;
  for (let e: i32 = 0; e < n; e++) {
    const from = <usize>load<i32>(ptr);
    const to = <usize>load<i32>(ptr, 4);
    ptr += 8;
    for (let k = from; k < to; k++) {
      const j = <usize>load<i32>(node + (k << 2));
      if (load<i32>(own + (j << 2)) >= 0) memberForce(f + j * 96, H + k * 384, P, end);
    }
    P += 288;
  }
}

// @ts-ignore: decorator
@inline
function memberForce(o: usize, h: usize, P: usize, end: usize): void {
  // Rows of the force, places (0, 1) and (2, 3).
  let a0 = splat(0);
  let b0 = splat(0);
  let a1 = splat(0);
  let b1 = splat(0);
  let a2 = splat(0);
  let b2 = splat(0);
  for (let p = P; p < P + end; p += 72) {
    const x = v128.load(h);
    const y = v128.load(h, 32);
    const z = v128.load(h, 64);
    const u = v128.load(h, 16);
    const v = v128.load(h, 48);
    const w = v128.load(h, 80);
    h += 96;
    let s = v128.load64_splat(p);
    let t = v128.load64_splat(p, 8);
    let r = v128.load64_splat(p, 16);
    a0 = add(a0, sum3(s, x, t, y, r, z));
    b0 = add(b0, sum3(s, u, t, v, r, w));
    s = v128.load64_splat(p, 24);
    t = v128.load64_splat(p, 32);
    r = v128.load64_splat(p, 40);
    a1 = add(a1, sum3(s, x, t, y, r, z));
    b1 = add(b1, sum3(s, u, t, v, r, w));
    s = v128.load64_splat(p, 48);
    t = v128.load64_splat(p, 56);
    r = v128.load64_splat(p, 64);
    a2 = add(a2, sum3(s, x, t, y, r, z));
    b2 = add(b2, sum3(s, u, t, v, r, w));
  }
  v128.store(o, sub(v128.load(o), a0));
  v128.store(o, sub(v128.load(o, 16), b0), 16);
  v128.store(o, sub(v128.load(o, 32), a1), 32);
  v128.store(o, sub(v128.load(o, 48), b1), 48);
  v128.store(o, sub(v128.load(o, 64), a2), 64);
  v128.store(o, sub(v128.load(o, 80), b2), 80);
}
