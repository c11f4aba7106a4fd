// Written out from src/kernels/reference/layer-dense.ts, operation by operation.
import { add as sum2, first as lane0, mul, second as lane1, splat } from '../lanes.as';
import { add, int, num, put } from '../numbers.as';

export function strainRows(
  X: usize,
  stride: i32,
  row: usize,
  ptr: usize,
  fn: usize,
  slope: usize,
  frame: usize,
  R: usize,
  root: usize,
  list: usize,
  modes: i32,
  first: i32,
  last: i32,
): void {
  for (let j: i32 = first; j < last; j++) {
    const i = int(list, j);
    const p = 9 * i;
    const a = num(root, 2 * j);
    const b = num(root, 2 * j + 1);
    const s = a * Math.SQRT1_2;
    if (modes === 1) {
      const q0 = num(R, p) * num(frame, p) + num(R, p + 3) * num(frame, p + 3) + num(R, p + 6) * num(frame, p + 6);
      const q1 = num(R, p) * num(frame, p + 1) + num(R, p + 3) * num(frame, p + 4) + num(R, p + 6) * num(frame, p + 7);
      const q2 = num(R, p) * num(frame, p + 2) + num(R, p + 3) * num(frame, p + 5) + num(R, p + 6) * num(frame, p + 8);
      const q3 = num(R, p + 1) * num(frame, p) + num(R, p + 4) * num(frame, p + 3) + num(R, p + 7) * num(frame, p + 6);
      const q4 = num(R, p + 1) * num(frame, p + 1) + num(R, p + 4) * num(frame, p + 4) + num(R, p + 7) * num(frame, p + 7);
      const q5 = num(R, p + 1) * num(frame, p + 2) + num(R, p + 4) * num(frame, p + 5) + num(R, p + 7) * num(frame, p + 8);
      const q6 = num(R, p + 2) * num(frame, p) + num(R, p + 5) * num(frame, p + 3) + num(R, p + 8) * num(frame, p + 6);
      const q7 = num(R, p + 2) * num(frame, p + 1) + num(R, p + 5) * num(frame, p + 4) + num(R, p + 8) * num(frame, p + 7);
      const q8 = num(R, p + 2) * num(frame, p + 2) + num(R, p + 5) * num(frame, p + 5) + num(R, p + 8) * num(frame, p + 8);
      for (let e: i32 = int(ptr, i); e < int(ptr, i + 1); e++) {
        if (int(row, int(fn, e)) < 0) continue;
        const o = int(row, int(fn, e)) * stride + 6 * (j - first);
        const g = 9 * e;
        const xx = q0 * num(slope, g) + q1 * num(slope, g + 3) + q2 * num(slope, g + 6);
        const xy = q0 * num(slope, g + 1) + q1 * num(slope, g + 4) + q2 * num(slope, g + 7);
        const xz = q0 * num(slope, g + 2) + q1 * num(slope, g + 5) + q2 * num(slope, g + 8);
        const yx = q3 * num(slope, g) + q4 * num(slope, g + 3) + q5 * num(slope, g + 6);
        const yy = q3 * num(slope, g + 1) + q4 * num(slope, g + 4) + q5 * num(slope, g + 7);
        const yz = q3 * num(slope, g + 2) + q4 * num(slope, g + 5) + q5 * num(slope, g + 8);
        const zx = q6 * num(slope, g) + q7 * num(slope, g + 3) + q8 * num(slope, g + 6);
        const zy = q6 * num(slope, g + 1) + q7 * num(slope, g + 4) + q8 * num(slope, g + 7);
        const zz = q6 * num(slope, g + 2) + q7 * num(slope, g + 5) + q8 * num(slope, g + 8);
        const t = b * (xx + yy + zz);
        put(X, o, a * xx + t);
        put(X, o + 1, a * yy + t);
        put(X, o + 2, a * zz + t);
        put(X, o + 3, s * (xy + yx));
        put(X, o + 4, s * (xz + zx));
        put(X, o + 5, s * (yz + zy));
      }
      continue;
    }
    for (let c: i32 = 0; c < 3; c++) {
      const x = num(frame, p + c);
      const y = num(frame, p + 3 + c);
      const z = num(frame, p + 6 + c);
      const q0 = num(R, p) * x + num(R, p + 3) * y + num(R, p + 6) * z;
      const q1 = num(R, p + 1) * x + num(R, p + 4) * y + num(R, p + 7) * z;
      const q2 = num(R, p + 2) * x + num(R, p + 5) * y + num(R, p + 8) * z;
      for (let e: i32 = int(ptr, i); e < int(ptr, i + 1); e++) {
        if (int(row, int(fn, e)) < 0) continue;
        const o = (int(row, int(fn, e)) + c) * stride + 6 * (j - first);
        const g0 = num(slope, 3 * e);
        const g1 = num(slope, 3 * e + 1);
        const g2 = num(slope, 3 * e + 2);
        const xx = q0 * g0;
        const yy = q1 * g1;
        const zz = q2 * g2;
        const t = b * (xx + yy + zz);
        put(X, o, a * xx + t);
        put(X, o + 1, a * yy + t);
        put(X, o + 2, a * zz + t);
        put(X, o + 3, s * (q0 * g1 + q1 * g0));
        put(X, o + 4, s * (q0 * g2 + q2 * g0));
        put(X, o + 5, s * (q1 * g2 + q2 * g1));
      }
    }
  }
}


export function velocityRows(
  X: usize,
  stride: i32,
  row: usize,
  ptr: usize,
  fn: usize,
  value: usize,
  frame: usize,
  root: usize,
  list: usize,
  modes: i32,
  first: i32,
  last: i32,
): void {
  for (let j: i32 = first; j < last; j++) {
    const i = int(list, j);
    if (modes === 1) {
      const p = 9 * i;
      for (let e: i32 = int(ptr, i); e < int(ptr, i + 1); e++) {
        if (int(row, int(fn, e)) < 0) continue;
        const o = int(row, int(fn, e)) * stride + 3 * (j - first);
        const x = num(root, j) * num(value, 3 * e);
        const y = num(root, j) * num(value, 3 * e + 1);
        const z = num(root, j) * num(value, 3 * e + 2);
        put(X, o, num(frame, p) * x + num(frame, p + 1) * y + num(frame, p + 2) * z);
        put(X, o + 1, num(frame, p + 3) * x + num(frame, p + 4) * y + num(frame, p + 5) * z);
        put(X, o + 2, num(frame, p + 6) * x + num(frame, p + 7) * y + num(frame, p + 8) * z);
      }
      continue;
    }
    for (let e: i32 = int(ptr, i); e < int(ptr, i + 1); e++) {
      if (int(row, int(fn, e)) < 0) continue;
      const n = num(root, j) * num(value, e);
      for (let c: i32 = 0; c < 3; c++) {
        const o = (int(row, int(fn, e)) + c) * stride + 3 * (j - first);
        put(X, o, n * num(frame, 9 * i + c));
        put(X, o + 1, n * num(frame, 9 * i + 3 + c));
        put(X, o + 2, n * num(frame, 9 * i + 6 + c));
      }
    }
  }
}


// Two rows × four rows of products share each load. Every entry is the sum of its even and its odd places, whatever the tile.
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
