import { add as sum2, first as lane0, mul, second as lane1, splat } from '../kernels/lanes.as';

export function addRowProducts(W: usize, X: usize, count: i32, n: i32): void {
  const row = <usize>n << 3;
  let a: i32 = 0;
  for (; a + 1 < count; a += 2) {
    const p = X + <usize>a * row;
    let b: i32 = 0;
    for (; b + 4 <= a; b += 4) twoByFour(W, count, a, b, p, X + <usize>b * row, row);
    for (; b <= a; b++) add(W, count * a + b, rowProduct(p, X + <usize>b * row, row));
    for (b = a & ~3; b <= a + 1; b++) add(W, count * (a + 1) + b, rowProduct(p + row, X + <usize>b * row, row));
  }
  if (a < count) {
    const p = X + <usize>a * row;
    for (let b: i32 = 0; b <= a; b++) add(W, count * a + b, rowProduct(p, X + <usize>b * row, row));
  }
}

function rowProduct(p: usize, q: usize, row: usize): f64 {
  let sum = splat(0);
  for (let k: usize = 0; k < row; k += 16) sum = sum2(sum, mul(v128.load(p + k), v128.load(q + k)));
  return lane0(sum) + lane1(sum);
}

function twoByFour(W: usize, count: i32, a: i32, b: i32, p: usize, top: usize, row: usize): void {
  const q = p + row;
  const t1 = top + row;
  const t2 = t1 + row;
  const t3 = t2 + row;
  let p0 = splat(0);
  let p1 = splat(0);
  let p2 = splat(0);
  let p3 = splat(0);
  let q0 = splat(0);
  let q1 = splat(0);
  let q2 = splat(0);
  let q3 = splat(0);
  for (let k: usize = 0; k < row; k += 16) {
    const x = v128.load(p + k);
    const y = v128.load(q + k);
    const c0 = v128.load(top + k);
    p0 = sum2(p0, mul(x, c0));
    q0 = sum2(q0, mul(y, c0));
    const c1 = v128.load(t1 + k);
    p1 = sum2(p1, mul(x, c1));
    q1 = sum2(q1, mul(y, c1));
    const c2 = v128.load(t2 + k);
    p2 = sum2(p2, mul(x, c2));
    q2 = sum2(q2, mul(y, c2));
    const c3 = v128.load(t3 + k);
    p3 = sum2(p3, mul(x, c3));
    q3 = sum2(q3, mul(y, c3));
  }
  const o = count * a + b;
  addFour(W, o, p0, p1, p2, p3);
  addFour(W, o + count, q0, q1, q2, q3);
}

// @ts-ignore: decorator
@inline
function addFour(W: usize, o: i32, a: v128, b: v128, c: v128, d: v128): void {
  add(W, o, lane0(a) + lane1(a));
  add(W, o + 1, lane0(b) + lane1(b));
  add(W, o + 2, lane0(c) + lane1(c));
  add(W, o + 3, lane0(d) + lane1(d));
}

// @ts-ignore: decorator
@inline
function add(W: usize, i: i32, value: f64): void {
  const at = W + (<usize>i << 3);
  store<f64>(at, load<f64>(at) + value);
}
