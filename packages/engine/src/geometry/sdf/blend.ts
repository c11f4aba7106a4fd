import { BLOCK, boundsOf, type Node } from './node.ts';
import type { Vec3 } from './shape.ts';

/**
 * Boxes used for skipping are this much larger than the parts, relative to their coordinates: more than rounding, no
 * more.
 */
const HAIR = 1e-9;

/** A node used at a place: several parts may share a node. */
export interface Part {
  node: Node;
  offset: Vec3;
}

/**
 * Smooth minimum: min(a, b), lowered by at most smooth/4 where the two differ by less than `smooth` [m]. Its gradient
 * is a mean of the two gradients, so it changes no faster than they do, and it grows with both arguments.
 */
export function smoothMin(a: number, b: number, smooth: number): number {
  const overlap = smooth - Math.abs(a - b);
  return overlap > 0 ? Math.min(a, b) - (overlap * overlap) / (4 * smooth) : Math.min(a, b);
}

/**
 * Makes a function that lowers least[0..n) to the smooth minimum with each part in turn. A part whose box is farther
 * than the minimum found so far (plus `smooth`) can change nothing and is not evaluated: same bits, less work.
 */
export function createBlend(
  parts: readonly Part[],
  smooth: number,
): (xyz: Float64Array, n: number, least: Float64Array) => void {
  const boxes = skipBoxes(parts);
  const local = new Float64Array(3 * BLOCK);
  const value = new Float64Array(BLOCK);
  const chosen = new Int32Array(BLOCK);
  const span = new Float64Array(6);

  const visit = (p: number, xyz: Float64Array, n: number, least: Float64Array): void => {
    if (beyondAll(boxes, p, span, smooth, least, n)) return;
    const offset = parts[p].offset;
    let m = 0;
    for (let i = 0; i < n; i++) {
      const x = xyz[3 * i];
      const y = xyz[3 * i + 1];
      const z = xyz[3 * i + 2];
      const dx = Math.max(boxes[6 * p] - x, 0, x - boxes[6 * p + 3]);
      const dy = Math.max(boxes[6 * p + 1] - y, 0, y - boxes[6 * p + 4]);
      const dz = Math.max(boxes[6 * p + 2] - z, 0, z - boxes[6 * p + 5]);
      const gap2 = dx * dx + dy * dy + dz * dz;
      const reach = least[i] + smooth;
      if (gap2 > 0 && (reach <= 0 || gap2 >= reach * reach)) continue;
      local[3 * m] = x - offset[0];
      local[3 * m + 1] = y - offset[1];
      local[3 * m + 2] = z - offset[2];
      chosen[m++] = i;
    }
    if (m === 0) return;
    parts[p].node.evaluate(local, m, value);
    for (let j = 0; j < m; j++) {
      least[chosen[j]] = smoothMin(least[chosen[j]], value[j], smooth);
    }
  };

  return (xyz, n, least) => {
    spanOf(span, xyz, n);
    // A plain minimum does not depend on the order: the nearest box first lets most of the others be skipped.
    const first = smooth === 0 && parts.length > 2 ? nearestBox(boxes, parts.length, span) : 0;
    visit(first, xyz, n, least);
    for (let p = 0; p < parts.length; p++) if (p !== first) visit(p, xyz, n, least);
  };
}

/** Boxes of the parts where they stand, a hair larger, shape [parts, 6]. */
function skipBoxes(parts: readonly Part[]): Float64Array {
  const boxes = new Float64Array(6 * parts.length);
  for (let p = 0; p < parts.length; p++) {
    const bounds = boundsOf(parts[p].node);
    let largest = 0;
    for (const b of bounds) if (Number.isFinite(b)) largest = Math.max(largest, Math.abs(b));
    for (const o of parts[p].offset) largest = Math.max(largest, Math.abs(o));
    for (let a = 0; a < 3; a++) {
      boxes[6 * p + a] = bounds[a] + parts[p].offset[a] - HAIR * largest;
      boxes[6 * p + 3 + a] = bounds[3 + a] + parts[p].offset[a] + HAIR * largest;
    }
  }
  return boxes;
}

/** Box of a batch of points. */
function spanOf(span: Float64Array, xyz: Float64Array, n: number): void {
  span.fill(Number.POSITIVE_INFINITY, 0, 3);
  span.fill(Number.NEGATIVE_INFINITY, 3, 6);
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < 3; a++) {
      span[a] = Math.min(span[a], xyz[3 * i + a]);
      span[3 + a] = Math.max(span[3 + a], xyz[3 * i + a]);
    }
  }
}

/** Whether the part's box is too far from the whole batch to lower any of its minima. */
function beyondAll(
  boxes: Float64Array,
  p: number,
  span: Float64Array,
  smooth: number,
  least: Float64Array,
  n: number,
): boolean {
  let gap2 = 0;
  for (let a = 0; a < 3; a++) {
    const d = Math.max(boxes[6 * p + a] - span[3 + a], 0, span[a] - boxes[6 * p + 3 + a]);
    gap2 += d * d;
  }
  if (gap2 === 0) return false;
  let reach = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) reach = Math.max(reach, least[i]);
  reach += smooth;
  return reach <= 0 || gap2 >= reach * reach;
}

/** The part whose box comes closest to the middle of the batch. */
function nearestBox(boxes: Float64Array, count: number, span: Float64Array): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let p = 0; p < count; p++) {
    let gap2 = 0;
    for (let a = 0; a < 3; a++) {
      const x = (span[a] + span[3 + a]) / 2;
      const d = Math.max(boxes[6 * p + a] - x, 0, x - boxes[6 * p + 3 + a]);
      gap2 += d * d;
    }
    if (gap2 < least) {
      least = gap2;
      best = p;
    }
  }
  return best;
}
