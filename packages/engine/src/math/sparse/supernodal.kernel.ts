import type { F64s, f64, I32s, i32 } from '../../kernels/prelude.ts';
import { PLAN, SLACK, SMALLEST_PIVOT, STRIP } from '../../kernels/supernodal-plan.ts';

/**
 * Factors A = diag(d_i I) + scale·K as L·Lᵀ, panel by panel, each gathering the updates of earlier ones (left-looking).
 *
 * - `panels` [plan.panelLength]: out. Each supernode's panel is column-major, with its own columns first among the
 * rows. The
 *   diagonal of L is kept as its reciprocal, since only that is ever used.
 * - `plan`: see `PLAN`.
 * - `values` [blocks, b, b]: K, symmetric with both halves stored, row-major blocks. `diagonal` [n]: d, one number per
 * row.
 * - `work` and `map`: scratch, see `allocateFactor`.
 *
 * Returns −1, or the original scalar index of the first pivot that is not positive; `panels` are then of no use.
 *
 * Order of operations: an entry is first assembled, then loses one sum per earlier supernode (its columns ascending),
 * then one sum over the earlier strips of its own panel, then one product per earlier column of its strip.
 */
export function supernodalFactor(
  panels: F64s,
  plan: I32s,
  values: F64s,
  diagonal: F64s,
  scale: f64,
  work: F64s,
  map: I32s,
): f64 {
  const n = plan[PLAN.rows];
  const b = plan[PLAN.blockSize];
  const supernodes = plan[PLAN.supernodes];
  const start = plan[PLAN.start];
  const rowPtr = plan[PLAN.rowPtr];
  const rowIndex = plan[PLAN.rowIndex];
  const panelPtr = plan[PLAN.panelPtr];
  const updatePtr = plan[PLAN.updatePtr];
  const stripStride = plan[PLAN.tallest] + SLACK;
  const entries = STRIP * stripStride;
  for (let s = 0; s < supernodes; s++) {
    const first = plan[start + s];
    const rowsAt = rowIndex + plan[rowPtr + s];
    const rowCount = plan[rowPtr + s + 1] - plan[rowPtr + s];
    const panel = plan[panelPtr + s];
    const height = rowCount * b;
    const width = (plan[start + s + 1] - first) * b;
    panels.fill(0, panel, panel + height * width);
    assemble(panels, panel, plan, s, values, diagonal, scale, work, entries);
    for (let q = 0; q < rowCount; q++) map[plan[rowsAt + q]] = q;
    for (let u = plan[updatePtr + s]; u < plan[updatePtr + s + 1]; u++) {
      const from = plan[plan[PLAN.updateFrom] + u];
      const skip = plan[plan[PLAN.updateFirst] + u];
      const columns = plan[plan[PLAN.updateCount] + u] * b;
      const fromRows = rowIndex + plan[rowPtr + from];
      const fromCount = plan[rowPtr + from + 1] - plan[rowPtr + from];
      const k = (plan[start + from + 1] - plan[start + from]) * b;
      let rows = 0;
      for (let q = skip; q < fromCount; q++) {
        const place = map[plan[fromRows + q]] * b;
        for (let c = 0; c < b; c++) map[n + rows++] = place + c;
      }
      for (let j = 0; j < columns; j += STRIP) {
        const strip = Math.min(STRIP, columns - j);
        const base = plan[panelPtr + from] + skip * b + j;
        stripProduct(work, stripStride, panels, base, fromCount * b, k, rows - j);
        for (let c = 0; c < strip; c++) {
          const target = panel + map[n + j + c] * height;
          const source = c * stripStride - j;
          for (let i = j + c; i < rows; i++) panels[target + map[n + i]] -= work[source + i];
        }
      }
    }
    const bad = factorPanel(panels, panel, height, width, work, stripStride, entries + first * b);
    if (bad >= 0) {
      const row = Math.floor(bad / b);
      return plan[plan[PLAN.order] + first + row] * b + bad - row * b;
    }
  }
  return -1;
}

/** Adds the blocks of A that fall in supernode s into its panel (lower triangle), and notes A's diagonal entries. */
function assemble(
  panels: F64s,
  panel: i32,
  plan: I32s,
  s: i32,
  values: F64s,
  diagonal: F64s,
  scale: f64,
  work: F64s,
  entries: i32,
): void {
  const b = plan[PLAN.blockSize];
  const first = plan[plan[PLAN.start] + s];
  const last = plan[plan[PLAN.start] + s + 1];
  const height = (plan[plan[PLAN.rowPtr] + s + 1] - plan[plan[PLAN.rowPtr] + s]) * b;
  const blockPtr = plan[PLAN.blockPtr];
  for (let col = first; col < last; col++) {
    const d = diagonal[plan[plan[PLAN.order] + col]];
    const columnAt = panel + (col - first) * b * height;
    for (let e = plan[blockPtr + col]; e < plan[blockPtr + col + 1]; e++) {
      const block = plan[plan[PLAN.blockSlot] + e] * b * b;
      const row = plan[plan[PLAN.blockRow] + e] * b;
      const onDiagonal = e === plan[blockPtr + col];
      for (let c = 0; c < b; c++) {
        const target = columnAt + c * height + row;
        for (let r = onDiagonal ? c : 0; r < b; r++) {
          panels[target + r] = scale * values[block + c * b + r];
        }
        if (onDiagonal) {
          panels[target + c] += d;
          work[entries + col * b + c] = panels[target + c];
        }
      }
    }
  }
}

/**
 * strip[c][i] = Σ_k P[base + i + k·ld]·P[base + c + k·ld] for i < rows and the four columns c: the product of some rows
 * of a panel with the first four of them. Full tiles: up to three entries past the asked ones are computed and never
 * used.
 */
function stripProduct(
  strip: F64s,
  stride: i32,
  P: F64s,
  base: i32,
  ld: i32,
  k: i32,
  rows: i32,
): void {
  for (let i = 0; i < rows; i += 2) {
    let a0: f64 = 0;
    let a1: f64 = 0;
    let b0: f64 = 0;
    let b1: f64 = 0;
    let c0: f64 = 0;
    let c1: f64 = 0;
    let d0: f64 = 0;
    let d1: f64 = 0;
    for (let q = 0, at = base; q < k; q++, at += ld) {
      const x = P[at + i];
      const y = P[at + i + 1];
      const a = P[at];
      const b = P[at + 1];
      const c = P[at + 2];
      const d = P[at + 3];
      a0 += x * a;
      a1 += y * a;
      b0 += x * b;
      b1 += y * b;
      c0 += x * c;
      c1 += y * c;
      d0 += x * d;
      d1 += y * d;
    }
    strip[i] = a0;
    strip[i + 1] = a1;
    strip[stride + i] = b0;
    strip[stride + i + 1] = b1;
    strip[2 * stride + i] = c0;
    strip[2 * stride + i + 1] = c1;
    strip[3 * stride + i] = d0;
    strip[3 * stride + i + 1] = d1;
  }
}

/**
 * Dense Cholesky of one panel, in place. Returns −1 or the first column (of the panel) with a pivot that is not
 * positive.
 */
function factorPanel(
  P: F64s,
  panel: i32,
  height: i32,
  width: i32,
  work: F64s,
  stripStride: i32,
  entries: i32,
): i32 {
  for (let j = 0; j < width; j += STRIP) {
    const end = Math.min(j + STRIP, width);
    if (j > 0) {
      stripProduct(work, stripStride, P, panel + j, height, j, height - j);
      for (let c = j; c < end; c++) {
        const column = panel + c * height;
        const source = (c - j) * stripStride - j;
        for (let i = c; i < height; i++) P[column + i] -= work[source + i];
      }
    }
    for (let c = j; c < end; c++) {
      const column = panel + c * height;
      for (let p = j; p < c; p++) {
        const earlier = panel + p * height;
        const factor = P[earlier + c];
        for (let i = c; i < height; i++) P[column + i] -= P[earlier + i] * factor;
      }
      const pivot = P[column + c];
      // Written so that NaN fails too.
      if (!(pivot > SMALLEST_PIVOT * work[entries + c])) return c;
      const inverse = 1 / Math.sqrt(pivot);
      P[column + c] = inverse;
      for (let i = c + 1; i < height; i++) P[column + i] *= inverse;
    }
  }
  return -1;
}
