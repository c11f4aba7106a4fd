export function dot(a: usize, b: usize, n: i32): f64 {
  let s01 = f64x2.splat(0);
  let s23 = f64x2.splat(0);
  const end = a + ((<usize>n >> 2) << 5);
  while (a < end) {
    s01 = f64x2.add(s01, f64x2.mul(v128.load(a), v128.load(b)));
    s23 = f64x2.add(s23, f64x2.mul(v128.load(a, 16), v128.load(b, 16)));
    a += 32;
    b += 32;
  }
  const pair = f64x2.add(s01, s23);
  let sum = f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
  for (let left = n & 3; left > 0; left--) {
    sum += load<f64>(a) * load<f64>(b);
    a += 8;
    b += 8;
  }
  return sum;
}

export function copy(out: usize, a: usize, n: i32): void {
  memory.copy(out, a, <usize>n << 3);
}

export function axpy(y: usize, a: f64, x: usize, n: i32): void {
  const factor = f64x2.splat(a);
  const end = y + ((<usize>n >> 1) << 4);
  while (y < end) {
    v128.store(y, f64x2.add(v128.load(y), f64x2.mul(factor, v128.load(x))));
    y += 16;
    x += 16;
  }
  if (n & 1) store<f64>(y, load<f64>(y) + a * load<f64>(x));
}

export function xpby(y: usize, x: usize, b: f64, n: i32): void {
  const factor = f64x2.splat(b);
  const end = y + ((<usize>n >> 1) << 4);
  while (y < end) {
    v128.store(y, f64x2.add(v128.load(x), f64x2.mul(factor, v128.load(y))));
    y += 16;
    x += 16;
  }
  if (n & 1) store<f64>(y, load<f64>(x) + b * load<f64>(y));
}
