import { triangulateLoop } from '../geometry/mesh/polygon.ts';
import { MOST_CORNERS } from '../geometry/numbers.ts';
import { append, type Growing } from './growing.ts';

/**
 * Appends a polygon as triangles. One that crosses itself or has no area becomes a fan: a reader takes what the file
 * says, and `checkMesh` judges it. Returns false for a polygon too long to cut.
 */
export function appendPolygon(
  positions: Float64Array,
  loop: readonly number[],
  out: Growing,
): boolean {
  if (loop.length === 3) {
    for (const v of loop) append(out, v);
    return true;
  }
  const cut: number[] = [];
  if (!triangulateLoop(positions, loop, cut)) {
    if (loop.length > MOST_CORNERS) return false;
    for (let i = 1; i + 1 < loop.length; i++) cut.push(loop[0], loop[i], loop[i + 1]);
  }
  for (const v of cut) append(out, v);
  return true;
}
