export { supernodalSolveMany } from '../../kernels/supernodal-many.as';
import {
  BLOCK_SIZE, ORDER, PANEL_PTR, ROW_INDEX, ROW_PTR, ROWS, SOLVE_WIDTH, START, SUPERNODES, TALLEST, int, tableAt,
} from '../../kernels/supernodal-plan.as';

// One entry of a panel kept as T, in double.
// @ts-ignore: decorator
@inline
function one<T>(at: usize): f64 {
  if (sizeof<T>() == 4) return <f64>load<f32>(at);
  return load<f64>(at);
}

// Two neighbouring entries of a panel kept as T, in double.
// @ts-ignore: decorator
@inline
function two<T>(at: usize): v128 {
  if (sizeof<T>() == 4) return f64x2.promote_low_f32x4(v128.load64_zero(at));
  return v128.load(at);
}

// @ts-ignore: decorator
@inline
function less(y: v128, p: v128, x: v128): v128 {
  return f64x2.sub(y, f64x2.mul(p, x));
}

// @ts-ignore: decorator
@inline
function plus(y: v128, p: v128, x: v128): v128 {
  return f64x2.add(y, f64x2.mul(p, x));
}

export function roundToF32(out: usize, from: usize, n: i32): void {
  let i: i32 = 0;
  for (; i + 1 < n; i += 2) {
    v128.store64_lane(out, f32x4.demote_f64x2_zero(v128.load(from)), 0);
    out += 8;
    from += 16;
  }
  if (i < n) store<f32>(out, <f32>load<f64>(from));
}

export function supernodalSolve(x: usize, panels: usize, plan: usize, work: usize): void {
  solveOne<f64>(x, panels, plan, work);
}

export function supernodalSolveF32(x: usize, panels: usize, plan: usize, work: usize): void {
  solveOne<f32>(x, panels, plan, work);
}

function solveOne<T>(x: usize, panels: usize, plan: usize, t: usize): void {
  const n = int(plan, ROWS);
  const b = int(plan, BLOCK_SIZE);
  const supernodes = int(plan, SUPERNODES);
  const order = tableAt(plan, ORDER);
  const start = tableAt(plan, START);
  const rowPtr = tableAt(plan, ROW_PTR);
  const rowIndex = tableAt(plan, ROW_INDEX);
  const panelPtr = tableAt(plan, PANEL_PTR);
  const block = <usize>b << 3;
  const y = t + (<usize>(int(plan, TALLEST) * SOLVE_WIDTH) << 3);
  for (let i: i32 = 0; i < n; i++) copy(y + <usize>i * block, x + <usize>int(order, i) * block, b);
  for (let s: i32 = 0; s < supernodes; s++) {
    const rowsAt = rowIndex + (<usize>int(rowPtr, s) << 2);
    const rows = int(rowPtr, s + 1) - int(rowPtr, s);
    const columns = int(start, s + 1) - int(start, s);
    const panel = panels + <usize>int(panelPtr, s) * sizeof<T>();
    for (let q: i32 = 0; q < rows; q++) copy(t + <usize>q * block, y + <usize>int(rowsAt, q) * block, b);
    forwardPanel<T>(panel, columns * b, rows * b, t);
    for (let q: i32 = 0; q < rows; q++) copy(y + <usize>int(rowsAt, q) * block, t + <usize>q * block, b);
  }
  for (let s: i32 = supernodes - 1; s >= 0; s--) {
    const rowsAt = rowIndex + (<usize>int(rowPtr, s) << 2);
    const rows = int(rowPtr, s + 1) - int(rowPtr, s);
    const columns = int(start, s + 1) - int(start, s);
    const panel = panels + <usize>int(panelPtr, s) * sizeof<T>();
    for (let q: i32 = 0; q < rows; q++) copy(t + <usize>q * block, y + <usize>int(rowsAt, q) * block, b);
    backwardPanel<T>(panel, columns * b, rows * b, t);
    memory.copy(y + <usize>int(start, s) * block, t, <usize>columns * block);
  }
  for (let i: i32 = 0; i < n; i++) copy(x + <usize>int(order, i) * block, y + <usize>i * block, b);
}

// @ts-ignore: decorator
@inline
function copy(to: usize, from: usize, b: i32): void {
  if (b == 3) {
    v128.store(to, v128.load(from));
    store<f64>(to, load<f64>(from, 16), 16);
    return;
  }
  for (let c: i32 = 0; c < b; c++) store<f64>(to + (<usize>c << 3), load<f64>(from + (<usize>c << 3)));
}

function forwardPanel<T>(c0: usize, width: i32, h: i32, t: usize): void {
  const size = sizeof<T>();
  const step = <usize>h * size;
  let j: i32 = 0;
  for (; j + 3 <= width; j += 3) {
    let p0 = c0 + <usize>j * size;
    let p1 = p0 + step;
    let p2 = p1 + step;
    let at = t + (<usize>j << 3);
    const x0 = load<f64>(at) * one<T>(p0);
    const x1 = (load<f64>(at, 8) - one<T>(p0 + size) * x0) * one<T>(p1 + size);
    const x2 = (load<f64>(at, 16) - one<T>(p0 + 2 * size) * x0 - one<T>(p1 + 2 * size) * x1) * one<T>(p2 + 2 * size);
    store<f64>(at, x0);
    store<f64>(at, x1, 8);
    store<f64>(at, x2, 16);
    const v0 = f64x2.splat(x0);
    const v1 = f64x2.splat(x1);
    const v2 = f64x2.splat(x2);
    at += 24;
    p0 += 3 * size;
    p1 += 3 * size;
    p2 += 3 * size;
    let i = j + 3;
    for (; i + 1 < h; i += 2) {
      v128.store(at, less(less(less(v128.load(at), two<T>(p0), v0), two<T>(p1), v1), two<T>(p2), v2));
      at += 16;
      p0 += 2 * size;
      p1 += 2 * size;
      p2 += 2 * size;
    }
    if (i < h) store<f64>(at, load<f64>(at) - one<T>(p0) * x0 - one<T>(p1) * x1 - one<T>(p2) * x2);
    c0 += 3 * step;
  }
  for (; j < width; j++) {
    let p0 = c0 + <usize>j * size;
    let at = t + (<usize>j << 3);
    const x0 = load<f64>(at) * one<T>(p0);
    store<f64>(at, x0);
    for (let i = j + 1; i < h; i++) {
      at += 8;
      p0 += size;
      store<f64>(at, load<f64>(at) - one<T>(p0) * x0);
    }
    c0 += step;
  }
}

function backwardPanel<T>(panel: usize, width: i32, h: i32, t: usize): void {
  const size = sizeof<T>();
  const step = <usize>h * size;
  let j = width;
  let c0 = panel + <usize>width * step;
  for (const grouped = width - (width % 3); j > grouped; ) {
    j--;
    c0 -= step;
    let even: f64 = 0;
    let odd: f64 = 0;
    let at = t + (<usize>j << 3) + 8;
    let p0 = c0 + <usize>(j + 1) * size;
    let i = j + 1;
    for (; i + 1 < h; i += 2) {
      even += one<T>(p0) * load<f64>(at);
      odd += one<T>(p0 + size) * load<f64>(at, 8);
      at += 16;
      p0 += 2 * size;
    }
    if (i < h) even += one<T>(p0) * load<f64>(at);
    const own = t + (<usize>j << 3);
    store<f64>(own, (load<f64>(own) - (even + odd)) * one<T>(c0 + <usize>j * size));
  }
  while (j > 0) {
    j -= 3;
    c0 -= 3 * step;
    const q0 = c0 + <usize>j * size;
    const q1 = q0 + step;
    const q2 = q1 + step;
    const own = t + (<usize>j << 3);
    let p0 = q0 + 3 * size;
    let p1 = q1 + 3 * size;
    let p2 = q2 + 3 * size;
    let at = own + 24;
    let s0 = f64x2.splat(0);
    let s1 = f64x2.splat(0);
    let s2 = f64x2.splat(0);
    let i = j + 3;
    for (; i + 1 < h; i += 2) {
      const v = v128.load(at);
      s0 = plus(s0, two<T>(p0), v);
      s1 = plus(s1, two<T>(p1), v);
      s2 = plus(s2, two<T>(p2), v);
      at += 16;
      p0 += 2 * size;
      p1 += 2 * size;
      p2 += 2 * size;
    }
    let even0 = f64x2.extract_lane(s0, 0);
    let even1 = f64x2.extract_lane(s1, 0);
    let even2 = f64x2.extract_lane(s2, 0);
    if (i < h) {
      const v = load<f64>(at);
      even0 += one<T>(p0) * v;
      even1 += one<T>(p1) * v;
      even2 += one<T>(p2) * v;
    }
    const sum0 = even0 + f64x2.extract_lane(s0, 1);
    const sum1 = even1 + f64x2.extract_lane(s1, 1);
    const sum2 = even2 + f64x2.extract_lane(s2, 1);
    const x2 = (load<f64>(own, 16) - sum2) * one<T>(q2 + 2 * size);
    const x1 = (load<f64>(own, 8) - sum1 - one<T>(q1 + 2 * size) * x2) * one<T>(q1 + size);
    const x0 = (load<f64>(own) - sum0 - one<T>(q0 + size) * x1 - one<T>(q0 + 2 * size) * x2) * one<T>(q0);
    store<f64>(own, x0);
    store<f64>(own, x1, 8);
    store<f64>(own, x2, 16);
  }
}
