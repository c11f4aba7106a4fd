import { type BsrPattern, expandToScalar } from './bsr.ts';
import { eliminationTree } from './elimination.ts';
import { type Ordering, orderGraph } from './ordering.ts';
import { invertOrder } from './permutation.ts';

/** A sparse L·D·Lᵀ factor, scalar, for symmetric matrices that need not be positive definite. */
export interface Ldlt {
  readonly unknowns: number;
  readonly blockSize: number;
  /** order[place] = original scalar unknown. */
  readonly order: Int32Array;
  /** Parent of each column in the elimination tree, −1 at roots. */
  readonly parent: Int32Array;
  /** The upper half of A in elimination order, by columns: rows, and where the values are. */
  readonly upperPtr: Int32Array;
  readonly upperRow: Int32Array;
  readonly upperFrom: Int32Array;
  /** L below its unit diagonal, by columns. `count` grows as rows are added. */
  readonly ptr: Int32Array;
  readonly count: Int32Array;
  readonly row: Int32Array;
  readonly lower: Float64Array;
  /** D, shape [unknowns]; may hold both signs. */
  readonly pivots: Float64Array;
  /** Scratch. */
  readonly y: Float64Array;
  readonly stack: Int32Array;
  readonly mark: Int32Array;
}

export interface LdltOptions {
  /** Order of the block rows: a name, or order[place] = original row. */
  ordering?: Ordering | Int32Array;
  positions?: Float64Array;
}

/** A pivot below this part of the terms it is made of counts as zero. */
export const SMALLEST_LDLT_PIVOT = 1e-13;

/**
 * Lays out the factor of a pattern with b×b blocks. Any order works for quasi-definite matrices ([H, Jᵀ; J, −C] with H
 * and C positive definite). There is no pivoting: with zeros on the diagonal (C = 0) give an order that puts those rows
 * after their neighbours.
 */
export function createLdlt(
  pattern: BsrPattern,
  blockSize: number,
  options: LdltOptions = {},
): Ldlt {
  const b = blockSize;
  const { ordering, positions } = options;
  const blockOrder =
    ordering instanceof Int32Array ? ordering : orderGraph(pattern, ordering, positions);
  const { pattern: graph, from } = expandToScalar(pattern, b);
  const n = graph.rows;
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const block = Math.floor(i / b);
    order[i] = blockOrder[block] * b + i - block * b;
  }
  const parent = eliminationTree(graph, order);
  const places = invertOrder(order);
  const upperPtr = new Int32Array(n + 1);
  const upperRow: number[] = [];
  const upperFrom: number[] = [];
  const counts = new Int32Array(n);
  const mark = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    mark[k] = k;
    const original = order[k];
    for (let e = graph.rowPtr[original]; e < graph.rowPtr[original + 1]; e++) {
      let i = places[graph.cols[e]];
      if (i > k) continue;
      upperRow.push(i);
      upperFrom.push(from[e]);
      // Row k of L has the tree paths from these columns up to k.
      for (; mark[i] !== k; i = parent[i]) {
        mark[i] = k;
        counts[i]++;
      }
    }
    upperPtr[k + 1] = upperRow.length;
  }
  const ptr = new Int32Array(n + 1);
  for (let k = 0; k < n; k++) ptr[k + 1] = ptr[k] + counts[k];
  return {
    unknowns: n,
    blockSize: b,
    order,
    parent,
    upperPtr,
    upperRow: Int32Array.from(upperRow),
    upperFrom: Int32Array.from(upperFrom),
    ptr,
    count: new Int32Array(n),
    row: new Int32Array(ptr[n]),
    lower: new Float64Array(ptr[n]),
    pivots: new Float64Array(n),
    y: new Float64Array(n),
    stack: new Int32Array(n),
    mark: new Int32Array(n),
  };
}

/**
 * Factors diag(d_i I) + scale·K (K symmetric, both halves stored). Row by row: row k of L solves with the rows before
 * it, along the tree. Returns −1, or the original scalar index of the first pivot that is zero but for rounding.
 */
export function factorLdlt(
  factor: Ldlt,
  values: Float64Array,
  diagonal: Float64Array,
  scale: number,
): number {
  const { unknowns, blockSize, order, parent, ptr, count, row, lower, pivots, y, stack, mark } =
    factor;
  const { upperPtr, upperRow, upperFrom } = factor;
  mark.fill(-1);
  count.fill(0);
  y.fill(0);
  for (let k = 0; k < unknowns; k++) {
    mark[k] = k;
    let top = unknowns;
    for (let e = upperPtr[k]; e < upperPtr[k + 1]; e++) {
      y[upperRow[e]] += scale * values[upperFrom[e]];
      let length = 0;
      for (let i = upperRow[e]; mark[i] !== k; i = parent[i]) {
        mark[i] = k;
        stack[length++] = i;
      }
      // A path is climbed upwards but must be used before the paths found earlier, which it joins.
      while (length > 0) stack[--top] = stack[--length];
    }
    let pivot = y[k] + diagonal[Math.floor(order[k] / blockSize)];
    let terms = Math.abs(pivot);
    y[k] = 0;
    for (; top < unknowns; top++) {
      const i = stack[top];
      const yi = y[i];
      y[i] = 0;
      const end = ptr[i] + count[i];
      for (let e = ptr[i]; e < end; e++) y[row[e]] -= lower[e] * yi;
      const l = yi / pivots[i];
      pivot -= l * yi;
      terms += Math.abs(l * yi);
      row[end] = k;
      lower[end] = l;
      count[i]++;
    }
    if (!(Math.abs(pivot) > SMALLEST_LDLT_PIVOT * terms)) return order[k];
    pivots[k] = pivot;
  }
  return -1;
}

/** x := A⁻¹ x, x [unknowns] in the original order. */
export function solveLdlt(factor: Ldlt, x: Float64Array): void {
  const { unknowns, order, ptr, row, lower, pivots, y } = factor;
  for (let k = 0; k < unknowns; k++) y[k] = x[order[k]];
  for (let k = 0; k < unknowns; k++) {
    const value = y[k];
    for (let e = ptr[k]; e < ptr[k + 1]; e++) y[row[e]] -= lower[e] * value;
  }
  for (let k = unknowns - 1; k >= 0; k--) {
    let sum = y[k] / pivots[k];
    for (let e = ptr[k]; e < ptr[k + 1]; e++) sum -= lower[e] * y[row[e]];
    y[k] = sum;
  }
  for (let k = 0; k < unknowns; k++) x[order[k]] = y[k];
}

/** How many eigenvalues of the factored matrix are negative (the signs of D are the signs of the eigenvalues). */
export function negativePivots(factor: Ldlt): number {
  let negative = 0;
  for (let k = 0; k < factor.unknowns; k++) if (factor.pivots[k] < 0) negative++;
  return negative;
}
