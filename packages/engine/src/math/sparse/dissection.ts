import { tick } from '../../core/watch.ts';
import { clearSearch, createSearch, type Graph, peripheralVertex, search } from './graph.ts';
import { minimumDegree } from './minimum-degree.ts';
import { LEFT, RIGHT, refineSeparator, SEPARATOR, splitByKey } from './separator.ts';

export interface DissectionOptions {
  /** Sets of at most this many vertices are ordered by minimum degree. */
  leaf?: number;
  /** Positions of the vertices, shape [rows, 3]: straight cuts are tried too, and are hard to beat on solids. */
  positions?: Float64Array;
}

export const DISSECTION_DEFAULTS: Readonly<{ leaf: number }> = { leaf: 40 };

/**
 * Nested dissection: a small separator splits the graph, the two sides are ordered first (the same way), the separator
 * last. Several cuts are tried for each set, each improved by moves, and the cheapest is taken.
 */
export function nestedDissection(graph: Graph, options: DissectionOptions = {}): Int32Array {
  const n = graph.rows;
  const leaf = options.leaf ?? DISSECTION_DEFAULTS.leaf;
  const order = new Int32Array(n);
  const member = new Int32Array(n);
  const scratch = createSearch(n);
  const place = new Int32Array(n);
  let labels = 1;
  // Sets that wait, each with the end of its stretch of the order.
  const waiting: { set: Int32Array; end: number }[] = [];
  const addComponents = (set: Int32Array, end: number): void => {
    const label = labels++;
    for (const v of set) member[v] = label;
    let at = end;
    for (const v of set) {
      if (member[v] !== label) continue;
      const count = search(graph, scratch, v, member, label);
      const component = scratch.queue.slice(0, count).sort();
      clearSearch(scratch, count);
      for (const w of component) member[w] = -1;
      waiting.push({ set: component, end: at });
      at -= count;
    }
  };
  const all = new Int32Array(n);
  for (let i = 0; i < n; i++) all[i] = i;
  addComponents(all, n);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    tick('the order of elimination');
    const { set, end } = next;
    const label = labels++;
    for (const v of set) member[v] = label;
    const side = set.length > leaf ? dissect(graph, set, member, label, place, options) : undefined;
    if (side === undefined) {
      order.set(orderLeaf(graph, set, member, label), end - set.length);
      continue;
    }
    const separator = set.filter((_, i) => side[i] === SEPARATOR);
    order.set(separator, end - separator.length);
    const right = set.filter((_, i) => side[i] === RIGHT);
    addComponents(right, end - separator.length);
    addComponents(
      set.filter((_, i) => side[i] === LEFT),
      end - separator.length - right.length,
    );
  }
  return order;
}

/**
 * The graph within a set, in its order: work on it costs what the set is, not what the whole graph is. Edges that leave
 * the set become self-loops, which nothing looks at but degrees. `place` is scratch.
 */
function graphWithin(
  { rowPtr: wholePtr, cols: wholeCols }: Graph,
  set: Int32Array,
  member: Int32Array,
  label: number,
  place: Int32Array,
): Graph {
  const rowPtr = new Int32Array(set.length + 1);
  for (let i = 0; i < set.length; i++) {
    place[set[i]] = i;
    rowPtr[i + 1] = rowPtr[i] + wholePtr[set[i] + 1] - wholePtr[set[i]];
  }
  const cols = new Int32Array(rowPtr[set.length]);
  for (let i = 0, at = 0; i < set.length; i++) {
    for (let k = wholePtr[set[i]]; k < wholePtr[set[i] + 1]; k++) {
      const w = wholeCols[k];
      cols[at++] = member[w] === label ? place[w] : i;
    }
  }
  return { rows: set.length, rowPtr, cols };
}

/**
 * The best of several cuts of a connected set, as sides of its vertices in order; undefined when none separates it
 * (nearly complete graphs).
 */
function dissect(
  whole: Graph,
  members: Int32Array,
  wholeMember: Int32Array,
  wholeLabel: number,
  place: Int32Array,
  options: DissectionOptions,
): Int32Array | undefined {
  const graph = graphWithin(whole, members, wholeMember, wholeLabel, place);
  const set = members.map((_, i) => i);
  const member = new Int32Array(set.length);
  const label = 0;
  const scratch = createSearch(set.length);
  const keys: Float64Array[] = [];
  const from = peripheralVertex(graph, scratch, set[0], member, label);
  const near = distances(graph, scratch, from, member, label);
  const far = distances(graph, scratch, near.last, member, label);
  keys.push(
    near.key,
    far.key,
    near.key.map((d, v) => d - far.key[v]),
  );
  // A vertex far from both ends gives a cut along the other direction.
  let off = set[0];
  for (const v of set) {
    const here = Math.min(near.key[v], far.key[v]);
    if (here > Math.min(near.key[off], far.key[off])) off = v;
  }
  const third = distances(graph, scratch, off, member, label);
  const fourth = distances(graph, scratch, third.last, member, label);
  keys.push(third.key.map((d, v) => d - fourth.key[v]));
  const { positions } = options;
  if (positions !== undefined) {
    for (let axis = 0; axis < 3; axis++) {
      keys.push(Float64Array.from(members, (v) => positions[3 * v + axis]));
    }
  }
  let best: Int32Array | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const key of keys) {
    tick('the order of elimination');
    const side = new Int32Array(graph.rows).fill(-1);
    splitByKey(graph, set, key, side);
    const cost = refineSeparator(graph, set, side);
    if (cost >= bestCost) continue;
    bestCost = cost;
    best = side;
  }
  return best;
}

/** Distances in edges from a vertex as keys [rows], and the last vertex reached. */
function distances(
  graph: Graph,
  scratch: ReturnType<typeof createSearch>,
  from: number,
  member: Int32Array,
  label: number,
): { key: Float64Array; last: number } {
  const count = search(graph, scratch, from, member, label);
  const key = Float64Array.from(scratch.level);
  const last = scratch.queue[count - 1];
  clearSearch(scratch, count);
  return { key, last };
}

/** Minimum degree on the set, its outside neighbours as a halo: they are eliminated later and count in the degrees. */
function orderLeaf(graph: Graph, set: Int32Array, member: Int32Array, label: number): Int32Array {
  const local = new Map<number, number>();
  const vertices = Array.from(set);
  for (let i = 0; i < set.length; i++) local.set(set[i], i);
  for (const v of set) {
    for (let k = graph.rowPtr[v]; k < graph.rowPtr[v + 1]; k++) {
      const w = graph.cols[k];
      if (member[w] === label || local.has(w)) continue;
      local.set(w, vertices.length);
      vertices.push(w);
    }
  }
  const rowPtr = new Int32Array(vertices.length + 1);
  const cols: number[] = [];
  vertices.forEach((v, i) => {
    for (let k = graph.rowPtr[v]; k < graph.rowPtr[v + 1]; k++) {
      const j = local.get(graph.cols[k]);
      if (j !== undefined) cols.push(j);
    }
    rowPtr[i + 1] = cols.length;
  });
  const inner = minimumDegree(
    { rows: vertices.length, rowPtr, cols: Int32Array.from(cols) },
    set.length,
  );
  return inner.map((i) => set[i]);
}
