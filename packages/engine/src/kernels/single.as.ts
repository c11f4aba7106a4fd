// single.ts with four numbers in a register.
import { F32s, F64s, I32s } from './prelude.as';

// @ts-ignore: decorator
@inline
export function rowOf4(n: i32): i32 {
  return (n + 3) & ~3;
}

// @ts-ignore: decorator
@inline
function times(a: v128, at: usize): v128 {
  return f32x4.mul(a, v128.load(at));
}

// @ts-ignore: decorator
@inline
function plus(sum: v128, w: v128, at: usize): v128 {
  return f32x4.add(sum, times(w, at));
}

// Eight registers of sums at a time, then one.
export function sumRows(
  y: F32s, o: i32, x: F32s, p: i32, step: i32, which: I32s, weight: F64s, from: i32, to: i32, n: i32,
): void {
  const zero = f32x4.splat(0);
  let j: i32 = 0;
  for (; j + 31 < n; j += 32) {
    let a = zero;
    let b = zero;
    let c = zero;
    let d = zero;
    let e = zero;
    let f = zero;
    let g = zero;
    let h = zero;
    for (let k = from; k < to; k++) {
      const at = x.of(p + j + step * load<i32>(which.of(k)));
      const w = f32x4.splat(<f32>load<f64>(weight.of(k)));
      a = plus(a, w, at);
      b = plus(b, w, at + 16);
      c = plus(c, w, at + 32);
      d = plus(d, w, at + 48);
      e = plus(e, w, at + 64);
      f = plus(f, w, at + 80);
      g = plus(g, w, at + 96);
      h = plus(h, w, at + 112);
    }
    const out = y.of(o + j);
    v128.store(out, a);
    v128.store(out, b, 16);
    v128.store(out, c, 32);
    v128.store(out, d, 48);
    v128.store(out, e, 64);
    v128.store(out, f, 80);
    v128.store(out, g, 96);
    v128.store(out, h, 112);
  }
  for (; j < n; j += 4) {
    let a = zero;
    for (let k = from; k < to; k++)
      a = plus(a, f32x4.splat(<f32>load<f64>(weight.of(k))), x.of(p + j + step * load<i32>(which.of(k))));
    v128.store(y.of(o + j), a);
  }
}

export function addRows(
  y: F32s, o: i32, x: F32s, p: i32, m: i32, a: f64, b: f64, c: f64, n: i32,
): void {
  const s = f32x4.splat(<f32>a);
  const t = f32x4.splat(<f32>b);
  const u = f32x4.splat(<f32>c);
  let to = y.of(o);
  let P = x.of(p);
  let Q = x.of(p + m);
  let R = x.of(p + 2 * m);
  const end = to + (<usize>n << 2);
  for (; to < end; to += 16, P += 16, Q += 16, R += 16) {
    const sum = f32x4.add(f32x4.add(times(s, P), times(t, Q)), times(u, R));
    v128.store(to, f32x4.add(v128.load(to), sum));
  }
}

// @ts-ignore: decorator
@inline
function at(R: F64s, k: i32): v128 {
  return f32x4.splat(<f32>load<f64>(R.of(k)));
}

// @ts-ignore: decorator
@inline
function sum(a: v128, u: v128, b: v128, v: v128, c: v128, w: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, u), f32x4.mul(b, v)), f32x4.mul(c, w));
}

export function turnRows(x: F32s, p: i32, R: F64s, k: i32, n: i32): void {
  const a = at(R, k);
  const b = at(R, k + 1);
  const c = at(R, k + 2);
  const d = at(R, k + 3);
  const e = at(R, k + 4);
  const f = at(R, k + 5);
  const g = at(R, k + 6);
  const h = at(R, k + 7);
  const i = at(R, k + 8);
  const row = <usize>n << 2;
  let P = x.of(p);
  let Q = P + row;
  let T = Q + row;
  const end = Q;
  for (; P < end; P += 16, Q += 16, T += 16) {
    const u = v128.load(P);
    const v = v128.load(Q);
    const w = v128.load(T);
    v128.store(P, sum(a, u, b, v, c, w));
    v128.store(Q, sum(d, u, e, v, f, w));
    v128.store(T, sum(g, u, h, v, i, w));
  }
}

// Whole triples; the last is stored exactly.
export function takeTriples(y: F32s, o: i32, x: F32s, p: i32, which: I32s, n: i32): void {
  const from = x.of(p);
  let to = y.of(o);
  for (let i: i32 = 0; i < n; i++) {
    const at = from + 12 * <usize>load<i32>(which.of(i));
    store<u64>(to, load<u64>(at));
    store<u32>(to, load<u32>(at, 8), 8);
    to += 12;
  }
}

// Tiles of four by four.
export function transposeRows(y: F32s, x: F32s, rows: i32, columns: i32): void {
  const down = <usize>columns << 2;
  const across = <usize>rows << 2;
  for (let i: i32 = 0; i < rows; i += 4) {
    let from = x.of(i * columns);
    let to = y.of(i);
    for (let j: i32 = 0; j < columns; j += 4) {
      const a = v128.load(from);
      const b = v128.load(from + down);
      const c = v128.load(from + 2 * down);
      const d = v128.load(from + 3 * down);
      const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
      const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
      const AB = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
      const CD = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
      v128.store(to, v128.shuffle<f64>(ab, cd, 0, 2));
      v128.store(to + across, v128.shuffle<f64>(ab, cd, 1, 3));
      v128.store(to + 2 * across, v128.shuffle<f64>(AB, CD, 0, 2));
      v128.store(to + 3 * across, v128.shuffle<f64>(AB, CD, 1, 3));
      from += 16;
      to += 4 * across;
    }
  }
}

export function differRows(y: F32s, o: i32, x: F32s, n: i32): void {
  for (let j: i32 = 0; j < n; j += 4) {
    const now = v128.load(x.of(j));
    v128.store(y.of(o + j), f32x4.sub(now, v128.load(y.of(j))));
    v128.store(y.of(j), now);
  }
}

export function takeBack(x: F32s, y: F32s, o: i32, s: f64, n: i32): void {
  const part = f32x4.splat(<f32>s);
  for (let j: i32 = 0; j < n; j += 4)
    v128.store(x.of(j), f32x4.sub(v128.load(x.of(j)), times(part, y.of(o + j))));
}
