import { finish } from '../../../kernels/cholesky-tile.as';
import { add, first, mul, second, splat, sub } from '../../../kernels/lanes.as';

// Bytes of a block and of one of its rows.
const BLOCK: usize = 1152;
const ROW: usize = 96;

export function blockMultiply(y: usize, A: usize, x: usize, size: i32, ptr: usize, cols: usize): void {
  let yi = y;
  let xi = x;
  for (let i: i32 = 0; i < size; i++) {
    const count = <usize>(load<i32>(ptr, 4) - load<i32>(ptr));
    ptr += 4;
    lowerMultiply(yi, A + count * BLOCK, xi);
    for (let e: usize = 0; e < count; e++) {
      const j = <usize>load<i32>(cols) * ROW;
      cols += 4;
      multiplyBoth(yi, y + j, A, xi, x + j);
      A += BLOCK;
    }
    A += BLOCK;
    yi += ROW;
    xi += ROW;
  }
}

function lowerMultiply(y: usize, D: usize, x: usize): void {
  for (let r: usize = 0; r < 96; r += 8) {
    const xr = load<f64>(x + r);
    let sum = load<f64>(D + r) * xr;
    for (let c: usize = 0; c < r; c += 8) {
      const d = load<f64>(D + c);
      sum += d * load<f64>(x + c);
      store<f64>(y + c, load<f64>(y + c) + d * xr);
    }
    store<f64>(y + r, sum);
    D += ROW;
  }
}

// y_i += B x_j and y_j += Bᵀ x_i: the block is read once.
function multiplyBoth(yi: usize, yj: usize, B: usize, xi: usize, xj: usize): void {
  const x0 = v128.load(xj);
  const x1 = v128.load(xj, 16);
  const x2 = v128.load(xj, 32);
  const x3 = v128.load(xj, 48);
  const x4 = v128.load(xj, 64);
  const x5 = v128.load(xj, 80);
  let y0 = v128.load(yj);
  let y1 = v128.load(yj, 16);
  let y2 = v128.load(yj, 32);
  let y3 = v128.load(yj, 48);
  let y4 = v128.load(yj, 64);
  let y5 = v128.load(yj, 80);
  const end = yi + 96;
  while (yi < end) {
    const u = v128.load64_splat(xi);
    let b = v128.load(B);
    let s = mul(b, x0);
    y0 = add(y0, mul(b, u));
    b = v128.load(B, 16);
    s = add(s, mul(b, x1));
    y1 = add(y1, mul(b, u));
    b = v128.load(B, 32);
    s = add(s, mul(b, x2));
    y2 = add(y2, mul(b, u));
    b = v128.load(B, 48);
    s = add(s, mul(b, x3));
    y3 = add(y3, mul(b, u));
    b = v128.load(B, 64);
    s = add(s, mul(b, x4));
    y4 = add(y4, mul(b, u));
    b = v128.load(B, 80);
    s = add(s, mul(b, x5));
    y5 = add(y5, mul(b, u));
    store<f64>(yi, load<f64>(yi) + (first(s) + second(s)));
    B += ROW;
    yi += 8;
    xi += 8;
  }
  v128.store(yj, y0);
  v128.store(yj, y1, 16);
  v128.store(yj, y2, 32);
  v128.store(yj, y3, 48);
  v128.store(yj, y4, 64);
  v128.store(yj, y5, 80);
}

export function copyBlocks(out: usize, from: usize, count: i32): void {
  const end = from + <usize>count * BLOCK;
  for (; from < end; from += 32) {
    v128.store(out, v128.load(from));
    v128.store(out, v128.load(from, 16), 16);
    out += 32;
  }
}

// The block at place e of row i: rows have their diagonal block last.
// @ts-ignore: decorator
@inline
function placeOf(ptr: usize, i: usize): usize {
  return <usize>load<i32>(ptr + (i << 2)) + i;
}

// As in the dense factor: four columns at a time, two rows share each load (three were a tenth slower).
export function blockFactor(L: usize, size: i32, ptr: usize, cols: usize, common: usize): i32 {
  for (let i: usize = 0; i < <usize>size; i++) {
    const first = <usize>load<i32>(ptr + (i << 2));
    const last = <usize>load<i32>(ptr + (i << 2), 4);
    for (let e = first; e < last; e++) {
      const j = <usize>load<i32>(cols + (e << 2));
      const stop = shared(common, cols, first, e, i, <usize>load<i32>(ptr + (j << 2)), <usize>load<i32>(ptr + (j << 2), 4), j);
      const at = L + (e + i) * BLOCK;
      const top = L + (placeOf(ptr, j + 1) - 1) * BLOCK;
      for (let r: usize = 0; r < BLOCK; r += 2 * ROW) {
        for (let g: usize = 0; g < 96; g += 32) twoRows(L, at, r, top, g, common, stop);
      }
    }
    let stop = common;
    for (let g = first + i; g < last + i; g++) {
      store<i32>(stop, <i32>g);
      store<i32>(stop, <i32>g, 4);
      stop += 8;
    }
    const bad = diagonal(L, L + (last + i) * BLOCK, common, stop);
    if (bad < 12) return 12 * <i32>i + bad;
  }
  return 12 * size;
}

function shared(common: usize, cols: usize, g: usize, e: usize, i: usize, f: usize, end: usize, j: usize): usize {
  while (g < e && f < end) {
    const a = load<i32>(cols + (g << 2));
    const b = load<i32>(cols + (f << 2));
    if (a == b) {
      store<i32>(common, <i32>(g + i));
      store<i32>(common, <i32>(f + j), 4);
      common += 8;
    }
    if (a <= b) g++;
    if (b <= a) f++;
  }
  return common;
}

function diagonal(L: usize, at: usize, common: usize, stop: usize): i32 {
  for (let g: usize = 0; g < 12; g += 4) {
    for (let r = g; r < g + 4; r++) {
      const own = at + r * ROW;
      for (let c = g; c < r; c++) {
        const q = at + c * ROW;
        const p = own + (c << 3);
        store<f64>(p, (load<f64>(p) - product(L, r * ROW, c * ROW, at, c, common, stop)) / load<f64>(q + (c << 3)));
      }
      const p = own + (r << 3);
      const pivot = load<f64>(p) - product(L, r * ROW, r * ROW, at, r, common, stop);
      if (!(pivot > 0)) return <i32>r;
      store<f64>(p, sqrt(pivot));
    }
    for (let r = (g + 4) * ROW; r < BLOCK; r += 2 * ROW) twoRows(L, at, r, at, g << 3, common, stop);
  }
  return 12;
}

// Row p with row q of the pairs of blocks, and of the diagonal block at `at` in its first `rest` columns.
function product(L: usize, p: usize, q: usize, at: usize, rest: usize, common: usize, stop: usize): f64 {
  let sum = splat(0);
  while (common < stop) {
    const a = L + <usize>load<i32>(common) * BLOCK + p;
    const b = L + <usize>load<i32>(common, 4) * BLOCK + q;
    for (let k: usize = 0; k < 96; k += 16) sum = add(sum, mul(v128.load(a + k), v128.load(b + k)));
    common += 8;
  }
  return ending(sum, at + p, at + q, rest);
}

// The sum of both lanes, with `rest` more products.
// @ts-ignore: decorator
@inline
function ending(sum: v128, a: usize, b: usize, rest: usize): f64 {
  const end = (rest >> 1) << 4;
  for (let k: usize = 0; k < end; k += 16) sum = add(sum, mul(v128.load(a + k), v128.load(b + k)));
  let even = first(sum);
  if (rest & 1) even += load<f64>(a + end) * load<f64>(b + end);
  return even + second(sum);
}

// Rows at byte r and the next of the block at `at`, columns at byte g and the next three.
function twoRows(L: usize, at: usize, r: usize, top: usize, g: usize, common: usize, stop: usize): void {
  const down = g * 12;
  let p0 = splat(0);
  let p1 = splat(0);
  let p2 = splat(0);
  let p3 = splat(0);
  let q0 = splat(0);
  let q1 = splat(0);
  let q2 = splat(0);
  let q3 = splat(0);
  // The last round takes the columns of the block itself.
  for (;;) {
    const last = common >= stop;
    let p = (last ? at : L + <usize>load<i32>(common) * BLOCK) + r;
    let t = (last ? top : L + <usize>load<i32>(common, 4) * BLOCK) + down;
    const end = p + (last ? g : 96);
    while (p < end) {
      const a = v128.load(p);
      const b = v128.load(p, ROW);
      const c0 = v128.load(t);
      p0 = add(p0, mul(a, c0));
      q0 = add(q0, mul(b, c0));
      const c1 = v128.load(t, ROW);
      p1 = add(p1, mul(a, c1));
      q1 = add(q1, mul(b, c1));
      const c2 = v128.load(t, 2 * ROW);
      p2 = add(p2, mul(a, c2));
      q2 = add(q2, mul(b, c2));
      const c3 = v128.load(t, 3 * ROW);
      p3 = add(p3, mul(a, c3));
      q3 = add(q3, mul(b, c3));
      p += 16;
      t += 16;
    }
    if (last) break;
    common += 8;
  }
  finish(at + r + g, top + down + g, ROW, p0, p1, p2, p3);
  finish(at + r + ROW + g, top + down + g, ROW, q0, q1, q2, q3);
}

export function blockSolve(x: usize, L: usize, size: i32, ptr: usize, cols: usize): void {
  blockForward(x, L, size, ptr, cols, 1);
  for (let i = <usize>size; i-- > 0; ) {
    const from = <usize>load<i32>(ptr + (i << 2));
    const to = <usize>load<i32>(ptr + (i << 2), 4);
    const own = L + (to + i) * BLOCK;
    const xi = x + 96 * i;
    for (let r: usize = 12; r-- > 0; ) {
      const p = own + r * ROW;
      const value = load<f64>(xi + (r << 3)) / load<f64>(p + (r << 3));
      store<f64>(xi + (r << 3), value);
      for (let k: usize = 0; k < r << 3; k += 8) {
        store<f64>(xi + k, load<f64>(xi + k) - load<f64>(p + k) * value);
      }
    }
    for (let e = from; e < to; e++) {
      backward(x + <usize>load<i32>(cols + (e << 2)) * 96, L + (e + i) * BLOCK, xi);
    }
  }
}

// x −= Bᵀ y, the twelve numbers of x in registers.
function backward(x: usize, B: usize, y: usize): void {
  let x0 = v128.load(x);
  let x1 = v128.load(x, 16);
  let x2 = v128.load(x, 32);
  let x3 = v128.load(x, 48);
  let x4 = v128.load(x, 64);
  let x5 = v128.load(x, 80);
  const end = y + 96;
  while (y < end) {
    const s = v128.load64_splat(y);
    x0 = sub(x0, mul(v128.load(B), s));
    x1 = sub(x1, mul(v128.load(B, 16), s));
    x2 = sub(x2, mul(v128.load(B, 32), s));
    x3 = sub(x3, mul(v128.load(B, 48), s));
    x4 = sub(x4, mul(v128.load(B, 64), s));
    x5 = sub(x5, mul(v128.load(B, 80), s));
    B += ROW;
    y += 8;
  }
  v128.store(x, x0);
  v128.store(x, x1, 16);
  v128.store(x, x2, 32);
  v128.store(x, x3, 48);
  v128.store(x, x4, 64);
  v128.store(x, x5, 80);
}

export function blockForward(X: usize, L: usize, size: i32, ptr: usize, cols: usize, count: i32): void {
  const stride = <usize>size * 96;
  for (let i: usize = 0; i < <usize>size; i++) {
    const from = <usize>load<i32>(ptr + (i << 2));
    const to = <usize>load<i32>(ptr + (i << 2), 4);
    const row = L + (from + i) * BLOCK;
    const own = L + (to + i) * BLOCK;
    let x = X;
    let c: i32 = 0;
    for (; c + 3 <= count; c += 3) {
      forward3(x, x + stride, x + 2 * stride, row, own, cols, from, to, 96 * i);
      x += 3 * stride;
    }
    for (; c < count; c++) {
      const xi = x + 96 * i;
      for (let r: usize = 0; r < 12; r++) {
        let sum = splat(0);
        let p = row + r * ROW;
        for (let e = from; e < to; e++) {
          const q = x + <usize>load<i32>(cols + (e << 2)) * 96;
          for (let k: usize = 0; k < 96; k += 16) sum = add(sum, mul(v128.load(p + k), v128.load(q + k)));
          p += BLOCK;
        }
        divide(sum, own + r * ROW, xi, r);
      }
      x += stride;
    }
  }
}

// One row of blocks for the three columns of a site, two rows of numbers at a time: six sums that do not wait for each
// other, each in the order of the loop above.
function forward3(
  x0: usize, x1: usize, x2: usize, row: usize, own: usize, cols: usize, from: usize, to: usize, i: usize,
): void {
  for (let r: usize = 0; r < 12; r += 2) {
    let a0 = splat(0);
    let a1 = splat(0);
    let a2 = splat(0);
    let b0 = splat(0);
    let b1 = splat(0);
    let b2 = splat(0);
    let p = row + r * ROW;
    for (let e = from; e < to; e++) {
      const o = <usize>load<i32>(cols + (e << 2)) * 96;
      for (let k: usize = 0; k < 96; k += 16) {
        const l = v128.load(p + k);
        const m = v128.load(p + k, 96);
        const u = v128.load(x0 + o + k);
        const v = v128.load(x1 + o + k);
        const w = v128.load(x2 + o + k);
        a0 = add(a0, mul(l, u));
        a1 = add(a1, mul(l, v));
        a2 = add(a2, mul(l, w));
        b0 = add(b0, mul(m, u));
        b1 = add(b1, mul(m, v));
        b2 = add(b2, mul(m, w));
      }
      p += BLOCK;
    }
    const pivot = own + r * ROW;
    divide(a0, pivot, x0 + i, r);
    divide(a1, pivot, x1 + i, r);
    divide(a2, pivot, x2 + i, r);
    divide(b0, pivot + ROW, x0 + i, r + 1);
    divide(b1, pivot + ROW, x1 + i, r + 1);
    divide(b2, pivot + ROW, x2 + i, r + 1);
  }
}

// Number r of a block, from the sum over the blocks before it.
// @ts-ignore: decorator
@inline
function divide(sum: v128, pivot: usize, xi: usize, r: usize): void {
  const at = xi + (r << 3);
  store<f64>(at, (load<f64>(at) - ending(sum, pivot, xi, r)) / load<f64>(pivot + (r << 3)));
}
