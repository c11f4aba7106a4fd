import { finish } from '../../core/steps.ts';
import { createTripleMap, edgeId } from '../triple-map.ts';

/** The edges of a triangle list. Side s = 3t + k of triangle t runs from its corner k to corner (k + 1) mod 3. */
export interface MeshEdges {
  count: number;
  /** Vertices of each edge, the smaller first; shape [count, 2] spread over stride 3 (the third number is 0). */
  ends: Int32Array;
  /** Edge of each side, shape [3·triangles]. */
  edgeOf: Int32Array;
  /** The sides at edge e are sides[start[e]..start[e+1]). */
  start: Int32Array;
  sides: Int32Array;
  /**
   * Sides that run from the smaller to the larger vertex minus those that run back, shape [count]. 0 everywhere = no
   * border.
   */
  balance: Int32Array;
}

/** Collects the edges; every triangle must have three different corners. */
export function meshEdges(triangles: Int32Array): MeshEdges {
  return finish(edgeSteps(triangles));
}

/** Sides between two pauses of `edgeSteps`. */
const AT_ONCE = 98_304;

/** `meshEdges` in steps. */
export function* edgeSteps(triangles: Int32Array): Generator<void, MeshEdges> {
  const n = triangles.length;
  const map = createTripleMap(n / 2);
  const edgeOf = new Int32Array(n);
  for (let s = 0; s < n; s++) {
    if ((s + 1) % AT_ONCE === 0) yield;
    edgeOf[s] = edgeId(map, triangles[s], triangles[nextSide(s)]);
  }
  const start = new Int32Array(map.count + 1);
  const balance = new Int32Array(map.count);
  for (let s = 0; s < n; s++) {
    start[edgeOf[s] + 1]++;
    balance[edgeOf[s]] += triangles[s] < triangles[nextSide(s)] ? 1 : -1;
  }
  for (let e = 0; e < map.count; e++) start[e + 1] += start[e];
  const fill = start.slice(0, map.count);
  const sides = new Int32Array(n);
  for (let s = 0; s < n; s++) sides[fill[edgeOf[s]]++] = s;
  return { count: map.count, ends: map.keys, edgeOf, start, sides, balance };
}

/** The next side of the same triangle. */
export function nextSide(s: number): number {
  return s % 3 === 2 ? s - 2 : s + 1;
}

/** Number of triangle sides at an edge: 1 at a border, 2 inside a good surface, more where sheets meet. */
export function sidesAt(edges: MeshEdges, e: number): number {
  return edges.start[e + 1] - edges.start[e];
}

/** The other side at an edge that has exactly two; −1 otherwise. */
export function oppositeSide(edges: MeshEdges, s: number): number {
  const e = edges.edgeOf[s];
  if (sidesAt(edges, e) !== 2) return -1;
  const first = edges.sides[edges.start[e]];
  return first === s ? edges.sides[edges.start[e] + 1] : first;
}

/**
 * Closed chains of border edges, as vertex lists in the direction that a filling triangle's sides would run. Chains
 * that end in nothing (possible only at edges with three or more triangles) are returned too, with `closed` false.
 */
export function borderLoops(
  triangles: Int32Array,
  edges: MeshEdges,
): { vertices: number[]; closed: boolean }[] {
  const border: number[] = [];
  for (let e = 0; e < edges.count; e++) if (sidesAt(edges, e) === 1) border.push(e);
  // Two chained lists of border edges per vertex: undirected, because faces may still be flipped.
  const at = new Map<number, number[]>();
  for (const e of border) {
    for (const v of [edges.ends[3 * e], edges.ends[3 * e + 1]]) {
      const list = at.get(v);
      if (list === undefined) at.set(v, [e]);
      else list.push(e);
    }
  }
  const used = new Set<number>();
  const loops: { vertices: number[]; closed: boolean }[] = [];
  for (const first of border) {
    if (used.has(first)) continue;
    const side = edges.sides[edges.start[first]];
    // Against the face's own direction.
    const begin = triangles[nextSide(side)];
    const vertices = [begin];
    let v = begin;
    let e: number | undefined = first;
    while (e !== undefined) {
      used.add(e);
      v = edges.ends[3 * e] === v ? edges.ends[3 * e + 1] : edges.ends[3 * e];
      if (v === begin) break;
      vertices.push(v);
      const list = at.get(v)!;
      do e = list.pop();
      while (e !== undefined && used.has(e));
    }
    loops.push({ vertices, closed: v === begin && vertices.length >= 3 });
  }
  return loops;
}
