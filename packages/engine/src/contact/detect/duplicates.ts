import { SAME_CROSSING, SAME_DEPTH, SAME_PLACE } from '../numbers.ts';
import type { Detection } from './detection.ts';
import { copyRow } from './rows.ts';
import { findRows, isLoaded, sameThings } from './warm-start.ts';

/**
 * Drops rows (a, b) from `from` on if an equally deep row (b, a) exists at the same position; `size` [m] is that of b.
 */
export function dropDuplicates(
  d: Detection,
  from: number,
  a: number,
  b: number,
  size: number,
): void {
  const { rows, rowOf, touch } = d;
  const depth = SAME_DEPTH * size;
  const start = findRows(rows, b, a, 0);
  const end = rows.count[0];
  let stop = start;
  for (; stop < from && sameThings(rows, stop, b, a); stop++) rowOf[rows.ends[2 * stop]] = stop + 1;
  let kept = from;
  for (let r = from; r < end; r++) {
    if (rows.key[3 * r + 2] >= touch[a].count && isCrossingSeen(d, r, start, stop)) continue;
    const seen = rowOf[rows.touched[5 * r + 4]] - 1;
    const shallow = seen >= 0 && rows.gap[seen] <= rows.gap[r] + depth;
    // A loaded row stays: with rows that come and go a pile would never rest.
    if (shallow && !isLoaded(rows.impulse, 3 * r)) continue;
    if (kept !== r) {
      rows.key[3 * kept + 2] = rows.key[3 * r + 2];
      copyRow(rows, kept, rows, r);
    }
    kept++;
  }
  rows.count[0] = kept;
  for (let r = start; r < stop; r++) rowOf[rows.ends[2 * r]] = 0;
}

/**
 * True if two edges that cross in row r are already there as a row (b, a) of those from start to stop: that one takes
 * over the load.
 */
function isCrossingSeen(d: Detection, r: number, start: number, stop: number): boolean {
  const { rows, touch } = d;
  const b = rows.key[3 * r + 1];
  const { spacing } = touch[b].live.cage;
  const near = SAME_PLACE * spacing + Math.abs(rows.gap[r]);
  for (let j = start; j < stop; j++) {
    if (rows.key[3 * j + 2] < touch[b].count) continue;
    let square = 0;
    for (let c = 0; c < 3; c++) square += (placeOf(d, r, c) - placeOf(d, j, c)) ** 2;
    if (square > near * near) continue;
    if (rows.gap[j] > rows.gap[r] + SAME_CROSSING * spacing) continue;
    if (!isLoaded(rows.impulse, 3 * j)) {
      for (let c = 0; c < 3; c++) rows.impulse[3 * j + c] = -rows.impulse[3 * r + c];
    }
    return true;
  }
  return false;
}

/** Coordinate c of where a row touches [m]. */
function placeOf({ rows, touch }: Detection, r: number, c: number): number {
  const { x } = touch[rows.key[3 * r]];
  const from = x[3 * rows.ends[2 * r] + c];
  return from + rows.share[r] * (x[3 * rows.ends[2 * r + 1] + c] - from);
}
