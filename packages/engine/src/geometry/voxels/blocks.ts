import { LARGEST_BLOCK, SMALLEST_BLOCK } from '../numbers.ts';
import type { Sdf } from '../types.ts';

/** A regular grid of cubes over a shape. */
export interface BlockGrid {
  /** Corner of cell (0, 0, 0) [m]. */
  origin: readonly [number, number, number];
  cell: number;
  /** Cells along each axis. */
  dims: readonly number[];
}

/**
 * Splits a grid into blocks of cells that are all inside (side −1), all outside (+1) or near the surface (0), looking
 * closer only where the surface is. Rests on the distance changing by at most a metre per metre: one value settles a
 * whole block. `grow` [m] moves the surface outwards; `margin` [m] keeps settled blocks at least that far from it.
 * Blocks may reach over the grid's end.
 */
export function forBlocks(
  sdf: Sdf,
  grid: BlockGrid,
  grow: number,
  margin: number,
  visit: (i: number, j: number, k: number, size: number, side: -1 | 0 | 1) => void,
): void {
  const { origin, cell, dims } = grid;
  const middles = new Float64Array(24);
  // Distances of the eight parts of one block, kept per size while its parts are split in turn.
  const kept = new Map<number, Float64Array>();
  for (let size = LARGEST_BLOCK; size >= SMALLEST_BLOCK; size /= 2)
    kept.set(size, new Float64Array(8));
  const measure = (
    n: number,
    size: number,
    at: (child: number, axis: number) => number,
  ): Float64Array => {
    const out = kept.get(size)!;
    for (let c = 0; c < n; c++) {
      for (let d = 0; d < 3; d++) middles[3 * c + d] = origin[d] + (at(c, d) + size / 2) * cell;
    }
    sdf.evaluate(middles, n, out);
    return out;
  };
  const settle = (i: number, j: number, k: number, size: number, distance: number): void => {
    if (i >= dims[0] || j >= dims[1] || k >= dims[2]) return;
    const reach = ((size / 2) * Math.sqrt(3) * cell + margin) * (1 + 1e-9);
    const d = distance - grow;
    if (Math.abs(d) > reach || size === SMALLEST_BLOCK) {
      visit(i, j, k, size, d > reach ? 1 : d < -reach ? -1 : 0);
      return;
    }
    const half = size / 2;
    const first = [i, j, k];
    const values = measure(8, half, (c, axis) => first[axis] + half * ((c >> axis) & 1));
    for (let c = 0; c < 8; c++) {
      settle(i + half * (c & 1), j + half * ((c >> 1) & 1), k + half * (c >> 2), half, values[c]);
    }
  };
  for (let k = 0; k < dims[2]; k += LARGEST_BLOCK) {
    for (let j = 0; j < dims[1]; j += LARGEST_BLOCK) {
      for (let i = 0; i < dims[0]; i += LARGEST_BLOCK) {
        const first = [i, j, k];
        settle(i, j, k, LARGEST_BLOCK, measure(1, LARGEST_BLOCK, (_, axis) => first[axis])[0]);
      }
    }
  }
}
