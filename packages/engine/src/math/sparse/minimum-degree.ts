import type { Graph } from './graph.ts';

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
  /** Vertices behind a principal one; 0 once merged or eliminated. */
  const weight = new Int32Array(n).fill(1);
  const degree = new Int32Array(n);
  const vertices: number[][] = [];
  const elements: number[][] = [];
  /** Members of the element that a vertex became; empty while it is a vertex, and after absorption. */
  const members: number[][] = [];
  /** Merged into it, in order: they are eliminated right after it. */
  const followers: number[][] = [];
  for (let i = 0; i < n; i++) {
    const near: number[] = [];
    for (let k = graph.rowPtr[i]; k < graph.rowPtr[i + 1]; k++) {
      if (graph.cols[k] !== i) near.push(graph.cols[k]);
    }
    vertices.push(near);
    elements.push([]);
    members.push([]);
    followers.push([]);
    degree[i] = near.length;
  }
  const queue = createBuckets(n);
  for (let i = count - 1; i >= 0; i--) queue.add(i, degree[i]);

  const order = new Int32Array(count);
  let placed = 0;
  const place = (v: number): void => {
    order[placed++] = v;
    for (const f of followers[v]) place(f);
  };
  const inPivot = new Int32Array(n).fill(-1);
  const outside = new Int32Array(n);
  const outsideStamp = new Int32Array(n).fill(-1);
  /** Of the live neighbours outside the clique, this round. */
  const bounds = new Int32Array(n);
  let left = n;
  while (placed < count) {
    const p = queue.takeLeast();
    left -= weight[p];

    // The new element: all live neighbours of p, direct and through its elements, which it absorbs.
    const clique: number[] = [];
    let cliqueWeight = 0;
    inPivot[p] = p;
    const collect = (list: number[]): void => {
      for (const v of list) {
        if (weight[v] === 0 || inPivot[v] === p) continue;
        inPivot[v] = p;
        clique.push(v);
        cliqueWeight += weight[v];
      }
    };
    collect(vertices[p]);
    for (const e of elements[p]) {
      collect(members[e]);
      members[e] = [];
    }
    vertices[p] = [];
    elements[p] = [];

    // |element \ clique| for every element that the clique touches.
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

    let massWeight = 0;
    const massed: number[] = [];
    for (const v of clique) {
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
      if (v < count) queue.remove(v);
      if (v < count && bound === 0) {
        massed.push(v);
        massWeight += weight[v];
      }
      keptElements.push(p);
      elements[v] = keptElements;
      bounds[v] = bound;
    }
    weight[p] = 0;
    place(p);
    // Vertices that see nothing but the clique cost no further fill: eliminated on the spot.
    for (const v of massed) {
      weight[v] = 0;
      elements[v] = [];
      place(v);
    }
    left -= massWeight;
    cliqueWeight -= massWeight;
    mergeTwins(clique, vertices, elements, weight, followers, count);
    const alive: number[] = [];
    for (const v of clique) if (weight[v] > 0) alive.push(v);
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

/** Merges vertices of the clique with the same elements and the same vertices. A halo vertex is never merged. */
function mergeTwins(
  clique: number[],
  vertices: number[][],
  elements: number[][],
  weight: Int32Array,
  followers: number[][],
  count: number,
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
