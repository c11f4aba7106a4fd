import { tickEvery } from '../../core/watch.ts';
import type { Graph } from './graph.ts';

/** The graph as it is after some eliminations: live vertices, and elements, the cliques that eliminated ones became. */
interface QuotientGraph {
  /** Vertices that are ordered; the rest is a halo. */
  readonly count: number;
  /** Vertices behind a principal one; 0 once merged or eliminated. */
  readonly weight: Int32Array;
  readonly vertices: number[][];
  readonly elements: number[][];
  /** Members of the element that a vertex became; empty while it is a vertex, and after absorption. */
  readonly members: number[][];
  /** Merged into it, in order: they are eliminated right after it. */
  readonly followers: number[][];
  /** The last pivot whose clique a vertex is in. */
  readonly inPivot: Int32Array;
  /** Weight of an element outside of the clique of the pivot `outsideStamp`. */
  readonly outside: Int32Array;
  readonly outsideStamp: Int32Array;
}

function createQuotientGraph(graph: Graph, count: number): QuotientGraph {
  const n = graph.rows;
  const vertices: number[][] = [];
  for (let i = 0; i < n; i++) {
    const near: number[] = [];
    for (let k = graph.rowPtr[i]; k < graph.rowPtr[i + 1]; k++) {
      if (graph.cols[k] !== i) near.push(graph.cols[k]);
    }
    vertices.push(near);
  }
  return {
    count,
    weight: new Int32Array(n).fill(1),
    vertices,
    elements: vertices.map(() => []),
    members: vertices.map(() => []),
    followers: vertices.map(() => []),
    inPivot: new Int32Array(n).fill(-1),
    outside: new Int32Array(n),
    outsideStamp: new Int32Array(n).fill(-1),
  };
}

/**
 * Minimum degree with approximate external degrees (Amestoy, Davis and Duff 1996). The eliminated part is kept as a
 * quotient graph: eliminating a vertex makes an element, the clique of its neighbours; degrees are bounded through
 * |element \ new element|; vertices that cannot be told apart are merged and go together.
 *
 * Only the first `count` vertices are ordered; the rest is a halo whose elimination comes later but which counts in
 * degrees. Returns those `count` vertices in elimination order.
 */
export function minimumDegree(graph: Graph, count: number = graph.rows): Int32Array {
  const n = graph.rows;
  const q = createQuotientGraph(graph, count);
  const { weight, members, elements, followers } = q;
  const degree = Int32Array.from(q.vertices, (near) => near.length);
  const queue = createBuckets(n);
  for (let i = count - 1; i >= 0; i--) queue.add(i, degree[i]);

  const order = new Int32Array(count);
  let placed = 0;
  const place = (v: number): void => {
    order[placed++] = v;
    for (const f of followers[v]) place(f);
  };
  /** Of the live neighbours outside the clique, this round. */
  const bounds = new Int32Array(n);
  let left = n;
  for (let round = 0; placed < count; round++) {
    tickEvery(round, 'the order of elimination');
    const p = queue.takeLeast();
    left -= weight[p];
    const clique = formElement(q, p);
    countOutside(q, clique, p);
    const massed: number[] = [];
    for (const v of clique) {
      bounds[v] = shorten(q, v, p);
      if (v >= count) continue;
      queue.remove(v);
      if (bounds[v] === 0) massed.push(v);
    }
    let cliqueWeight = 0;
    for (const v of clique) cliqueWeight += weight[v];
    weight[p] = 0;
    place(p);
    // Vertices that see nothing but the clique cost no further fill: eliminated on the spot.
    for (const v of massed) {
      left -= weight[v];
      cliqueWeight -= weight[v];
      weight[v] = 0;
      elements[v] = [];
      place(v);
    }
    mergeTwins(q, clique);
    const alive = clique.filter((v) => weight[v] > 0);
    members[p] = alive;
    for (const v of alive) {
      if (v >= count) continue;
      const others = cliqueWeight - weight[v];
      degree[v] = Math.min(left - weight[v], degree[v] + others, bounds[v] + others);
      queue.add(v, degree[v]);
    }
  }
  return order;
}

/** The new element: all live neighbours of p, direct and through its elements, which it absorbs. */
function formElement(q: QuotientGraph, p: number): number[] {
  const { weight, vertices, elements, members, inPivot } = q;
  const clique: number[] = [];
  inPivot[p] = p;
  const collect = (list: number[]): void => {
    for (const v of list) {
      if (weight[v] === 0 || inPivot[v] === p) continue;
      inPivot[v] = p;
      clique.push(v);
    }
  };
  collect(vertices[p]);
  for (const e of elements[p]) {
    collect(members[e]);
    members[e] = [];
  }
  vertices[p] = [];
  elements[p] = [];
  return clique;
}

/** |element \ clique| for every element that the clique of p touches. */
function countOutside(q: QuotientGraph, clique: number[], p: number): void {
  const { weight, elements, members, outside, outsideStamp } = q;
  for (const v of clique) {
    for (const e of elements[v]) {
      if (members[e].length === 0) continue;
      if (outsideStamp[e] !== p) {
        outsideStamp[e] = p;
        let total = 0;
        for (const u of members[e]) total += weight[u];
        outside[e] = total;
      }
      outside[e] -= weight[v];
    }
  }
}

/**
 * Drops what the new element p says already from the lists of its vertex v. Returns a bound of what v sees outside of
 * it.
 */
function shorten(
  { weight, vertices, elements, members, inPivot, outside }: QuotientGraph,
  v: number,
  p: number,
): number {
  const keptElements: number[] = [];
  let bound = 0;
  for (const e of elements[v]) {
    // An element inside the new one says nothing more: dropped (aggressive absorption).
    if (members[e].length === 0 || outside[e] === 0) continue;
    keptElements.push(e);
    bound += outside[e];
  }
  const keptVertices: number[] = [];
  for (const u of vertices[v]) {
    if (weight[u] === 0 || inPivot[u] === p) continue;
    keptVertices.push(u);
    bound += weight[u];
  }
  vertices[v] = keptVertices;
  keptElements.push(p);
  elements[v] = keptElements;
  return bound;
}

/** Merges vertices of the clique with the same elements and the same vertices. A halo vertex is never merged. */
function mergeTwins(
  { vertices, elements, weight, followers, count }: QuotientGraph,
  clique: number[],
): void {
  const byKey = new Map<number, number[]>();
  for (const v of clique) {
    if (weight[v] === 0 || v >= count) continue;
    let key = 0;
    for (const e of elements[v]) key = (key + Math.imul(e, 0x9e3779b1)) | 0;
    for (const u of vertices[v]) key = (key + Math.imul(u, 0x85ebca6b)) | 0;
    const bucket = byKey.get(key);
    if (bucket === undefined) {
      byKey.set(key, [v]);
      continue;
    }
    const twin = bucket.find(
      (u) => sameSet(elements[u], elements[v]) && sameSet(vertices[u], vertices[v]),
    );
    if (twin === undefined) {
      bucket.push(v);
      continue;
    }
    weight[twin] += weight[v];
    weight[v] = 0;
    followers[twin].push(v);
    vertices[v] = [];
    elements[v] = [];
  }
}

/** Lists without repeats. */
function sameSet(a: number[], b: number[]): boolean {
  return a.length === b.length && a.every((x) => b.includes(x));
}

/** Vertices by degree, the last added first among equals. */
function createBuckets(n: number) {
  const head = new Int32Array(n + 1).fill(-1);
  const next = new Int32Array(n).fill(-1);
  const previous = new Int32Array(n).fill(-1);
  const bucketOf = new Int32Array(n).fill(-1);
  let least = n;
  const remove = (v: number): void => {
    const d = bucketOf[v];
    if (d < 0) return;
    if (previous[v] >= 0) next[previous[v]] = next[v];
    else head[d] = next[v];
    if (next[v] >= 0) previous[next[v]] = previous[v];
    bucketOf[v] = -1;
  };
  return {
    add(v: number, d: number): void {
      bucketOf[v] = d;
      previous[v] = -1;
      next[v] = head[d];
      if (head[d] >= 0) previous[head[d]] = v;
      head[d] = v;
      if (d < least) least = d;
    },
    remove,
    takeLeast(): number {
      while (head[least] < 0) least++;
      const v = head[least];
      remove(v);
      return v;
    },
  };
}
