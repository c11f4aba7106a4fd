import { MOST_STRETCH } from '../../numbers.ts';
import type { Sdf } from '../../types.ts';
import { latticeAxis } from './lattice.ts';

/** A change of coordinates along the axes: knots of the lattice's coordinate, and of the true one, ascending. */
interface Stretch {
  readonly from: number[];
  readonly to: number[];
}

/** A shape in coordinates in which planes of the lattice lie where they should, and the way back. */
export interface Aligned {
  readonly sdf: Sdf;
  /** positions := true coordinates, in place. */
  restore(positions: Float64Array): void;
}

/**
 * Stretches space along the axes, piece by piece, so that the lattice of cubes `cell` around the shape has a plane at
 * each of `marks` [m], by axis. Marks that would stretch cubes too much are left out; null if none is left.
 */
export function alignLattice(
  sdf: Sdf,
  cell: number,
  grow: number,
  marks: readonly (readonly number[])[],
): Aligned | null {
  const b = sdf.bounds;
  const axes = [0, 1, 2].map((d) => stretchAlong(b[d], b[d + 3], cell, grow, marks[d]));
  if (axes.every(({ from }) => from.length === 2)) return null;
  let most = 1;
  for (const { from, to } of axes)
    for (let k = 1; k < from.length; k++)
      most = Math.max(most, (to[k] - to[k - 1]) / (from[k] - from[k - 1]));
  let places = new Float64Array(0);
  const restore = (positions: Float64Array): void => {
    for (let i = 0; i < positions.length; i++) positions[i] = stretch(axes[i % 3], positions[i]);
  };
  return {
    restore,
    sdf: {
      bounds: b,
      // Distances count for less where space is stretched: a lower bound, which is all that a lattice needs.
      evaluate(points, count, out) {
        if (places.length < 3 * count) places = new Float64Array(3 * count);
        const at = places.subarray(0, 3 * count);
        for (let i = 0; i < 3 * count; i++) at[i] = points[i];
        restore(at);
        sdf.evaluate(at, count, out);
        for (let i = 0; i < count; i++) out[i] /= most;
      },
    },
  };
}

function stretchAlong(
  low: number,
  high: number,
  cell: number,
  grow: number,
  marks: readonly number[],
): Stretch {
  const { origin } = latticeAxis(low, high, cell, grow);
  const from = [low, high];
  const to = [low, high];
  for (const mark of [...marks].sort((p, q) => p - q)) {
    const k = from.length - 1;
    const plane = origin + Math.round((mark - origin) / cell) * cell;
    const before = (mark - to[k - 1]) / (plane - from[k - 1]);
    const after = (high - mark) / (high - plane);
    if (![before, after].every((s) => s > 1 / MOST_STRETCH && s < MOST_STRETCH)) continue;
    from.splice(k, 0, plane);
    to.splice(k, 0, mark);
  }
  return { from, to };
}

/** Beyond its ends a stretch goes on as it is. */
function stretch({ from, to }: Stretch, x: number): number {
  const last = from.length - 1;
  if (x <= from[0]) return to[0] + x - from[0];
  if (x >= from[last]) return to[last] + x - from[last];
  let k = 1;
  while (x > from[k]) k++;
  // Exact at the knots themselves.
  if (x === from[k]) return to[k];
  return to[k - 1] + ((x - from[k - 1]) * (to[k] - to[k - 1])) / (from[k] - from[k - 1]);
}
