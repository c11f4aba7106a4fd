import type { TetTree } from '../build/tree.ts';
import type { TetsData } from '../model.ts';

/**
 * Vertices that follow a ten-node element follow its quadratic field, on its faces and inside. The midpoint of an edge
 * stands off the middle of it by a quarter of what the midpoint of the parallel edge one level up does (`edgesAbove`);
 * that of the inner edge of a tet by a quarter of what four of its six edges do, less the two between which it runs.
 * Both follow from the six shape functions of a face and the ten of a tet, at any difference of level, because halves
 * of a parabola are parabolas.
 */

/**
 * out[o..o+3) += sign · what v stands off the middle of its edge in a quadratic field; a has numbers for all vertices,
 * shape [vertices, 3].
 */
export function addCurve(
  out: Float64Array,
  o: number,
  a: Float64Array,
  tree: TetTree,
  above: Int32Array,
  v: number,
  sign: number,
): void {
  const up = above[v - tree.baseVertices];
  if (up >= 0) {
    addOff(out, o, a, tree, up, 0.25 * sign);
    return;
  }
  const t = -2 - up;
  for (let k = 0; k < 6; k++)
    addOff(
      out,
      o,
      a,
      tree,
      tree.edges[6 * t + k],
      meets(tree, t, k, v) ? -0.25 * sign : 0.25 * sign,
    );
}

/** The transpose: a_v is added to the vertices it stands off with. */
export function returnCurve(a: Float64Array, tree: TetTree, above: Int32Array, v: number): void {
  const up = above[v - tree.baseVertices];
  if (up >= 0) {
    returnOff(a, tree, up, 3 * v, 0.25);
    return;
  }
  const t = -2 - up;
  for (let k = 0; k < 6; k++)
    returnOff(a, tree, tree.edges[6 * t + k], 3 * v, meets(tree, t, k, v) ? -0.25 : 0.25);
}

/** How many edges v stands off with, which the k-th is, and what part of that edge's own standing off counts. */
export function curveEdges(tree: TetTree, above: Int32Array, v: number): number {
  return above[v - tree.baseVertices] >= 0 ? 1 : 6;
}
export function curveEdge(tree: TetTree, above: Int32Array, v: number, k: number): number {
  const up = above[v - tree.baseVertices];
  return up >= 0 ? up : tree.edges[6 * (-2 - up) + k];
}
export function curvePart(tree: TetTree, above: Int32Array, v: number, k: number): number {
  const up = above[v - tree.baseVertices];
  return up < 0 && meets(tree, -2 - up, k, v) ? -0.25 : 0.25;
}

/** Marks in `needs` the vertices that v stands off with. */
export function needCurve(needs: Int32Array, tree: TetTree, above: Int32Array, v: number): void {
  const up = above[v - tree.baseVertices];
  const t = -2 - up;
  for (let k = 0; k < (up >= 0 ? 1 : 6); k++) {
    const e = up >= 0 ? up : tree.edges[6 * t + k];
    needs[e + tree.baseVertices] = 1;
    needs[tree.ends[2 * e]] = 1;
    needs[tree.ends[2 * e + 1]] = 1;
  }
}

/** Is the midpoint of edge k of t an end of the inner edge whose midpoint is v? */
function meets(tree: TetTree, t: number, k: number, v: number): boolean {
  const m = tree.edges[6 * t + k] + tree.baseVertices;
  const e = v - tree.baseVertices;
  return tree.ends[2 * e] === m || tree.ends[2 * e + 1] === m;
}

function addOff(
  out: Float64Array,
  o: number,
  a: Float64Array,
  tree: TetTree,
  e: number,
  part: number,
): void {
  const m = 3 * (e + tree.baseVertices);
  const p = 3 * tree.ends[2 * e];
  const q = 3 * tree.ends[2 * e + 1];
  for (let c = 0; c < 3; c++) out[o + c] += part * (a[m + c] - 0.5 * (a[p + c] + a[q + c]));
}

function returnOff(a: Float64Array, tree: TetTree, e: number, o: number, part: number): void {
  const m = 3 * (e + tree.baseVertices);
  const p = 3 * tree.ends[2 * e];
  const q = 3 * tree.ends[2 * e + 1];
  for (let c = 0; c < 3; c++) {
    const f = part * a[o + c];
    a[m + c] += f;
    a[p + c] -= 0.5 * f;
    a[q + c] -= 0.5 * f;
  }
}

/**
 * Marks edges that must stay straight: those of linear elements, and those of ten-node elements that are parallel to
 * such an edge on the same face or edge. A ten-node element has one field on a face, so a single straight line on it
 * makes that direction straight all over; nothing gapes then. `linear` counts linear elements around each edge; both
 * have shape [edges].
 */
export function markStraight(
  data: TetsData,
  split: Uint8Array,
  ten: Uint8Array,
  splitAround: Int32Array,
  linear: Uint8Array,
  straight: Uint8Array,
): void {
  const { tree, parents, above } = data;
  linear.fill(0);
  const count = (t: number): void => {
    for (let k = 0; k < 6; k++) linear[tree.edges[6 * t + k]]++;
  };
  for (let t = 0; t < tree.roots; t++) if (t >= parents || split[t] === 0) count(t);
  for (let t = 0; t < parents; t++) {
    if (split[t] === 0 || ten[t] === 1) continue;
    for (let c = 8 * t + tree.roots; c < 8 * t + tree.roots + 8; c++)
      if (c >= parents || split[c] === 0) count(c);
  }
  for (let e = 0; e < straight.length; e++) straight[e] = linear[e] > 0 ? 1 : 0;
  // From fine to coarse: others around the edge are parts of a ten-node element, or hidden under something coarser.
  for (let e = straight.length - 1; e >= tree.edgeStart[1]; e--) {
    if (straight[e] === 0 || above[e] < 0) continue;
    const splits = e < splitAround.length ? splitAround[e] : 0;
    if (tree.around[e] > splits + linear[e]) straight[above[e]] = 1;
  }
}

/**
 * Does the midpoint of edge e, which is not free, follow a quadratic field? `bends` says it of all coarser ones, free
 * ones included.
 */
export function followsCurve(
  data: TetsData,
  straight: Uint8Array,
  bends: Uint8Array,
  e: number,
): boolean {
  const { tree, above } = data;
  if (straight[e] === 1) return false;
  const up = above[e];
  if (up >= -1) return up >= 0 && bends[up] === 1;
  for (let k = 0; k < 6; k++) if (bends[tree.edges[6 * (-2 - up) + k]] === 1) return true;
  return false;
}
