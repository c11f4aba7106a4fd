import { applyTransposed3, det3 } from '../../math/mat3.ts';
import { facing, type LiveCage, type LivePoints, pieceLength } from './live.ts';
import {
  LEAST_FACING,
  LEAST_FACING_PUSHED,
  MOST_MARCHES,
  SAME_FACE,
  SHORTEST_MARCH,
  STAY,
  STAY_BESIDES,
  STAY_OUTSIDE,
  WELL_FACING,
} from './numbers.ts';
import type { PairLook, PairScratch } from './pair-scratch.ts';
import { pushNormal } from './tetrahedron.ts';

const ANY = Number.POSITIVE_INFINITY;
/** In `goesOn`: it is outside, and its normal is the one it had. */
const AS_BEFORE = 2;
const NOWHERE = 1e-9;

/**
 * Handles points inside that may have entered through another surface than the nearest. A point that was pushed in one
 * direction keeps it as long as that is not much farther: next to a ridge it would alternate and never rest. In a
 * notch, where that leads nowhere and the point faces both sides, it takes the direction half-way between. A point that
 * does not face the nearest surface entered through another one (near an edge the nearest face is often the wrong one):
 * it is moved back against its own normal until it is outside, by at most a cube's length, and no farther than it can
 * have moved if it was not pushed before. `rest` becomes that point, distance and gradient are those there, and `out`
 * is the displacement in the world [m].
 */
export function leaveAsItCame(
  scratch: PairScratch,
  points: LivePoints,
  live: LiveCage,
  mean: Float64Array,
  look: PairLook,
  m: number,
): void {
  const { distance, gradient, out, goesOn, one } = scratch;
  for (let j = 0; j < m; j++) {
    out.fill(0, 3 * j, 3 * j + 3);
    goesOn[j] = 0;
    if (!(distance[j] < 0)) {
      if (distance[j] < STAY_OUTSIDE * live.cage.cell) stay(scratch, live, j);
      continue;
    }
    for (let c = 0; c < 3; c++) one[c] = gradient[3 * j + c];
    if (leaveOne(scratch, points, live, mean, look, j)) {
      live.cage.query.normals(scratch.place, 1, scratch.depth, one);
      distance[j] = scratch.depth[0];
    }
    for (let c = 0; c < 3; c++) gradient[3 * j + c] = one[c];
  }
}

/** A pushed point that has just come out keeps its direction. */
function stay(scratch: PairScratch, live: LiveCage, j: number): void {
  const { near, who, gradient, goesOn, pushed, last, one } = scratch;
  const i = near[who[j]];
  if (pushed[i] === 0) return;
  for (let c = 0; c < 3; c++) one[c] = gradient[3 * j + c];
  const steep = pushNormal(scratch, live, 4 * who[j], 3 * j);
  if (steep > 0 && along(gradient, 3 * j, last, 3 * i) < SAME_FACE) goesOn[j] = AS_BEFORE;
  for (let c = 0; c < 3; c++) gradient[3 * j + c] = one[c];
}

/** The same for one of them; true if it was moved. The gradient is then that in the world. */
function leaveOne(
  scratch: PairScratch,
  points: LivePoints,
  live: LiveCage,
  mean: Float64Array,
  { h, slack }: PairLook,
  j: number,
): boolean {
  const { near, who, distance, gradient, out, goesOn, pushed, last } = scratch;
  const { cell } = live.cage;
  const k = who[j];
  const i = near[k];
  const steep = pushNormal(scratch, live, 4 * k, 3 * j);
  if (!(steep > 0)) return false;
  if (pushed[i] === 1 && along(gradient, 3 * j, last, 3 * i) < SAME_FACE) {
    const most = Math.min(cell, (-STAY * distance[j]) / steep + STAY_BESIDES * cell);
    for (let c = 0; c < 3; c++) out[3 * j + c] = last[3 * i + c];
    goesOn[j] = leave(scratch, live, j, most) ? 1 : 0;
    if (goesOn[j] === 0 && facing(points, i, gradient, 3 * j) < LEAST_FACING) {
      for (let c = 0; c < 3; c++) out[3 * j + c] = last[3 * i + c] + gradient[3 * j + c];
      goesOn[j] = leave(scratch, live, j, most) ? 1 : 0;
    }
    if (goesOn[j] === 1) return true;
  }
  if (facing(points, i, gradient, 3 * j) < WELL_FACING) return false;
  const farthest = pushed[i] === 1 ? cell : slack + 2 * pieceLength(points, mean, i, h, 1);
  for (let c = 0; c < 3; c++) out[3 * j + c] = points.inner[3 * i + c] - points.x[3 * i + c];
  return leave(scratch, live, j, Math.min(cell, farthest));
}

/**
 * Moves the j-th place at rest along out[3j..], a direction in the world, until it is outside; false if that is farther
 * than `most` [m]. `out` becomes its displacement. After `pushNormal`, which has left the cofactors of F.
 */
function leave(scratch: PairScratch, live: LiveCage, j: number, most: number): boolean {
  const { rest, distance, out, matrix, one, exit } = scratch;
  const { cell, sdf } = live.cage;
  const length = Math.sqrt(along(out, 3 * j, out, 3 * j));
  // Between two opposite paths there is none.
  if (!(length > NOWHERE)) {
    out.fill(0, 3 * j, 3 * j + 3);
    return false;
  }
  for (let c = 0; c < 3; c++) {
    out[3 * j + c] /= length;
    exit[c] = out[3 * j + c] / det3(matrix, 0);
  }
  // A metre in that direction in the world, at rest.
  applyTransposed3(exit, 0, matrix, 9, exit, 0);
  const speed = Math.sqrt(along(exit, 0, exit, 0));
  let displacement = 0;
  let deep = distance[j];
  for (let step = 0; step < MOST_MARCHES && deep < 0; step++) {
    // No surface is nearer than that.
    displacement += Math.max(-deep, SHORTEST_MARCH * cell) / speed;
    if (displacement > most) break;
    for (let c = 0; c < 3; c++) one[3 + c] = rest[3 * j + c] + displacement * exit[c];
    sdf.evaluate(scratch.place, 1, scratch.depth);
    deep = scratch.depth[0];
  }
  for (let c = 0; c < 3; c++) {
    if (deep >= 0) rest[3 * j + c] = one[3 + c];
    out[3 * j + c] *= deep >= 0 ? displacement : 0;
  }
  return deep >= 0;
}

function along(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** A point that keeps its normal is pushed along it, for any surface there. */
export function takeExit(scratch: PairScratch, j: number): void {
  const { out, distance, gradient, goesOn, last, near, who } = scratch;
  if (goesOn[j] === AS_BEFORE) {
    for (let c = 0; c < 3; c++) gradient[3 * j + c] = last[3 * near[who[j]] + c];
    return;
  }
  const length = Math.sqrt(along(out, 3 * j, out, 3 * j));
  for (let c = 3 * j; c < 3 * j + 3; c++) gradient[c] = out[c] / length;
  distance[j] = 0;
}

/** Up to which cosine a point's own surface may face the normal gradient[g..]. */
export function mostFacing({ pushed, gradient, last }: PairScratch, i: number, g: number): number {
  if (pushed[i] === 0) return LEAST_FACING;
  return along(gradient, g, last, 3 * i) < SAME_FACE ? LEAST_FACING_PUSHED : ANY;
}
