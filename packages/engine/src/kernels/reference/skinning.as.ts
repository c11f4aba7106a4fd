import { add, first, mul, second, splat } from '../lanes.as';

export function skinPoints(out: usize, rowPtr: usize, cols: usize, weights: usize, x: usize, n: i32): void {
  let k: i32 = n > 0 ? load<i32>(rowPtr) : 0;
  for (let p: i32 = 0; p < n; p++) {
    let xy = splat(0);
    let z: f64 = 0;
    rowPtr += 4;
    const end = load<i32>(rowPtr);
    for (; k < end; k++) {
      const w = weights + (<usize>k << 3);
      const i = x + <usize>load<i32>(cols + (<usize>k << 2)) * 24;
      xy = add(xy, mul(v128.load64_splat(w), v128.load(i)));
      z += load<f64>(w) * load<f64>(i, 16);
    }
    v128.store(out, xy);
    store<f64>(out, z, 16);
    out += 24;
  }
}

export function skinPointsF32(out: usize, rowPtr: usize, cols: usize, weights: usize, x: usize, n: i32): void {
  let k: i32 = n > 0 ? load<i32>(rowPtr) : 0;
  for (let p: i32 = 0; p < n; p++) {
    let xy = splat(0);
    let z: f64 = 0;
    rowPtr += 4;
    const end = load<i32>(rowPtr);
    for (; k < end; k++) {
      const w = weights + (<usize>k << 3);
      const i = x + <usize>load<i32>(cols + (<usize>k << 2)) * 24;
      xy = add(xy, mul(v128.load64_splat(w), v128.load(i)));
      z += load<f64>(w) * load<f64>(i, 16);
    }
    store<f32>(out, <f32>first(xy));
    store<f32>(out, <f32>second(xy), 4);
    store<f32>(out, <f32>z, 8);
    out += 12;
  }
}

export function skinTranspose(out: usize, rowPtr: usize, cols: usize, weights: usize, f: usize, n: i32): void {
  let k: i32 = n > 0 ? load<i32>(rowPtr) : 0;
  for (let p: i32 = 0; p < n; p++) {
    const xy = v128.load(f);
    const z = load<f64>(f, 16);
    rowPtr += 4;
    const end = load<i32>(rowPtr);
    for (; k < end; k++) {
      const w = weights + (<usize>k << 3);
      const o = out + <usize>load<i32>(cols + (<usize>k << 2)) * 24;
      v128.store(o, add(v128.load(o), mul(v128.load64_splat(w), xy)));
      store<f64>(o, load<f64>(o, 16) + load<f64>(w) * z, 16);
    }
    f += 24;
  }
}
