import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { forSizes, type KernelCase } from './case.ts';

/** A row of leaves with some ways across, as a graph. */
function graphOf(a: Allocator, random: Random, n: number) {
  const pairs: [number, number][] = [];
  for (let i = 1; i < n; i++) {
    pairs.push([i - 1, i]);
    if (i > 2 && random.next() < 0.5) pairs.push([random.below(i - 1), i]);
  }
  const graphPtr = a.i32(n + 1);
  const graph = a.i32(2 * pairs.length);
  const level = a.u8(n);
  for (let i = 0, at = 0; i < n; i++) {
    level[i] = random.below(3);
    for (const [p, q] of pairs) {
      if (p === i) graph[at++] = q;
      if (q === i) graph[at++] = p;
    }
    graphPtr[i + 1] = at;
  }
  return { graphPtr, graph, level, edges: 2 * pairs.length + n };
}

const RING = 9;

export const regionCases: KernelCase[] = [
  ...forSizes('graphPaths', (n, k, a, random) => {
    const { graphPtr, graph, level, edges } = graphOf(a, random, n);
    const best = a.i32(n).fill(10_000);
    const sources = a.i32(Math.min(n, 2));
    for (let s = 0; s < sources.length; s++) sources[s] = random.below(n);
    const [found, distance] = [a.i32(n), a.i32(n)];
    const [head, next, entry] = [a.i32(RING), a.i32(edges), a.i32(edges)];
    return k.graphPaths(
      found,
      distance,
      best,
      head,
      next,
      entry,
      100,
      RING,
      graphPtr,
      graph,
      level,
      sources,
      sources.length,
      25,
    );
  }),
  ...forSizes('findRegions', (n, k, a, random) => {
    const { graphPtr, graph, level, edges } = graphOf(a, random, n);
    const [parent, under, childPtr, child] = [a.i32(2 * n), a.i32(2 * n), a.i32(n + 1), a.i32(n)];
    const [widths, list] = [a.i32(n), a.i32(n)];
    // Every three leaves have a parent.
    for (let i = 0; i < n; i++) {
      const node = n + Math.floor(i / 3);
      parent[i] = node;
      parent[node] = -1;
      under[i] = 1;
      under[node]++;
      child[i] = i;
      childPtr[node - n + 1] = i + 1;
      widths[i] = 3 + random.below(12);
      list[i] = i;
    }
    return k.findRegions(
      a.i32(n),
      a.i32(20 * n),
      20 * n,
      list,
      n,
      widths,
      graphPtr,
      graph,
      level,
      n,
      parent,
      under,
      childPtr,
      child,
      a.i32(13 * n + RING + 2 * edges + 1),
      n,
      edges,
      RING,
    );
  }),
];
