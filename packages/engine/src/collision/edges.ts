import type { Allocator } from '../kernels/arena.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { applyTransposed3 } from '../math/mat3.ts';
import {
  cornerOf,
  deformation,
  eighthOf,
  type LiveCage,
  type LivePoints,
  type PairLook,
  PIECE,
  pushNormal,
  weighWhereItIs,
} from './pairs.ts';
import { addRow, type ContactRows } from './rows.ts';
import type { Edges } from './sharp-edges.ts';

/**
 * An edge is looked at in so many places first, a little beyond its ends to see what crosses right there; then it is halved so often around
 * the deepest place.
 */
const LOOKS = 4;
const BEYOND = 0.1;
const APART = (1 + 2 * BEYOND) / (LOOKS - 1);
const HALVINGS = 3;
/** The way of an edge is looked at in so many pieces at most. */
const MOST_PIECES = 8;
/** Lengths may differ from those at rest by this factor before an edge is overlooked. */
const STRETCH = 1.5;
/** Both sides of the deepest place, as a part of the edge: for the normal, and for how fast the surface falls away. */
const BESIDE = 0.01;
const WIDE = 0.1;
/** Nearer to an end than this part of an edge, a crossing is also one of the edge that goes on from there. */
const JOINT = 0.02;
/** Square of a mean gradient below which it has no direction: the edge is in a slit. */
const FLAT = 0.04;
/**
 * Edges make rows where both solids fall away from the plane of the touch, on both sides: by `UNSURE` at least (a sine), below which they lie flat on
 * each other and contact points tell enough. Points between which a solid falls by so much let it in by that part of their distance; a row
 * that only begins to matter grants as much, and less from there to `SURE`, so that nothing jumps when rows come and go.
 */
const UNSURE = 0.02;
const SURE = 0.06;

/** Scratch of a detection of edges, for bodies of up to so many of them. Allocates and nothing else. */
export function allocateEdgeScratch(a: Allocator, edges: number) {
  const places = LOOKS * edges;
  return {
    near: a.i32(edges),
    pieces: a.i32(edges),
    /** The deepest place: part of the edge and of the way, distance. */
    at: a.f64(edges),
    part: a.f64(edges),
    deep: a.f64(edges),
    /** 1 for those that may cross, 2 for those that lie along the surface where they come near. */
    decided: a.u8(edges),
    /** Distances at the places that are looked at first. */
    seen: a.f64(LOOKS * edges),
    /** The sine by which b falls away from the edge, and as how wide a part of the edge was looked at. */
    falls: a.f64(edges),
    wide: a.f64(edges),
    /** Its tetrahedron, weights and place at rest, by edge. */
    hit: a.i32(4 * edges),
    hitWeights: a.f64(4 * edges),
    hitRest: a.f64(3 * edges),
    /** Places asked for: whose, which part of the edge. */
    who: a.i32(places),
    t: a.f64(places),
    y: a.f64(3 * places),
    own: a.i32(places),
    found: a.i32(4 * places),
    weights: a.f64(4 * places),
    rest: a.f64(3 * places),
    distance: a.f64(places),
    gradient: a.f64(3 * places),
    matrix: a.f64(18),
    one: a.f64(6),
    place: a.f64(3),
  };
}
export type EdgeScratch = ReturnType<typeof allocateEdgeScratch>;

/**
 * Sharp edges of body a that cross body b between contact points: a row at the deepest place of each, deeper than its ends. There the
 * distance falls on one side and rises on the other; the normal is the mean of both gradients across the edge, which is at right angles to both
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
      if (decided[k] > 0 || piece > pieces[k]) continue;
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
      if (decided[k] > 0 || piece > pieces[k]) continue;
      const way = wayOf(points, ends, near[k], mean, look.h) / Math.max(1, pieces[k]);
      const length = lengthOf(points, ends, near[k]);
      const between = STRETCH * 0.5 * APART * length;
      if (!(deep[k] < look.slack + look.h * mean[3] + way + between)) continue;
      decided[k] = bends(scratch.seen, LOOKS * k, length) ? 1 : 2;
    }
  }
  let step = 0.5 * APART;
  for (let halving = 0; halving < HALVINGS; halving++) {
    let m = 0;
    for (let k = 0; k < n; k++) {
      if (decided[k] !== 1) continue;
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

function lengthOf({ x }: LivePoints, edges: Int32Array, e: number): number {
  let square = 0;
  for (let c = 0; c < 3; c++)
    square += (x[3 * edges[2 * e] + c] - x[3 * edges[2 * e + 1] + c]) ** 2;
  return Math.sqrt(square);
}

/** Edges whose way meets the box of the cage. */
function gatherEdges(
  { near, pieces, decided }: EdgeScratch,
  points: LivePoints,
  edges: Int32Array,
  { boxes, cage }: LiveCage,
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
      if (Math.min(fromP, fromQ, toP, toQ) > boxes[3 + c]) apart = true;
      if (Math.max(fromP, fromQ, toP, toQ) < boxes[c]) apart = true;
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
    live.apart,
    cubes.length / 8,
    own,
    0,
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

/** one = the edge at rest, F⁻¹ (x_q − x_p), in the tetrahedron of its deepest place; false where that is upside down. */
function edgeAtRest(
  scratch: EdgeScratch,
  points: LivePoints,
  edges: Int32Array,
  live: LiveCage,
  k: number,
): boolean {
  const { matrix, one, near } = scratch;
  const det = deformation(scratch, live, 4 * k);
  if (!(det > 0)) return false;
  const p = 3 * edges[2 * near[k]];
  const q = 3 * edges[2 * near[k] + 1];
  for (let c = 0; c < 3; c++) one[c] = (points.x[q + c] - points.x[p + c]) / det;
  applyTransposed3(one, 0, matrix, 9, one, 0);
  return true;
}

/**
 * Where b falls away on both sides of an edge's deepest place, puts that to where the planes of both sides meet, and `rest` to both sides of it,
 * close by. The edges are listed in `who`; gives how many.
 */
function findCrossings(
  scratch: EdgeScratch,
  points: LivePoints,
  ends: Int32Array,
  live: LiveCage,
  n: number,
): number {
  const { decided, at, deep, falls, who, rest, hitRest, distance, gradient, one, wide } = scratch;
  let m = 0;
  for (let k = 0; k < n; k++) {
    if (decided[k] !== 1 || !edgeAtRest(scratch, points, ends, live, k)) continue;
    // From farther away the surface must be looked at in a wider place to be seen falling.
    wide[k] = WIDE + Math.max(0, deep[k]) / length3(one);
    beside(rest, m, hitRest, k, one, wide[k]);
    who[m++] = k;
  }
  if (m === 0) return 0;
  live.cage.query.normals(rest, 2 * m, distance, gradient);
  let crossings = 0;
  for (let j = 0; j < m; j++) {
    const k = who[j];
    edgeAtRest(scratch, points, ends, live, k);
    const before = along(gradient, 6 * j, one);
    const after = along(gradient, 6 * j + 3, one);
    falls[k] = Math.min(-before, after) / length3(one);
    if (!(falls[k] > UNSURE)) continue;
    const meet =
      (distance[2 * j] - distance[2 * j + 1] + wide[k] * (before + after)) / (after - before);
    const there = at[k] + Math.min(wide[k], Math.max(-wide[k], meet));
    if (there < 0 || there > 1) continue;
    for (let c = 0; c < 3; c++) hitRest[3 * k + c] += (there - at[k]) * one[c];
    at[k] = there;
    beside(rest, crossings, hitRest, k, one, BESIDE);
    who[crossings++] = k;
  }
  return crossings;
}

/** Both sides of place k, by a part of the edge. */
function beside(
  rest: Float64Array,
  j: number,
  places: Float64Array,
  k: number,
  edge: Float64Array,
  part: number,
): void {
  for (let c = 0; c < 3; c++) {
    rest[6 * j + c] = places[3 * k + c] - part * edge[c];
    rest[6 * j + 3 + c] = places[3 * k + c] + part * edge[c];
  }
}

/**
 * From distances and gradients on both sides of the j-th crossing, that of edge k: its depth, and gradient[6j..] = the mean of the gradients across
 * the edge, as a normal in the world. Gives what `pushNormal` does.
 */
function crossNormal(
  scratch: EdgeScratch,
  points: LivePoints,
  ends: Int32Array,
  live: LiveCage,
  k: number,
  j: number,
): number {
  const { deep, distance, gradient, one } = scratch;
  edgeAtRest(scratch, points, ends, live, k);
  const g = 6 * j;
  const before = along(gradient, g, one);
  const after = along(gradient, g + 3, one);
  deep[k] = Math.max(distance[2 * j] + BESIDE * before, distance[2 * j + 1] - BESIDE * after);
  const mix = before < 0 && after > 0 ? after / (after - before) : 0.5;
  let square = 0;
  for (let c = g; c < g + 3; c++) {
    gradient[c] = mix * gradient[c] + (1 - mix) * gradient[c + 3];
    square += gradient[c] * gradient[c];
  }
  return square < FLAT ? 0 : pushNormal(scratch, live, 4 * k, g);
}

function length3(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

function appendEdges(
  rows: ContactRows,
  scratch: EdgeScratch,
  points: LivePoints,
  { ends, arcs }: Edges,
  live: LiveCage,
  mean: Float64Array,
  { a, b, h }: PairLook,
  n: number,
): boolean {
  const { near, at, deep, part, who, rest, hitRest } = scratch;
  const { distance, gradient, hit, hitWeights, place } = scratch;
  const { cage, cubes } = live;
  const m = findCrossings(scratch, points, ends, live, n);
  if (m === 0) return true;
  const first = rows.count[0];
  cage.query.normals(rest, 2 * m, distance, gradient);
  for (let j = 0; j < m; j++) {
    const k = who[j];
    const g = 6 * j;
    const steep = crossNormal(scratch, points, ends, live, k, j);
    if (!(steep > 0)) continue;
    const p = ends[2 * near[k]];
    const q = ends[2 * near[k] + 1];
    const within = withinArc(facingEdge(points, p, q, at[k], gradient, g), arcs[near[k]]);
    if (!(within > UNSURE)) continue;
    const swap = at[k] > 0.5;
    const share = swap ? 1 - at[k] : at[k];
    if (share < JOINT && isTold(rows, first, swap ? q : p)) continue;
    const row = addRow(rows, a, b, points.count + near[k]);
    if (row < 0) return false;
    rows.ends[2 * row] = swap ? q : p;
    rows.ends[2 * row + 1] = swap ? p : q;
    rows.share[row] = share;
    // Along a gradient of length below one the surface is farther than the distance says. (`steep` was measured with it.)
    const unsure = Math.max(0, SURE - Math.min(scratch.falls[k], within)) / (SURE - UNSURE);
    let gap = deep[k] / steep + unsure * UNSURE * lengthOf(points, ends, near[k]);
    for (let c = 0; c < 3; c++) {
      place[c] = (1 - at[k]) * points.x[3 * p + c] + at[k] * points.x[3 * q + c];
      const v = (1 - at[k]) * points.v[3 * p + c] + at[k] * points.v[3 * q + c];
      gap -= part[k] * gradient[g + c] * h * (v - mean[c]);
      rows.normal[3 * row + c] = gradient[g + c];
      rows.surface[3 * row + c] = 0;
    }
    rows.gap[row] = gap;
    for (let s = 0; s < 4; s++) {
      rows.touched[5 * row + s] = cornerOf(cubes, hit, 4 * k, s);
      rows.weight[4 * row + s] = hitWeights[4 * k + s];
    }
    weighWhereItIs(rows.weight, 4 * row, scratch, place, live, 0, 4 * k);
    rows.touched[5 * row + 4] =
      cage.nearest[8 * hit[4 * k] + eighthOf(cage, hit[4 * k], hitRest, 3 * k)];
  }
  return true;
}

/** True if an edge that meets this one in the point has told of the same crossing, in a row from `first` on. */
function isTold({ ends, share, count }: ContactRows, first: number, point: number): boolean {
  for (let r = first; r < count[0]; r++) {
    if (ends[2 * r] === point && share[r] < JOINT) return true;
  }
  return false;
}

/** Sine of how far a normal is within the arc of normals of an edge, from the cosines of both to its middle. */
function withinArc(facing: number, arc: number): number {
  if (facing >= 0) return -1;
  const across = Math.sqrt(Math.max(0, 1 - facing * facing));
  return -facing * Math.sqrt(1 - arc * arc) - across * arc;
}

function along(gradient: Float64Array, g: number, edge: Float64Array): number {
  return gradient[g] * edge[0] + gradient[g + 1] * edge[1] + gradient[g + 2] * edge[2];
}

/** Cosine between the surface at a place of an edge and a normal. */
function facingEdge(
  { x, inner }: LivePoints,
  p: number,
  q: number,
  t: number,
  normal: Float64Array,
  g: number,
): number {
  let along = 0;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const m = (1 - t) * (x[3 * p + c] - inner[3 * p + c]) + t * (x[3 * q + c] - inner[3 * q + c]);
    along += m * normal[g + c];
    square += m * m;
  }
  return along / Math.sqrt(square);
}
