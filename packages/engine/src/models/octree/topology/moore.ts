import type { Tree } from './tree.ts';

/**
 * Shortest ways along the contact graph, in half voxels: whole numbers, because centres of cells of different levels are one
 * and a half cells apart. Moore's algorithm with a ring of buckets, as many as the longest edge plus one.
 */
export interface Ways {
  /** Leaves reached by the last search in the order of their distance, and the distances [half voxels]. */
  readonly found: Int32Array;
  readonly distance: Int32Array;
  count: number;
  /**
   * Distance of each leaf so far, plus `base`, which sinks from search to search by more than any distance: whatever earlier searches have left
   * is larger than what this one finds, and nothing has to be cleared.
   */
  readonly best: Int32Array;
  base: number;
  /** Counts searches. */
  stamp: number;
  readonly head: Int32Array;
  next: Int32Array;
  entry: Int32Array;
}

export function createWays(capacity: number, levels: number): Ways {
  return {
    found: new Int32Array(capacity),
    distance: new Int32Array(capacity),
    count: 0,
    best: new Int32Array(capacity).fill(LARGEST),
    base: LARGEST,
    stamp: 0,
    head: new Int32Array((2 << levels) + 1).fill(-1),
    next: new Int32Array(32 * capacity),
    entry: new Int32Array(32 * capacity),
  };
}

const LARGEST = 2 ** 31 - 1;

/** Leaves closer than `limit` [half voxels] to the nearest of the sources, in order. */
export function findWays(
  ways: Ways,
  tree: Tree,
  sources: ArrayLike<number>,
  count: number,
  limit: number,
): void {
  const { found, distance, best, head } = ways;
  const { graphPtr, graph, level } = tree;
  const end = Math.ceil(limit);
  const ring = head.length;
  if (ways.base < 2 * end + 2) {
    ways.base = LARGEST;
    best.fill(LARGEST);
  }
  ways.stamp++;
  ways.base -= end + 1;
  const { base } = ways;
  let used = 0;
  let settled = 0;
  head.fill(-1);
  if (ways.next.length < tree.graphPtr[tree.leaves] + tree.leaves) {
    ways.next = new Int32Array(2 * (tree.graphPtr[tree.leaves] + tree.leaves));
    ways.entry = new Int32Array(ways.next.length);
  }
  const { next, entry } = ways;
  for (let s = 0; s < count; s++) {
    const i = sources[s];
    if (best[i] === base) continue;
    best[i] = base;
    entry[used] = i;
    next[used] = head[0];
    head[0] = used++;
  }
  let waiting = used;
  let slot = 0;
  for (let d = 0; waiting > 0; d++) {
    while (head[slot] >= 0) {
      const e = head[slot];
      head[slot] = next[e];
      waiting--;
      const i = entry[e];
      // It has been reached on a shorter way since.
      if (best[i] !== base + d) continue;
      found[settled] = i;
      distance[settled++] = d;
      const own = 1 << level[i];
      for (let k = graphPtr[i]; k < graphPtr[i + 1]; k++) {
        const j = graph[k];
        const step = own + (1 << level[j]);
        const way = d + step;
        if (way >= end || best[j] <= base + way) continue;
        best[j] = base + way;
        entry[used] = j;
        const to = slot + step < ring ? slot + step : slot + step - ring;
        next[used] = head[to];
        head[to] = used++;
        waiting++;
      }
    }
    slot = slot + 1 < ring ? slot + 1 : 0;
  }
  ways.count = settled;
}
