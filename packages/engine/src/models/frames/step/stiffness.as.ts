import { add, mul, splat, sum3 } from '../../../kernels/lanes.as';

export function elastonProducts(
  blocks: usize, where: usize, size: i32, index: usize, ptr: usize, node: usize, H: usize, R: usize,
  volumeMu: usize, n: i32, order: i32, scale: f64, turned: usize, own: usize,
): void {
  const terms: usize = order > 0 ? 384 : 96;
  for (let e: i32 = 0; e < n; e++) {
    const from = <usize>load<i32>(ptr);
    const to = <usize>load<i32>(ptr, 4);
    ptr += 8;
    const weight = load<f64>(volumeMu);
    const rotation = R;
    R += 72;
    volumeMu += 8;
    if (weight == 0) continue;
    const members = turn(turned, own, H, index, node, from, to, rotation, sqrt(scale * weight), terms);
    for (let i: usize = 0; i < members; i++) {
      const k = <usize>load<i32>(own + (i << 2));
      const x = turned + i * 384;
      for (let j: usize = 0; j <= i; j++) {
        const l = <usize>load<i32>(own + (j << 2));
        const y = turned + j * 384;
        const above = k > l;
        const at = above ? k * <usize>size + l : l * <usize>size + k;
        const o = blocks + <usize>load<i32>(where + (at << 2)) * 1152;
        const u = above ? x : y;
        const v = above ? y : x;
        if (order > 0) {
          addFour(o, u, v);
          addFour(o + 48, u, v + 48);
        } else {
          addOne(o, u, v);
        }
      }
    }
  }
}

// Turns the members that have a number, one after the other, and notes their numbers; returns how many.
function turn(
  out: usize, own: usize, H: usize, index: usize, node: usize, from: usize, to: usize, R: usize, scale: f64, terms: usize,
): usize {
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
  let members: usize = 0;
  for (let i = from; i < to; i++) {
    const number = load<i32>(index + (<usize>load<i32>(node + (i << 2)) << 2));
    if (number < 0) continue;
    store<i32>(own + (members << 2), number);
    members++;
    const h = H + i * 384;
    for (let a: usize = 0; a < terms; a += 96) {
      for (let p = a; p < a + 32; p += 16) {
        const x = v128.load(h + p);
        const y = v128.load(h + p, 32);
        const z = v128.load(h + p, 64);
        v128.store(out + p, sum3(r00, x, r01, y, r02, z));
        v128.store(out + p, sum3(r10, x, r11, y, r12, z), 32);
        v128.store(out + p, sum3(r20, x, r21, y, r22, z), 64);
      }
    }
    out += 384;
  }
  return members;
}

// Six columns of a block, whose four terms stay in registers while the rows go by.
function addFour(o: usize, u: usize, v: usize): void {
  const x0 = v128.load(v);
  const y0 = v128.load(v, 16);
  const z0 = v128.load(v, 32);
  const x1 = v128.load(v, 96);
  const y1 = v128.load(v, 112);
  const z1 = v128.load(v, 128);
  const x2 = v128.load(v, 192);
  const y2 = v128.load(v, 208);
  const z2 = v128.load(v, 224);
  const x3 = v128.load(v, 288);
  const y3 = v128.load(v, 304);
  const z3 = v128.load(v, 320);
  const end = u + 96;
  for (; u < end; u += 8) {
    let w = v128.load64_splat(u);
    let x = mul(w, x0);
    let y = mul(w, y0);
    let z = mul(w, z0);
    w = v128.load64_splat(u, 96);
    x = add(x, mul(w, x1));
    y = add(y, mul(w, y1));
    z = add(z, mul(w, z1));
    w = v128.load64_splat(u, 192);
    x = add(x, mul(w, x2));
    y = add(y, mul(w, y2));
    z = add(z, mul(w, z2));
    w = v128.load64_splat(u, 288);
    accumulate(o, add(x, mul(w, x3)), add(y, mul(w, y3)), add(z, mul(w, z3)));
    o += 96;
  }
}

// All twelve columns, with one term.
function addOne(o: usize, u: usize, v: usize): void {
  const x0 = v128.load(v);
  const y0 = v128.load(v, 16);
  const z0 = v128.load(v, 32);
  const x1 = v128.load(v, 48);
  const y1 = v128.load(v, 64);
  const z1 = v128.load(v, 80);
  const end = u + 96;
  for (; u < end; u += 8) {
    const w = v128.load64_splat(u);
    accumulate(o, mul(w, x0), mul(w, y0), mul(w, z0));
    accumulate(o + 48, mul(w, x1), mul(w, y1), mul(w, z1));
    o += 96;
  }
}

// @ts-ignore: decorator
@inline
function accumulate(p: usize, x: v128, y: v128, z: v128): void {
  v128.store(p, add(v128.load(p), x));
  v128.store(p, add(v128.load(p, 16), y), 16);
  v128.store(p, add(v128.load(p, 32), z), 32);
}

export function frameMatrix(
  matrix: usize, blocks: usize, mass: usize, count: i32, massScale: f64, ratio: f64,
): void {
  const s = splat(massScale);
  const k = splat(ratio);
  const both = splat(ratio + 1);
  for (let b: i32 = 0; b < count; b++) {
    for (let p: usize = 0; p < 384; p += 96) {
      finish(matrix + p, blocks + p, mass, s, k, both);
      finish(matrix + p + 16, blocks + p + 16, mass + 16, s, k, both);
      mass += 32;
    }
    matrix += 1152;
    blocks += 1152;
  }
}

// Two neighbouring q.
// @ts-ignore: decorator
@inline
function finish(x: usize, g: usize, m: usize, s: v128, k: v128, both: v128): void {
  const g00 = v128.load(g);
  const g01 = v128.load(g, 32);
  const g02 = v128.load(g, 64);
  const g10 = v128.load(g, 384);
  const g11 = v128.load(g, 416);
  const g12 = v128.load(g, 448);
  const g20 = v128.load(g, 768);
  const g21 = v128.load(g, 800);
  const g22 = v128.load(g, 832);
  const d = add(add(add(g00, g11), g22), mul(s, v128.load(m)));
  v128.store(x, add(mul(both, g00), d));
  v128.store(x, add(mul(k, g01), g10), 32);
  v128.store(x, add(mul(k, g02), g20), 64);
  v128.store(x, add(mul(k, g10), g01), 384);
  v128.store(x, add(mul(both, g11), d), 416);
  v128.store(x, add(mul(k, g12), g21), 448);
  v128.store(x, add(mul(k, g20), g02), 768);
  v128.store(x, add(mul(k, g21), g12), 800);
  v128.store(x, add(mul(both, g22), d), 832);
}
