import { add, mul, splat, sum3 } from '../../../kernels/lanes.as';

const SINGULAR: f64 = 1e-12;

export function sampleGradients(out: usize, F: usize, places: usize, samples: i32, n: i32): void {
  for (let e: i32 = 0; e < n; e++) {
    let at = places;
    for (let s: i32 = 0; s < samples; s++) {
      const x = load<f64>(at, 8);
      const y = load<f64>(at, 16);
      const z = load<f64>(at, 24);
      for (let i: usize = 0; i < 64; i += 16) {
        const f = F + i;
        const more = sum3(
          splat(x), v128.load(f, 72), splat(y), v128.load(f, 144), splat(z), v128.load(f, 216));
        v128.store(out + i, add(v128.load(f), more));
      }
      const last = x * load<f64>(F, 136) + y * load<f64>(F, 208) + z * load<f64>(F, 280);
      store<f64>(out, load<f64>(F, 64) + last, 64);
      out += 72;
      at += 32;
    }
    F += 288;
  }
}

export function sampleStresses(
  P: usize, stresses: usize, weight: usize, places: usize, samples: i32, n: i32,
): void {
  for (let e: i32 = 0; e < n; e++) {
    for (let i: usize = 0; i < 288; i += 16) v128.store(P + i, splat(0));
    let at = places;
    for (let s: i32 = 0; s < samples; s++) {
      const w = load<f64>(weight) * load<f64>(at);
      addScaled(P, stresses, w);
      addScaled(P + 72, stresses, w * load<f64>(at, 8));
      addScaled(P + 144, stresses, w * load<f64>(at, 16));
      addScaled(P + 216, stresses, w * load<f64>(at, 24));
      stresses += 72;
      at += 32;
    }
    P += 288;
    weight += 8;
  }
}

// Nine numbers: o += w·p.
// @ts-ignore: decorator
@inline
function addScaled(o: usize, p: usize, w: f64): void {
  const s = splat(w);
  for (let i: usize = 0; i < 64; i += 16) {
    v128.store(o + i, add(v128.load(o + i), mul(s, v128.load(p + i))));
  }
  store<f64>(o, load<f64>(o, 64) + w * load<f64>(p, 64), 64);
}

export function sampleTangents(
  tangents: usize, e: i32, T: usize, places: usize, samples: i32, weight: f64, order: i32,
): void {
  const terms: usize = order > 0 ? 4 : 1;
  tangents += <usize>e * (order > 0 ? 6480 : 648);
  for (let a: usize = 0; a < terms; a++) {
    for (let b = a; b < terms; b++) {
      for (let i: usize = 0; i < 640; i += 16) v128.store(tangents + i, splat(0));
      store<f64>(tangents, 0, 640);
      let t = T;
      let at = places;
      for (let s: i32 = 0; s < samples; s++) {
        const w = weight * load<f64>(at);
        const x = a == 0 ? w : w * load<f64>(at + (a << 3));
        const y = b == 0 ? x : x * load<f64>(at + (b << 3));
        const k = splat(y);
        for (let i: usize = 0; i < 640; i += 16) {
          v128.store(tangents + i, add(v128.load(tangents + i), mul(k, v128.load(t + i))));
        }
        store<f64>(tangents, load<f64>(tangents, 640) + y * load<f64>(t, 640), 640);
        t += 648;
        at += 32;
      }
      tangents += 648;
    }
  }
}

// Bytes before the matrix of terms a and b.
// @ts-ignore: decorator
@inline
function pairAt(a: usize, b: usize): usize {
  const low = a < b ? a : b;
  const high = a < b ? b : a;
  return 648 * (((low * (7 - low)) >> 1) + high);
}

export function tangentRates(
  P: usize, G: usize, tangents: usize, n: i32, order: i32, keep: f64, scale: f64,
): void {
  const terms: usize = order > 0 ? 4 : 1;
  const stride: usize = order > 0 ? 6480 : 648;
  for (let e: i32 = 0; e < n; e++) {
    for (let a: usize = 0; a < terms; a++) {
      for (let i: usize = 0; i < 9; i++) {
        let sum: f64 = 0;
        for (let b: usize = 0; b < terms; b++) {
          const t = tangents + pairAt(a, b) + 72 * i;
          const g = G + 72 * b;
          for (let j: usize = 0; j < 72; j += 8) sum += load<f64>(t + j) * load<f64>(g + j);
        }
        const o = P + 72 * a + (i << 3);
        store<f64>(o, keep * load<f64>(o) + scale * sum);
      }
    }
    P += 288;
    G += 288;
    tangents += stride;
  }
}

export function turningRates(out: usize, F: usize, G: usize, n: i32, order: i32): void {
  const length: usize = order > 0 ? 288 : 72;
  for (let e: i32 = 0; e < n; e++) {
    let a00: f64 = 0;
    let a01: f64 = 0;
    let a02: f64 = 0;
    let a11: f64 = 0;
    let a12: f64 = 0;
    let a22: f64 = 0;
    let y0: f64 = 0;
    let y1: f64 = 0;
    let y2: f64 = 0;
    for (let c: usize = 0; c < 24; c += 8) {
      const x = load<f64>(F + c);
      const y = load<f64>(F + c, 24);
      const z = load<f64>(F + c, 48);
      const u = load<f64>(G + c);
      const v = load<f64>(G + c, 24);
      const w = load<f64>(G + c, 48);
      a00 += x * x;
      a01 += x * y;
      a02 += x * z;
      a11 += y * y;
      a12 += y * z;
      a22 += z * z;
      y0 += w * y - v * z;
      y1 += u * z - w * x;
      y2 += v * x - u * y;
    }
    const xx = a11 + a22;
    const yy = a00 + a22;
    const zz = a00 + a11;
    const k00 = yy * zz - a12 * a12;
    const k01 = a02 * a12 + a01 * zz;
    const k02 = a01 * a12 + a02 * yy;
    const k11 = xx * zz - a02 * a02;
    const k12 = a01 * a02 + a12 * xx;
    const k22 = xx * yy - a01 * a01;
    const det = xx * k00 - a01 * k01 - a02 * k02;
    const size = xx + yy + zz;
    const firm = det > SINGULAR * (size * size * size);
    const x = firm ? (k00 * y0 + k01 * y1 + k02 * y2) / det : 0;
    const y = firm ? (k01 * y0 + k11 * y1 + k12 * y2) / det : 0;
    const z = firm ? (k02 * y0 + k12 * y1 + k22 * y2) / det : 0;
    for (let a: usize = 0; a < length; a += 72) {
      for (let c = a; c < a + 24; c += 8) {
        const f0 = load<f64>(F + c);
        const f1 = load<f64>(F + c, 24);
        const f2 = load<f64>(F + c, 48);
        store<f64>(out + c, y * f2 - z * f1);
        store<f64>(out + c, z * f0 - x * f2, 24);
        store<f64>(out + c, x * f1 - y * f0, 48);
      }
    }
    out += 288;
    F += 288;
    G += 288;
  }
}

export function tangentProducts(
  blocks: usize, where: usize, size: i32, index: usize, ptr: usize, node: usize, H: usize, tangents: usize,
  n: i32, order: i32, scale: f64, half: usize,
): void {
  const terms: usize = order > 0 ? 4 : 1;
  const stride: usize = order > 0 ? 6480 : 648;
  for (let e: i32 = 0; e < n; e++) {
    const from = <usize>load<i32>(ptr);
    const to = <usize>load<i32>(ptr, 4);
    ptr += 8;
    for (let i = from; i < to; i++) {
      const l = member(index, node, i);
      if (l < 0) continue;
      halfProduct(half, tangents, H + i * 384, terms, scale);
      for (let j = from; j < to; j++) {
        const k = member(index, node, j);
        if (k < l) continue;
        const block = <usize>load<i32>(where + (<usize>(k * size + l) << 2));
        addProduct(blocks + block * 1152, half, H + j * 384, terms);
      }
    }
    tangents += stride;
  }
}

// @ts-ignore: decorator
@inline
function member(index: usize, node: usize, i: usize): i32 {
  return load<i32>(index + (<usize>load<i32>(node + (i << 2)) << 2));
}

function halfProduct(half: usize, tangents: usize, H: usize, terms: usize, scale: f64): void {
  if (terms == 4) {
    halfOfFour(half, tangents, H, scale);
    halfOfFour(half + 16, tangents, H + 16, scale);
    return;
  }
  const s = splat(scale);
  for (let t = tangents; t < tangents + 648; t += 24) {
    const x = v128.load64_splat(t);
    const y = v128.load64_splat(t, 8);
    const z = v128.load64_splat(t, 16);
    const none = splat(0);
    const low = add(none, sum3(x, v128.load(H), y, v128.load(H, 32), z, v128.load(H, 64)));
    const high = add(none, sum3(x, v128.load(H, 16), y, v128.load(H, 48), z, v128.load(H, 80)));
    v128.store(half, mul(s, low));
    v128.store(half, mul(s, high), 16);
    half += 32;
  }
}

// Two columns q, whose twelve rows of H stay in registers.
function halfOfFour(half: usize, tangents: usize, H: usize, scale: f64): void {
  const s = splat(scale);
  const none = splat(0);
  const x0 = v128.load(H);
  const y0 = v128.load(H, 32);
  const z0 = v128.load(H, 64);
  const x1 = v128.load(H, 96);
  const y1 = v128.load(H, 128);
  const z1 = v128.load(H, 160);
  const x2 = v128.load(H, 192);
  const y2 = v128.load(H, 224);
  const z2 = v128.load(H, 256);
  const x3 = v128.load(H, 288);
  const y3 = v128.load(H, 320);
  const z3 = v128.load(H, 352);
  for (let a: usize = 0; a < 4; a++) {
    const t0 = tangents + pairAt(a, 0);
    const t1 = tangents + pairAt(a, 1);
    const t2 = tangents + pairAt(a, 2);
    const t3 = tangents + pairAt(a, 3);
    for (let t: usize = 0; t < 648; t += 24) {
      let sum = add(none, three(t0 + t, x0, y0, z0));
      sum = add(sum, three(t1 + t, x1, y1, z1));
      sum = add(sum, three(t2 + t, x2, y2, z2));
      sum = add(sum, three(t3 + t, x3, y3, z3));
      v128.store(half, mul(s, sum));
      half += 32;
    }
  }
}

// @ts-ignore: decorator
@inline
function three(t: usize, x: v128, y: v128, z: v128): v128 {
  return sum3(v128.load64_splat(t), x, v128.load64_splat(t, 8), y, v128.load64_splat(t, 16), z);
}

// Four rows p and six columns at a time: twelve registers of sums.
function addProduct(block: usize, half: usize, H: usize, terms: usize): void {
  for (let i: usize = 0; i < 3; i++) {
    for (let c: usize = 0; c < 96; c += 48) {
      const o = block + 384 * i + c;
      let u0 = v128.load(o);
      let v0 = v128.load(o, 16);
      let w0 = v128.load(o, 32);
      let u1 = v128.load(o, 96);
      let v1 = v128.load(o, 112);
      let w1 = v128.load(o, 128);
      let u2 = v128.load(o, 192);
      let v2 = v128.load(o, 208);
      let w2 = v128.load(o, 224);
      let u3 = v128.load(o, 288);
      let v3 = v128.load(o, 304);
      let w3 = v128.load(o, 320);
      for (let a: usize = 0; a < terms; a++) {
        const from = half + 864 * a + 288 * i + c;
        const row = H + 96 * a;
        for (let j: usize = 0; j < 3; j++) {
          const z = from + 96 * j;
          const h = row + 32 * j;
          const x = v128.load(z);
          const y = v128.load(z, 16);
          const t = v128.load(z, 32);
          let s = v128.load64_splat(h);
          u0 = add(u0, mul(s, x));
          v0 = add(v0, mul(s, y));
          w0 = add(w0, mul(s, t));
          s = v128.load64_splat(h, 8);
          u1 = add(u1, mul(s, x));
          v1 = add(v1, mul(s, y));
          w1 = add(w1, mul(s, t));
          s = v128.load64_splat(h, 16);
          u2 = add(u2, mul(s, x));
          v2 = add(v2, mul(s, y));
          w2 = add(w2, mul(s, t));
          s = v128.load64_splat(h, 24);
          u3 = add(u3, mul(s, x));
          v3 = add(v3, mul(s, y));
          w3 = add(w3, mul(s, t));
        }
      }
      v128.store(o, u0);
      v128.store(o, v0, 16);
      v128.store(o, w0, 32);
      v128.store(o, u1, 96);
      v128.store(o, v1, 112);
      v128.store(o, w1, 128);
      v128.store(o, u2, 192);
      v128.store(o, v2, 208);
      v128.store(o, w2, 224);
      v128.store(o, u3, 288);
      v128.store(o, v3, 304);
      v128.store(o, w3, 320);
    }
  }
}

export function tangentMatrix(
  matrix: usize, blocks: usize, mass: usize, count: i32, massScale: f64,
): void {
  const s = splat(massScale);
  for (let b: i32 = 0; b < count; b++) {
    for (let row: usize = 0; row < 12; row++) {
      for (let c: usize = 0; c < 96; c += 16) v128.store(matrix + c, v128.load(blocks + c));
      const own = matrix + ((row >> 2) << 5);
      const m = mass + ((row & 3) << 5);
      v128.store(own, add(v128.load(own), mul(s, v128.load(m))));
      v128.store(own, add(v128.load(own, 16), mul(s, v128.load(m, 16))), 16);
      matrix += 96;
      blocks += 96;
    }
    mass += 128;
  }
}
