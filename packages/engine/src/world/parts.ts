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

/** A body of a world: the scene's bodies in their order, then the pieces cut from them. */
export interface BodyEntry {
  readonly name: string;
  /** Index of the scene's body that it is, or was cut from. */
  readonly origin: number;
  readonly model: BodyModel;
  readonly cage: Cage;
  /** Its drawn surface and notes; if missing, its own surface and no notes. */
  readonly looks?: Looks;
  /** Indices of the scene body's held regions that hold it; null for all. */
  readonly held: readonly number[] | null;
  /** Data from which the scene body's model rebuilds this one; null if it is that model. */
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
  /** The same from other guests. */
  readonly inner: Float64Array;
  body: RigidBody;
}
/**
 * Memory for guests: rigid bodies that another engine moves, added and removed at run time. A world's memory is
 * reserved once, in seats: parts of the arena. The body of a guest is created in its seat.
 */
export interface Seats {
  readonly room: number;
  /** Bytes of one seat. */
  readonly bytes: number;
  readonly blocks: readonly Uint8Array[];
  /** Index of the body of the first seat: guests come after the scene's bodies. */
  readonly first: number;
  readonly guests: (SeatedGuest | null)[];
  /** True for the body of an empty seat. */
  isEmpty(body: number): boolean;
}
/** A body has fallen apart: it continues as its largest piece, and the others become bodies. */
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
  /** Name of the obstacle it is fixed to, if any; the obstacle may be replaced by another of that name. */
  readonly obstacle: string | null;
  /**
   * Corners in the coordinates of the thing it is fixed to, and now; motion of an obstacle's corners in the step [m].
   */
  readonly local: Float64Array;
  readonly x: Float64Array;
  readonly travel: Float64Array;
}
export interface Joint {
  readonly name: string;
  readonly spec: SceneJoint;
  readonly ends: readonly [JointEnd, JointEnd];
  readonly rows: readonly JointRow[];
  /** [speed, most] of its motor [rad/s or m/s, N m or N], then impulse and `ahead` of every row, then its load. */
  readonly state: Float64Array;
  /** Force [N] and torque [N m] on end a in the last step; 0 once it holds no more. Part of `state`. */
  readonly load: Float64Array;
  /** After the solve: updates the load. */
  readLoad(): void;
  /** Its position: degrees of a hinge, metres of a slider, 0 of others. */
  position(): number;
  /** Reads the current corners of both ends into their `x`. */
  look(): void;
  on: boolean;
}
/** One end of a spring: a material point of a body, or a point in the world. */
export interface SpringEnd {
  /** −1 is the world. */
  readonly body: number;
  readonly set: PointSet | null;
  /** Position now [m]; for the world, the fixed position. */
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
  /** Its definition, if it was added after the start. */
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
  /** 1 for islands in this solve of the step: first all, then those with refined bodies (`adapt.refineStep`). */
  readonly open: Uint8Array;
  /**
   * Length of each body's implicit step [s]: the whole step, or the implicit part of a second-order step. The same
   * within an island.
   */
  readonly seconds: Float64Array;
  /** What rows pressed each body with in the last step [N s]. */
  readonly load: Float64Array;
  /** 1 for bodies that touch others, or themselves. */
  readonly meets: Uint8Array;
  count: number;
}
/** Sensors: their rows are removed before the solve. */
export interface Sensed {
  /**
   * Pairs of the step under way: a body, and another body or −1 − an obstacle; the smaller of two bodies first. Grows
   * as needed.
   */
  readonly pairs: number[];
}
/** A joint broke. */
export interface BreakEvent {
  readonly joint: string;
  /** The things it joined; `b` is null for the world. */
  readonly a: string;
  readonly b: string | null;
  /** Its load [N, N m]. */
  readonly force: number;
  readonly torque: number;
}
/**
 * Bodies that touch something fixed and hardly move fall asleep, island by island: they keep their shape, contacts and
 * impulses, and cost nothing until something comes near, pulls, or changes.
 */
export interface Sleep {
  /** Steps for which each body has been slow. */
  readonly calm: Int32Array;
  /** First body of the group each sleeps with; −1 for those awake. */
  readonly group: Int32Array;
  /**
   * 1 if the rows of a sleeping body are valid for its position. Not part of the state: detection would find the same
   * rows.
   */
  readonly known: Uint8Array;
}
export interface WorldOptions extends BuildOptions {
  /** Kernels to use; all give the same bits. */
  kernels?: KernelChoice;
}
/** A spring added after the start; stored in snapshots. */
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
