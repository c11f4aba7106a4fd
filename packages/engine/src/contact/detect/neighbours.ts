import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { LiveCage, LivePoints, Subset } from './live.ts';
import { FAST, LISTED_STEPS, LOOSE, NARROWEST, WIDEST } from './numbers.ts';

/**
 * The points of a body that may touch another part of it: those near cubes far enough along the material. The list
 * stays valid while the points have moved by less than a margin and the boxes are kept: no other point can be in such a
 * cube. Results do not depend on when the list was made, so it is not part of the body's state.
 */
export interface Neighbours extends Subset {
  /** The fit of the boxes that they were listed with, −1 for none; and how far the boxes had moved. */
  fit: number;
  readonly moved: Float64Array;
  /** How far they may move, their path in the step included [m]. */
  margin: number;
  /** Where the points were then [m]. */
  readonly points: Float64Array;
  readonly near: Uint8Array;
}

/** Farther than this cubes do not move as long as boxes are kept, in cubes. */
const FARTHEST = 2.1 * LOOSE;
/** Less than one, by more than rounding. */
const NEARLY = 1 - 1e-9;

export function allocateNeighbours(a: Allocator, points: number): Neighbours {
  return {
    list: a.i32(points),
    count: 0,
    fit: -1,
    moved: a.f64(3),
    margin: 0,
    points: a.f64(3 * points),
    near: a.u8(points),
  };
}

/**
 * Lists the points of a body that may meet a part of it at least `least` cubes away in a step of h seconds,
 * rows being made within `slack` [m] and what points and body may do in the step; or leaves the list as it is while it
 * holds. Returns false if they move too fast for a list. After `fitBoxes`.
 */
export function listNeighbours(
  neighbours: Neighbours,
  kernels: Kernels,
  points: LivePoints,
  { x, apart, clearance, boxes, nodes, cubes, cage, fit }: LiveCage,
  h: number,
  slack: number,
  least: number,
): boolean {
  const { count, mean } = points;
  const { cell } = cage;
  // Points are followed along their path in the step.
  const displacement = h * mean[3];
  if (displacement > FAST * cell) return false;
  const { near, list, moved } = neighbours;
  if (neighbours.fit === fit.count) {
    const most = kernels.largestMove(
      points.x,
      neighbours.points,
      count,
      fit.moved[0] - moved[0],
      fit.moved[1] - moved[1],
      fit.moved[2] - moved[2],
    );
    if (most + displacement <= NEARLY * neighbours.margin) return true;
  }
  neighbours.margin = Math.max(
    NARROWEST * cell,
    Math.min(WIDEST * cell, LISTED_STEPS * displacement),
  );
  kernels.nearCage(
    near,
    points.x,
    count,
    boxes,
    nodes,
    nodes.length / 3,
    cubes,
    x,
    clearance,
    apart,
    cubes.length / 8,
    points.home,
    least,
    neighbours.margin + FARTHEST * cell,
    slack + 2 * FAST * cell,
  );
  neighbours.fit = fit.count;
  neighbours.count = 0;
  for (let i = 0; i < count; i++) if (near[i] === 1) list[neighbours.count++] = i;
  kernels.copy(neighbours.points, points.x, 3 * count);
  for (let c = 0; c < 3; c++) moved[c] = fit.moved[c];
  return true;
}
