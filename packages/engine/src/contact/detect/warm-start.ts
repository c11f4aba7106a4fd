import { addRow, type ContactRows, copyRow } from './rows.ts';

/** True if an impulse is not zero. */
export function isLoaded(impulse: Float64Array, k: number): boolean {
  return impulse[k] !== 0 || impulse[k + 1] !== 0 || impulse[k + 2] !== 0;
}

/**
 * Warm start: the rows from `from` on, of one body and one other thing, get their last impulses. Both lists are sorted:
 * one pass from `cursor` on, wrapping around. Returns where the next pass may begin.
 */
export function carryImpulses(
  rows: ContactRows,
  from: number,
  before: ContactRows,
  cursor: number,
): number {
  const to = rows.count[0];
  if (from === to) return cursor;
  const body = rows.key[3 * from];
  const other = rows.key[3 * from + 1];
  const m = before.count[0];
  let j = findRows(before, body, other, cursor);
  for (let i = from; i < to; i++) {
    const point = rows.key[3 * i + 2];
    while (j < m && sameThings(before, j, body, other) && before.key[3 * j + 2] < point) j++;
    const same = j < m && sameThings(before, j, body, other) && before.key[3 * j + 2] === point;
    for (let c = 0; c < 3; c++) {
      rows.impulse[3 * i + c] = same ? before.impulse[3 * j + c] : 0;
      rows.couple[3 * i + c] = same ? before.couple[3 * j + c] : 0;
    }
    if (same) rows.spared[i] = before.spared[j];
  }
  return j < m ? j : cursor;
}

/** The first row of two things, looked for from `cursor` on and round the end; the number of rows if there is none. */
export function findRows(rows: ContactRows, body: number, other: number, cursor: number): number {
  const m = rows.count[0];
  for (let j = cursor; j < m; j++) if (sameThings(rows, j, body, other)) return j;
  for (let j = 0; j < cursor && j < m; j++) {
    if (sameThings(rows, j, body, other)) {
      let start = j;
      while (start > 0 && sameThings(rows, start - 1, body, other)) start--;
      return start;
    }
  }
  return m;
}

export function sameThings(rows: ContactRows, row: number, body: number, other: number): boolean {
  return rows.key[3 * row] === body && rows.key[3 * row + 1] === other;
}

/** Appends the unchanged rows of one body and one other thing. Returns false if rows ran out. */
export function repeatRows(
  rows: ContactRows,
  before: ContactRows,
  body: number,
  other: number,
  cursor: number,
): boolean {
  const start = findRows(before, body, other, cursor);
  for (let j = start; j < before.count[0] && sameThings(before, j, body, other); j++) {
    const i = addRow(rows, body, other, before.key[3 * j + 2]);
    if (i < 0) return false;
    copyRow(rows, i, before, j);
  }
  return true;
}
