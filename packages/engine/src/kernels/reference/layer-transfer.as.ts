// The operations of src/kernels/reference/layer-transfer.ts, two at a time where they are alike: the first two of three numbers share a
// register, the third goes alone.
import { add as plus, first as lane0, mul, second as lane1, splat, sum3 } from '../lanes.as';
import { add, at, int, num, put } from '../numbers.as';

/** Two numbers from index i on += v. */
// @ts-ignore: decorator
@inline
function addPair(a: usize, i: i32, v: v128): void {
  const o = at(a, i);
  v128.store(o, plus(v128.load(o), v));
}

/** out_i += scale Φ_i (x, y, z). */
// @ts-ignore: decorator
@inline
function addTurned(out: usize, frame: usize, i: i32, scale: f64, x: f64, y: f64, z: f64): void {
  const p = 9 * i;
  const o = 3 * i;
  add(out, o, scale * (num(frame, p) * x + num(frame, p + 1) * y + num(frame, p + 2) * z));
  add(out, o + 1, scale * (num(frame, p + 3) * x + num(frame, p + 4) * y + num(frame, p + 5) * z));
  add(out, o + 2, scale * (num(frame, p + 6) * x + num(frame, p + 7) * y + num(frame, p + 8) * z));
}

/** The first two numbers of Φ_iᵀ f_i. */
// @ts-ignore: decorator
@inline
function turnedBack(frame: usize, f: usize, i: i32): v128 {
  const p = at(frame, 9 * i);
  const fx = splat(num(f, 3 * i));
  const fy = splat(num(f, 3 * i + 1));
  return sum3(v128.load(p), fx, v128.load(p, 24), fy, v128.load(p, 48), splat(num(f, 3 * i + 2)));
}

/** The third. */
// @ts-ignore: decorator
@inline
function turnedBackLast(frame: usize, f: usize, i: i32): f64 {
  const p = 9 * i;
  return num(frame, p + 2) * num(f, 3 * i) + num(frame, p + 5) * num(f, 3 * i + 1) + num(frame, p + 8) * num(f, 3 * i + 2);
}

/** out_i += scale Φ_i t, t row by row: (t0, t1) t2, (t3, t4) t5, (t6, t7) t8. */
// @ts-ignore: decorator
@inline
function addTurnedRows(out: usize, frame: usize, i: i32, scale: f64, t01: v128, t2: f64, t34: v128, t5: f64, t67: v128, t8: f64): void {
  for (let r: i32 = 0; r < 9; r += 3) {
    const p = 9 * i + r;
    const a = num(frame, p);
    const b = num(frame, p + 1);
    const c = num(frame, p + 2);
    addPair(out, p, mul(splat(scale), sum3(splat(a), t01, splat(b), t34, splat(c), t67)));
    add(out, p + 2, scale * (a * t2 + b * t5 + c * t8));
  }
}

export function layerVelocities(
  out: usize,
  ptr: usize,
  fn: usize,
  value: usize,
  frame: usize,
  u: usize,
  scale: f64,
  modes: i32,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    let xy = splat(0);
    let z: f64 = 0;
    if (modes === 1) {
      for (let e: i32 = from; e < to; e++) {
        const n = num(u, offset + int(fn, e));
        const v = at(value, 3 * e);
        xy = plus(xy, mul(splat(n), v128.load(v)));
        z += n * load<f64>(v, 16);
      }
    } else {
      for (let e: i32 = from; e < to; e++) {
        const a = at(u, offset + 3 * int(fn, e));
        const n = num(value, e);
        xy = plus(xy, mul(splat(n), v128.load(a)));
        z += n * load<f64>(a, 16);
      }
    }
    addTurned(out, frame, i, scale, lane0(xy), lane1(xy), z);
  }
}

export function layerForces(
  out: usize,
  ptr: usize,
  fn: usize,
  value: usize,
  frame: usize,
  f: usize,
  scale: f64,
  modes: i32,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    const xy = mul(splat(scale), turnedBack(frame, f, i));
    const z = scale * turnedBackLast(frame, f, i);
    if (modes === 1) {
      const x = lane0(xy);
      const y = lane1(xy);
      for (let e: i32 = from; e < to; e++) {
        const v = at(value, 3 * e);
        add(out, offset + int(fn, e), load<f64>(v) * x + load<f64>(v, 8) * y + load<f64>(v, 16) * z);
      }
    } else {
      for (let e: i32 = from; e < to; e++) {
        const a = offset + 3 * int(fn, e);
        const n = num(value, e);
        addPair(out, a, mul(splat(n), xy));
        add(out, a + 2, n * z);
      }
    }
  }
}

export function layerRates(
  out: usize,
  ptr: usize,
  fn: usize,
  slope: usize,
  frame: usize,
  u: usize,
  scale: f64,
  modes: i32,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    if (modes === 1) {
      let t01 = splat(0);
      let t23 = splat(0);
      let t45 = splat(0);
      let t67 = splat(0);
      let t8: f64 = 0;
      for (let e: i32 = from; e < to; e++) {
        const n = num(u, offset + int(fn, e));
        const both = splat(n);
        const s = at(slope, 9 * e);
        t01 = plus(t01, mul(both, v128.load(s)));
        t23 = plus(t23, mul(both, v128.load(s, 16)));
        t45 = plus(t45, mul(both, v128.load(s, 32)));
        t67 = plus(t67, mul(both, v128.load(s, 48)));
        t8 += n * load<f64>(s, 64);
      }
      const t34 = v128.shuffle<f64>(t23, t45, 1, 2);
      addTurnedRows(out, frame, i, scale, t01, lane0(t23), t34, lane1(t45), t67, t8);
    } else {
      let t01 = splat(0);
      let t34 = splat(0);
      let t67 = splat(0);
      let t25 = splat(0);
      let t8: f64 = 0;
      for (let e: i32 = from; e < to; e++) {
        const a = at(u, offset + 3 * int(fn, e));
        const s = at(slope, 3 * e);
        const xy = v128.load(s);
        const z = load<f64>(s, 16);
        const u2 = load<f64>(a, 16);
        t01 = plus(t01, mul(v128.load64_splat(a), xy));
        t34 = plus(t34, mul(v128.load64_splat(a, 8), xy));
        t67 = plus(t67, mul(splat(u2), xy));
        t25 = plus(t25, mul(v128.load(a), splat(z)));
        t8 += u2 * z;
      }
      addTurnedRows(out, frame, i, scale, t01, lane0(t25), t34, lane1(t25), t67, t8);
    }
  }
}

export function layerStresses(
  out: usize,
  ptr: usize,
  fn: usize,
  slope: usize,
  frame: usize,
  stress: usize,
  scale: f64,
  modes: i32,
  offset: i32,
  first: i32,
  last: i32,
): void {
  const by = splat(scale);
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    const f = at(frame, 9 * i);
    const s = at(stress, 9 * i);
    if (modes === 1) {
      const s01 = v128.load(s);
      const s34 = v128.load(s, 24);
      const s67 = v128.load(s, 48);
      const s2 = load<f64>(s, 16);
      const s5 = load<f64>(s, 40);
      const s8 = load<f64>(s, 64);
      const r01 = mul(by, sum3(v128.load64_splat(f), s01, v128.load64_splat(f, 24), s34, v128.load64_splat(f, 48), s67));
      const r34 = mul(by, sum3(v128.load64_splat(f, 8), s01, v128.load64_splat(f, 32), s34, v128.load64_splat(f, 56), s67));
      const r67 = mul(by, sum3(v128.load64_splat(f, 16), s01, v128.load64_splat(f, 40), s34, v128.load64_splat(f, 64), s67));
      const r2 = scale * (load<f64>(f) * s2 + load<f64>(f, 24) * s5 + load<f64>(f, 48) * s8);
      const r5 = scale * (load<f64>(f, 8) * s2 + load<f64>(f, 32) * s5 + load<f64>(f, 56) * s8);
      const r8 = scale * (load<f64>(f, 16) * s2 + load<f64>(f, 40) * s5 + load<f64>(f, 64) * s8);
      const r23 = f64x2.replace_lane(splat(r2), 1, lane0(r34));
      const r45 = f64x2.replace_lane(splat(r5), 0, lane1(r34));
      for (let e: i32 = from; e < to; e++) {
        const g = at(slope, 9 * e);
        const low = plus(mul(r01, v128.load(g)), mul(r23, v128.load(g, 16)));
        const sum = plus(plus(low, mul(r45, v128.load(g, 32))), mul(r67, v128.load(g, 48)));
        add(out, offset + int(fn, e), lane0(sum) + lane1(sum) + r8 * load<f64>(g, 64));
      }
    } else {
      // Rows 0 and 1 of Φᵀ P side by side, column after column; row 2 alone.
      const a = v128.load(f);
      const b = v128.load(f, 24);
      const c = v128.load(f, 48);
      const r03 = mul(by, sum3(a, v128.load64_splat(s), b, v128.load64_splat(s, 24), c, v128.load64_splat(s, 48)));
      const r14 = mul(by, sum3(a, v128.load64_splat(s, 8), b, v128.load64_splat(s, 32), c, v128.load64_splat(s, 56)));
      const r25 = mul(by, sum3(a, v128.load64_splat(s, 16), b, v128.load64_splat(s, 40), c, v128.load64_splat(s, 64)));
      const a2 = load<f64>(f, 16);
      const b2 = load<f64>(f, 40);
      const c2 = load<f64>(f, 64);
      const r6 = scale * (a2 * load<f64>(s) + b2 * load<f64>(s, 24) + c2 * load<f64>(s, 48));
      const r7 = scale * (a2 * load<f64>(s, 8) + b2 * load<f64>(s, 32) + c2 * load<f64>(s, 56));
      const r8 = scale * (a2 * load<f64>(s, 16) + b2 * load<f64>(s, 40) + c2 * load<f64>(s, 64));
      for (let e: i32 = from; e < to; e++) {
        const o = offset + 3 * int(fn, e);
        const g = at(slope, 3 * e);
        const x = load<f64>(g);
        const y = load<f64>(g, 8);
        const z = load<f64>(g, 16);
        addPair(out, o, sum3(r03, splat(x), r14, splat(y), r25, splat(z)));
        add(out, o + 2, r6 * x + r7 * y + r8 * z);
      }
    }
  }
}

export function rowsTimes(t: usize, A: usize, x: usize, m: i32, n: i32): void {
  const even2 = n - (n & 1);
  for (let a: i32 = 0; a < m; a++) {
    let sum = f64x2.splat(0);
    for (let j: i32 = 0; j < even2; j += 2) {
      const o = <usize>j << 3;
      sum = f64x2.add(sum, f64x2.mul(v128.load(A + o), v128.load(x + o)));
    }
    let even = f64x2.extract_lane(sum, 0);
    if (even2 < n) even += num(A, even2) * num(x, even2);
    put(t, a, even + f64x2.extract_lane(sum, 1));
    A += <usize>n << 3;
  }
}

export function addRows(x: usize, A: usize, t: usize, scale: f64, m: i32, n: i32): void {
  const even2 = n - (n & 1);
  for (let a: i32 = 0; a < m; a++) {
    const w = scale * num(t, a);
    const both = f64x2.splat(w);
    for (let j: i32 = 0; j < even2; j += 2) {
      const o = <usize>j << 3;
      v128.store(x + o, f64x2.add(v128.load(x + o), f64x2.mul(both, v128.load(A + o))));
    }
    if (even2 < n) add(x, even2, w * num(A, even2));
    A += <usize>n << 3;
  }
}
