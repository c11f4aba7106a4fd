import type { Cage } from '../contact/detect/cage.ts';
import type { GuestMark } from '../contact/detect/things.ts';
import type { KernelChoice } from '../kernels/index.ts';
import type { Arrays, BodyModel, PointSet } from '../models/body.ts';
import type { RigidBody } from '../models/rigid/body.ts';
import type { GuestForm, GuestWeight } from '../models/rigid/guest.ts';
import type { Supports } from '../models/rigid/support.ts';
import type { Point } from '../scene/action-types.ts';
import type { SceneJoint } from '../scene/schema.ts';
import type { BuildOptions, Looks } from './build/build.ts';
import type { JointRow } from './drive/joints/rows.ts';
import type { Coupling } from './live.ts';

/** A body of a world: the scene's bodies in their order, then the pieces that came off them. */
export interface BodyEntry {
  readonly name: string;
  /** The scene's body that it is, or came off, by index. */
  readonly origin: number;
  readonly model: BodyModel;
  readonly cage: Cage;
  /** What is seen of it and said about it; its own surface and nothing if missing. */
  readonly looks?: Looks;
  /** What of the scene's body holds it, by index; null for everything. */
  readonly held: readonly number[] | null;
  /** What the model is made again from, by that of the scene's body; null if it is that one. */
  readonly seed: Arrays | null;
}
/** A guest in its seat. */
export interface SeatedGuest extends GuestMark {
  readonly form: GuestForm;
  readonly cage: Cage;
  readonly weight: GuestWeight;
  readonly friction: number;
  readonly meets: Set<object>;
  readonly supports: Supports;
  /**
   * Impulse [N s] and angular impulse about its centre [N m s] that this world gave it in the last step; six numbers.
   */
  readonly impulse: Float64Array;
  /** The same that other guests give it. */
  readonly inner: Float64Array;
  body: RigidBody;
}
/**
 * Room for guests: rigid bodies that another engine moves and that come and go while a world runs. Memory of a world is
 * reserved once, so it is reserved in seats: parts of the arena. The body of a guest is made in the seat it takes.
 */
export interface Seats {
  readonly room: number;
  /** Bytes of one seat. */
  readonly bytes: number;
  readonly blocks: readonly Uint8Array[];
  /** Index of the body of the first seat: guests come after the scene's bodies. */
  readonly first: number;
  readonly guests: (SeatedGuest | null)[];
  /** True for the body of a seat that nobody has taken. */
  isEmpty(body: number): boolean;
}
/** A body has fallen apart: it goes on as its largest piece, and the others are bodies of their own. */
export interface Split {
  readonly body: string;
  /** Names of the new bodies: `liver/1`, … */
  readonly pieces: readonly string[];
}
/** One end of a joint: its four corners. */
export interface JointEnd {
  /** −1 is the world. */
  readonly body: number;
  readonly set: PointSet | null;
  /** The obstacle it is fixed to, if any, by name: another of that name may take its place. */
  readonly obstacle: string | null;
  /** Corners in the coordinates of what it is fixed to, and now; how far an obstacle's corners move in the step [m]. */
  readonly local: Float64Array;
  readonly x: Float64Array;
  readonly travel: Float64Array;
}
export interface Joint {
  readonly name: string;
  readonly spec: SceneJoint;
  readonly ends: readonly [JointEnd, JointEnd];
  readonly rows: readonly JointRow[];
  /** [speed, most] of its motor [rad/s or m/s, N m or N], then impulse and `ahead` of every row. */
  readonly state: Float64Array;
  /** Force [N] and torque [N m] on end a in the last step. */
  readonly reading: { force: number; torque: number };
  /** After the solve: takes the reading. */
  readLoad(): void;
  /** Where it is now: degrees of a hinge, metres of a slider, 0 of others. */
  position(): number;
  /** Reads where the corners of both ends are now, into their `x`. */
  look(): void;
  on: boolean;
}
/** One end of a spring: a material point of a body, or a place in the world. */
export interface SpringEnd {
  /** −1 is the world. */
  readonly body: number;
  readonly set: PointSet | null;
  /** Position now [m]; for the world, where the end is held. */
  readonly x: Float64Array;
}
/**
 * A spring, a drag (rest length 0, one end in the world) or a plain force (no stiffness). All are solved implicitly.
 */
export interface Spring extends Coupling {
  readonly name: string;
  readonly places: readonly [SpringEnd, SpringEnd];
  /** [stiffness N/m, damping N s/m, rest length m] */
  readonly law: Float64Array;
  /** Constant force on end a [N]. */
  readonly force: Float64Array;
  /** Steps until which it acts; negative acts for ever. */
  until: number;
  on: boolean;
  /** What it was made from, if it came into being after the start. */
  dynamic: DynamicSpring | null;
  /** Energy stored now [J]. */
  energy(): number;
}
/** Bodies grouped by contacts and couplings: each island is solved on its own. */
export interface Islands {
  readonly parent: Int32Array;
  /** Island each body is in. */
  readonly of: Int32Array;
  /** Bodies, island by island: island i is members[start[i] .. start[i+1]). */
  readonly members: Int32Array;
  readonly start: Int32Array;
  /**
   * 1 for islands that this solve of the step is about: all, and then those with bodies that have refined
   * (`Body.refineStep`).
   */
  readonly open: Uint8Array;
  /**
   * Seconds of this step that each body's equation is about: all, or what of a second-order step is implicit. The same
   * in an island.
   */
  readonly seconds: Float64Array;
  count: number;
}
/**
 * Bodies and obstacles that report are told apart from those that push: their rows are taken out before anything is
 * solved.
 */
export interface Sensed {
  /**
   * Pairs of the step under way: a body, and another body or −1 − an obstacle; the smaller of two bodies first. Grows
   * as needed.
   */
  readonly pairs: number[];
}
/** A joint bore more than it can. */
export interface BreakEvent {
  readonly joint: string;
  /** What it joined; `b` is null for the world. */
  readonly a: string;
  readonly b: string | null;
  /** What it bore [N, N m]. */
  readonly force: number;
  readonly torque: number;
}
/**
 * Bodies that touch something fixed and hardly move are put to sleep, island by island: they keep their shape, their
 * contacts and their impulses, and cost nothing until something comes near, pulls, or changes.
 */
export interface Sleep {
  /** Steps for which each body has been slow. */
  readonly calm: Int32Array;
  /** First body of the group each sleeps with; −1 for those awake. */
  readonly group: Int32Array;
  /**
   * 1 if the rows of a sleeping body belong to its present position. Not part of the state: finding them again gives
   * the same rows.
   */
  readonly known: Uint8Array;
}
export interface WorldOptions extends BuildOptions {
  /** Kernels to use; all give the same bits. */
  kernels?: KernelChoice;
}
/** A spring that came into being after the start; written into snapshots. */
export interface DynamicSpring {
  id: string;
  body: number;
  point: Point;
  to: Point;
  stiffness: number;
  damping: number;
  force: Point;
  until: number;
}
