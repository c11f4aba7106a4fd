import type { Allocator } from '../../kernels/arena.ts';
import { allocatePaths } from './continuous.ts';
import type { Subset } from './live.ts';
import type { Slits } from './slits.ts';

/** Scratch of a detection between bodies, for bodies of up to so many contact points. */
export function allocatePairScratch(a: Allocator, points: number) {
  return {
    /** Points that may touch, in order; in how many pieces their path is examined; 1 once decided. */
    near: a.i32(points),
    pieces: a.i32(points),
    decided: a.u8(points),
    /** Places asked for, whose they are, and the cubes they belong to. */
    y: a.f64(3 * points),
    who: a.i32(points),
    own: a.i32(points),
    found: a.i32(4 * points),
    weights: a.f64(4 * points),
    /** Places at rest, distances, gradients there. */
    rest: a.f64(3 * points),
    distance: a.f64(points),
    gradient: a.f64(3 * points),
    /** How each was moved to be outside [m], and the direction in which it may leave, at rest [m/m]. */
    out: a.f64(3 * points),
    exit: a.f64(3),
    /** 1 for those that go on along the normal they had. */
    goesOn: a.u8(points),
    /** 1 for those of a's points that b pushed in the last step, by contact point, and along which normals. */
    pushed: a.u8(points),
    last: a.f64(3 * points),
    /** What was found, by contact point: cube and axes, part of the path, weights, rest place. */
    hit: a.i32(4 * points),
    part: a.f64(points),
    hitWeights: a.f64(4 * points),
    hitRest: a.f64(3 * points),
    matrix: a.f64(18),
    paths: allocatePaths(a, points),
    /** Of points that meet the side of a slit: gap and normal, and whose it is. */
    wall: a.f64(4 * points),
    side: a.i32(points),
    toWall: { place: a.f64(3), normal: a.f64(3), displacement: a.f64(3) },
    /** A direction at rest and a place there; the distance of the place. */
    ...placeAndDepth(a),
  };
}

function placeAndDepth(a: Allocator) {
  const one = a.f64(6);
  return { one, place: one.subarray(3), depth: a.f64(1) };
}

/** What is needed to look into one tetrahedron of a cage. */
export type TetrahedronScratch = Pick<PairScratch, 'matrix' | 'hit' | 'gradient' | 'one'>;

export type PairScratch = ReturnType<typeof allocatePairScratch>;

/** What the two bodies of a detection are, and how carefully to look. */
export interface PairLook {
  /** Indices of the body whose points are looked at and of the one they may touch. */
  a: number;
  b: number;
  /** Seconds of the step. */
  h: number;
  /** Rows are made within this distance even if nothing moves [m]. */
  slack: number;
  /** Slits of b, null if it has none. */
  slits: Slits | null;
  /** The only points of a that may touch b; null for any. */
  among: Subset | null;
}
