import type { NormalQuery } from '../../geometry/sdf/query.ts';
import { applyTransposed3 } from '../../math/mat3.ts';
import type { EdgeScratch } from './edge-scratch.ts';
import type { LiveCage, LivePoints } from './live.ts';
import { BESIDE, CROSSED, JOINT, NO_DIRECTION, SURE, UNSURE, WIDE } from './numbers.ts';
import type { PairLook } from './pair-scratch.ts';
import { addRow, type ContactRows } from './rows.ts';
import type { Edges } from './sharp-edges.ts';
import { cornerOf, deformation, eighthOf, pushNormal, weighWhereItIs } from './tetrahedron.ts';

/**
 * edge = the edges at rest, F⁻¹ (x_q − x_p), in the tetrahedra of their deepest points; those where that is upside down
 * are left out.
 */
function edgesAtRest(
  scratch: EdgeScratch,
  points: LivePoints,
  ends: Int32Array,
  live: LiveCage,
  n: number,
): void {
  const { matrix, edge, near, decided } = scratch;
  for (let k = 0; k < n; k++) {
    if (decided[k] === 0) continue;
    const det = deformation(scratch, live, 4 * k);
    if (!(det > 0)) {
      decided[k] = 0;
      continue;
    }
    const p = 3 * ends[2 * near[k]];
    const q = 3 * ends[2 * near[k] + 1];
    for (let c = 0; c < 3; c++) edge[3 * k + c] = (points.x[q + c] - points.x[p + c]) / det;
    applyTransposed3(edge, 3 * k, matrix, 9, edge, 3 * k);
  }
}

/**
 * Where the field falls away on both sides of an edge's deepest place, puts that to where the planes of both sides
 * meet, and `rest` to both sides of it, close by. The edges are listed in `who`; returns how many.
 */
export function findCrossings(scratch: EdgeScratch, query: NormalQuery, n: number): number {
  const { decided, at, deep, falls, who, rest, hitRest, distance, gradient, edge, wide } = scratch;
  let m = 0;
  for (let k = 0; k < n; k++) {
    if (decided[k] === 0) continue;
    // At a larger distance the slope must be measured over a wider interval.
    wide[k] = WIDE + Math.max(0, deep[k]) / length3(edge, 3 * k);
    beside(rest, m, hitRest, k, edge, wide[k]);
    who[m++] = k;
  }
  if (m === 0) return 0;
  query.normals(rest, 2 * m, distance, gradient);
  let crossings = 0;
  for (let j = 0; j < m; j++) {
    const k = who[j];
    const before = along(gradient, 6 * j, edge, 3 * k);
    const after = along(gradient, 6 * j + 3, edge, 3 * k);
    falls[k] = Math.min(-before, after) / length3(edge, 3 * k);
    if (!(falls[k] > UNSURE)) continue;
    const meet =
      (distance[2 * j] - distance[2 * j + 1] + wide[k] * (before + after)) / (after - before);
    const there = at[k] + Math.min(wide[k], Math.max(-wide[k], meet));
    if (there < 0 || there > 1) continue;
    for (let c = 0; c < 3; c++) hitRest[3 * k + c] += (there - at[k]) * edge[3 * k + c];
    at[k] = there;
    beside(rest, crossings, hitRest, k, edge, BESIDE);
    who[crossings++] = k;
  }
  if (crossings > 0) query.normals(rest, 2 * crossings, distance, gradient);
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
    rest[6 * j + c] = places[3 * k + c] - part * edge[3 * k + c];
    rest[6 * j + 3 + c] = places[3 * k + c] + part * edge[3 * k + c];
  }
}

/**
 * From distances and gradients on both sides of the j-th crossing, that of edge k: its depth, and gradient[6j..] = the
 * mean of the gradients across the edge. False where these have no common direction.
 */
export function crossNormal(
  { deep, distance, gradient, edge }: EdgeScratch,
  k: number,
  j: number,
): boolean {
  const g = 6 * j;
  const before = along(gradient, g, edge, 3 * k);
  const after = along(gradient, g + 3, edge, 3 * k);
  deep[k] = Math.max(distance[2 * j] + BESIDE * before, distance[2 * j + 1] - BESIDE * after);
  const mix = before < 0 && after > 0 ? after / (after - before) : 0.5;
  let square = 0;
  for (let c = g; c < g + 3; c++) {
    gradient[c] = mix * gradient[c] + (1 - mix) * gradient[c + 3];
    square += gradient[c] * gradient[c];
  }
  return square >= NO_DIRECTION;
}

function length3(v: Float64Array, o: number): number {
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}

/**
 * Appends the row of the k-th edge, which crosses `other` with the normal gradient[g..], `gap` [m] away along it where
 * it is deepest on its path. Returns its index; −1 if the edge does not face that direction, by a sine of `least`, or
 * if the edge that continues it has the crossing; −2 if there is no room.
 */
export function addCrossing(
  rows: ContactRows,
  scratch: EdgeScratch,
  points: LivePoints,
  { ends, arcs }: Edges,
  body: number,
  other: number,
  k: number,
  g: number,
  gap: number,
  first: number,
  least = UNSURE,
): number {
  const { near, at, gradient, falls, length } = scratch;
  const p = ends[2 * near[k]];
  const q = ends[2 * near[k] + 1];
  const within = withinArc(facingEdge(points, p, q, at[k], gradient, g), arcs[near[k]]);
  if (!(within > least)) return -1;
  const swap = at[k] > 0.5;
  const share = swap ? 1 - at[k] : at[k];
  if (share < JOINT && isTold(rows, first, swap ? q : p)) return -1;
  const row = addRow(rows, body, other, points.count + near[k]);
  if (row < 0) return -2;
  rows.ends[2 * row] = swap ? q : p;
  rows.ends[2 * row + 1] = swap ? p : q;
  rows.share[row] = share;
  const sure = least < UNSURE ? falls[k] : Math.min(falls[k], within);
  const unsure = Math.max(0, SURE - sure) / (SURE - UNSURE);
  rows.gap[row] = gap + unsure * UNSURE * length[k];
  for (let c = 0; c < 3; c++) rows.normal[3 * row + c] = gradient[g + c];
  return row;
}

/** A row for each edge that crosses b at its deepest place. Returns false if rows ran out. */
export function appendEdges(
  rows: ContactRows,
  scratch: EdgeScratch,
  points: LivePoints,
  edges: Edges,
  live: LiveCage,
  mean: Float64Array,
  { a, b, h }: PairLook,
  n: number,
): boolean {
  const { near, at, deep, part, who, hitRest } = scratch;
  const { gradient, hit, hitWeights, place } = scratch;
  const { cage, cubes } = live;
  const { ends } = edges;
  edgesAtRest(scratch, points, ends, live, n);
  const m = findCrossings(scratch, cage.query, n);
  const first = rows.count[0];
  for (let j = 0; j < m; j++) {
    const k = who[j];
    const g = 6 * j;
    const steep = crossNormal(scratch, k, j) ? pushNormal(scratch, live, 4 * k, g) : 0;
    if (!(steep > 0)) continue;
    const p = 3 * ends[2 * near[k]];
    const q = 3 * ends[2 * near[k] + 1];
    // Along a gradient of length below one the surface is farther than the distance says. (`steep` was measured with
    // it.)
    let gap = deep[k] / steep;
    for (let c = 0; c < 3; c++) {
      place[c] = (1 - at[k]) * points.x[p + c] + at[k] * points.x[q + c];
      const v = (1 - at[k]) * points.v[p + c] + at[k] * points.v[q + c];
      gap -= part[k] * gradient[g + c] * h * (v - mean[c]);
    }
    const row = addCrossing(rows, scratch, points, edges, a, b, k, g, gap, first);
    if (row === -1) continue;
    if (row < 0) return false;
    for (let c = 0; c < 3; c++) rows.surface[3 * row + c] = 0;
    for (let s = 0; s < 4; s++) {
      rows.touched[5 * row + s] = cornerOf(cubes, hit, 4 * k, s);
      rows.weight[4 * row + s] = hitWeights[4 * k + s];
    }
    weighWhereItIs(rows.weight, 4 * row, scratch, place, live, 0, 4 * k);
    rows.touched[5 * row + 4] =
      cage.nearest[8 * hit[4 * k] + eighthOf(cage, hit[4 * k], hitRest, 3 * k)];
    standBetween(rows, row, cage.edges, hitRest, 3 * k, CROSSED * cage.spacing);
  }
  return true;
}

/** True if an adjoining edge has the same crossing, in a row from `first` on. */
function isTold({ ends, share, count }: ContactRows, first: number, point: number): boolean {
  for (let r = first; r < count[0]; r++) {
    if (ends[2 * r] === point && share[r] < JOINT) return true;
  }
  return false;
}

/** An edge of b within `close` [m] of a place at rest stands for it, with both its ends. */
function standBetween(
  { touched, theirEnd, theirShare }: ContactRows,
  row: number,
  { ends, places }: Edges,
  rest: Float64Array,
  o: number,
  close: number,
): void {
  let least = close * close;
  for (let e = 0; e < ends.length / 2; e++) {
    let along = 0;
    let length = 0;
    for (let c = 0; c < 3; c++) {
      const d = places[6 * e + 3 + c] - places[6 * e + c];
      along += d * (rest[o + c] - places[6 * e + c]);
      length += d * d;
    }
    const t = Math.min(1, Math.max(0, along / length));
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const at = (1 - t) * places[6 * e + c] + t * places[6 * e + 3 + c];
      square += (rest[o + c] - at) ** 2;
    }
    if (square >= least) continue;
    least = square;
    const swap = t > 0.5 ? 1 : 0;
    touched[5 * row + 4] = ends[2 * e + swap];
    theirEnd[row] = ends[2 * e + 1 - swap];
    theirShare[row] = swap === 1 ? 1 - t : t;
  }
}

/** Sine of how far a normal is within the arc of normals of an edge, from the cosines of both to its middle. */
function withinArc(facing: number, arc: number): number {
  if (facing >= 0) return -1;
  const across = Math.sqrt(Math.max(0, 1 - facing * facing));
  return -facing * Math.sqrt(1 - arc * arc) - across * arc;
}

function along(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
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

/** Distance of the two ends of an edge [m]. */
export function lengthOf({ x }: LivePoints, edges: Int32Array, e: number): number {
  let square = 0;
  for (let c = 0; c < 3; c++)
    square += (x[3 * edges[2 * e] + c] - x[3 * edges[2 * e + 1] + c]) ** 2;
  return Math.sqrt(square);
}
