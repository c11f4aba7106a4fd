import { add, first, mul, second, splat } from '../lanes.as';

// @ts-ignore: decorator
@inline
function term(d: usize, q01: v128, q23: v128): v128 {
  return add(mul(v128.load(d), q01), mul(v128.load(d, 16), q23));
}

export function skinAffine(out: usize, rowPtr: usize, cols: usize, q: usize, frames: usize, n: i32): void {
  let k: i32 = n > 0 ? load<i32>(rowPtr) : 0;
  for (let p: i32 = 0; p < n; p++) {
    let s0 = splat(0);
    let s1 = splat(0);
    let s2 = splat(0);
    rowPtr += 4;
    const end = load<i32>(rowPtr);
    for (; k < end; k++) {
      const d = frames + <usize>load<i32>(cols + (<usize>k << 2)) * 96;
      const c = q + (<usize>k << 5);
      const q01 = v128.load(c);
      const q23 = v128.load(c, 16);
      s0 = add(s0, term(d, q01, q23));
      s1 = add(s1, term(d + 32, q01, q23));
      s2 = add(s2, term(d + 64, q01, q23));
    }
    store<f64>(out, first(s0) + second(s0));
    store<f64>(out, first(s1) + second(s1), 8);
    store<f64>(out, first(s2) + second(s2), 16);
    out += 24;
  }
}

export function skinAffineF32(out: usize, rowPtr: usize, cols: usize, q: usize, frames: usize, n: i32): void {
  let k: i32 = n > 0 ? load<i32>(rowPtr) : 0;
  for (let p: i32 = 0; p < n; p++) {
    let s0 = splat(0);
    let s1 = splat(0);
    let s2 = splat(0);
    rowPtr += 4;
    const end = load<i32>(rowPtr);
    for (; k < end; k++) {
      const d = frames + <usize>load<i32>(cols + (<usize>k << 2)) * 96;
      const c = q + (<usize>k << 5);
      const q01 = v128.load(c);
      const q23 = v128.load(c, 16);
      s0 = add(s0, term(d, q01, q23));
      s1 = add(s1, term(d + 32, q01, q23));
      s2 = add(s2, term(d + 64, q01, q23));
    }
    store<f32>(out, <f32>(first(s0) + second(s0)));
    store<f32>(out, <f32>(first(s1) + second(s1)), 4);
    store<f32>(out, <f32>(first(s2) + second(s2)), 8);
    out += 12;
  }
}

export function skinAffineTranspose(out: usize, rowPtr: usize, cols: usize, q: usize, f: usize, n: i32): void {
  let k: i32 = n > 0 ? load<i32>(rowPtr) : 0;
  for (let p: i32 = 0; p < n; p++) {
    const f0 = v128.load64_splat(f);
    const f1 = v128.load64_splat(f, 8);
    const f2 = v128.load64_splat(f, 16);
    rowPtr += 4;
    const end = load<i32>(rowPtr);
    for (; k < end; k++) {
      const o = out + <usize>load<i32>(cols + (<usize>k << 2)) * 96;
      const c = q + (<usize>k << 5);
      const q01 = v128.load(c);
      const q23 = v128.load(c, 16);
      v128.store(o, add(v128.load(o), mul(f0, q01)));
      v128.store(o, add(v128.load(o, 16), mul(f0, q23)), 16);
      v128.store(o, add(v128.load(o, 32), mul(f1, q01)), 32);
      v128.store(o, add(v128.load(o, 48), mul(f1, q23)), 48);
      v128.store(o, add(v128.load(o, 64), mul(f2, q01)), 64);
      v128.store(o, add(v128.load(o, 80), mul(f2, q23)), 80);
    }
    f += 24;
  }
}
