import { add, splat } from '../kernels/lanes.as';

export function gatherSums(out: usize, rowPtr: usize, members: usize, values: usize, n: i32, stride: i32): void {
  const bytes = <usize>stride << 3;
  for (let r: i32 = 0; r < n; r++) {
    const from = members + (<usize>load<i32>(rowPtr) << 2);
    const to = members + (<usize>load<i32>(rowPtr, 4) << 2);
    rowPtr += 4;
    let s: usize = 0;
    for (; s + 96 <= bytes; s += 96) sum12(out + s, from, to, values + s, bytes, 0);
    for (; s + 64 <= bytes; s += 64) sum8(out + s, from, to, values + s, bytes, 0);
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
    out += bytes;
  }
}

// Strips of records of `bytes` bytes, with the sums in registers, and what is at `above` if that is not 0. Two runs
// over the members with six registers each are faster than one with twelve, which the compiler cannot keep.

// @ts-ignore: decorator
@inline
export function sum12(out: usize, from: usize, to: usize, values: usize, bytes: usize, above: usize): void {
  let a = splat(0);
  let b = splat(0);
  let c = splat(0);
  let d = splat(0);
  let e = splat(0);
  let f = splat(0);
  for (let m = from; m < to; m += 4) {
    const v = values + <usize>load<i32>(m) * bytes;
    a = add(a, v128.load(v));
    b = add(b, v128.load(v, 16));
    c = add(c, v128.load(v, 32));
    d = add(d, v128.load(v, 48));
    e = add(e, v128.load(v, 64));
    f = add(f, v128.load(v, 80));
  }
  if (above) {
    a = add(a, v128.load(above));
    b = add(b, v128.load(above, 16));
    c = add(c, v128.load(above, 32));
    d = add(d, v128.load(above, 48));
    e = add(e, v128.load(above, 64));
    f = add(f, v128.load(above, 80));
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
export function sum8(out: usize, from: usize, to: usize, values: usize, bytes: usize, above: usize): void {
  let a = splat(0);
  let b = splat(0);
  let c = splat(0);
  let d = splat(0);
  for (let m = from; m < to; m += 4) {
    const v = values + <usize>load<i32>(m) * bytes;
    a = add(a, v128.load(v));
    b = add(b, v128.load(v, 16));
    c = add(c, v128.load(v, 32));
    d = add(d, v128.load(v, 48));
  }
  if (above) {
    a = add(a, v128.load(above));
    b = add(b, v128.load(above, 16));
    c = add(c, v128.load(above, 32));
    d = add(d, v128.load(above, 48));
  }
  v128.store(out, a);
  v128.store(out, b, 16);
  v128.store(out, c, 32);
  v128.store(out, d, 48);
}
