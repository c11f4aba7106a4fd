import { add, splat } from './lanes';

export function gatherSums(out: usize, rowPtr: usize, members: usize, values: usize, n: i32, stride: i32): void {
  const bytes = <usize>stride << 3;
  for (let r: i32 = 0; r < n; r++) {
    const from = members + (<usize>load<i32>(rowPtr) << 2);
    const to = members + (<usize>load<i32>(rowPtr, 4) << 2);
    rowPtr += 4;
    sumRecord(out, from, to, values, bytes);
    out += bytes;
  }
}

// Strips of 24, 18 or 12, then of 16 and of six numbers, with the sums in registers; then pairs, then an odd last one.
export function sumRecord(out: usize, from: usize, to: usize, values: usize, bytes: usize): void {
  if (bytes == 192) return sum24(out, from, to, values);
  if (bytes == 144) return sum18(out, from, to, values);
  if (bytes == 96) return sum12(out, from, to, values);
  let s: usize = 0;
  for (; s + 128 <= bytes; s += 128) sum16(out + s, from, to, values + s, bytes);
  for (; s + 48 <= bytes; s += 48) sum6(out + s, from, to, values + s, bytes);
  for (; s + 16 <= bytes; s += 16) {
    let sum = splat(0);
    for (let m = from; m < to; m += 4) {
      sum = add(sum, v128.load(values + s + <usize>load<i32>(m) * bytes));
    }
    v128.store(out + s, sum);
  }
  if (s < bytes) {
    let sum: f64 = 0;
    for (let m = from; m < to; m += 4) sum += load<f64>(values + s + <usize>load<i32>(m) * bytes);
    store<f64>(out + s, sum);
  }
}

// @ts-ignore: decorator
@inline
function sum24(out: usize, from: usize, to: usize, values: usize): void {
  let a = splat(0);
  let b = splat(0);
  let c = splat(0);
  let d = splat(0);
  let e = splat(0);
  let f = splat(0);
  let g = splat(0);
  let h = splat(0);
  let i = splat(0);
  let j = splat(0);
  let k = splat(0);
  let l = splat(0);
  for (let m = from; m < to; m += 4) {
    const v = values + <usize>load<i32>(m) * 192;
    a = add(a, v128.load(v));
    b = add(b, v128.load(v, 16));
    c = add(c, v128.load(v, 32));
    d = add(d, v128.load(v, 48));
    e = add(e, v128.load(v, 64));
    f = add(f, v128.load(v, 80));
    g = add(g, v128.load(v, 96));
    h = add(h, v128.load(v, 112));
    i = add(i, v128.load(v, 128));
    j = add(j, v128.load(v, 144));
    k = add(k, v128.load(v, 160));
    l = add(l, v128.load(v, 176));
  }
  v128.store(out, a);
  v128.store(out, b, 16);
  v128.store(out, c, 32);
  v128.store(out, d, 48);
  v128.store(out, e, 64);
  v128.store(out, f, 80);
  v128.store(out, g, 96);
  v128.store(out, h, 112);
  v128.store(out, i, 128);
  v128.store(out, j, 144);
  v128.store(out, k, 160);
  v128.store(out, l, 176);
}

// @ts-ignore: decorator
@inline
function sum18(out: usize, from: usize, to: usize, values: usize): void {
  let a = splat(0);
  let b = splat(0);
  let c = splat(0);
  let d = splat(0);
  let e = splat(0);
  let f = splat(0);
  let g = splat(0);
  let h = splat(0);
  let i = splat(0);
  for (let m = from; m < to; m += 4) {
    const v = values + <usize>load<i32>(m) * 144;
    a = add(a, v128.load(v));
    b = add(b, v128.load(v, 16));
    c = add(c, v128.load(v, 32));
    d = add(d, v128.load(v, 48));
    e = add(e, v128.load(v, 64));
    f = add(f, v128.load(v, 80));
    g = add(g, v128.load(v, 96));
    h = add(h, v128.load(v, 112));
    i = add(i, v128.load(v, 128));
  }
  v128.store(out, a);
  v128.store(out, b, 16);
  v128.store(out, c, 32);
  v128.store(out, d, 48);
  v128.store(out, e, 64);
  v128.store(out, f, 80);
  v128.store(out, g, 96);
  v128.store(out, h, 112);
  v128.store(out, i, 128);
}

// @ts-ignore: decorator
@inline
function sum16(out: usize, from: usize, to: usize, values: usize, bytes: usize): void {
  let a = splat(0);
  let b = splat(0);
  let c = splat(0);
  let d = splat(0);
  let e = splat(0);
  let f = splat(0);
  let g = splat(0);
  let h = splat(0);
  for (let m = from; m < to; m += 4) {
    const v = values + <usize>load<i32>(m) * bytes;
    a = add(a, v128.load(v));
    b = add(b, v128.load(v, 16));
    c = add(c, v128.load(v, 32));
    d = add(d, v128.load(v, 48));
    e = add(e, v128.load(v, 64));
    f = add(f, v128.load(v, 80));
    g = add(g, v128.load(v, 96));
    h = add(h, v128.load(v, 112));
  }
  v128.store(out, a);
  v128.store(out, b, 16);
  v128.store(out, c, 32);
  v128.store(out, d, 48);
  v128.store(out, e, 64);
  v128.store(out, f, 80);
  v128.store(out, g, 96);
  v128.store(out, h, 112);
}

// @ts-ignore: decorator
@inline
function sum12(out: usize, from: usize, to: usize, values: usize): void {
  let a = splat(0);
  let b = splat(0);
  let c = splat(0);
  let d = splat(0);
  let e = splat(0);
  let f = splat(0);
  for (let m = from; m < to; m += 4) {
    const v = values + <usize>load<i32>(m) * 96;
    a = add(a, v128.load(v));
    b = add(b, v128.load(v, 16));
    c = add(c, v128.load(v, 32));
    d = add(d, v128.load(v, 48));
    e = add(e, v128.load(v, 64));
    f = add(f, v128.load(v, 80));
  }
  v128.store(out, a);
  v128.store(out, b, 16);
  v128.store(out, c, 32);
  v128.store(out, d, 48);
  v128.store(out, e, 64);
  v128.store(out, f, 80);
}

// @ts-ignore: decorator
@inline
function sum6(out: usize, from: usize, to: usize, values: usize, bytes: usize): void {
  let a = splat(0);
  let b = splat(0);
  let c = splat(0);
  for (let m = from; m < to; m += 4) {
    const v = values + <usize>load<i32>(m) * bytes;
    a = add(a, v128.load(v));
    b = add(b, v128.load(v, 16));
    c = add(c, v128.load(v, 32));
  }
  v128.store(out, a);
  v128.store(out, b, 16);
  v128.store(out, c, 32);
}
