// Places in the header of a Cholesky plan: see src/kernels/supernodal-plan.ts, which says what they hold.
export const ROWS: i32 = 0;
export const BLOCK_SIZE: i32 = 1;
export const SUPERNODES: i32 = 2;
export const TALLEST: i32 = 3;
export const ORDER: i32 = 5;
export const START: i32 = 6;
export const ROW_PTR: i32 = 7;
export const ROW_INDEX: i32 = 8;
export const PANEL_PTR: i32 = 9;
export const UPDATE_PTR: i32 = 10;
export const UPDATE_FROM: i32 = 11;
export const UPDATE_FIRST: i32 = 12;
export const UPDATE_COUNT: i32 = 13;
export const BLOCK_PTR: i32 = 14;
export const BLOCK_SLOT: i32 = 15;
export const BLOCK_ROW: i32 = 16;

export const STRIP: i32 = 4;
export const SOLVE_WIDTH: i32 = 4;
export const SLACK: i32 = 8;
export const SMALLEST_PIVOT: f64 = 1e-13;

// @ts-ignore: decorator
@inline
export function int(table: usize, i: i32): i32 {
  return load<i32>(table + (<usize>i << 2));
}

// @ts-ignore: decorator
@inline
export function tableAt(plan: usize, place: i32): usize {
  return plan + (<usize>int(plan, place) << 2);
}
