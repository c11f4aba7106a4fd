import type { Sdf } from '../../geometry/types.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { appendEdges, lengthOf } from './crossings.ts';
import type { EdgeScratch } from './edge-scratch.ts';
import type { LiveCage, LivePoints } from './live.ts';
import {
  BEYOND,
  EDGE_HALVINGS,
  LOOKS,
  MOST_EDGE_PIECES,
  POINT_PIECE,
  STRETCH,
  UNSURE,
} from './numbers.ts';
import type { PairLook } from './pair-scratch.ts';
import type { ContactRows } from './rows.ts';
import type { Edges } from './sharp-edges.ts';
import { cornerOf } from './tetrahedron.ts';

const APART = (1 + 2 * BEYOND) / (LOOKS - 1);

/**
 * Sharp edges of body a that cross body b between contact points: a row at the deepest place of each, where b falls
 * away on both sides along the edge and a on both sides across it. The normal is the mean of b's gradients on both
 * sides, which is at right angles to both edges where two of them cross. Returns false if rows ran out.
 */
export function detectEdges(
  rows: ContactRows,
  scratch: EdgeScratch,
  kernels: Kernels,
  points: LivePoints,
  edges: Edges,
  cage: LiveCage,
  mean: Float64Array,
  look: PairLook,
): boolean {
  const n = gatherEdges(scratch, points, edges.ends, cage, mean, look);
  if (n === 0) return true;
  searchEdges(scratch, kernels, cage, cage.cage.sdf, n);
  return appendEdges(rows, scratch, points, edges, cage, mean, look, n);
}

/**
 * Finds the deepest place of each of n edges in a distance field, at the first piece of its path where it comes near.
 * The field is that of a body in its cage, or where the edges are themselves if there is none.
 */
export function searchEdges(
  scratch: EdgeScratch,
  kernels: Kernels,
  cage: LiveCage | null,
  sdf: Sdf,
  n: number,
): void {
  const { pieces, decided, who, t, at, part, deep, length, reach } = scratch;
  let most = 0;
  for (let k = 0; k < n; k++) most = Math.max(most, pieces[k]);
  for (let piece = 0; piece <= most; piece++) {
    let m = 0;
    for (let k = 0; k < n; k++) {
      if (decided[k] === 1 || piece > pieces[k]) continue;
      part[k] = pieces[k] > 0 ? piece / pieces[k] : 0;
      deep[k] = Number.POSITIVE_INFINITY;
      for (let s = 0; s < LOOKS; s++) {
        who[m] = k;
        scratch.seen[LOOKS * k + s] = Number.POSITIVE_INFINITY;
        t[m++] = s * APART - BEYOND;
      }
    }
    lookAt(scratch, kernels, cage, sdf, m, true);
    for (let k = 0; k < n; k++) {
      if (decided[k] === 1 || piece > pieces[k]) continue;
      if (!(deep[k] < reach[k] + STRETCH * 0.5 * APART * length[k])) continue;
      if (bends(scratch.seen, LOOKS * k, length[k])) decided[k] = 1;
    }
  }
  let step = 0.5 * APART;
  for (let halving = 0; halving < EDGE_HALVINGS; halving++) {
    let m = 0;
    for (let k = 0; k < n; k++) {
      if (decided[k] === 0) continue;
      for (let s = -1; s <= 1; s += 2) {
        who[m] = k;
        t[m++] = Math.min(1 + BEYOND, Math.max(-BEYOND, at[k] + s * step));
      }
    }
    lookAt(scratch, kernels, cage, sdf, m, false);
    step /= 2;
  }
}

/** False if the distances along an edge are linear, as along a face: then there is no crossing. */
function bends(seen: Float64Array, o: number, length: number): boolean {
  const rises = seen[o + LOOKS - 1] - seen[o + LOOKS - 2] - (seen[o + 1] - seen[o]);
  return !(rises < UNSURE * APART * length);
}

/**
 * The k-th edge to be looked at is `edge`, whose paths are known: how far, in how many pieces of `piece` [m], and from
 * how near.
 */
export function listEdge(
  { near, decided, pieces, paths, length, reach }: EdgeScratch,
  k: number,
  edge: number,
  long: number,
  piece: number,
  within: number,
): void {
  let square = 0;
  for (let c = 12 * k + 6; c < 12 * k + 9; c++) square += (0.5 * (paths[c] + paths[c + 3])) ** 2;
  const displacement = Math.sqrt(square);
  near[k] = edge;
  decided[k] = 0;
  pieces[k] = Math.min(MOST_EDGE_PIECES, Math.floor(displacement / piece));
  length[k] = long;
  reach[k] = within + displacement / Math.max(1, pieces[k]);
}

/** Edges whose path meets the box of the cage. */
function gatherEdges(
  scratch: EdgeScratch,
  points: LivePoints,
  ends: Int32Array,
  { boxes, cage, fit }: LiveCage,
  mean: Float64Array,
  { h, slack }: PairLook,
): number {
  const { x, v } = points;
  const { paths } = scratch;
  let n = 0;
  for (let e = 0; e < ends.length / 2; e++) {
    const p = 3 * ends[2 * e];
    const q = 3 * ends[2 * e + 1];
    let apart = false;
    for (let c = 0; c < 3; c++) {
      const o = 12 * n + c;
      paths[o] = x[p + c];
      paths[o + 3] = x[q + c];
      paths[o + 6] = h * (v[p + c] - mean[c]);
      paths[o + 9] = h * (v[q + c] - mean[c]);
      const toP = paths[o] + paths[o + 6];
      const toQ = paths[o + 3] + paths[o + 9];
      if (Math.min(paths[o], paths[o + 3], toP, toQ) > fit.margin - boxes[3 + c]) apart = true;
      if (Math.max(paths[o], paths[o + 3], toP, toQ) < boxes[c] - fit.margin) apart = true;
    }
    if (apart) continue;
    const within = slack + h * mean[3];
    listEdge(scratch, n++, e, lengthOf(points, ends, e), POINT_PIECE * cage.cell, within);
  }
  return n;
}

/** Asks for the distance at m points of edges, and keeps the deepest place of each edge. */
function lookAt(
  scratch: EdgeScratch,
  kernels: Kernels,
  live: LiveCage | null,
  sdf: Sdf,
  m: number,
  first: boolean,
): void {
  const { paths, who, t, y, found, weights, rest, distance, part } = scratch;
  if (m === 0) return;
  for (let j = 0; j < m; j++) {
    const k = who[j];
    for (let c = 0; c < 3; c++) {
      const o = 12 * k + c;
      const from = (1 - t[j]) * paths[o] + t[j] * paths[o + 3];
      y[3 * j + c] = from + part[k] * ((1 - t[j]) * paths[o + 6] + t[j] * paths[o + 9]);
    }
  }
  const inside = live === null ? m : findInCage(scratch, kernels, live, m);
  if (live === null) for (let c = 0; c < 3 * m; c++) rest[c] = y[c];
  sdf.evaluate(rest, inside, distance);
  for (let j = 0; j < inside; j++) {
    const k = who[j];
    if (first) scratch.seen[LOOKS * k + Math.round((t[j] + BEYOND) / APART)] = distance[j];
    if (!(distance[j] < scratch.deep[k])) continue;
    scratch.deep[k] = distance[j];
    scratch.at[k] = t[j];
    for (let c = 0; c < 4; c++) {
      scratch.hit[4 * k + c] = found[4 * j + c];
      scratch.hitWeights[4 * k + c] = weights[4 * j + c];
    }
    for (let c = 0; c < 3; c++) scratch.hitRest[3 * k + c] = rest[3 * j + c];
  }
}

/** rest = where the m points are at rest, packed with whose they are; returns how many are in the cage. */
function findInCage(scratch: EdgeScratch, kernels: Kernels, live: LiveCage, m: number): number {
  const { who, t, y, own, found, weights, rest } = scratch;
  const { cubes } = live;
  kernels.locateInCage(
    found,
    weights,
    y,
    m,
    live.boxes,
    live.nodes,
    live.nodes.length / 3,
    cubes,
    live.x,
    live.clearance,
    live.apart,
    cubes.length / 8,
    own,
    0,
    live.fit.margin,
    Number.POSITIVE_INFINITY,
  );
  let inside = 0;
  for (let j = 0; j < m; j++) {
    if (found[4 * j] < 0) continue;
    who[inside] = who[j];
    t[inside] = t[j];
    for (let c = 0; c < 4; c++) {
      found[4 * inside + c] = found[4 * j + c];
      weights[4 * inside + c] = weights[4 * j + c];
    }
    placeAtRest(rest, inside, found, weights, 4 * inside, live);
    inside++;
  }
  return inside;
}

function placeAtRest(
  rest: Float64Array,
  i: number,
  found: Int32Array,
  weights: Float64Array,
  o: number,
  { cubes, cage }: LiveCage,
): void {
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let s = 0; s < 4; s++) {
      sum += weights[o + s] * cage.corners[3 * cornerOf(cubes, found, o, s) + c];
    }
    rest[3 * i + c] = sum;
  }
}
