import { finish } from '../kernels/cholesky-tile.as';
import { add, first, mul, second, splat } from '../kernels/lanes.as';
import { F64s } from '../kernels/prelude.as';
import { axpy } from './sparse/vectors.kernel';

const BLOCK: i32 = 32;

// Four columns at a time. Below their triangle, two rows × four columns of products share each load of a row. Columns
// go in blocks whose rows stay in the cache while all rows below meet them.
export function choleskyFactor(A: usize, n: i32): i32 {
  const row = <usize>n << 3;
  for (let start: i32 = 0; start < n; start += BLOCK) {
    const end = min(start + BLOCK, n);
    const stop = factorBlock(A, row, start, end);
    if (stop < end) return stop;
    let i = end;
    for (; i + 1 < n; i += 2) {
      for (let j = start; j < end; j += 4) twoRows(A + <usize>i * row, A + <usize>j * row, row, <usize>j << 3);
    }
    if (i < n) {
      for (let j = start; j < end; j += 4) oneRow(A + <usize>i * row, A + <usize>j * row, row, <usize>j << 3);
    }
  }
  return n;
}

// The triangle of a block: rows and columns start .. end. Returns `end`, or the row where it stopped.
function factorBlock(A: usize, row: usize, start: i32, end: i32): i32 {
  for (let j = start; j < end; j += 4) {
    const last = min(j + 4, end);
    for (let i = j; i < last; i++) {
      const p = A + <usize>i * row;
      for (let k = j; k < i; k++) {
        const q = A + <usize>k * row;
        const at = p + (<usize>k << 3);
        store<f64>(at, (load<f64>(at) - rowProduct(p, q, k)) / load<f64>(q + (<usize>k << 3)));
      }
      const at = p + (<usize>i << 3);
      const pivot = load<f64>(at) - rowProduct(p, p, i);
      if (!(pivot > 0)) return i;
      store<f64>(at, sqrt(pivot));
    }
    if (last == end) break;
    const top = A + <usize>j * row;
    let i = last;
    for (; i + 1 < end; i += 2) twoRows(A + <usize>i * row, top, row, <usize>j << 3);
    if (i < end) oneRow(A + <usize>i * row, top, row, <usize>j << 3);
  }
  return end;
}

export function choleskySolve(x: usize, L: usize, n: i32): void {
  const row = <usize>n << 3;
  for (let i: i32 = 0; i < n; i++) {
    const p = L + <usize>i * row;
    const at = x + (<usize>i << 3);
    store<f64>(at, (load<f64>(at) - rowProduct(p, x, i)) / load<f64>(p + (<usize>i << 3)));
  }
  for (let i = n - 1; i >= 0; i--) {
    const p = L + <usize>i * row;
    const at = x + (<usize>i << 3);
    const xi = load<f64>(at) / load<f64>(p + (<usize>i << 3));
    store<f64>(at, xi);
    axpy(changetype<F64s>(x), -xi, changetype<F64s>(p), i);
  }
}

export function choleskyForward(X: usize, L: usize, n: i32, count: i32): void {
  const row = <usize>n << 3;
  for (let i: i32 = 0; i < n; i++) {
    const p = L + <usize>i * row;
    const diagonal = load<f64>(p + (<usize>i << 3));
    for (let c: i32 = 0; c < count; c++) {
      const x = X + <usize>c * row;
      const at = x + (<usize>i << 3);
      store<f64>(at, (load<f64>(at) - rowProduct(p, x, i)) / diagonal);
    }
  }
}

export function rowProducts(W: usize, X: usize, count: i32, n: i32): void {
  const row = <usize>n << 3;
  for (let a: i32 = 0; a < count; a++) {
    for (let b: i32 = 0; b <= a; b++) {
      const value = rowProduct(X + <usize>a * row, X + <usize>b * row, n);
      store<f64>(W + (<usize>(count * a + b) << 3), value);
      store<f64>(W + (<usize>(count * b + a) << 3), value);
    }
  }
}

function rowProduct(a: usize, b: usize, n: i32): f64 {
  let sum = splat(0);
  const end = a + ((<usize>n >> 1) << 4);
  while (a < end) {
    sum = add(sum, mul(v128.load(a), v128.load(b)));
    a += 16;
    b += 16;
  }
  let even = first(sum);
  if (n & 1) even += load<f64>(a) * load<f64>(b);
  return even + second(sum);
}

function twoRows(p: usize, top: usize, row: usize, end: usize): void {
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
  for (let k: usize = 0; k < end; k += 16) {
    const a = v128.load(p + k);
    const b = v128.load(q + k);
    const c0 = v128.load(top + k);
    p0 = add(p0, mul(a, c0));
    q0 = add(q0, mul(b, c0));
    const c1 = v128.load(t1 + k);
    p1 = add(p1, mul(a, c1));
    q1 = add(q1, mul(b, c1));
    const c2 = v128.load(t2 + k);
    p2 = add(p2, mul(a, c2));
    q2 = add(q2, mul(b, c2));
    const c3 = v128.load(t3 + k);
    p3 = add(p3, mul(a, c3));
    q3 = add(q3, mul(b, c3));
  }
  finish(p + end, top + end, row, p0, p1, p2, p3);
  finish(q + end, top + end, row, q0, q1, q2, q3);
}

function oneRow(p: usize, top: usize, row: usize, end: usize): void {
  const t1 = top + row;
  const t2 = t1 + row;
  const t3 = t2 + row;
  let p0 = splat(0);
  let p1 = splat(0);
  let p2 = splat(0);
  let p3 = splat(0);
  for (let k: usize = 0; k < end; k += 16) {
    const a = v128.load(p + k);
    p0 = add(p0, mul(a, v128.load(top + k)));
    p1 = add(p1, mul(a, v128.load(t1 + k)));
    p2 = add(p2, mul(a, v128.load(t2 + k)));
    p3 = add(p3, mul(a, v128.load(t3 + k)));
  }
  finish(p + end, top + end, row, p0, p1, p2, p3);
}
