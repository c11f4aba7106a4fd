import type { Primitive } from '../../geometry/primitive.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { PointSet } from '../solve/metric.ts';
import type { Collider } from './obstacle-points.ts';
import type { Walls } from './slits.ts';

/** Groups of a thing and groups it touches, as bits; see `groups` and `touches` of a scene. */
export interface Grouped {
  /** Groups it is in. */
  groups: number;
  /** Groups it touches; −1 for everything, also what is in no group. */
  touches: number;
  /** True if it reports its contents and pushes nothing. */
  sensor: boolean;
}

/** Marks a body of another engine. Guests touch only the other guests that they `meet`. */
export interface GuestMark {
  readonly meets: ReadonlySet<object>;
}

/** A body's points as detection sees them; `models/body.ts` says what each of these promises. */
export interface DetectedPoints {
  readonly contacts: PointSet;
  embed(points: Float64Array): PointSet;
  positions(set: PointSet, out: Float64Array): void;
  velocities(set: PointSet, u: Float64Array, out: Float64Array): void;
  putContact?(i: number, y: Float64Array, o: number): void;
}

/** A body as detection sees it. */
export interface DetectedBody extends Grouped {
  readonly body: {
    readonly model: { readonly size: number };
    readonly equation: { readonly velocity: Float64Array };
    readonly points: DetectedPoints;
    readonly motion: { readonly history?: { expect(out: Float64Array): boolean } };
    readonly cut?: { readonly topology: number; readonly isCut: boolean };
    readonly adapt?: {
      touch?(h: number, points: Int32Array, count: number, speeds: Float64Array): void;
    };
  };
  /** Room for a velocity. */
  readonly u: Float64Array;
  /** Points a little below the contact points. */
  readonly inner: PointSet;
  readonly friction: number;
  /** Rolling resistance: force on a rolling body by the normal force. */
  readonly rolling: number;
  readonly contact: 'all' | 'obstacles' | 'none';
  readonly selfContact: boolean;
  readonly guest: GuestMark | null;
  /** Pieces of one body have the same. */
  readonly origin: number;
}

/** An obstacle as detection sees it. */
export interface Obstacle extends Collider, Grouped {
  /** The primitive it is, if any. */
  readonly primitive: Primitive | null;
  readonly friction: number;
  /** Rolling resistance: force on a rolling body by the normal force. */
  readonly rolling: number;
  /** Velocity of its surface along itself, in its own axes [m/s]. */
  readonly belt: Float64Array;
  readonly present: boolean;
  readonly guest: GuestMark | null;
}

/** Who sleeps. */
export interface Sleep {
  /** First body of the group each sleeps with; −1 for those awake. */
  readonly group: Int32Array;
  /** 1 if a sleeping body's rows are those of where it is. */
  readonly known: Uint8Array;
}

/** True if a body sleeps where it was in the last step: its points and rows are still valid. */
export function isKept({ group, known }: Sleep, b: number): boolean {
  return group[b] >= 0 && known[b] === 1;
}

/** A world as detection sees it. */
export interface Surroundings {
  readonly kernels: Kernels;
  readonly gravity: Float64Array;
  readonly bodies: readonly DetectedBody[];
  readonly obstacles: readonly Obstacle[];
  readonly sleep: Sleep;
  /** Pairs that joints keep from touching each other (`pairKey`). */
  readonly joined: ReadonlySet<number>;
  readonly contacts: { readonly corners: readonly PointSet[] };
}

/** Corners of the cage of a body that may have slits. */
export interface SlitPoints extends PointSet {
  readonly walls: Walls;
}

/** Key of two bodies, or of a body and an obstacle −1 − o. */
export function pairKey(body: number, other: number): number {
  const [a, b] = other >= 0 && other < body ? [other, body] : [body, other];
  return a * 4096 + b + 2048;
}

/** Whether a body and another thing may touch at all, by groups, joints and guests. */
export function mayMeet(
  { bodies, joined }: Surroundings,
  a: number,
  other: number,
  thing: DetectedBody | Obstacle,
): boolean {
  if (joined.size > 0 && joined.has(pairKey(a, other))) return false;
  return groupsMeet(bodies[a], thing) && !strangers(bodies[a], thing);
}

/** Each must list the other. */
function groupsMeet(a: Grouped, b: Grouped): boolean {
  return (
    (a.touches === -1 || (a.touches & b.groups) !== 0) &&
    (b.touches === -1 || (b.touches & a.groups) !== 0)
  );
}

/** Guests that do not touch in their own engine do not touch here. */
function strangers(a: DetectedBody, b: DetectedBody | Obstacle): boolean {
  return a.guest !== null && b.guest !== null && !a.guest.meets.has(b.guest);
}

/** Two pieces of one body. */
export function arePieces(a: DetectedBody, b: DetectedBody): boolean {
  return a !== b && a.origin === b.origin && a.guest === null;
}

/** True if an obstacle or its surface moves. */
export function isMoving({ pose, nextPose, belt }: Obstacle): boolean {
  if (belt[0] !== 0 || belt[1] !== 0 || belt[2] !== 0) return true;
  for (let c = 0; c < 12; c++) if (pose[c] !== nextPose[c]) return true;
  return false;
}

/** True if a body was cut: its contact points have moved, and its cage spans the slits. */
export function wasCut({ body }: DetectedBody): boolean {
  return body.cut?.isCut ?? false;
}
