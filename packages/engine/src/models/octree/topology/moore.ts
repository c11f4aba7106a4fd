import { graphPaths } from './regions.kernel.ts';
import type { Tree } from './tree.ts';

/**
 * Shortest paths along the contact graph, in half voxels: whole numbers, because centres of cells of different levels
 * are one and a half cells apart. Moore's algorithm with a ring of buckets, as many as the longest edge plus one.
 */
export interface Paths {
  /** Leaves reached by the last search in the order of their distance, and the distances [half voxels]. */
  readonly found: Int32Array;
  readonly distance: Int32Array;
  count: number;
  /**
   * Distance of each leaf so far, plus `base`, which sinks from search to search by more than any distance: whatever
   * earlier searches have left is larger than what this one finds, and nothing has to be cleared.
   */
  readonly best: Int32Array;
  base: number;
  readonly head: Int32Array;
  next: Int32Array;
  entry: Int32Array;
}

export function createPaths(capacity: number, levels: number): Paths {
  return {
    found: new Int32Array(capacity),
    distance: new Int32Array(capacity),
    count: 0,
    best: new Int32Array(capacity).fill(LARGEST),
    base: LARGEST,
    head: new Int32Array((2 << levels) + 1).fill(-1),
    next: new Int32Array(32 * capacity),
    entry: new Int32Array(32 * capacity),
  };
}

const LARGEST = 2 ** 31 - 1;

/** Leaves closer than `limit` [half voxels] to the nearest of the sources, in order. */
export function findPaths(
  paths: Paths,
  tree: Tree,
  sources: Int32Array,
  count: number,
  limit: number,
): void {
  const end = Math.ceil(limit);
  if (paths.base < 2 * end + 2) {
    paths.base = LARGEST;
    paths.best.fill(LARGEST);
  }
  paths.base -= end + 1;
  const edges = tree.graphPtr[tree.leaves] + tree.leaves;
  if (paths.next.length < edges) {
    paths.next = new Int32Array(2 * edges);
    paths.entry = new Int32Array(2 * edges);
  }
  paths.count = graphPaths(
    paths.found,
    paths.distance,
    paths.best,
    paths.head,
    paths.next,
    paths.entry,
    paths.base,
    paths.head.length,
    tree.graphPtr,
    tree.graph,
    tree.level,
    sources,
    count,
    end,
  );
}
