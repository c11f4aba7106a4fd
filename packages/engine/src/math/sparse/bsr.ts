import { check } from '../../core/errors.ts';

/**
 * The block pattern of a square sparse matrix: which b×b blocks are stored, whatever b. Structurally symmetric, both
 * halves stored, the diagonal always present. Values go with it as [blocks, b, b], row-major blocks in the order of
 * `cols`.
 */
export interface BsrPattern {
  /** Block rows. */
  readonly rows: number;
  /** Where a row's blocks start, shape [rows + 1]. */
  readonly rowPtr: Int32Array;
  /** Block column of each block, ascending within a row, shape [blocks]. */
  readonly cols: Int32Array;
  /** Slot of the diagonal block of each row, shape [rows]. */
  readonly diagonal: Int32Array;
}

/** The pattern with blocks (i, j) and (j, i) for each pair; pairs [i0, j0, i1, j1, …], repeats and i = j allowed. */
export function patternFromPairs(rows: number, pairs: ArrayLike<number>): BsrPattern {
  return patternFromElements(rows, pairs, 2);
}

/**
 * The pattern that couples all nodes of an element with each other: elements [count, perElement], node indices.
 * Repeated nodes within an element are allowed.
 */
export function patternFromElements(
  rows: number,
  elements: ArrayLike<number>,
  perElement: number,
): BsrPattern {
  const used = elements.length;
  check(
    used % perElement === 0,
    () => `elements: length ${used} is not a multiple of ${perElement}`,
  );
  for (let i = 0; i < used; i++) {
    const node = elements[i];
    check(
      node >= 0 && node < rows,
      () => `elements[${i}]: ${node} is not a row, use 0 to ${rows - 1}`,
    );
  }
  // Which elements touch a node; then each row is the union of their nodes.
  const touchPtr = new Int32Array(rows + 1);
  for (let i = 0; i < used; i++) touchPtr[elements[i] + 1]++;
  for (let i = 0; i < rows; i++) touchPtr[i + 1] += touchPtr[i];
  const touching = new Int32Array(used);
  const next = touchPtr.slice(0, rows);
  for (let i = 0; i < used; i++) touching[next[elements[i]]++] = Math.floor(i / perElement);

  const rowPtr = new Int32Array(rows + 1);
  const mark = new Int32Array(rows).fill(-1);
  const columns: Int32Array[] = [];
  const row: number[] = [];
  for (let i = 0; i < rows; i++) {
    row.length = 0;
    row.push(i);
    mark[i] = i;
    for (let t = touchPtr[i]; t < touchPtr[i + 1]; t++) {
      const base = touching[t] * perElement;
      for (let c = 0; c < perElement; c++) {
        const j = elements[base + c];
        if (mark[j] === i) continue;
        mark[j] = i;
        row.push(j);
      }
    }
    const sorted = Int32Array.from(row).sort();
    columns.push(sorted);
    rowPtr[i + 1] = rowPtr[i] + sorted.length;
  }
  const cols = new Int32Array(rowPtr[rows]);
  for (let i = 0; i < rows; i++) cols.set(columns[i], rowPtr[i]);
  const diagonal = new Int32Array(rows);
  for (let i = 0; i < rows; i++) diagonal[i] = findSlot(rowPtr, cols, i, i);
  return { rows, rowPtr, cols, diagonal };
}

/** Slot of block (i, j), or −1 when it is not stored. */
export function findSlot(rowPtr: Int32Array, cols: Int32Array, i: number, j: number): number {
  let low = rowPtr[i];
  let high = rowPtr[i + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (cols[middle] === j) return middle;
    if (cols[middle] < j) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Slots of all blocks of each element: shape [count, perElement, perElement], slot of (node a, node b). */
export function elementSlots(
  pattern: BsrPattern,
  elements: ArrayLike<number>,
  perElement: number,
): Int32Array {
  const slots = new Int32Array(elements.length * perElement);
  let at = 0;
  for (let base = 0; base < elements.length; base += perElement) {
    for (let a = 0; a < perElement; a++) {
      for (let c = 0; c < perElement; c++) {
        const slot = findSlot(pattern.rowPtr, pattern.cols, elements[base + a], elements[base + c]);
        check(
          slot >= 0,
          () => `elements: nodes ${a} and ${c} of element ${base / perElement} are not coupled`,
        );
        slots[at++] = slot;
      }
    }
  }
  return slots;
}

/** values[slot] += factor · block[p..p+b²). */
export function addBlock(
  values: Float64Array,
  slot: number,
  b: number,
  block: Float64Array,
  p: number,
  factor: number,
): void {
  const size = b * b;
  const base = slot * size;
  for (let i = 0; i < size; i++) values[base + i] += factor * block[p + i];
}

/**
 * y = diag(d_i I)·x + scale·K·x for any block size; `diagonal` [rows] is d, one number per block row. x and y [rows·b],
 * y not x. (For b = 3 the kernel bsr3Multiply does the same, faster.)
 */
export function bsrMultiply(
  y: Float64Array,
  pattern: BsrPattern,
  b: number,
  values: Float64Array,
  x: Float64Array,
  scale: number,
  diagonal: Float64Array,
): void {
  const { rows, rowPtr, cols } = pattern;
  for (let i = 0; i < rows; i++) {
    for (let r = 0; r < b; r++) {
      let sum = 0;
      for (let k = rowPtr[i]; k < rowPtr[i + 1]; k++) {
        const block = (k * b + r) * b;
        const source = cols[k] * b;
        for (let c = 0; c < b; c++) sum += values[block + c] * x[source + c];
      }
      y[i * b + r] = diagonal[i] * x[i * b + r] + scale * sum;
    }
  }
}

/** The whole matrix diag(d_i I) + scale·K, row-major [rows·b, rows·b]: for tests and small systems. */
export function bsrToDense(
  pattern: BsrPattern,
  b: number,
  values: Float64Array,
  scale: number,
  diagonal: Float64Array,
): Float64Array {
  const n = pattern.rows * b;
  const dense = new Float64Array(n * n);
  for (let i = 0; i < pattern.rows; i++) {
    for (let k = pattern.rowPtr[i]; k < pattern.rowPtr[i + 1]; k++) {
      for (let r = 0; r < b; r++) {
        for (let c = 0; c < b; c++) {
          dense[(i * b + r) * n + pattern.cols[k] * b + c] = scale * values[(k * b + r) * b + c];
        }
      }
    }
    for (let r = 0; r < b; r++) dense[(i * b + r) * (n + 1)] += diagonal[i];
  }
  return dense;
}

/**
 * The same pattern in scalars (b = 1), and for each scalar entry its place in the block values: `values1[e] =
 * values[from[e]]`.
 */
export function expandToScalar(
  pattern: BsrPattern,
  b: number,
): { pattern: BsrPattern; from: Int32Array } {
  const rows = pattern.rows * b;
  const rowPtr = new Int32Array(rows + 1);
  const cols = new Int32Array(pattern.cols.length * b * b);
  const from = new Int32Array(cols.length);
  const diagonal = new Int32Array(rows);
  let at = 0;
  for (let i = 0; i < pattern.rows; i++) {
    for (let r = 0; r < b; r++) {
      for (let k = pattern.rowPtr[i]; k < pattern.rowPtr[i + 1]; k++) {
        for (let c = 0; c < b; c++) {
          if (pattern.cols[k] === i && c === r) diagonal[i * b + r] = at;
          cols[at] = pattern.cols[k] * b + c;
          from[at++] = (k * b + r) * b + c;
        }
      }
      rowPtr[i * b + r + 1] = at;
    }
  }
  return { pattern: { rows, rowPtr, cols, diagonal }, from };
}
