import { add, mul, splat, sum3 } from '../lanes.as';

export function pointMoments(
  moments: usize, ptr: usize, H: usize, list: usize, count: i32, weight: usize, centre: usize, axes: usize,
): void {
  for (let n: i32 = 0; n < count; n++) {
    const e = <usize>load<i32>(list + (<usize>n << 2));
    const weighs = load<f64>(weight + (e << 3));
    const w = splat(weighs);
    const from = <usize>load<i32>(ptr + (e << 3));
    const to = <usize>load<i32>(ptr + (e << 3), 4);
    for (let i = from; i < to; i++) {
      const h = H + i * 384;
      const o = moments + i * 448;
      for (let k: usize = 0; k < 96; k += 16) v128.store(o + k, mul(w, v128.load(h + k)));
      for (let d: usize = 0; d < 3; d++) {
        const x = splat(weighs * load<f64>(centre + 24 * e + (d << 3)));
        const at = axes + 72 * e + 24 * d;
        const a = splat(weighs * load<f64>(at));
        const b = splat(weighs * load<f64>(at, 8));
        const c = splat(weighs * load<f64>(at, 16));
        const target = o + 96 * (d + 1);
        for (let k: usize = 0; k < 96; k += 16) {
          const three = sum3(x, v128.load(h + k), a, v128.load(h + k, 96), b, v128.load(h + k, 192));
          v128.store(target + k, add(three, mul(c, v128.load(h + k, 288))));
        }
      }
      squares(o + 384, h, w);
    }
  }
}

// Sums of squares of rows (h, t), and of t times them.
// @ts-ignore: decorator
@inline
function squares(o: usize, h: usize, w: v128): void {
  let a = splat(0);
  let b = splat(0);
  let c = splat(0);
  let d = splat(0);
  const end = h + 384;
  for (; h < end; h += 32) {
    const u = v128.load(h);
    const v = v128.load(h, 16);
    const t = v128.load64_splat(h, 24);
    a = add(a, mul(u, u));
    b = add(b, mul(v, v));
    c = add(c, mul(t, u));
    d = add(d, mul(t, v));
  }
  v128.store(o, mul(w, a));
  v128.store(o, mul(w, b), 16);
  v128.store(o, mul(w, c), 32);
  v128.store(o, mul(w, d), 48);
}

export function sumMoments(
  sums: usize, ptr: usize, node: usize, moments: usize, list: usize, count: i32, place: usize,
): void {
  for (let n: i32 = 0; n < count; n++) {
    const e = <usize>load<i32>(list + (<usize>n << 2));
    const from = <usize>load<i32>(ptr + (e << 3));
    const to = <usize>load<i32>(ptr + (e << 3), 4);
    for (let i = from; i < to; i++) {
      const o = sums + 448 * <usize>load<i32>(place + (<usize>load<i32>(node + (i << 2)) << 2));
      const m = moments + 448 * i;
      for (let k: usize = 0; k < 448; k += 32) {
        v128.store(o + k, add(v128.load(o + k), v128.load(m + k)));
        v128.store(o + k, add(v128.load(o + k, 16), v128.load(m + k, 16)), 16);
      }
    }
  }
}

export function turnForces(
  f: usize, ptr: usize, node: usize, kept: usize, T: usize, R: usize, list: usize, count: i32, scale: f64,
): void {
  for (let n: i32 = 0; n < count; n++) {
    const g = <usize>load<i32>(list + (<usize>n << 2));
    const from = <usize>load<i32>(ptr + (g << 3));
    const to = <usize>load<i32>(ptr + (g << 3), 4);
    const t = T + 72 * g;
    for (let r: usize = 0; r < 3; r++) {
      const row = R + 72 * g + 24 * r;
      const x = splat(scale * turned(row, t));
      const y = splat(scale * turned(row, t + 24));
      const z = splat(scale * turned(row, t + 48));
      for (let i = from; i < to; i++) {
        const o = f + 96 * <usize>load<i32>(node + (i << 2)) + 32 * r;
        const k = kept + 96 * i;
        v128.store(o, add(v128.load(o), sum3(x, v128.load(k), y, v128.load(k, 32), z, v128.load(k, 64))));
        v128.store(
          o, add(v128.load(o, 16), sum3(x, v128.load(k, 16), y, v128.load(k, 48), z, v128.load(k, 80))), 16,
        );
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function turned(r: usize, t: usize): f64 {
  return load<f64>(r) * load<f64>(t) + load<f64>(r, 8) * load<f64>(t, 8) + load<f64>(r, 16) * load<f64>(t, 16);
}
