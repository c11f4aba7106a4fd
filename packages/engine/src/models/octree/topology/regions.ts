import { SLACK } from '../numbers.ts';

/**
 * The shape-matching region of each leaf, as the tree nodes whose sums make it up, in rising order: all leaves closer
 * than the leaf's width belong to it, none farther than the width times 1 + slack, and between the two whatever makes
 * fewest nodes.
 */
export interface Regions {
  readonly ptr: Int32Array;
  /** Tree nodes. Grows. */
  nodes: Int32Array;
}

export function createRegions(capacity: number): Regions {
  return { ptr: new Int32Array(capacity + 1), nodes: new Int32Array(16 * capacity) };
}

/** Beyond this distance [half voxels] nothing matters to a region of that width. */
export function reachOf(width: number): number {
  return (1 + SLACK) * width;
}

/** Makes room for `total` nodes. */
export function growTo(regions: Regions, total: number): void {
  if (total <= regions.nodes.length) return;
  const out = new Int32Array(Math.max(total, 2 * regions.nodes.length + 1024));
  out.set(regions.nodes);
  regions.nodes = out;
}

/** Sorts a few whole numbers. */
export function sortRange(array: Int32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const value = array[i];
    let j = i - 1;
    while (j >= from && array[j] > value) {
      array[j + 1] = array[j];
      j--;
    }
    array[j + 1] = value;
  }
}
