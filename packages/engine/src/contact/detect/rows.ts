import type { Allocator } from '../../kernels/arena.ts';

/**
 * Contact candidates, one row per point of a body and thing it may touch. Structure of arrays; the first `count[0]`
 * rows are used. Their order depends only on their keys, so that two steps can be compared in one pass. Impulses are
 * stored here too: the next step starts from them (warm start).
 */
export interface ContactRows {
  readonly capacity: number;
  readonly count: Int32Array;
  /**
   * [body, what it may touch, contact point of the body]: another body by index, an obstacle o as −1 − o; behind the
   * points of a body come its edges. Shape [rows, 3].
   */
  readonly key: Int32Array;
  /**
   * The place on the body: the contact point, twice; or the ends of an edge, the nearer one first, and the part of the
   * way to the other.
   */
  readonly ends: Int32Array;
  readonly share: Float64Array;
  /**
   * The same for where a touched body's edge is crossed: the other end than the contact point that stands for the
   * place, −1 for none.
   */
  readonly theirEnd: Int32Array;
  readonly theirShare: Float64Array;
  /** Of a touched body: four corners of its cage, and the contact point that stands for the place. Shape [rows, 5]. */
  readonly touched: Int32Array;
  /** Weights of the four corners, shape [rows, 4]. */
  readonly weight: Float64Array;
  /** Distance to what is touched [m], negative inside. */
  readonly gap: Float64Array;
  /**
   * Depth [m] that is not resolved, infinite for a new row: the sides of a fresh cut overlap by the difference of the
   * two pieces' face positions.
   */
  readonly spared: Float64Array;
  /** Outward normal of what is touched, three numbers a row. */
  readonly normal: Float64Array;
  /** Velocity of an obstacle's surface there [m/s], three numbers a row. */
  readonly surface: Float64Array;
  /** Impulse on the body [N s], three numbers per row; the other thing gets the opposite. */
  readonly impulse: Float64Array;
  /** Couple of rolling resistance on the body [N m s], three numbers a row; the other thing gets the opposite. */
  readonly couple: Float64Array;
}

/** The rows are from `table` and need not be zero. */
export function allocateRows(a: Allocator, capacity: number, table = a): ContactRows {
  return {
    capacity,
    count: a.i32(1),
    key: table.i32(3 * capacity),
    ends: table.i32(2 * capacity),
    share: table.f64(capacity),
    theirEnd: table.i32(capacity),
    theirShare: table.f64(capacity),
    touched: table.i32(5 * capacity),
    weight: table.f64(4 * capacity),
    gap: table.f64(capacity),
    spared: table.f64(capacity),
    normal: table.f64(3 * capacity),
    surface: table.f64(3 * capacity),
    impulse: table.f64(3 * capacity),
    couple: table.f64(3 * capacity),
  };
}

/** Appends a row; returns its index, or −1 if there is no room. */
export function addRow(rows: ContactRows, body: number, other: number, point: number): number {
  const row = rows.count[0];
  if (row >= rows.capacity) return -1;
  rows.count[0] = row + 1;
  rows.key[3 * row] = body;
  rows.key[3 * row + 1] = other;
  rows.key[3 * row + 2] = point;
  rows.ends[2 * row] = point;
  rows.ends[2 * row + 1] = point;
  rows.share[row] = 0;
  rows.theirEnd[row] = -1;
  rows.theirShare[row] = 0;
  rows.spared[row] = Number.POSITIVE_INFINITY;
  return row;
}

/** Row i of one list becomes row j of another, but for whose it is. */
export function copyRow(to: ContactRows, i: number, from: ContactRows, j: number): void {
  to.gap[i] = from.gap[j];
  to.spared[i] = from.spared[j];
  to.share[i] = from.share[j];
  to.theirEnd[i] = from.theirEnd[j];
  to.theirShare[i] = from.theirShare[j];
  for (let c = 0; c < 2; c++) to.ends[2 * i + c] = from.ends[2 * j + c];
  for (let c = 0; c < 3; c++) {
    to.normal[3 * i + c] = from.normal[3 * j + c];
    to.surface[3 * i + c] = from.surface[3 * j + c];
    to.impulse[3 * i + c] = from.impulse[3 * j + c];
    to.couple[3 * i + c] = from.couple[3 * j + c];
  }
  for (let c = 0; c < 4; c++) to.weight[4 * i + c] = from.weight[4 * j + c];
  for (let c = 0; c < 5; c++) to.touched[5 * i + c] = from.touched[5 * j + c];
}

/** All rows as they are, into another list. */
export function copyRows(to: ContactRows, from: ContactRows): void {
  const n = from.count[0];
  to.count[0] = n;
  for (let k = 0; k < 3 * n; k++) to.key[k] = from.key[k];
  for (let r = 0; r < n; r++) copyRow(to, r, from, r);
}

/** Drops all rows of a body, or with a body, and leaves the others in order. */
export function dropRows(rows: ContactRows, body: number): void {
  let kept = 0;
  for (let r = 0; r < rows.count[0]; r++) {
    if (rows.key[3 * r] === body || rows.key[3 * r + 1] === body) continue;
    if (kept !== r) {
      for (let c = 0; c < 3; c++) rows.key[3 * kept + c] = rows.key[3 * r + c];
      copyRow(rows, kept, rows, r);
    }
    kept++;
  }
  rows.count[0] = kept;
}
