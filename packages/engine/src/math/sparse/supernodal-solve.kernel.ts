import type { F32s, F64s, f64, I32s, i32 } from '../../kernels/prelude.ts';
import { PLAN, SOLVE_WIDTH } from '../../kernels/supernodal-plan.ts';

type Panels = Float64Array | Float32Array;

/** out[i] = from[i] rounded to single precision, i < n. */
export function roundToF32(out: F32s, from: F64s, n: i32): void {
  for (let i = 0; i < n; i++) out[i] = from[i];
}

/**
 * x := (L·Lᵀ)⁻¹ x with the factor in `panels` (see `supernodalFactor`), x [n·b] in the original order. `work`: scratch,
 * see `allocateFactor`.
 *
 * Columns go in groups of three. Forward, an entry loses one product per column, ascending. Backward, a column's sum
 * over the rows below its group is kept as two partial sums (every other row); then come the products inside the group.
 */
export function supernodalSolve(x: F64s, panels: F64s, plan: I32s, work: F64s): void {
  solveOne(x, 0, 1, panels, plan, work);
}

/** The same with a factor kept in single precision: half the memory traffic, arithmetic still in double. */
export function supernodalSolveF32(x: F64s, panels: F32s, plan: I32s, work: F64s): void {
  solveOne(x, 0, 1, panels, plan, work);
}

/**
 * The same for `count` right-hand sides, interleaved: x [n·b, count]. Same bits as one at a time. (The WebAssembly
 * version reads the factor once for four of them; here that would not pay.)
 */
export function supernodalSolveMany(
  x: F64s,
  count: i32,
  panels: F64s,
  plan: I32s,
  work: F64s,
): void {
  for (let c = 0; c < count; c++) solveOne(x, c, count, panels, plan, work);
}

/** One right-hand side: x[offset + i·stride]. */
function solveOne(x: F64s, offset: i32, stride: i32, panels: Panels, plan: I32s, work: F64s): void {
  const n = plan[PLAN.rows];
  const b = plan[PLAN.blockSize];
  const order = plan[PLAN.order];
  const supernodes = plan[PLAN.supernodes];
  // Scratch: the rows of one panel, then x in elimination order.
  const y = plan[PLAN.tallest] * SOLVE_WIDTH;
  for (let i = 0; i < n; i++) {
    const source = plan[order + i] * b;
    for (let c = 0; c < b; c++) work[y + i * b + c] = x[offset + (source + c) * stride];
  }
  for (let s = 0; s < supernodes; s++) forwardPanel(panels, plan, s, work, y);
  for (let s = supernodes - 1; s >= 0; s--) backwardPanel(panels, plan, s, work, y);
  for (let i = 0; i < n; i++) {
    const target = plan[order + i] * b;
    for (let c = 0; c < b; c++) x[offset + (target + c) * stride] = work[y + i * b + c];
  }
}

/** Eliminates the unknowns of supernode s from the rows below it. */
function forwardPanel(P: Panels, plan: I32s, s: i32, t: F64s, y: i32): void {
  const b = plan[PLAN.blockSize];
  if (isZero(t, y + plan[plan[PLAN.start] + s] * b, y + plan[plan[PLAN.start] + s + 1] * b)) return;
  const rowsAt = plan[PLAN.rowIndex] + plan[plan[PLAN.rowPtr] + s];
  const rows = plan[plan[PLAN.rowPtr] + s + 1] - plan[plan[PLAN.rowPtr] + s];
  const width = (plan[plan[PLAN.start] + s + 1] - plan[plan[PLAN.start] + s]) * b;
  const h = rows * b;
  gather(t, plan, rowsAt, rows, b, y);
  let c0 = plan[plan[PLAN.panelPtr] + s];
  let j = 0;
  for (; j + 3 <= width; j += 3, c0 += 3 * h) {
    const c1 = c0 + h;
    const c2 = c1 + h;
    const x0 = t[j] * P[c0 + j];
    const x1 = (t[j + 1] - P[c0 + j + 1] * x0) * P[c1 + j + 1];
    const x2 = (t[j + 2] - P[c0 + j + 2] * x0 - P[c1 + j + 2] * x1) * P[c2 + j + 2];
    t[j] = x0;
    t[j + 1] = x1;
    t[j + 2] = x2;
    for (let i = j + 3; i < h; i++) t[i] = t[i] - P[c0 + i] * x0 - P[c1 + i] * x1 - P[c2 + i] * x2;
  }
  for (; j < width; j++, c0 += h) {
    const x0 = t[j] * P[c0 + j];
    t[j] = x0;
    for (let i = j + 1; i < h; i++) t[i] -= P[c0 + i] * x0;
  }
  scatter(t, plan, rowsAt, rows, b, y);
}

/** True where a right-hand side with few entries leaves a supernode alone. */
function isZero(t: F64s, from: i32, to: i32): boolean {
  for (let i = from; i < to; i++) if (t[i] !== 0) return false;
  return true;
}

/** Solves for the unknowns of supernode s, those of the rows below being known. */
function backwardPanel(P: Panels, plan: I32s, s: i32, t: F64s, y: i32): void {
  const b = plan[PLAN.blockSize];
  const rowsAt = plan[PLAN.rowIndex] + plan[plan[PLAN.rowPtr] + s];
  const rows = plan[plan[PLAN.rowPtr] + s + 1] - plan[plan[PLAN.rowPtr] + s];
  const columns = plan[plan[PLAN.start] + s + 1] - plan[plan[PLAN.start] + s];
  const h = rows * b;
  gather(t, plan, rowsAt, rows, b, y);
  let j = columns * b;
  let c0 = plan[plan[PLAN.panelPtr] + s] + j * h;
  for (const grouped = j - (j % 3); j > grouped; ) {
    j--;
    c0 -= h;
    let even: f64 = 0;
    let odd: f64 = 0;
    let i = j + 1;
    for (; i + 1 < h; i += 2) {
      even += P[c0 + i] * t[i];
      odd += P[c0 + i + 1] * t[i + 1];
    }
    if (i < h) even += P[c0 + i] * t[i];
    t[j] = (t[j] - (even + odd)) * P[c0 + j];
  }
  while (j > 0) {
    j -= 3;
    c0 -= 3 * h;
    const c1 = c0 + h;
    const c2 = c1 + h;
    let even0: f64 = 0;
    let even1: f64 = 0;
    let even2: f64 = 0;
    let odd0: f64 = 0;
    let odd1: f64 = 0;
    let odd2: f64 = 0;
    let i = j + 3;
    for (; i + 1 < h; i += 2) {
      const a = t[i];
      const z = t[i + 1];
      even0 += P[c0 + i] * a;
      odd0 += P[c0 + i + 1] * z;
      even1 += P[c1 + i] * a;
      odd1 += P[c1 + i + 1] * z;
      even2 += P[c2 + i] * a;
      odd2 += P[c2 + i + 1] * z;
    }
    if (i < h) {
      even0 += P[c0 + i] * t[i];
      even1 += P[c1 + i] * t[i];
      even2 += P[c2 + i] * t[i];
    }
    const x2 = (t[j + 2] - (even2 + odd2)) * P[c2 + j + 2];
    const x1 = (t[j + 1] - (even1 + odd1) - P[c1 + j + 2] * x2) * P[c1 + j + 1];
    t[j] = (t[j] - (even0 + odd0) - P[c0 + j + 1] * x1 - P[c0 + j + 2] * x2) * P[c0 + j];
    t[j + 1] = x1;
    t[j + 2] = x2;
  }
  // Only its own unknowns have changed, and they lie side by side.
  const own = y + plan[plan[PLAN.start] + s] * b;
  for (let i = 0; i < columns * b; i++) t[own + i] = t[i];
}

function gather(t: F64s, plan: I32s, rowsAt: i32, rows: i32, b: i32, y: i32): void {
  for (let q = 0, at = 0; q < rows; q++) {
    const source = y + plan[rowsAt + q] * b;
    for (let c = 0; c < b; c++) t[at++] = t[source + c];
  }
}

function scatter(t: F64s, plan: I32s, rowsAt: i32, rows: i32, b: i32, y: i32): void {
  for (let q = 0, at = 0; q < rows; q++) {
    const target = y + plan[rowsAt + q] * b;
    for (let c = 0; c < b; c++) t[target + c] = t[at++];
  }
}
