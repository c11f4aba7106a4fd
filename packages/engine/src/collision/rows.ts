import type { Allocator } from '../kernels/arena.ts';

/** Contact rows of one body that are solved together; further ones are left out, and reported. */
export const MOST_ROWS = 256;

/**
 * Contact candidates of one body, one row per (obstacle, point), ordered by obstacle and then by point. Structure of arrays;
 * the first `count[0]` rows are used. Impulses live here too, because the next step starts from them.
 */
export interface ContactRows {
  readonly capacity: number;
  readonly count: Int32Array;
  /** Contact point of the body, and obstacle it may touch. */
  readonly point: Int32Array;
  readonly obstacle: Int32Array;
  /** Distance to the obstacle [m], negative inside. */
  readonly gap: Float64Array;
  /** Outward normal of the obstacle, three numbers a row. */
  readonly normal: Float64Array;
  /** Velocity of the obstacle's surface there [m/s], three numbers a row. */
  readonly surface: Float64Array;
  /** Impulse on the body [N s], three numbers a row. */
  readonly impulse: Float64Array;
}

export function allocateRows(a: Allocator, capacity: number): ContactRows {
  return {
    capacity,
    count: a.i32(1),
    point: a.i32(capacity),
    obstacle: a.i32(capacity),
    gap: a.f64(capacity),
    normal: a.f64(3 * capacity),
    surface: a.f64(3 * capacity),
    impulse: a.f64(3 * capacity),
  };
}

/** Rows that were there before start from the impulse they had; both lists are in order, so one walk does it. */
export function carryImpulses(rows: ContactRows, before: ContactRows): void {
  const n = rows.count[0];
  const m = before.count[0];
  let j = 0;
  for (let i = 0; i < n; i++) {
    const obstacle = rows.obstacle[i];
    const point = rows.point[i];
    while (
      j < m &&
      (before.obstacle[j] < obstacle ||
        (before.obstacle[j] === obstacle && before.point[j] < point))
    ) {
      j++;
    }
    const same = j < m && before.obstacle[j] === obstacle && before.point[j] === point;
    for (let c = 0; c < 3; c++) rows.impulse[3 * i + c] = same ? before.impulse[3 * j + c] : 0;
  }
}
