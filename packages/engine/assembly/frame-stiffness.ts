import { add, mul, splat, sum3 } from './lanes';

export function elastonStiffness(
  matrix: usize, size: i32, index: usize, ptr: usize, node: usize, H: usize, R: usize, volumeMu: usize,
  volumeLambda: usize, n: i32, order: i32, scale: f64, turned: usize,
): void {
  const stride = <usize>size * 96;
  const terms: usize = order > 0 ? 384 : 96;
  for (let e: i32 = 0; e < n; e++) {
    const from = <usize>load<i32>(ptr);
    const count = <usize>load<i32>(ptr, 4) - from;
    ptr += 4;
    turn(turned, H + from * 384, R, count, terms);
    R += 72;
    const m = splat(scale * load<f64>(volumeMu));
    const l = splat(scale * load<f64>(volumeLambda));
    volumeMu += 8;
    volumeLambda += 8;
    const own = node + (from << 2);
    for (let i: usize = 0; i < count; i++) {
      const row = matrix + member(index, own, i) * 12 * stride;
      for (let j: usize = 0; j <= i; j++) {
        const o = row + member(index, own, j) * 96;
        const v = turned + j * 384;
        for (let p: usize = 0; p < 4; p++) {
          const u = turned + i * 384 + (p << 3);
          addPart(o + p * stride, stride, u, v, terms, m, l);
          addPart(o + p * stride + 16, stride, u, v + 16, terms, m, l);
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

function turn(out: usize, H: usize, R: usize, count: usize, terms: usize): void {
  const r00 = v128.load64_splat(R);
  const r01 = v128.load64_splat(R, 8);
  const r02 = v128.load64_splat(R, 16);
  const r10 = v128.load64_splat(R, 24);
  const r11 = v128.load64_splat(R, 32);
  const r12 = v128.load64_splat(R, 40);
  const r20 = v128.load64_splat(R, 48);
  const r21 = v128.load64_splat(R, 56);
  const r22 = v128.load64_splat(R, 64);
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

// One place p of a row member with two neighbouring places q of a column member.
// @ts-ignore: decorator
@inline
function addPart(o: usize, stride: usize, u: usize, v: usize, terms: usize, m: v128, l: v128): void {
  let vx = v128.load(v);
  let vy = v128.load(v, 32);
  let vz = v128.load(v, 64);
  let w = v128.load64_splat(u);
  let g00 = mul(w, vx);
  let g01 = mul(w, vy);
  let g02 = mul(w, vz);
  w = v128.load64_splat(u, 32);
  let g10 = mul(w, vx);
  let g11 = mul(w, vy);
  let g12 = mul(w, vz);
  w = v128.load64_splat(u, 64);
  let g20 = mul(w, vx);
  let g21 = mul(w, vy);
  let g22 = mul(w, vz);
  for (let a: usize = 96; a < terms; a += 96) {
    u += 96;
    v += 96;
    vx = v128.load(v);
    vy = v128.load(v, 32);
    vz = v128.load(v, 64);
    w = v128.load64_splat(u);
    g00 = add(g00, mul(w, vx));
    g01 = add(g01, mul(w, vy));
    g02 = add(g02, mul(w, vz));
    w = v128.load64_splat(u, 32);
    g10 = add(g10, mul(w, vx));
    g11 = add(g11, mul(w, vy));
    g12 = add(g12, mul(w, vz));
    w = v128.load64_splat(u, 64);
    g20 = add(g20, mul(w, vx));
    g21 = add(g21, mul(w, vy));
    g22 = add(g22, mul(w, vz));
  }
  const both = add(l, m);
  const d = mul(m, add(add(g00, g11), g22));
  accumulate(o, 0, add(mul(both, g00), d));
  accumulate(o, 32, add(mul(l, g01), mul(m, g10)));
  accumulate(o, 64, add(mul(l, g02), mul(m, g20)));
  o += stride << 2;
  accumulate(o, 0, add(mul(l, g10), mul(m, g01)));
  accumulate(o, 32, add(mul(both, g11), d));
  accumulate(o, 64, add(mul(l, g12), mul(m, g21)));
  o += stride << 2;
  accumulate(o, 0, add(mul(l, g20), mul(m, g02)));
  accumulate(o, 32, add(mul(l, g21), mul(m, g12)));
  accumulate(o, 64, add(mul(both, g22), d));
}

// @ts-ignore: decorator
@inline
function accumulate(p: usize, offset: usize, value: v128): void {
  v128.store(p + offset, add(v128.load(p + offset), value));
}
