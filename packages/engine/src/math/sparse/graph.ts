/**
 * An undirected graph: neighbours of i are cols[rowPtr[i] … rowPtr[i+1]). A `BsrPattern` is one; self-loops are
 * ignored.
 */
export interface Graph {
  readonly rows: number;
  readonly rowPtr: Int32Array;
  readonly cols: Int32Array;
}

/** Reused by the searches below, so that dissecting a graph does not allocate per search. */
export interface SearchScratch {
  /** Distance in edges from the start, −1 where not reached, shape [rows]. */
  readonly level: Int32Array;
  /** Vertices in the order they were reached, shape [rows]. */
  readonly queue: Int32Array;
}

export function createSearch(rows: number): SearchScratch {
  return { level: new Int32Array(rows).fill(-1), queue: new Int32Array(rows) };
}

/**
 * Breadth-first search from `start` through vertices with member[v] = label. Fills `queue` and `level` and returns how
 * many were reached. Levels of an earlier search must have been cleared (`clearSearch`).
 */
export function search(
  graph: Graph,
  scratch: SearchScratch,
  start: number,
  member: Int32Array,
  label: number,
): number {
  const { level, queue } = scratch;
  let count = 1;
  queue[0] = start;
  level[start] = 0;
  for (let head = 0; head < count; head++) {
    const v = queue[head];
    for (let k = graph.rowPtr[v]; k < graph.rowPtr[v + 1]; k++) {
      const w = graph.cols[k];
      if (level[w] >= 0 || member[w] !== label) continue;
      level[w] = level[v] + 1;
      queue[count++] = w;
    }
  }
  return count;
}

/** Forgets the last search, which reached `count` vertices. */
export function clearSearch(scratch: SearchScratch, count: number): void {
  for (let i = 0; i < count; i++) scratch.level[scratch.queue[i]] = -1;
}

/**
 * A vertex far from others: repeats the search from a vertex of least degree in the last level until the depth stops
 * growing. Leaves no search behind.
 */
export function peripheralVertex(
  graph: Graph,
  scratch: SearchScratch,
  start: number,
  member: Int32Array,
  label: number,
): number {
  let best = start;
  let depth = -1;
  for (;;) {
    const count = search(graph, scratch, best, member, label);
    const last = scratch.level[scratch.queue[count - 1]];
    let candidate = scratch.queue[count - 1];
    for (let i = count - 1; i >= 0 && scratch.level[scratch.queue[i]] === last; i--) {
      const v = scratch.queue[i];
      if (degree(graph, v) < degree(graph, candidate)) candidate = v;
    }
    clearSearch(scratch, count);
    if (last <= depth) return best;
    depth = last;
    best = candidate;
  }
}

/** Stored neighbours, a self-loop included. */
export function degree(graph: Graph, v: number): number {
  return graph.rowPtr[v + 1] - graph.rowPtr[v];
}
