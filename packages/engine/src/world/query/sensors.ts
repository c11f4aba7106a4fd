import { type ContactRows, copyRow } from '../../contact/detect/rows.ts';
import type { WorldCore } from '../types.ts';

/** True if row r is one of a sensor. */
function isSensed({ bodies, obstacles }: WorldCore, { key }: ContactRows, r: number): boolean {
  const other = key[3 * r + 1];
  if (bodies[key[3 * r]].sensor) return true;
  return other < 0 ? obstacles[-1 - other].sensor : bodies[other].sensor;
}

/** Removes the rows of sensors, and records the overlapping pairs. */
export function takeSensors(core: WorldCore, rows: ContactRows): void {
  const { pairs } = core.sensed;
  pairs.length = 0;
  let kept = 0;
  const n = rows.count[0];
  for (let r = 0; r < n; r++) {
    if (isSensed(core, rows, r)) {
      if (rows.gap[r] <= 0) notePair(pairs, rows.key[3 * r], rows.key[3 * r + 1]);
      continue;
    }
    if (kept !== r) {
      for (let c = 0; c < 3; c++) rows.key[3 * kept + c] = rows.key[3 * r + c];
      copyRow(rows, kept, rows, r);
    }
    kept++;
  }
  rows.count[0] = kept;
}

function notePair(pairs: number[], a: number, other: number): void {
  const first = other >= 0 && other < a ? other : a;
  const second = other >= 0 && other < a ? a : other;
  if (first === second) return;
  for (let p = 0; p < pairs.length; p += 2)
    if (pairs[p] === first && pairs[p + 1] === second) return;
  pairs.push(first, second);
}
