// @ts-ignore: decorator
@inline
function whole(array: usize, i: i32): usize {
  return <usize>load<i32>(array + (<usize>i << 2));
}

// out (9 numbers) = Ri G Raᵀ in place
// @ts-ignore: decorator
@inline
function turn(o: usize, ri: usize, ra: usize): void {
  for (let c: usize = 0; c < 24; c += 8) {
    const x = load<f64>(o + c);
    const y = load<f64>(o + c, 24);
    const z = load<f64>(o + c, 48);
    store<f64>(o + c, load<f64>(ri) * x + load<f64>(ri, 8) * y + load<f64>(ri, 16) * z);
    store<f64>(o + c, load<f64>(ri, 24) * x + load<f64>(ri, 32) * y + load<f64>(ri, 40) * z, 24);
    store<f64>(o + c, load<f64>(ri, 48) * x + load<f64>(ri, 56) * y + load<f64>(ri, 64) * z, 48);
  }
  for (let r: usize = 0; r < 72; r += 24) {
    const x = load<f64>(o + r);
    const y = load<f64>(o + r, 8);
    const z = load<f64>(o + r, 16);
    store<f64>(o + r, x * load<f64>(ra) + y * load<f64>(ra, 8) + z * load<f64>(ra, 16));
    store<f64>(o + r, x * load<f64>(ra, 24) + y * load<f64>(ra, 32) + z * load<f64>(ra, 40), 8);
    store<f64>(o + r, x * load<f64>(ra, 48) + y * load<f64>(ra, 56) + z * load<f64>(ra, 64), 16);
  }
}

export function turnedCompliance(
  W: usize, B: usize, work: usize, R: usize, node: usize, q: i32, ptr: usize, which: usize, weight: usize, n: i32,
): void {
  const column = <usize>q * 72;
  for (let a: i32 = 0; a < q; a++) {
    const ra = R + whole(node, a) * 72;
    for (let i: i32 = 0; i <= a; i++) {
      const o = B + <usize>a * column + <usize>i * 72;
      turn(o, R + whole(node, i) * 72, ra);
      if (i == a) continue;
      const t = B + <usize>i * column + <usize>a * 72;
      for (let r: usize = 0; r < 3; r++) {
        for (let c: usize = 0; c < 3; c++) store<f64>(t + (3 * c + r) * 8, load<f64>(o + (3 * r + c) * 8));
      }
    }
  }
  const stride = <usize>n * 24;
  // An odd number of nodes leaves one number over.
  const even = column & ~15;
  for (let j: i32 = 0; j < n; j++) {
    memory.fill(work, 0, column);
    const last = <i32>whole(ptr, j + 1);
    for (let e = <i32>whole(ptr, j); e < last; e++) {
      const w = load<f64>(weight + (<usize>e << 3));
      const ww = f64x2.splat(w);
      const o = B + whole(which, e) * column;
      for (let k: usize = 0; k < even; k += 16) {
        v128.store(work + k, f64x2.add(v128.load(work + k), f64x2.mul(ww, v128.load(o + k))));
      }
      if (even < column) store<f64>(work + even, load<f64>(work + even) + w * load<f64>(o + even));
    }
    for (let k: i32 = 0; k <= j; k++) {
      let s0 = f64x2.splat(0);
      let s1 = f64x2.splat(0);
      let s2 = f64x2.splat(0);
      let s3 = f64x2.splat(0);
      let s4: f64 = 0;
      const end = <i32>whole(ptr, k + 1);
      for (let e = <i32>whole(ptr, k); e < end; e++) {
        const w = load<f64>(weight + (<usize>e << 3));
        const ww = f64x2.splat(w);
        const o = work + whole(which, e) * 72;
        s0 = f64x2.add(s0, f64x2.mul(ww, v128.load(o)));
        s1 = f64x2.add(s1, f64x2.mul(ww, v128.load(o, 16)));
        s2 = f64x2.add(s2, f64x2.mul(ww, v128.load(o, 32)));
        s3 = f64x2.add(s3, f64x2.mul(ww, v128.load(o, 48)));
        s4 += w * load<f64>(o, 64);
      }
      const right = W + <usize>(3 * k) * stride + <usize>j * 24;
      const left = W + <usize>(3 * j) * stride + <usize>k * 24;
      put(right, left, stride, 0, 0, f64x2.extract_lane(s0, 0));
      put(right, left, stride, 0, 1, f64x2.extract_lane(s0, 1));
      put(right, left, stride, 0, 2, f64x2.extract_lane(s1, 0));
      put(right, left, stride, 1, 0, f64x2.extract_lane(s1, 1));
      put(right, left, stride, 1, 1, f64x2.extract_lane(s2, 0));
      put(right, left, stride, 1, 2, f64x2.extract_lane(s2, 1));
      put(right, left, stride, 2, 0, f64x2.extract_lane(s3, 0));
      put(right, left, stride, 2, 1, f64x2.extract_lane(s3, 1));
      put(right, left, stride, 2, 2, s4);
    }
  }
}

// @ts-ignore: decorator
@inline
function put(right: usize, left: usize, stride: usize, r: usize, c: usize, value: f64): void {
  store<f64>(right + r * stride + c * 8, value);
  store<f64>(left + c * stride + r * 8, value);
}
