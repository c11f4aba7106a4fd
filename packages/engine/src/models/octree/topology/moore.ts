import type { Tree } from './tree.ts';

/**
 * Shortest ways along the contact graph, in half voxels: whole numbers, because centres of cells of different levels are one
 * and a half cells apart. Moore's algorithm with a ring of buckets, as many as the longest edge plus one; stamps make
 * clearing free.
 */
export interface Ways {
  /** Leaves reached by the last search in the order of their distance, and the distances [half voxels]. */
  readonly found: Int32Array;
  readonly distance: Int32Array;
  count: number;
  readonly best: Int32Array;
  readonly bestStamp: Int32Array;
  readonly doneStamp: Int32Array;
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
    best: new Int32Array(capacity),
    bestStamp: new Int32Array(capacity),
    doneStamp: new Int32Array(capacity),
    stamp: 0,
    head: new Int32Array((2 << levels) + 1).fill(-1),
    next: new Int32Array(32 * capacity),
    entry: new Int32Array(32 * capacity),
  };
}

/** Leaves closer than `limit` [half voxels] to the nearest of the sources, in order. */
export function findWays(
  ways: Ways,
  tree: Tree,
  sources: ArrayLike<number>,
  count: number,
  limit: number,
): void {
  const { found, distance, best, bestStamp, doneStamp, head } = ways;
  const { graphPtr, graph, level } = tree;
  const stamp = ++ways.stamp;
  const ring = head.length;
  let used = 0;
  let waiting = 0;
  let settled = 0;
  head.fill(-1);
  if (ways.next.length < tree.graphPtr[tree.leaves] + tree.leaves) {
    ways.next = new Int32Array(2 * (tree.graphPtr[tree.leaves] + tree.leaves));
    ways.entry = new Int32Array(ways.next.length);
  }
  const { next, entry } = ways;
  for (let s = 0; s < count; s++) {
    const i = sources[s];
    if (bestStamp[i] === stamp) continue;
    best[i] = 0;
    bestStamp[i] = stamp;
    entry[used] = i;
    next[used] = head[0];
    head[0] = used++;
    waiting++;
  }
  for (let d = 0; waiting > 0; d++) {
    const slot = d % ring;
    while (head[slot] >= 0) {
      const e = head[slot];
      head[slot] = next[e];
      waiting--;
      const i = entry[e];
      if (doneStamp[i] === stamp) continue;
      doneStamp[i] = stamp;
      found[settled] = i;
      distance[settled++] = d;
      const own = 1 << level[i];
      for (let k = graphPtr[i]; k < graphPtr[i + 1]; k++) {
        const j = graph[k];
        const way = d + own + (1 << level[j]);
        if (way >= limit || (bestStamp[j] === stamp && best[j] <= way)) continue;
        best[j] = way;
        bestStamp[j] = stamp;
        entry[used] = j;
        const to = way % ring;
        next[used] = head[to];
        head[to] = used++;
        waiting++;
      }
    }
  }
  ways.count = settled;
}
