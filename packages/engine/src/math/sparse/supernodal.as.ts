import {
  BLOCK_PTR, BLOCK_ROW, BLOCK_SIZE, BLOCK_SLOT, ORDER, PANEL_PTR, ROW_INDEX, ROW_PTR, ROWS, SLACK, SMALLEST_PIVOT, START, STRIP,
  SUPERNODES, TALLEST, UPDATE_COUNT, UPDATE_FIRST, UPDATE_FROM, UPDATE_PTR, int, tableAt,
} from '../../kernels/supernodal-plan.as';

export function supernodalFactor(
  panels: usize, plan: usize, values: usize, diagonal: usize, scale: f64, work: usize, map: usize,
): i32 {
  const n = int(plan, ROWS);
  const b = int(plan, BLOCK_SIZE);
  const supernodes = int(plan, SUPERNODES);
  const start = tableAt(plan, START);
  const rowPtr = tableAt(plan, ROW_PTR);
  const rowIndex = tableAt(plan, ROW_INDEX);
  const panelPtr = tableAt(plan, PANEL_PTR);
  const updatePtr = tableAt(plan, UPDATE_PTR);
  const updateFrom = tableAt(plan, UPDATE_FROM);
  const updateFirst = tableAt(plan, UPDATE_FIRST);
  const updateCount = tableAt(plan, UPDATE_COUNT);
  const stripStride = int(plan, TALLEST) + SLACK;
  const entries = work + (<usize>(STRIP * stripStride) << 3);
  const places = map + (<usize>n << 2);
  for (let s: i32 = 0; s < supernodes; s++) {
    const first = int(start, s);
    const rowsAt = rowIndex + (<usize>int(rowPtr, s) << 2);
    const rowCount = int(rowPtr, s + 1) - int(rowPtr, s);
    const panel = panels + (<usize>int(panelPtr, s) << 3);
    const height = rowCount * b;
    const width = (int(start, s + 1) - first) * b;
    memory.fill(panel, 0, (<usize>height * <usize>width) << 3);
    assemble(panel, plan, first, int(start, s + 1), height, values, diagonal, scale, entries);
    for (let q: i32 = 0; q < rowCount; q++) store<i32>(map + (<usize>int(rowsAt, q) << 2), q);
    const lastUpdate = int(updatePtr, s + 1);
    for (let u = int(updatePtr, s); u < lastUpdate; u++) {
      const from = int(updateFrom, u);
      const skip = int(updateFirst, u);
      const columns = int(updateCount, u) * b;
      const fromRows = rowIndex + (<usize>int(rowPtr, from) << 2);
      const fromCount = int(rowPtr, from + 1) - int(rowPtr, from);
      const k = (int(start, from + 1) - int(start, from)) * b;
      const source = panels + (<usize>(int(panelPtr, from) + skip * b) << 3);
      let rows: i32 = 0;
      for (let q = skip; q < fromCount; q++) {
        const place = int(map, int(fromRows, q)) * b;
        for (let c: i32 = 0; c < b; c++) store<i32>(places + (<usize>(rows + c) << 2), place + c);
        rows += b;
      }
      for (let j: i32 = 0; j < columns; j += STRIP) {
        const strip = min(STRIP, columns - j);
        stripProduct(work, stripStride, source + (<usize>j << 3), fromCount * b, k, rows - j);
        for (let c: i32 = 0; c < strip; c++) {
          const target = panel + (<usize>(int(places, j + c) * height) << 3);
          subtractScattered(target, work + (<usize>(c * stripStride + c) << 3), places + (<usize>(j + c) << 2), rows - j - c);
        }
      }
    }
    const bad = factorPanel(panel, height, width, work, stripStride, entries + (<usize>(first * b) << 3));
    if (bad >= 0) {
      const row = bad / b;
      return int(tableAt(plan, ORDER), first + row) * b + bad - row * b;
    }
  }
  return -1;
}

function assemble(
  panel: usize, plan: usize, first: i32, last: i32, height: i32, values: usize, diagonal: usize, scale: f64, entries: usize,
): void {
  const b = int(plan, BLOCK_SIZE);
  const order = tableAt(plan, ORDER);
  const blockPtr = tableAt(plan, BLOCK_PTR);
  const blockSlot = tableAt(plan, BLOCK_SLOT);
  const blockRow = tableAt(plan, BLOCK_ROW);
  for (let col = first; col < last; col++) {
    const d = load<f64>(diagonal + (<usize>int(order, col) << 3));
    const columnAt = panel + (<usize>((col - first) * b * height) << 3);
    const begin = int(blockPtr, col);
    const end = int(blockPtr, col + 1);
    for (let e = begin; e < end; e++) {
      const block = values + (<usize>(int(blockSlot, e) * b * b) << 3);
      const row = int(blockRow, e) * b;
      const onDiagonal = e == begin;
      for (let c: i32 = 0; c < b; c++) {
        const target = columnAt + (<usize>(c * height + row) << 3);
        const source = block + (<usize>(c * b) << 3);
        for (let r: i32 = onDiagonal ? c : 0; r < b; r++) {
          store<f64>(target + (<usize>r << 3), scale * load<f64>(source + (<usize>r << 3)));
        }
        if (onDiagonal) {
          const at = target + (<usize>c << 3);
          const entry = load<f64>(at) + d;
          store<f64>(at, entry);
          store<f64>(entries + (<usize>(col * b + c) << 3), entry);
        }
      }
    }
  }
}

// target[places[i]] -= source[i], i < n.
// @ts-ignore: decorator
@inline
function subtractScattered(target: usize, source: usize, places: usize, n: i32): void {
  for (let i: i32 = 0; i < n; i++) {
    const at = target + (<usize>int(places, i) << 3);
    store<f64>(at, load<f64>(at) - load<f64>(source + (<usize>i << 3)));
  }
}

// Four by four entries at a time; what full tiles compute past the asked rows is never used.
function stripProduct(strip: usize, stride: i32, P: usize, ld: i32, k: i32, rows: i32): void {
  const step = <usize>ld << 3;
  const column = <usize>stride << 3;
  for (let i: i32 = 0; i < rows; i += 4) {
    const offset = <usize>i << 3;
    let a0 = f64x2.splat(0);
    let a1 = f64x2.splat(0);
    let b0 = f64x2.splat(0);
    let b1 = f64x2.splat(0);
    let c0 = f64x2.splat(0);
    let c1 = f64x2.splat(0);
    let d0 = f64x2.splat(0);
    let d1 = f64x2.splat(0);
    let at = P;
    for (let q: i32 = 0; q < k; q++) {
      const x = v128.load(at + offset);
      const y = v128.load(at + offset, 16);
      const a = v128.load64_splat(at);
      a0 = f64x2.add(a0, f64x2.mul(x, a));
      a1 = f64x2.add(a1, f64x2.mul(y, a));
      const b = v128.load64_splat(at, 8);
      b0 = f64x2.add(b0, f64x2.mul(x, b));
      b1 = f64x2.add(b1, f64x2.mul(y, b));
      const c = v128.load64_splat(at, 16);
      c0 = f64x2.add(c0, f64x2.mul(x, c));
      c1 = f64x2.add(c1, f64x2.mul(y, c));
      const d = v128.load64_splat(at, 24);
      d0 = f64x2.add(d0, f64x2.mul(x, d));
      d1 = f64x2.add(d1, f64x2.mul(y, d));
      at += step;
    }
    let out = strip + offset;
    v128.store(out, a0);
    v128.store(out, a1, 16);
    out += column;
    v128.store(out, b0);
    v128.store(out, b1, 16);
    out += column;
    v128.store(out, c0);
    v128.store(out, c1, 16);
    out += column;
    v128.store(out, d0);
    v128.store(out, d1, 16);
  }
}

function factorPanel(panel: usize, height: i32, width: i32, work: usize, stripStride: i32, entries: usize): i32 {
  const step = <usize>height << 3;
  for (let j: i32 = 0; j < width; j += STRIP) {
    const end = min(j + STRIP, width);
    if (j > 0) {
      stripProduct(work, stripStride, panel + (<usize>j << 3), height, j, height - j);
      for (let c = j; c < end; c++) {
        const column = panel + <usize>c * step;
        subtract(column + (<usize>c << 3), work + (<usize>((c - j) * (stripStride + 1)) << 3), height - c);
      }
    }
    for (let c = j; c < end; c++) {
      const column = panel + <usize>c * step;
      const at = column + (<usize>c << 3);
      for (let p = j; p < c; p++) {
        const earlier = panel + <usize>p * step + (<usize>c << 3);
        subtractScaled(at, earlier, load<f64>(earlier), height - c);
      }
      const pivot = load<f64>(at);
      if (!(pivot > SMALLEST_PIVOT * load<f64>(entries + (<usize>c << 3)))) return c;
      const inverse = 1 / Math.sqrt(pivot);
      store<f64>(at, inverse);
      scale(at + 8, inverse, height - c - 1);
    }
  }
  return -1;
}

// y -= x
// @ts-ignore: decorator
@inline
function subtract(y: usize, x: usize, n: i32): void {
  let i: i32 = 0;
  for (; i + 1 < n; i += 2) {
    v128.store(y, f64x2.sub(v128.load(y), v128.load(x)));
    y += 16;
    x += 16;
  }
  if (i < n) store<f64>(y, load<f64>(y) - load<f64>(x));
}

// y -= x·a
// @ts-ignore: decorator
@inline
function subtractScaled(y: usize, x: usize, a: f64, n: i32): void {
  const factor = f64x2.splat(a);
  let i: i32 = 0;
  for (; i + 1 < n; i += 2) {
    v128.store(y, f64x2.sub(v128.load(y), f64x2.mul(v128.load(x), factor)));
    y += 16;
    x += 16;
  }
  if (i < n) store<f64>(y, load<f64>(y) - load<f64>(x) * a);
}

// y *= a
// @ts-ignore: decorator
@inline
function scale(y: usize, a: f64, n: i32): void {
  const factor = f64x2.splat(a);
  let i: i32 = 0;
  for (; i + 1 < n; i += 2) {
    v128.store(y, f64x2.mul(v128.load(y), factor));
    y += 16;
  }
  if (i < n) store<f64>(y, load<f64>(y) * a);
}
