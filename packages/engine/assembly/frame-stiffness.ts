import { add, mul, splat, sum3 } from './lanes';

export function elastonProducts(
  matrix: usize, size: i32, index: usize, ptr: usize, node: usize, H: usize, R: usize, volumeMu: usize, n: i32,
  order: i32, scale: f64, turned: usize,
): void {
  const stride = <usize>size * 96;
  const terms: usize = order > 0 ? 384 : 96;
  clear(matrix, size);
  for (let e: i32 = 0; e < n; e++) {
    const from = <usize>load<i32>(ptr);
    const count = <usize>load<i32>(ptr, 4) - from;
    ptr += 4;
    turn(turned, H + from * 384, R, sqrt(scale * load<f64>(volumeMu)), count, terms);
    R += 72;
    volumeMu += 8;
    const own = node + (from << 2);
    for (let i: usize = 0; i < count; i++) {
      const row = matrix + member(index, own, i) * 12 * stride;
      for (let j: usize = 0; j <= i; j++) {
        const o = row + member(index, own, j) * 96;
        const u = turned + i * 384;
        const v = turned + j * 384;
        for (let r: usize = 0; r < 12; r += 3) {
          addTile(o + r * stride, stride, u + (r << 3), v, terms);
          addTile(o + r * stride + 48, stride, u + (r << 3), v + 48, terms);
        }
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function member(index: usize, node: usize, i: usize): usize {
  return <usize>load<i32>(index + (<usize>load<i32>(node + (i << 2)) << 2));
}

// Zero in the lower blocks.
function clear(matrix: usize, size: i32): void {
  const zero = splat(0);
  const stride = <usize>size * 96;
  for (let i: usize = 1; i <= <usize>size; i++) {
    for (let r: i32 = 0; r < 12; r++) {
      for (let p = matrix; p < matrix + i * 96; p += 16) v128.store(p, zero);
      matrix += stride;
    }
  }
}

function turn(out: usize, H: usize, R: usize, scale: f64, count: usize, terms: usize): void {
  const s = splat(scale);
  const r00 = mul(s, v128.load64_splat(R));
  const r01 = mul(s, v128.load64_splat(R, 8));
  const r02 = mul(s, v128.load64_splat(R, 16));
  const r10 = mul(s, v128.load64_splat(R, 24));
  const r11 = mul(s, v128.load64_splat(R, 32));
  const r12 = mul(s, v128.load64_splat(R, 40));
  const r20 = mul(s, v128.load64_splat(R, 48));
  const r21 = mul(s, v128.load64_splat(R, 56));
  const r22 = mul(s, v128.load64_splat(R, 64));
  for (let i: usize = 0; i < count; i++) {
    for (let a: usize = 0; a < terms; a += 96) {
      for (let p = a; p < a + 32; p += 16) {
        const x = v128.load(H + p);
        const y = v128.load(H + p, 32);
        const z = v128.load(H + p, 64);
        v128.store(out + p, sum3(r00, x, r01, y, r02, z));
        v128.store(out + p, sum3(r10, x, r11, y, r12, z), 32);
        v128.store(out + p, sum3(r20, x, r21, y, r22, z), 64);
      }
    }
    H += 384;
    out += 384;
  }
}

// Three rows by six columns of a block: nine sums that stay in registers.
// @ts-ignore: decorator
@inline
function addTile(o: usize, stride: usize, u: usize, v: usize, terms: usize): void {
  let x = v128.load(v);
  let y = v128.load(v, 16);
  let z = v128.load(v, 32);
  let w = v128.load64_splat(u);
  let g00 = mul(w, x);
  let g01 = mul(w, y);
  let g02 = mul(w, z);
  w = v128.load64_splat(u, 8);
  let g10 = mul(w, x);
  let g11 = mul(w, y);
  let g12 = mul(w, z);
  w = v128.load64_splat(u, 16);
  let g20 = mul(w, x);
  let g21 = mul(w, y);
  let g22 = mul(w, z);
  for (let a: usize = 96; a < terms; a += 96) {
    x = v128.load(v + a);
    y = v128.load(v + a, 16);
    z = v128.load(v + a, 32);
    w = v128.load64_splat(u + a);
    g00 = add(g00, mul(w, x));
    g01 = add(g01, mul(w, y));
    g02 = add(g02, mul(w, z));
    w = v128.load64_splat(u + a, 8);
    g10 = add(g10, mul(w, x));
    g11 = add(g11, mul(w, y));
    g12 = add(g12, mul(w, z));
    w = v128.load64_splat(u + a, 16);
    g20 = add(g20, mul(w, x));
    g21 = add(g21, mul(w, y));
    g22 = add(g22, mul(w, z));
  }
  accumulate(o, g00, g01, g02);
  accumulate(o + stride, g10, g11, g12);
  accumulate(o + (stride << 1), g20, g21, g22);
}

// @ts-ignore: decorator
@inline
function accumulate(p: usize, x: v128, y: v128, z: v128): void {
  v128.store(p, add(v128.load(p), x));
  v128.store(p, add(v128.load(p, 16), y), 16);
  v128.store(p, add(v128.load(p, 32), z), 32);
}

export function frameMatrix(matrix: usize, mass: usize, size: i32, massScale: f64, ratio: f64): void {
  const stride = <usize>size * 96;
  const s = splat(massScale);
  const k = splat(ratio);
  const both = splat(ratio + 1);
  for (let i: usize = 0; i < <usize>size; i++) {
    for (let p: usize = 0; p < 4; p++) {
      const m = mass + (<usize>size << 5) * ((i << 2) + p);
      const row = matrix + (12 * i + p) * stride;
      for (let j: usize = 0; j <= i; j++) {
        finish(row + j * 96, stride << 2, m + (j << 5), s, k, both);
        finish(row + j * 96 + 16, stride << 2, m + (j << 5) + 16, s, k, both);
      }
    }
  }
}

// Two neighbouring q.
// @ts-ignore: decorator
@inline
function finish(x: usize, step: usize, m: usize, s: v128, k: v128, both: v128): void {
  const y = x + step;
  const z = y + step;
  const g00 = v128.load(x);
  const g01 = v128.load(x, 32);
  const g02 = v128.load(x, 64);
  const g10 = v128.load(y);
  const g11 = v128.load(y, 32);
  const g12 = v128.load(y, 64);
  const g20 = v128.load(z);
  const g21 = v128.load(z, 32);
  const g22 = v128.load(z, 64);
  const d = add(add(add(g00, g11), g22), mul(s, v128.load(m)));
  v128.store(x, add(mul(both, g00), d));
  v128.store(x, add(mul(k, g01), g10), 32);
  v128.store(x, add(mul(k, g02), g20), 64);
  v128.store(y, add(mul(k, g10), g01));
  v128.store(y, add(mul(both, g11), d), 32);
  v128.store(y, add(mul(k, g12), g21), 64);
  v128.store(z, add(mul(k, g20), g02));
  v128.store(z, add(mul(k, g21), g12), 32);
  v128.store(z, add(mul(both, g22), d), 64);
}
