// The operations of src/kernels/reference/layer-compose.ts, two at a time where they are alike.
import { add as plus, first as lane0, mul, pair, second as lane1, splat, sum3 } from '../lanes.as';
import { add, at, int, num, put } from '../numbers.as';

/** Three numbers at o = (a, b, c) times a 3×3 matrix, row by row: (s0, s1) s2, (s3, s4) s5, (s6, s7) s8. */
// @ts-ignore: decorator
@inline
function times(o: usize, a: f64, b: f64, c: f64, s01: v128, s34: v128, s67: v128, s2: f64, s5: f64, s8: f64): void {
  v128.store(o, sum3(splat(a), s01, splat(b), s34, splat(c), s67));
  store<f64>(o, a * s2 + b * s5 + c * s8, 16);
}

export function composeScalar(
  value: usize,
  slope: usize,
  frame: usize,
  w: usize,
  S: usize,
  ptr: usize,
  fn: usize,
  rowValue: usize,
  rowSlope: usize,
  shown: usize,
  base: usize,
  baseSlope: usize,
  q: usize,
  offset: i32,
  n: i32,
  slopes: i32,
  finest: usize,
): void {
  for (let i: i32 = 0; i < n; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    const p = at(frame, 9 * i);
    if (from === to) {
      v128.store(p, f64x2(1, 0));
      v128.store(p, splat(0), 16);
      v128.store(p, f64x2(1, 0), 32);
      v128.store(p, splat(0), 48);
      store<f64>(p, 1, 64);
      continue;
    }
    const o = at(w, 3 * i);
    const b = at(base, 3 * i);
    let jxy = v128.load(b);
    let jz = load<f64>(b, 16);
    if (slopes === 0 && int(finest, i) === 1) {
      for (let e: i32 = from; e < to; e++) {
        const v = num(shown, int(fn, e)) * num(rowValue, e);
        const a = at(q, offset + 3 * int(fn, e));
        jxy = plus(jxy, mul(splat(v), v128.load(a)));
        jz += v * load<f64>(a, 16);
        put(value, e, v);
      }
      v128.store(o, jxy);
      store<f64>(o, jz, 16);
      continue;
    }
    const wx = load<f64>(o);
    const wy = load<f64>(o, 8);
    const wz = load<f64>(o, 16);
    const G = at(baseSlope, 9 * i);
    let g01 = v128.load(G);
    let g34 = v128.load(G, 24);
    let g67 = v128.load(G, 48);
    let g25 = pair(G + 16, G + 40);
    let g8 = load<f64>(G, 64);
    const T = slopes === 0 ? G : at(S, 9 * i);
    const s01 = v128.load(T);
    const s34 = v128.load(T, 24);
    const s67 = v128.load(T, 48);
    const s2 = load<f64>(T, 16);
    const s5 = load<f64>(T, 40);
    const s8 = load<f64>(T, 64);
    for (let e: i32 = from; e < to; e++) {
      const f = int(fn, e);
      const part = num(shown, f);
      const v = part * num(rowValue, e);
      const g = at(rowSlope, 3 * e);
      const xy = mul(splat(part), v128.load(g));
      const x = lane0(xy);
      const y = lane1(xy);
      const z = part * load<f64>(g, 16);
      const a = at(q, offset + 3 * f);
      const both = v128.load(a);
      const q2 = load<f64>(a, 16);
      jxy = plus(jxy, mul(splat(v), both));
      jz += v * q2;
      g01 = plus(g01, mul(xy, v128.load64_splat(a)));
      g34 = plus(g34, mul(xy, v128.load64_splat(a, 8)));
      g67 = plus(g67, mul(xy, splat(q2)));
      g25 = plus(g25, mul(splat(z), both));
      g8 += z * q2;
      put(value, e, v + x * wx + y * wy + z * wz);
      if (slopes === 0) continue;
      const d = at(slope, 3 * e);
      v128.store(d, sum3(s01, splat(x), s34, splat(y), s67, splat(z)));
      store<f64>(d, s2 * x + s5 * y + s8 * z, 16);
    }
    const g0 = lane0(g01) + 1;
    const g1 = lane1(g01);
    const g2 = lane0(g25);
    const g3 = lane0(g34);
    const g4 = lane1(g34) + 1;
    const g5 = lane1(g25);
    const g6 = lane0(g67);
    const g7 = lane1(g67);
    g8 += 1;
    v128.store(p, f64x2(g0, g1));
    v128.store(p, f64x2(g2, g3), 16);
    v128.store(p, f64x2(g4, g5), 32);
    v128.store(p, g67, 48);
    store<f64>(p, g8, 64);
    store<f64>(o, lane0(jxy) + g0 * wx + g1 * wy + g2 * wz);
    store<f64>(o, lane1(jxy) + g3 * wx + g4 * wy + g5 * wz, 8);
    store<f64>(o, jz + g6 * wx + g7 * wy + g8 * wz, 16);
    if (slopes === 0) continue;
    times(T, g0, g1, g2, s01, s34, s67, s2, s5, s8);
    times(T + 24, g3, g4, g5, s01, s34, s67, s2, s5, s8);
    times(T + 48, g6, g7, g8, s01, s34, s67, s2, s5, s8);
  }
}

export function composeModes(
  value: usize,
  slope: usize,
  frame: usize,
  w: usize,
  S: usize,
  ptr: usize,
  fn: usize,
  rowValue: usize,
  rowSlope: usize,
  shown: usize,
  q: usize,
  offset: i32,
  n: i32,
  slopes: i32,
  finest: usize,
): void {
  for (let i: i32 = 0; i < n; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    const o = at(w, 3 * i);
    if (slopes === 0 && int(finest, i) === 1) {
      let xy = splat(0);
      let z: f64 = 0;
      for (let e: i32 = from; e < to; e++) {
        const part = num(shown, int(fn, e));
        const u = num(q, offset + int(fn, e));
        const v = at(rowValue, 3 * e);
        const out = at(value, 3 * e);
        const ab = mul(splat(part), v128.load(v));
        const c = part * load<f64>(v, 16);
        xy = plus(xy, mul(ab, splat(u)));
        z += c * u;
        v128.store(out, ab);
        store<f64>(out, c, 16);
      }
      v128.store(o, xy);
      store<f64>(o, z, 16);
      continue;
    }
    const wx = load<f64>(o);
    const wy = load<f64>(o, 8);
    const wz = load<f64>(o, 16);
    const T = slopes === 0 ? frame : at(S, 9 * i);
    const s01 = v128.load(T);
    const s34 = v128.load(T, 24);
    const s67 = v128.load(T, 48);
    const s2 = load<f64>(T, 16);
    const s5 = load<f64>(T, 40);
    const s8 = load<f64>(T, 64);
    for (let r: i32 = 0; r < 3; r++) {
      let j: f64 = 0;
      let xy = splat(0);
      let z: f64 = 0;
      for (let e: i32 = from; e < to; e++) {
        const f = int(fn, e);
        const part = num(shown, f);
        const u = num(q, offset + f);
        const g = at(rowSlope, 9 * e + 3 * r);
        const ab = mul(splat(part), v128.load(g));
        const a = lane0(ab);
        const b = lane1(ab);
        const c = part * load<f64>(g, 16);
        const v = part * num(rowValue, 3 * e + r);
        j += v * u;
        xy = plus(xy, mul(ab, splat(u)));
        z += c * u;
        put(value, 3 * e + r, v + a * wx + b * wy + c * wz);
        if (slopes === 0) continue;
        times(at(slope, 9 * e + 3 * r), a, b, c, s01, s34, s67, s2, s5, s8);
      }
      const x = lane0(xy) + (r === 0 ? 1 : 0);
      const y = lane1(xy) + (r === 1 ? 1 : 0);
      z += r === 2 ? 1 : 0;
      const p = at(frame, 9 * i + 3 * r);
      store<f64>(p, x);
      store<f64>(p, y, 8);
      store<f64>(p, z, 16);
      store<f64>(o + (<usize>r << 3), j + x * wx + y * wy + z * wz);
      if (slopes === 0) continue;
      times(T + 24 * <usize>r, x, y, z, s01, s34, s67, s2, s5, s8);
    }
  }
}

export function chainFrames(phi: usize, frame: usize, n: i32): void {
  for (let i: i32 = 0; i < n; i++) {
    const f = at(frame, 9 * i);
    const p = at(phi, 9 * i);
    const t01 = v128.load(f);
    const t34 = v128.load(f, 24);
    const t67 = v128.load(f, 48);
    const t2 = load<f64>(f, 16);
    const t5 = load<f64>(f, 40);
    const t8 = load<f64>(f, 64);
    for (let r: usize = 0; r < 72; r += 24) {
      const a = load<f64>(p + r);
      const b = load<f64>(p + r, 8);
      const c = load<f64>(p + r, 16);
      store<f64>(f + r, a);
      store<f64>(f + r, b, 8);
      store<f64>(f + r, c, 16);
      times(p + r, a, b, c, t01, t34, t67, t2, t5, t8);
    }
  }
}

export function corotatedRates(
  d: usize,
  R: usize,
  volume: usize,
  mu: usize,
  lambda: usize,
  beta: usize,
  step: f64,
  elastic: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const p = 9 * i;
    const scale = elastic === 1 ? step * step : step * step + num(beta, i) * step;
    const r0 = num(R, p);
    const r1 = num(R, p + 1);
    const r2 = num(R, p + 2);
    const r3 = num(R, p + 3);
    const r4 = num(R, p + 4);
    const r5 = num(R, p + 5);
    const r6 = num(R, p + 6);
    const r7 = num(R, p + 7);
    const r8 = num(R, p + 8);
    const d0 = num(d, p);
    const d1 = num(d, p + 1);
    const d2 = num(d, p + 2);
    const d3 = num(d, p + 3);
    const d4 = num(d, p + 4);
    const d5 = num(d, p + 5);
    const d6 = num(d, p + 6);
    const d7 = num(d, p + 7);
    const d8 = num(d, p + 8);
    const e0 = r0 * d0 + r3 * d3 + r6 * d6;
    const e1 = r0 * d1 + r3 * d4 + r6 * d7;
    const e2 = r0 * d2 + r3 * d5 + r6 * d8;
    const e3 = r1 * d0 + r4 * d3 + r7 * d6;
    const e4 = r1 * d1 + r4 * d4 + r7 * d7;
    const e5 = r1 * d2 + r4 * d5 + r7 * d8;
    const e6 = r2 * d0 + r5 * d3 + r8 * d6;
    const e7 = r2 * d1 + r5 * d4 + r8 * d7;
    const e8 = r2 * d2 + r5 * d5 + r8 * d8;
    const V = scale * num(volume, i);
    const m = V * num(mu, i);
    const pressure = V * num(lambda, i) * (e0 + e4 + e8);
    const xx = 2 * m * e0 + pressure;
    const yy = 2 * m * e4 + pressure;
    const zz = 2 * m * e8 + pressure;
    const xy = m * (e1 + e3);
    const xz = m * (e2 + e6);
    const yz = m * (e5 + e7);
    put(d, p, r0 * xx + r1 * xy + r2 * xz);
    put(d, p + 1, r0 * xy + r1 * yy + r2 * yz);
    put(d, p + 2, r0 * xz + r1 * yz + r2 * zz);
    put(d, p + 3, r3 * xx + r4 * xy + r5 * xz);
    put(d, p + 4, r3 * xy + r4 * yy + r5 * yz);
    put(d, p + 5, r3 * xz + r4 * yz + r5 * zz);
    put(d, p + 6, r6 * xx + r7 * xy + r8 * xz);
    put(d, p + 7, r6 * xy + r7 * yy + r8 * yz);
    put(d, p + 8, r6 * xz + r7 * yz + r8 * zz);
  }
}

export function addColumnProducts(matrix: usize, size: i32, rows: usize, values: usize, times: usize, count: i32, width: i32): void {
  const pairs = width - (width & 1);
  const stride = <usize>width << 3;
  let va = values;
  for (let a: i32 = 0; a < count; a++) {
    const ra = int(rows, a);
    let vb = times;
    for (let b: i32 = 0; b <= a; b++) {
      const rb = int(rows, b);
      let sum = f64x2.splat(0);
      for (let c: i32 = 0; c < pairs; c += 2) {
        const o = <usize>c << 3;
        sum = f64x2.add(sum, f64x2.mul(v128.load(va + o), v128.load(vb + o)));
      }
      let even = f64x2.extract_lane(sum, 0);
      if (pairs < width) even += num(va, pairs) * num(vb, pairs);
      const at = matrix + (<usize>(ra >= rb ? ra * size + rb : rb * size + ra) << 3);
      store<f64>(at, load<f64>(at) + (even + f64x2.extract_lane(sum, 1)));
      vb += stride;
    }
    va += stride;
  }
}

export function corotatedColumns(
  d: usize,
  R: usize,
  i: i32,
  mu: f64,
  lambda: f64,
  count: i32,
): void {
  const o = 9 * i;
  const r0 = num(R, o);
  const r1 = num(R, o + 1);
  const r2 = num(R, o + 2);
  const r3 = num(R, o + 3);
  const r4 = num(R, o + 4);
  const r5 = num(R, o + 5);
  const r6 = num(R, o + 6);
  const r7 = num(R, o + 7);
  const r8 = num(R, o + 8);
  for (let j: i32 = 0; j < count; j++) {
    const p = 9 * j;
    const d0 = num(d, p);
    const d1 = num(d, p + 1);
    const d2 = num(d, p + 2);
    const d3 = num(d, p + 3);
    const d4 = num(d, p + 4);
    const d5 = num(d, p + 5);
    const d6 = num(d, p + 6);
    const d7 = num(d, p + 7);
    const d8 = num(d, p + 8);
    const e0 = r0 * d0 + r3 * d3 + r6 * d6;
    const e4 = r1 * d1 + r4 * d4 + r7 * d7;
    const e8 = r2 * d2 + r5 * d5 + r8 * d8;
    const pressure = lambda * (e0 + e4 + e8);
    const xx = 2 * mu * e0 + pressure;
    const yy = 2 * mu * e4 + pressure;
    const zz = 2 * mu * e8 + pressure;
    const xy = mu * (r0 * d1 + r3 * d4 + r6 * d7 + (r1 * d0 + r4 * d3 + r7 * d6));
    const xz = mu * (r0 * d2 + r3 * d5 + r6 * d8 + (r2 * d0 + r5 * d3 + r8 * d6));
    const yz = mu * (r1 * d2 + r4 * d5 + r7 * d8 + (r2 * d1 + r5 * d4 + r8 * d7));
    put(d, p, r0 * xx + r1 * xy + r2 * xz);
    put(d, p + 1, r0 * xy + r1 * yy + r2 * yz);
    put(d, p + 2, r0 * xz + r1 * yz + r2 * zz);
    put(d, p + 3, r3 * xx + r4 * xy + r5 * xz);
    put(d, p + 4, r3 * xy + r4 * yy + r5 * yz);
    put(d, p + 5, r3 * xz + r4 * yz + r5 * zz);
    put(d, p + 6, r6 * xx + r7 * xy + r8 * xz);
    put(d, p + 7, r6 * xy + r7 * yy + r8 * yz);
    put(d, p + 8, r6 * xz + r7 * yz + r8 * zz);
  }
}
