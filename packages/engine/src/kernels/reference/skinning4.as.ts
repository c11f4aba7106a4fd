import { add, first, firsts, mul, second, seconds } from '../lanes.as';

// @ts-ignore: decorator
@inline
function node(x: usize, nodes: usize): usize {
  return x + <usize>load<i32>(nodes) * 24;
}

export function skin4(out: usize, nodes: usize, weights: usize, x: usize, n: i32): void {
  for (let p: i32 = 0; p < n; p++) {
    const a = node(x, nodes);
    const b = node(x, nodes + 4);
    const c = node(x, nodes + 8);
    const d = node(x, nodes + 12);
    v128.store(out, blend(weights, v128.load(a), v128.load(b), v128.load(c), v128.load(d)));
    store<f64>(out, blendZ(weights, a, b, c, d), 16);
    out += 24;
    nodes += 16;
    weights += 32;
  }
}

export function skin4F32(out: usize, nodes: usize, weights: usize, x: usize, n: i32): void {
  for (let p: i32 = 0; p < n; p++) {
    const a = node(x, nodes);
    const b = node(x, nodes + 4);
    const c = node(x, nodes + 8);
    const d = node(x, nodes + 12);
    const xy = blend(weights, v128.load(a), v128.load(b), v128.load(c), v128.load(d));
    store<f32>(out, <f32>first(xy));
    store<f32>(out, <f32>second(xy), 4);
    store<f32>(out, <f32>blendZ(weights, a, b, c, d), 8);
    out += 12;
    nodes += 16;
    weights += 32;
  }
}

export function skin4Transpose(out: usize, nodes: usize, weights: usize, f: usize, n: i32): void {
  for (let p: i32 = 0; p < n; p++) {
    const xy = v128.load(f);
    const z = load<f64>(f, 16);
    for (let k: usize = 0; k < 4; k++) {
      const w = weights + (k << 3);
      const o = node(out, nodes + (k << 2));
      v128.store(o, add(v128.load(o), mul(v128.load64_splat(w), xy)));
      store<f64>(o, load<f64>(o, 16) + load<f64>(w) * z, 16);
    }
    f += 24;
    nodes += 16;
    weights += 32;
  }
}

// @ts-ignore: decorator
@inline
function blend(weights: usize, a: v128, b: v128, c: v128, d: v128): v128 {
  const w01 = v128.load(weights);
  const w23 = v128.load(weights, 16);
  const ab = add(mul(firsts(w01, w01), a), mul(seconds(w01, w01), b));
  return add(add(ab, mul(firsts(w23, w23), c)), mul(seconds(w23, w23), d));
}

// @ts-ignore: decorator
@inline
function blendZ(weights: usize, a: usize, b: usize, c: usize, d: usize): f64 {
  return load<f64>(weights) * load<f64>(a, 16) + load<f64>(weights, 8) * load<f64>(b, 16)
    + load<f64>(weights, 16) * load<f64>(c, 16) + load<f64>(weights, 24) * load<f64>(d, 16);
}
