import type { Kernels } from '../kernels/kernels.ts';
import { appendEdges, lengthOf, UNSURE } from './crossings.ts';
import { type EdgeScratch, LOOKS } from './edge-scratch.ts';
import type { LiveCage, LivePoints } from './live.ts';
import { cornerOf, type PairLook, PIECE } from './pairs.ts';
import type { ContactRows } from './rows.ts';
import type { Edges } from './sharp-edges.ts';

/**
 * An edge is looked at a little beyond its ends, too, to see what crosses right there; then it is halved so often around the deepest of
 * the places.
 */
const BEYOND = 0.1;
const APART = (1 + 2 * BEYOND) / (LOOKS - 1);
const HALVINGS = 3;
/** The way of an edge is looked at in so many pieces at most. */
const MOST_PIECES = 8;
/** Lengths may differ from those at rest by this factor before an edge is overlooked. */
const STRETCH = 1.5;

/**
 * Sharp edges of body a that cross body b between contact points: a row at the deepest place of each, where b falls away on both sides along the edge
 * and a on both sides across it. The normal is the mean of b's gradients on both sides, which is at right angles to both
 * edges where two of them cross. Gives false if rows ran out.
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
  const { ends } = edges;
  const { near, pieces, decided, who, t, at, part, deep } = scratch;
  const n = gatherEdges(scratch, points, ends, cage, mean, look.h);
  if (n === 0) return true;
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
    lookAt(scratch, kernels, points, ends, cage, mean, look.h, m, true);
    for (let k = 0; k < n; k++) {
      if (decided[k] === 1 || piece > pieces[k]) continue;
      const way = wayOf(points, ends, near[k], mean, look.h) / Math.max(1, pieces[k]);
      const length = lengthOf(points, ends, near[k]);
      const between = STRETCH * 0.5 * APART * length;
      if (!(deep[k] < look.slack + look.h * mean[3] + way + between)) continue;
      if (bends(scratch.seen, LOOKS * k, length)) decided[k] = 1;
    }
  }
  let step = 0.5 * APART;
  for (let halving = 0; halving < HALVINGS; halving++) {
    let m = 0;
    for (let k = 0; k < n; k++) {
      if (decided[k] === 0) continue;
      for (let s = -1; s <= 1; s += 2) {
        who[m] = k;
        t[m++] = Math.min(1 + BEYOND, Math.max(-BEYOND, at[k] + s * step));
      }
    }
    lookAt(scratch, kernels, points, ends, cage, mean, look.h, m, false);
    step /= 2;
  }
  return appendEdges(rows, scratch, points, edges, cage, mean, look, n);
}

/** False if the distances along an edge lie on a line, as they do where it lies along a face or passes it: then there is no crossing. */
function bends(seen: Float64Array, o: number, length: number): boolean {
  const rises = seen[o + LOOKS - 1] - seen[o + LOOKS - 2] - (seen[o + 1] - seen[o]);
  return !(rises < UNSURE * APART * length);
}

/** How far the middle of an edge moves in the step against b [m]. */
function wayOf(
  { v }: LivePoints,
  edges: Int32Array,
  e: number,
  mean: Float64Array,
  h: number,
): number {
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const w = 0.5 * (v[3 * edges[2 * e] + c] + v[3 * edges[2 * e + 1] + c]) - mean[c];
    square += w * w;
  }
  return h * Math.sqrt(square);
}

/** Edges whose way meets the box of the cage. */
function gatherEdges(
  { near, pieces, decided }: EdgeScratch,
  points: LivePoints,
  edges: Int32Array,
  { boxes, cage, fit }: LiveCage,
  mean: Float64Array,
  h: number,
): number {
  const { x, v } = points;
  let n = 0;
  for (let e = 0; e < edges.length / 2; e++) {
    const p = 3 * edges[2 * e];
    const q = 3 * edges[2 * e + 1];
    let apart = false;
    for (let c = 0; c < 3; c++) {
      const fromP = x[p + c];
      const fromQ = x[q + c];
      const toP = fromP + h * (v[p + c] - mean[c]);
      const toQ = fromQ + h * (v[q + c] - mean[c]);
      if (Math.min(fromP, fromQ, toP, toQ) > fit.margin - boxes[3 + c]) apart = true;
      if (Math.max(fromP, fromQ, toP, toQ) < boxes[c] - fit.margin) apart = true;
    }
    if (apart) continue;
    near[n] = e;
    decided[n] = 0;
    const way = wayOf(points, edges, e, mean, h);
    pieces[n++] = Math.min(MOST_PIECES, Math.floor(way / (PIECE * cage.cell)));
  }
  return n;
}

/** Asks b for its distance at m places of edges, and keeps the deepest place of each edge. */
function lookAt(
  scratch: EdgeScratch,
  kernels: Kernels,
  points: LivePoints,
  edges: Int32Array,
  live: LiveCage,
  mean: Float64Array,
  h: number,
  m: number,
  first: boolean,
): void {
  const { near, who, t, y, own, found, weights, rest, distance, part } = scratch;
  const { cubes, cage } = live;
  if (m === 0) return;
  for (let j = 0; j < m; j++) {
    const k = who[j];
    const p = 3 * edges[2 * near[k]];
    const q = 3 * edges[2 * near[k] + 1];
    for (let c = 0; c < 3; c++) {
      const x = (1 - t[j]) * points.x[p + c] + t[j] * points.x[q + c];
      const v = (1 - t[j]) * points.v[p + c] + t[j] * points.v[q + c];
      y[3 * j + c] = x + part[k] * h * (v - mean[c]);
    }
  }
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
  cage.sdf.evaluate(rest, inside, distance);
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
