import { type I32s, i32, type U8s } from '../../../kernels/prelude.ts';

const LARGEST = 2147483647;

/**
 * Shortest paths along a graph from the nearest of `count` sources to all leaves closer than `end`; returns their
 * number, and writes them to `found` in the order of their distance. An edge is as long as 2^level of both its leaves
 * together. Moore's algorithm with a ring of buckets, more than the longest edge. `best` holds each leaf's distance
 * plus `base`, and before the call nothing that is less than base + end. `head` [ring], `next` and `entry` [edges and
 * sources] are scratch.
 */
export function graphPaths(
  found: I32s,
  distance: I32s,
  best: I32s,
  head: I32s,
  next: I32s,
  entry: I32s,
  base: i32,
  ring: i32,
  graphPtr: I32s,
  graph: I32s,
  level: U8s,
  sources: I32s,
  count: i32,
  end: i32,
): i32 {
  let used = 0;
  let reached = 0;
  for (let b = 0; b < ring; b++) head[b] = -1;
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
      // It has been reached on a shorter path since.
      if (best[i] !== base + d) continue;
      found[reached] = i;
      distance[reached++] = d;
      const own = 1 << level[i];
      for (let k = graphPtr[i]; k < graphPtr[i + 1]; k++) {
        const j = graph[k];
        const step = own + (1 << level[j]);
        const length = d + step;
        if (length >= end || best[j] <= base + length) continue;
        best[j] = base + length;
        entry[used] = j;
        const to = slot + step < ring ? slot + step : slot + step - ring;
        next[used] = head[to];
        head[to] = used++;
        waiting++;
      }
    }
    slot = slot + 1 < ring ? slot + 1 : 0;
  }
  return reached;
}

/**
 * The regions of n leaves of a tree, as the tree nodes that make them up (the paper's summation nodes) in rising order:
 * all leaves no farther than the leaf's width belong to it, none that is one and a half widths away, and between the
 * two whatever makes fewest nodes. Row m is that of leaf list[m], has counts[m] nodes and follows row m − 1; returns
 * the length of all rows, −1 if `room` is too small. Node i ≥ leaves has the children child[childPtr[i − leaves] …],
 * `under` is the number of leaves below a node. `work` has room for 13 capacity + ring + 2 edges + 1 numbers.
 */
export function findRegions(
  counts: I32s,
  nodes: I32s,
  room: i32,
  list: I32s,
  n: i32,
  widths: I32s,
  graphPtr: I32s,
  graph: I32s,
  level: U8s,
  leaves: i32,
  parent: I32s,
  under: I32s,
  childPtr: I32s,
  child: I32s,
  work: I32s,
  capacity: i32,
  edges: i32,
  ring: i32,
): i32 {
  const found = work.subarray(0, capacity);
  const distance = work.subarray(capacity);
  const best = work.subarray(2 * capacity);
  const low = work.subarray(3 * capacity);
  const seen = work.subarray(5 * capacity);
  const mark = work.subarray(7 * capacity);
  const stack = work.subarray(9 * capacity);
  const tops = work.subarray(11 * capacity);
  const head = work.subarray(13 * capacity);
  const next = work.subarray(13 * capacity + ring);
  const entry = work.subarray(13 * capacity + ring + edges);
  const source = work.subarray(13 * capacity + ring + 2 * edges);
  mark.fill(-1, 0, 2 * capacity);
  let base = 0;
  let total = 0;
  for (let m = 0; m < n; m++) {
    const width = widths[list[m]];
    const end = i32(Math.ceil(1.5 * width));
    // What earlier searches have left is larger than what this one finds: nothing has to be cleared.
    if (base < 2 * end + 2) {
      base = LARGEST;
      for (let i = 0; i < leaves; i++) best[i] = LARGEST;
    }
    base -= end + 1;
    source[0] = list[m];
    const reached = graphPaths(
      found,
      distance,
      best,
      head,
      next,
      entry,
      base,
      ring,
      graphPtr,
      graph,
      level,
      source,
      1,
      end,
    );
    let waiting = 0;
    let roots = 0;
    for (let k = 0; k < reached; k++) {
      for (let i = found[k]; i >= 0; i = parent[i]) {
        if (mark[i] !== m) {
          mark[i] = m;
          low[i] = distance[k];
          seen[i] = 0;
          if (parent[i] < 0) tops[roots++] = i;
        }
        seen[i]++;
      }
    }
    for (let r = 0; r < roots; r++) stack[waiting++] = tops[r];
    const first = total;
    while (waiting > 0) {
      const i = stack[--waiting];
      if (mark[i] !== m || low[i] > width) continue;
      if (i < leaves || seen[i] === under[i]) {
        if (total === room) return -1;
        let at = total++;
        for (; at > first && nodes[at - 1] > i; at--) nodes[at] = nodes[at - 1];
        nodes[at] = i;
        continue;
      }
      for (let c = childPtr[i - leaves]; c < childPtr[i - leaves + 1]; c++) {
        stack[waiting++] = child[c];
      }
    }
    counts[m] = total - first;
  }
  return total;
}
