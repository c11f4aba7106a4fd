import type { Grouped, GuestMark } from '../contact/detect/things.ts';
import type { Tie } from '../contact/solve/ties.ts';
import type { Primitive } from '../geometry/primitive.ts';
import type { NormalQuery } from '../geometry/sdf/query.ts';
import type { Sdf } from '../geometry/types.ts';
import type { Body, PointSet } from '../models/body.ts';
import type { MaterialChange } from '../scene/action-types.ts';
import type { Rider } from './bodies/rider.ts';
import type { Skeleton } from './drive/skeleton.ts';
import type { Track } from './drive/tracks.ts';

/** A coupling of points of bodies to each other or to the world, inside the solve. */
export interface Coupling extends Tie {
  /** Called after `assemble`, before the solve: sets up its row for this step. */
  prepare(h: number): void;
}
/** Changes of a body by actions; everything else is as in the scene. */
export interface BodyChanges extends MaterialChange {
  gravityScale?: number;
  paused?: boolean;
}
export interface LiveHold {
  readonly name: string;
  track: Track | null;
  /** True if a program has posed it. */
  posed: boolean;
  /** The bone that moves it, null for none; `placement` is the pose of the skeleton's own coordinates. */
  readonly bone: {
    readonly skeleton: Skeleton;
    readonly index: number;
    readonly placement: Float64Array;
  } | null;
  /** Pose of the region at the end of the step; the body's initial pose if nothing moves it. */
  readonly pose: Float64Array;
  held: boolean;
}
/** A body with the vectors the solver needs for it, each of the body's capacity. */
export interface LiveBody extends Grouped {
  readonly name: string;
  /** Index of the scene's body that it is, or was cut from. It changes when earlier bodies are removed. */
  origin: number;
  /** Its part of the world's memory. */
  readonly part: Uint8Array;
  /** Wrapped while it is paused (`pause.ts`). */
  body: Body;
  /** A mesh drawn in place of its own surface. */
  readonly rider?: Rider | null;
  friction: number;
  /** Fraction of the landing speed that comes back, 0 to 1. */
  restitution: number;
  /** Rolling resistance: force on a rolling body by the normal force. */
  rolling: number;
  /** Factor on gravity. */
  gravityScale: number;
  /** Changes by actions since it was created: all of the above follows from these and the scene. */
  changes: BodyChanges;
  /** True if `equation.adjust` has changed it since the build. */
  adjusted: boolean;
  /** Velocity at the end of the step: the unknown. */
  readonly u: Float64Array;
  /** b with the couplings' impulses. */
  readonly b: Float64Array;
  /** Additional right side from the momentum correction (`contact/solve/owed.ts`). */
  readonly owed: Float64Array;
  /** Residual, preconditioned residual, direction, product; the others are for contacts (`contact/solve/metric.ts`). */
  readonly r: Float64Array;
  readonly z: Float64Array;
  readonly p: Float64Array;
  readonly q: Float64Array;
  readonly g: Float64Array;
  readonly Ap: Float64Array;
  readonly Jp: Float64Array;
  /** Velocity a Newton iteration starts from. */
  readonly start: Float64Array;
  /** Points a little below the contact points. */
  readonly inner: PointSet;
  /** Weights of the contact points that give the centre of mass. */
  readonly centre: Float64Array;
  /** What it touches. */
  contact: 'all' | 'obstacles' | 'none';
  /** True if it is frozen because its numbers were invalid. */
  broken: boolean;
  /** Set for a body that another engine moves. */
  readonly guest: GuestMark | null;
  /** Whether parts of it touch each other. */
  readonly selfContact: boolean;
  /** Held regions. `track` is null for a region held in place. */
  readonly holds: LiveHold[];
  /** Numbers named in `MEASURE`, as of the last `takeMeasures`. */
  readonly measures: Float64Array;
}
export interface LiveObstacle extends Grouped {
  readonly name: string;
  readonly sdf: Sdf;
  readonly query: NormalQuery;
  /** The primitive it is, if any. */
  readonly primitive: Primitive | null;
  readonly friction: number;
  /** Velocity of its surface along itself, in its own axes [m/s]. */
  readonly belt: Float64Array;
  readonly restitution: number;
  readonly rolling: number;
  track: Track | null;
  posed: boolean;
  /** Times at which it appears and disappears [s]. */
  readonly from: number;
  readonly until: number;
  /** Pose at the start and at the end of the step, 3×4 affine. */
  readonly pose: Float64Array;
  readonly nextPose: Float64Array;
  readonly guest: GuestMark | null;
  present: boolean;
}
