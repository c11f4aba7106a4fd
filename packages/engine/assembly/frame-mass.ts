import { add, firsts, mul, seconds, splat } from './lanes';

// Three rows of x against two rows of the mass (p and p + 1), even columns in the first lane and odd ones in the second.
export function frameMomentum(out: usize, mass: usize, x: usize, size: i32): void {
  const row = <usize>size << 5;
  for (let i: i32 = 0; i < size; i++) {
    for (let p: usize = 0; p < 32; p += 16) {
      let u0 = splat(0);
      let u1 = splat(0);
      let u2 = splat(0);
      let v0 = splat(0);
      let v1 = splat(0);
      let v2 = splat(0);
      let b = x;
      for (let m = mass; m < mass + row; m += 32) {
        const k = m + row;
        const m01 = v128.load(m);
        const m23 = v128.load(m, 16);
        const k01 = v128.load(k);
        const k23 = v128.load(k, 16);
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
        b += 96;
      }
      v128.store(out + p, add(firsts(u0, v0), seconds(u0, v0)));
      v128.store(out + p, add(firsts(u1, v1), seconds(u1, v1)), 32);
      v128.store(out + p, add(firsts(u2, v2), seconds(u2, v2)), 64);
      mass += row << 1;
    }
    out += 96;
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
