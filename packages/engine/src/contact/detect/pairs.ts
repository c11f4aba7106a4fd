import type { Kernels } from '../../kernels/kernels.ts';
import { applyTransposed3 } from '../../math/mat3.ts';
import { extendPaths, tracePaths } from './continuous.ts';
import { leaveAsItCame, mostFacing, takeExit } from './leave.ts';
import { facing, type LiveCage, type LivePoints, pieceLength } from './live.ts';
import { HIT, LEAST_APART, MOST_POINT_PIECES, NEVER, POINT_PIECE } from './numbers.ts';
import type { PairLook, PairScratch } from './pair-scratch.ts';
import { addRow, type ContactRows } from './rows.ts';
import { appendWall, meetWall } from './slits.ts';
import { cornerOf, deformation, eighthOf, pushNormal, weighWhereItIs } from './tetrahedron.ts';

/** In `decided`: the point meets the surface at rest, or the side of a slit. */
const SURFACE = 1;
const WALL = 2;
/**
 * Appends a row for each contact point of body a that is inside body b or may get there within the step. The path of a
 * point relative to b's mean motion is looked at in pieces of half a cube; the first place that is near the surface
 * counts, so nothing gets through unseen. With a = b, parts of a body that are far apart along the material; on their
 * paths points then meet separate solids only. Returns false if rows ran out.
 */
export function detectPair(
  rows: ContactRows,
  scratch: PairScratch,
  kernels: Kernels,
  points: LivePoints,
  cage: LiveCage,
  bMean: Float64Array,
  look: PairLook,
): boolean {
  const { near, pieces, decided, y, who, own, found, weights, rest, distance } = scratch;
  const self = look.a === look.b;
  const n = gatherNear(scratch, points, cage, bMean, look);
  if (n === 0) return true;
  let most = 0;
  for (let k = 0; k < n; k++) most = Math.max(most, pieces[k]);
  // Points farther from the surface do not matter, unless there are slits.
  let reach = Number.POSITIVE_INFINITY;
  if (look.slits === null) {
    reach = 0;
    for (let k = 0; k < n; k++)
      reach = Math.max(reach, farthestOf(scratch, points, bMean, look, k));
  }
  for (let piece = 0; piece <= most; piece++) {
    let m = 0;
    for (let k = 0; k < n; k++) {
      if (decided[k] > 0 || piece > pieces[k]) continue;
      const i = near[k];
      const t = pieces[k] > 0 ? (piece / pieces[k]) * look.h : 0;
      for (let c = 0; c < 3; c++) {
        y[3 * m + c] = points.x[3 * i + c] + t * (points.v[3 * i + c] - bMean[c]);
      }
      own[m] = points.home[i];
      who[m++] = k;
    }
    if (m === 0) continue;
    kernels.locateInCage(
      found,
      weights,
      y,
      m,
      cage.boxes,
      cage.nodes,
      cage.nodes.length / 3,
      cage.cubes,
      cage.x,
      cage.clearance,
      cage.apart,
      cage.cubes.length / 8,
      own,
      self ? (piece > 0 ? NEVER : LEAST_APART) : 0,
      cage.fit.margin,
      reach,
    );
    const inside = carryToRest(scratch, cage, m);
    if (inside === 0) continue;
    cage.cage.sdf.evaluate(rest, inside, distance);
    for (let j = 0; j < inside; j++) {
      const k = who[j];
      const within = farthestOf(scratch, points, bMean, look, k);
      if (look.slits !== null && look.slits.cubes[found[4 * j]] === 1) {
        const side = meetWall(scratch, points, bMean, look, look.slits, k, piece, within);
        if (side < 0) continue;
        scratch.side[k] = side;
        decided[k] = WALL;
        continue;
      }
      if (!(distance[j] < within)) continue;
      decided[k] = SURFACE;
      scratch.part[k] = pieces[k] > 0 ? piece / pieces[k] : 0;
      for (let c = 0; c < 4; c++) {
        scratch.hit[4 * k + c] = found[4 * j + c];
        scratch.hitWeights[4 * k + c] = weights[4 * j + c];
      }
      for (let c = 0; c < 3; c++) scratch.hitRest[3 * k + c] = rest[3 * j + c];
    }
  }
  return appendRows(rows, scratch, points, cage, bMean, look, n);
}

/**
 * Distance from the surface at which the k-th near point counts [m]: what it and the body may do within a piece of its
 * path.
 */
function farthestOf(
  { near, pieces }: PairScratch,
  points: LivePoints,
  mean: Float64Array,
  { h, slack }: PairLook,
  k: number,
): number {
  const displacement = pieceLength(points, mean, near[k], h, Math.max(1, pieces[k]));
  return slack + h * mean[3] + displacement;
}

/** Points whose path meets the box of the cage. */
function gatherNear(
  { near, pieces, decided }: PairScratch,
  points: LivePoints,
  { boxes, cage, fit }: LiveCage,
  mean: Float64Array,
  { a, b, h, among }: PairLook,
): number {
  const { x, v } = points;
  const count = among === null ? points.count : among.count;
  let n = 0;
  for (let j = 0; j < count; j++) {
    const i = among === null ? j : among.list[j];
    let apart = false;
    for (let c = 0; c < 3; c++) {
      const from = x[3 * i + c];
      const to = from + h * (v[3 * i + c] - mean[c]);
      if (Math.min(from, to) > fit.margin - boxes[3 + c]) apart = true;
      if (Math.max(from, to) < boxes[c] - fit.margin) apart = true;
    }
    if (apart) continue;
    near[n] = i;
    decided[n] = 0;
    // Within one solid points move with the material they may touch: they are tested at their current positions.
    const displacement = a === b && cage.pieces === 1 ? 0 : pieceLength(points, mean, i, h, 1);
    pieces[n++] = Math.min(MOST_POINT_PIECES, Math.floor(displacement / (POINT_PIECE * cage.cell)));
  }
  return n;
}

/** rest = rest positions of what was found, packed with `who`, `found` and `weights`; returns how many. */
function carryToRest(scratch: PairScratch, { cubes, cage }: LiveCage, m: number): number {
  const { found, weights, who, rest } = scratch;
  const X = cage.corners;
  let inside = 0;
  for (let j = 0; j < m; j++) {
    if (found[4 * j] < 0) continue;
    const o = 4 * inside;
    who[inside] = who[j];
    for (let c = 0; c < 4; c++) {
      found[o + c] = found[4 * j + c];
      weights[o + c] = weights[4 * j + c];
    }
    for (let c = 0; c < 3; c++) {
      let at = 0;
      for (let s = 0; s < 4; s++) at += weights[o + s] * X[3 * cornerOf(cubes, found, o, s) + c];
      rest[3 * inside + c] = at;
    }
    inside++;
  }
  return inside;
}

function appendRows(
  rows: ContactRows,
  scratch: PairScratch,
  points: LivePoints,
  live: LiveCage,
  mean: Float64Array,
  look: PairLook,
  n: number,
): boolean {
  const { near, decided, hit, hitWeights, hitRest, part, rest, distance, gradient, who } = scratch;
  const { a, b, h } = look;
  const { cage, cubes } = live;
  let m = 0;
  for (let k = 0; k < n; k++) {
    if (decided[k] !== SURFACE) continue;
    for (let c = 0; c < 3; c++) rest[3 * m + c] = hitRest[3 * k + c];
    who[m++] = k;
  }
  if (m > 0) {
    cage.query.normals(rest, m, distance, gradient);
    leaveAsItCame(scratch, points, live, mean, look, m);
    // Within one solid points move along with what they may touch.
    if (a !== b || cage.pieces > 1) passOpenings(scratch, points, live, mean, look, m);
  }
  for (let k = 0, next = 0; k < n; k++) {
    if (decided[k] === WALL && !appendWall(rows, scratch, points, look, k)) return false;
    if (decided[k] !== SURFACE) continue;
    const j = next++;
    const i = near[k];
    const steep = pushNormal(scratch, live, 4 * k, 3 * j);
    if (scratch.goesOn[j] > 0) takeExit(scratch, j);
    if (!(steep > 0)) continue;
    let gap = distance[j] / steep;
    let closing = 0;
    for (let c = 0; c < 3; c++) {
      gap -= gradient[3 * j + c] * scratch.out[3 * j + c];
      const displacement = h * (points.v[3 * i + c] - mean[c]);
      gap -= part[k] * gradient[3 * j + c] * displacement;
      closing -= gradient[3 * j + c] * displacement;
    }
    // What is outside and on its way in is stopped whichever way it faces: edges of soft bodies roll up in a hit.
    const arrives = a !== b && gap > -look.slack && closing > Math.max(0, gap);
    if (!arrives && facing(points, i, gradient, 3 * j) > mostFacing(scratch, i, 3 * j)) continue;
    const row = addRow(rows, a, b, i);
    if (row < 0) return false;
    for (let c = 0; c < 3; c++) {
      rows.normal[3 * row + c] = gradient[3 * j + c];
      rows.surface[3 * row + c] = 0;
    }
    rows.gap[row] = gap;
    for (let s = 0; s < 4; s++) {
      rows.touched[5 * row + s] = cornerOf(cubes, hit, 4 * k, s);
      rows.weight[4 * row + s] = hitWeights[4 * k + s];
    }
    if (part[k] > 0) weighWhereItIs(rows.weight, 4 * row, scratch, points.x, live, i, 4 * k);
    rows.touched[5 * row + 4] =
      cage.nearest[8 * hit[4 * k] + eighthOf(cage, hit[4 * k], rest, 3 * j)];
  }
  return true;
}

/**
 * Follows what is left of the points' paths through the body at rest (`tracePaths`): distance and gradient become what
 * they meet.
 */
function passOpenings(
  scratch: PairScratch,
  points: LivePoints,
  live: LiveCage,
  mean: Float64Array,
  { h, slack }: PairLook,
  m: number,
): void {
  const { paths, near, who, part, rest, distance, gradient, matrix, one } = scratch;
  for (let j = 0; j < m; j++) {
    const k = who[j];
    const det = deformation(scratch, live, 4 * k);
    const scale = det > 0 ? (h * (1 - part[k])) / det : 0;
    for (let c = 0; c < 3; c++) one[c] = scale * (points.v[3 * near[k] + c] - mean[c]);
    // F⁻¹ from the cofactors.
    applyTransposed3(one, 0, matrix, 9, one, 0);
    paths.distance[j] = distance[j];
    for (let c = 0; c < 3; c++) {
      paths.place[3 * j + c] = rest[3 * j + c];
      paths.normal[3 * j + c] = gradient[3 * j + c];
      paths.displacement[3 * j + c] = one[c];
    }
  }
  extendPaths(paths, m, slack);
  tracePaths(paths, m, live.cage.sdf, live.cage.query, HIT * slack);
  for (let j = 0; j < m; j++) distance[j] = paths.distance[j];
  for (let c = 0; c < 3 * m; c++) gradient[c] = paths.normal[c];
}
