// Four right-hand sides at a time through one factor: each entry of the factor is read once for the four, which sit
// side by side. Per right-hand side the operations are those of supernodalSolve, in the same order.
import {
  BLOCK_SIZE, ORDER, PANEL_PTR, ROW_INDEX, ROW_PTR, ROWS, SOLVE_WIDTH, START, SUPERNODES, TALLEST, int, tableAt,
} from './supernodal-plan.as';

// Bytes of one row of four.
const ROW: usize = 32;

export function supernodalSolveMany(x: usize, count: i32, panels: usize, plan: usize, t: usize): void {
  const n = int(plan, ROWS);
  const b = int(plan, BLOCK_SIZE);
  const supernodes = int(plan, SUPERNODES);
  const order = tableAt(plan, ORDER);
  const start = tableAt(plan, START);
  const rowPtr = tableAt(plan, ROW_PTR);
  const rowIndex = tableAt(plan, ROW_INDEX);
  const panelPtr = tableAt(plan, PANEL_PTR);
  const y = t + (<usize>(int(plan, TALLEST) * SOLVE_WIDTH) << 3);
  const block = <usize>b * ROW;
  for (let first: i32 = 0; first < count; first += SOLVE_WIDTH) {
    const lanes = min(SOLVE_WIDTH, count - first);
    for (let i: i32 = 0; i < n; i++) {
      for (let c: i32 = 0; c < b; c++) {
        const source = x + (<usize>((int(order, i) * b + c) * count + first) << 3);
        const target = y + <usize>(i * b + c) * ROW;
        for (let lane: i32 = 0; lane < SOLVE_WIDTH; lane++) {
          const at = <usize>lane << 3;
          store<f64>(target + at, lane < lanes ? load<f64>(source + at) : 0);
        }
      }
    }
    for (let s: i32 = 0; s < supernodes; s++) {
      const rowsAt = rowIndex + (<usize>int(rowPtr, s) << 2);
      const rows = int(rowPtr, s + 1) - int(rowPtr, s);
      const columns = int(start, s + 1) - int(start, s);
      // A right-hand side with few entries leaves most supernodes alone.
      if (isZero(y + <usize>int(start, s) * block, <usize>columns * block)) continue;
      for (let q: i32 = 0; q < rows; q++) memory.copy(t + <usize>q * block, y + <usize>int(rowsAt, q) * block, block);
      forwardPanel(panels + (<usize>int(panelPtr, s) << 3), columns * b, rows * b, t);
      for (let q: i32 = 0; q < rows; q++) memory.copy(y + <usize>int(rowsAt, q) * block, t + <usize>q * block, block);
    }
    for (let s: i32 = supernodes - 1; s >= 0; s--) {
      const rowsAt = rowIndex + (<usize>int(rowPtr, s) << 2);
      const rows = int(rowPtr, s + 1) - int(rowPtr, s);
      const columns = int(start, s + 1) - int(start, s);
      for (let q: i32 = 0; q < rows; q++) memory.copy(t + <usize>q * block, y + <usize>int(rowsAt, q) * block, block);
      backwardPanel(panels + (<usize>int(panelPtr, s) << 3), columns * b, rows * b, t);
      memory.copy(y + <usize>int(start, s) * block, t, <usize>columns * block);
    }
    for (let i: i32 = 0; i < n; i++) {
      for (let c: i32 = 0; c < b; c++) {
        const target = x + (<usize>((int(order, i) * b + c) * count + first) << 3);
        const source = y + <usize>(i * b + c) * ROW;
        for (let lane: i32 = 0; lane < lanes; lane++) {
          const at = <usize>lane << 3;
          store<f64>(target + at, load<f64>(source + at));
        }
      }
    }
  }
}

function isZero(at: usize, bytes: usize): bool {
  for (const end = at + bytes; at < end; at += 16) if (v128.any_true(v128.load(at))) return false;
  return true;
}

function forwardPanel(panel: usize, width: i32, h: i32, t: usize): void {
  const step = <usize>h << 3;
  let p = panel;
  let j: i32 = 0;
  for (; j + 3 <= width; j += 3) {
    // Three unknowns by themselves, then all rows below lose the three products at once.
    eliminate(p, t, j, j + 3);
    eliminate(p + step, t, j + 1, j + 3);
    eliminate(p + 2 * step, t, j + 2, j + 3);
    let at = t + <usize>j * ROW;
    const x0 = v128.load(at);
    const z0 = v128.load(at, 16);
    const x1 = v128.load(at, 32);
    const z1 = v128.load(at, 48);
    const x2 = v128.load(at, 64);
    const z2 = v128.load(at, 80);
    at += 3 * ROW;
    let q = p + (<usize>(j + 3) << 3);
    for (let i = j + 3; i < h; i++) {
      const l0 = v128.load64_splat(q);
      const l1 = v128.load64_splat(q + step);
      const l2 = v128.load64_splat(q + 2 * step);
      v128.store(at, less(less(less(v128.load(at), l0, x0), l1, x1), l2, x2));
      v128.store(at, less(less(less(v128.load(at, 16), l0, z0), l1, z1), l2, z2), 16);
      q += 8;
      at += ROW;
    }
    p += 3 * step;
  }
  for (; j < width; j++) {
    eliminate(p, t, j, h);
    p += step;
  }
}

// @ts-ignore: decorator
@inline
function less(y: v128, l: v128, x: v128): v128 {
  return f64x2.sub(y, f64x2.mul(l, x));
}

// Finishes unknown j and takes it out of the rows after it, up to `end`. `column` is the start of its column.
function eliminate(column: usize, t: usize, j: i32, end: i32): void {
  let p = column + (<usize>j << 3);
  let at = t + <usize>j * ROW;
  const inverse = v128.load64_splat(p);
  const x = f64x2.mul(v128.load(at), inverse);
  const z = f64x2.mul(v128.load(at, 16), inverse);
  v128.store(at, x);
  v128.store(at, z, 16);
  for (let i = j + 1; i < end; i++) {
    p += 8;
    at += ROW;
    const l = v128.load64_splat(p);
    v128.store(at, less(v128.load(at), l, x));
    v128.store(at, less(v128.load(at, 16), l, z), 16);
  }
}

function backwardPanel(panel: usize, width: i32, h: i32, t: usize): void {
  const step = <usize>h << 3;
  const grouped = width - (width % 3);
  for (let j: i32 = width - 1; j >= 0; j--) {
    // Rows from here on are summed as two partial sums; those before are in the column's group of three.
    const below = j < grouped ? j - (j % 3) + 3 : j + 1;
    const diagonal = panel + <usize>j * step + (<usize>j << 3);
    const own = t + <usize>j * ROW;
    let p = panel + <usize>j * step + (<usize>below << 3);
    let at = t + <usize>below * ROW;
    let even0 = f64x2.splat(0);
    let even1 = f64x2.splat(0);
    let odd0 = f64x2.splat(0);
    let odd1 = f64x2.splat(0);
    let i = below;
    for (; i + 1 < h; i += 2) {
      const l = v128.load64_splat(p);
      const m = v128.load64_splat(p, 8);
      even0 = f64x2.add(even0, f64x2.mul(l, v128.load(at)));
      even1 = f64x2.add(even1, f64x2.mul(l, v128.load(at, 16)));
      odd0 = f64x2.add(odd0, f64x2.mul(m, v128.load(at, 32)));
      odd1 = f64x2.add(odd1, f64x2.mul(m, v128.load(at, 48)));
      p += 16;
      at += 2 * ROW;
    }
    if (i < h) {
      const l = v128.load64_splat(p);
      even0 = f64x2.add(even0, f64x2.mul(l, v128.load(at)));
      even1 = f64x2.add(even1, f64x2.mul(l, v128.load(at, 16)));
    }
    let x = f64x2.sub(v128.load(own), f64x2.add(even0, odd0));
    let z = f64x2.sub(v128.load(own, 16), f64x2.add(even1, odd1));
    for (let i = j + 1; i < below; i++) {
      const l = v128.load64_splat(diagonal + (<usize>(i - j) << 3));
      const known = t + <usize>i * ROW;
      x = f64x2.sub(x, f64x2.mul(l, v128.load(known)));
      z = f64x2.sub(z, f64x2.mul(l, v128.load(known, 16)));
    }
    const inverse = v128.load64_splat(diagonal);
    v128.store(own, f64x2.mul(x, inverse));
    v128.store(own, f64x2.mul(z, inverse), 16);
  }
}
