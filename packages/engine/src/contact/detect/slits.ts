import type { Cage } from './cage.ts';
import { facing, type LivePoints } from './live.ts';
import { LEAST_FACING } from './numbers.ts';
import type { PairLook, PairScratch } from './pair-scratch.ts';
import { addRow, type ContactRows } from './rows.ts';

/**
 * The sides of slits in a connected body. Its cage spans a slit as if it were closed; where cubes of the cage reach
 * into a slit, the body itself finds the side that a point touches, and provides the site there.
 */
export interface Walls {
  /** Whether there are any. */
  readonly any: boolean;
  /** Places on them at rest [m], shape [n, 3]. Allocates. */
  edges(): Float64Array;
  /** Of a slit's side, how far from it the cage may be wrong [m]. */
  readonly near: number;
  /** A new step: releases all sites. */
  begin(): void;
  /**
   * The surface that a point meets: out[w..] = [gap, normal] in the world, the gap negative inside. Returns what it
   * belongs to, or −1 if there is none within `within` [m].
   */
  meet(look: WallLook, within: number, out: Float64Array, w: number): number;
  /**
   * Holds the body at place y[o..] on the side that `meet` gave; returns the number among the points of its cage, −1 if
   * there is no room.
   */
  hold(y: Float64Array, o: number, side: number): number;
}

/** A point near a slit: where it is [m], its own outward normal, of any length, and how far it goes in the step [m]. */
export interface WallLook {
  readonly place: Float64Array;
  readonly normal: Float64Array;
  readonly displacement: Float64Array;
}

/** A body with slits as a detection sees it. */
export interface Slits {
  readonly walls: Walls;
  /** 1 for cubes of the cage that reach into a slit. */
  readonly cubes: Uint8Array;
  /** The body's own contact points. */
  readonly points: LivePoints;
}

/** Marks the cubes of a cage that have a place of `edges` within `near` [m]. */
export function markCubes(out: Uint8Array, cage: Cage, edges: Float64Array, near: number): void {
  const { cubes, corners, cell } = cage;
  for (let i = 0; i < out.length; i++) {
    const first = 3 * cubes[8 * i];
    let found = 0;
    for (let e = 0; e < edges.length && found === 0; e += 3) {
      found = 1;
      for (let c = 0; c < 3; c++) {
        const at = edges[e + c] - corners[first + c];
        if (at < -near || at > cell + near) found = 0;
      }
    }
    out[i] = found;
  }
}

/**
 * Tests point near[k] against the sides of slits, after this many pieces of its path; `wall` gets the gap from its
 * current position.
 */
export function meetWall(
  { toWall, near, pieces, part, wall }: PairScratch,
  { x, v, inner }: LivePoints,
  mean: Float64Array,
  { h }: PairLook,
  { walls }: Slits,
  k: number,
  piece: number,
  within: number,
): number {
  const i = 3 * near[k];
  part[k] = pieces[k] > 0 ? piece / pieces[k] : 0;
  for (let c = 0; c < 3; c++) {
    toWall.normal[c] = x[i + c] - inner[i + c];
    toWall.displacement[c] = h * (v[i + c] - mean[c]);
    toWall.place[c] = x[i + c] + part[k] * toWall.displacement[c];
  }
  const side = walls.meet(toWall, within, wall, 4 * k);
  for (let c = 0; c < 3; c++) wall[4 * k] -= part[k] * wall[4 * k + 1 + c] * toWall.displacement[c];
  return side;
}

/** A row for a point that meets the side of a slit. Returns false if rows ran out. */
export function appendWall(
  rows: ContactRows,
  { near, wall, side }: PairScratch,
  points: LivePoints,
  { a, b, slits }: PairLook,
  k: number,
): boolean {
  const i = near[k];
  if (slits === null || facing(points, i, wall, 4 * k + 1) > LEAST_FACING) return true;
  const held = slits.walls.hold(points.x, 3 * i, side[k]);
  if (held < 0) return false;
  const row = addRow(rows, a, b, i);
  if (row < 0) return false;
  rows.gap[row] = wall[4 * k];
  for (let c = 0; c < 3; c++) {
    rows.normal[3 * row + c] = wall[4 * k + 1 + c];
    rows.surface[3 * row + c] = 0;
  }
  for (let s = 0; s < 4; s++) {
    rows.touched[5 * row + s] = held;
    rows.weight[4 * row + s] = s === 0 ? 1 : 0;
  }
  rows.touched[5 * row + 4] = standIn(slits.points, points.x, 3 * i, wall, 4 * k + 1);
  return true;
}

/**
 * The contact point that stands for a place: the nearest of those whose surface looks along the normal there, more or
 * less.
 */
function standIn(
  { count, x, inner }: LivePoints,
  y: Float64Array,
  o: number,
  normal: Float64Array,
  g: number,
): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let p = 0; p < count; p++) {
    const k = 3 * p;
    const dx = x[k] - y[o];
    const dy = x[k + 1] - y[o + 1];
    const dz = x[k + 2] - y[o + 2];
    const along =
      (x[k] - inner[k]) * normal[g] +
      (x[k + 1] - inner[k + 1]) * normal[g + 1] +
      (x[k + 2] - inner[k + 2]) * normal[g + 2];
    const square = dx * dx + dy * dy + dz * dz;
    if (along <= 0 || square >= least) continue;
    least = square;
    best = p;
  }
  return best;
}
