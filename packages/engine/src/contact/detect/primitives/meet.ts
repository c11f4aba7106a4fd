import type { Primitive } from '../../../geometry/primitive.ts';
import type { Cage } from '../cage.ts';
import { TOUCHED } from '../numbers.ts';
import { addRow, type ContactRows } from '../rows.ts';
import { approach } from './approach.ts';
import { findManifold } from './manifold.ts';
import { createPlaced, type Placed, placeByPoints } from './placed.ts';
import { createManifold, type Manifold } from './points.ts';
import { separate, sizeOf } from './separation.ts';

/**
 * A rigid body that touches by a primitive. Rows name points of its own that are put where the manifold is, again in
 * each step: the last of its contact points, from `first` on. The manifold moves over the material as the body rolls.
 */
export interface LivePrimitive {
  readonly primitive: Primitive;
  /** Where its frame points are [m] and how they move [m/s], shape [4, 3]. */
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly placed: Placed;
  /** How fast it turns at most [rad/s]. */
  readonly spin: Float64Array;
  /** First of the contact points that may be put anywhere, and 1 for those in use. */
  readonly first: number;
  readonly used: Uint8Array;
  /**
   * Four corners of the cage, from the first a cube's edge along each axis: with weights they are any place of a rigid
   * body.
   */
  readonly corners: Int32Array;
  readonly origin: Float64Array;
  readonly cell: number;
}

export function createLivePrimitive(
  primitive: Primitive,
  { cubes, corners, cell }: Cage,
  first: number,
  moving: number,
): LivePrimitive {
  return {
    primitive,
    x: new Float64Array(12),
    v: new Float64Array(12),
    placed: createPlaced(),
    spin: new Float64Array(1),
    first,
    used: new Uint8Array(moving),
    corners: Int32Array.of(cubes[0], cubes[1], cubes[2], cubes[4]),
    origin: corners.slice(3 * cubes[0], 3 * cubes[0] + 3),
    cell,
  };
}

/** Takes over where the frame points are and how they move. */
export function readPrimitive(live: LivePrimitive): void {
  const { v, spin } = live;
  placeByPoints(live.placed, live.primitive, live.x);
  let square = 0;
  for (let k = 3; k < 12; k++) square += (v[k] - v[k % 3]) * (v[k] - v[k % 3]);
  // Each of three axes a metre long turns by what of the spin is square to it: together twice the square of it.
  spin[0] = Math.sqrt(square / 2);
}

export interface MeetScratch {
  readonly manifold: Manifold;
  readonly centre: Float64Array;
  /** How the first moves relative to the second in the step, at its centre [m]. */
  readonly displacement: Float64Array;
  readonly other: Placed;
}

export function createMeetScratch(): MeetScratch {
  return {
    manifold: createManifold(),
    centre: new Float64Array(3),
    displacement: new Float64Array(3),
    other: createPlaced(),
  };
}

/**
 * Appends a row for each place of the manifold of `a` and b that is closer than `within` [m]; on the path of the step,
 * if it leads a to b, as of where they first touch. x[..] gets the current positions of the rows' contact points in the
 * world. Returns false if rows or points ran out.
 */
export function meetPrimitives(
  rows: ContactRows,
  { manifold, centre, displacement }: MeetScratch,
  a: LivePrimitive,
  b: Placed,
  body: number,
  other: number,
  x: Float64Array,
  slack: number,
  within: number,
): boolean {
  const { placed, used, first } = a;
  const n = manifold.separation;
  separate(n, placed, b);
  if (!(n[0] < within)) return true;
  for (let c = 0; c < 3; c++) centre[c] = placed.centre[c];
  let part = 0;
  if (n[0] > 0) part = approach(placed, b, displacement, TOUCHED * slack, n);
  const gone = part * (n[1] * displacement[0] + n[2] * displacement[1] + n[3] * displacement[2]);
  findManifold(manifold, placed, b, within + gone);
  for (let c = 0; c < 3; c++) placed.centre[c] = centre[c];
  let free = 0;
  for (let k = 0; k < manifold.count; k++) {
    while (free < used.length && used[free] === 1) free++;
    if (free === used.length) return false;
    const row = addRow(rows, body, other, manifold.id[k]);
    if (row < 0) return false;
    used[free] = 1;
    const point = first + free;
    rows.ends[2 * row] = point;
    rows.ends[2 * row + 1] = point;
    rows.gap[row] = manifold.gap[k] - gone;
    for (let c = 0; c < 3; c++) {
      rows.normal[3 * row + c] = n[1 + c];
      rows.surface[3 * row + c] = 0;
      x[3 * point + c] = manifold.place[3 * k + c] - part * displacement[c];
    }
  }
  return true;
}

/** displacement = how a moves in h seconds, less what b does where a is. */
export function motionBetween(
  displacement: Float64Array,
  a: LivePrimitive,
  b: LivePrimitive,
  h: number,
): void {
  for (let c = 0; c < 3; c++) displacement[c] = a.v[c] - b.v[c];
  for (let k = 1; k < 4; k++) {
    let along = 0;
    for (let c = 0; c < 3; c++) {
      along += b.placed.axes[3 * c + k - 1] * (a.placed.centre[c] - b.placed.centre[c]);
    }
    for (let c = 0; c < 3; c++) displacement[c] -= along * (b.v[3 * k + c] - b.v[c]);
  }
  for (let c = 0; c < 3; c++) displacement[c] *= h;
}

/**
 * The touched place of a row: where its contact point is, half of the gap farther, by weights of corners of b's cage. x
 * moves along.
 */
export function touchPlace(
  rows: ContactRows,
  row: number,
  x: Float64Array,
  b: LivePrimitive,
): void {
  const { primitive, placed, corners, origin, cell } = b;
  const point = 3 * rows.ends[2 * row];
  for (let c = 0; c < 3; c++) x[point + c] -= 0.5 * rows.gap[row] * rows.normal[3 * row + c];
  let rest = 1;
  for (let s = 0; s < 4; s++) rows.touched[5 * row + s] = corners[s];
  rows.touched[5 * row + 4] = 0;
  for (let r = 0; r < 3; r++) {
    let at = primitive.centre[r];
    for (let k = 0; k < 3; k++) {
      let along = 0;
      for (let c = 0; c < 3; c++) {
        along += placed.axes[3 * c + k] * (x[point + c] - placed.centre[c]);
      }
      at += primitive.axes[3 * r + k] * along;
    }
    const weight = (at - origin[r]) / cell;
    rows.weight[4 * row + 1 + r] = weight;
    rest -= weight;
  }
  rows.weight[4 * row] = rest;
}

/** Within what distance a row is made [m]: what both may do in the step. */
export function reachOf(
  slack: number,
  displacement: Float64Array,
  a: LivePrimitive,
  spin: number,
  h: number,
): number {
  const length = Math.sqrt(
    displacement[0] * displacement[0] +
      displacement[1] * displacement[1] +
      displacement[2] * displacement[2],
  );
  return slack + length + h * (a.spin[0] + spin) * 2 * sizeOf(a.placed);
}
