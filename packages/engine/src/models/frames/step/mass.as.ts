import { add, firsts, mul, seconds, splat } from '../../../kernels/lanes.as';

export function frameMomentum(out: usize, mass: usize, x: usize, size: i32, ptr: usize, cols: usize): void {
  const zero = splat(0);
  let own = out;
  let xi = x;
  for (let i: i32 = 0; i < size; i++) {
    for (let c: usize = 0; c < 96; c += 16) v128.store(own + c, zero);
    const count = load<i32>(ptr, 4) - load<i32>(ptr);
    ptr += 4;
    for (let e: i32 = 0; e < count; e++) {
      const j = <usize>load<i32>(cols) * 96;
      cols += 4;
      rowsMultiply(own, mass, x + j);
      columnsMultiply(out + j, mass, xi);
      mass += 128;
    }
    rowsMultiply(own, mass, xi);
    mass += 128;
    own += 96;
    xi += 96;
  }
}

// Rows of x against rows of the block, even places in the first lane and odd ones in the second.
function rowsMultiply(out: usize, m: usize, x: usize): void {
  const a0 = v128.load(m);
  const a1 = v128.load(m, 16);
  const b0 = v128.load(m, 32);
  const b1 = v128.load(m, 48);
  const c0 = v128.load(m, 64);
  const c1 = v128.load(m, 80);
  const d0 = v128.load(m, 96);
  const d1 = v128.load(m, 112);
  const end = x + 96;
  for (; x < end; x += 32) {
    const y = v128.load(x);
    const z = v128.load(x, 16);
    const a = add(mul(a0, y), mul(a1, z));
    const b = add(mul(b0, y), mul(b1, z));
    const c = add(mul(c0, y), mul(c1, z));
    const d = add(mul(d0, y), mul(d1, z));
    v128.store(out, add(v128.load(out), add(firsts(a, b), seconds(a, b))));
    v128.store(out, add(v128.load(out, 16), add(firsts(c, d), seconds(c, d))), 16);
    out += 32;
  }
}

// The same with the transpose of the block.
function columnsMultiply(out: usize, m: usize, x: usize): void {
  const a0 = v128.load(m);
  const a1 = v128.load(m, 16);
  const b0 = v128.load(m, 32);
  const b1 = v128.load(m, 48);
  const c0 = v128.load(m, 64);
  const c1 = v128.load(m, 80);
  const d0 = v128.load(m, 96);
  const d1 = v128.load(m, 112);
  const end = x + 96;
  for (; x < end; x += 32) {
    const p = v128.load64_splat(x);
    const q = v128.load64_splat(x, 8);
    const r = v128.load64_splat(x, 16);
    const s = v128.load64_splat(x, 24);
    const low = add(add(add(mul(a0, p), mul(b0, q)), mul(c0, r)), mul(d0, s));
    const high = add(add(add(mul(a1, p), mul(b1, q)), mul(c1, r)), mul(d1, s));
    v128.store(out, add(v128.load(out), low));
    v128.store(out, add(v128.load(out, 16), high), 16);
    out += 32;
  }
}

export function frameMassProduct(out: usize, ptr: usize, cols: usize, mass: usize, x: usize, n: i32): void {
  for (let k: i32 = 0; k < n; k++) {
    const from = <usize>load<i32>(ptr);
    const to = <usize>load<i32>(ptr, 4);
    ptr += 4;
    for (let p: usize = 0; p < 32; p += 16) {
      let u0 = splat(0);
      let u1 = splat(0);
      let u2 = splat(0);
      let v0 = splat(0);
      let v1 = splat(0);
      let v2 = splat(0);
      for (let e = from; e < to; e++) {
        // Rows p and p + 1 of the block.
        const m = mass + (e << 7) + (p << 2);
        const b = x + <usize>load<i32>(cols + (e << 2)) * 96;
        const m01 = v128.load(m);
        const m23 = v128.load(m, 16);
        const k01 = v128.load(m, 32);
        const k23 = v128.load(m, 48);
        let y = v128.load(b);
        let z = v128.load(b, 16);
        u0 = add(u0, add(mul(m01, y), mul(m23, z)));
        v0 = add(v0, add(mul(k01, y), mul(k23, z)));
        y = v128.load(b, 32);
        z = v128.load(b, 48);
        u1 = add(u1, add(mul(m01, y), mul(m23, z)));
        v1 = add(v1, add(mul(k01, y), mul(k23, z)));
        y = v128.load(b, 64);
        z = v128.load(b, 80);
        u2 = add(u2, add(mul(m01, y), mul(m23, z)));
        v2 = add(v2, add(mul(k01, y), mul(k23, z)));
      }
      v128.store(out + p, add(firsts(u0, v0), seconds(u0, v0)));
      v128.store(out + p, add(firsts(u1, v1), seconds(u1, v1)), 32);
      v128.store(out + p, add(firsts(u2, v2), seconds(u2, v2)), 64);
    }
    out += 96;
  }
}
