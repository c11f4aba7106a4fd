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

/** Something that ties points of bodies to each other or to the world, inside the solve. */
export interface Coupling extends Tie {
  /** Called after `assemble`, before the solve: what it is as a row of this step. */
  prepare(h: number): void;
}
/** What actions have changed about a body; what is not in here is as the scene says. */
export interface BodyChanges extends MaterialChange {
  gravityScale?: number;
  paused?: boolean;
}
export interface LiveHold {
  readonly name: string;
  track: Track | null;
  /** True if a program has posed it. */
  posed: boolean;
  /** The bone that moves it, null for none: `placement` is where the skeleton's own coordinates are put. */
  readonly bone: {
    readonly skeleton: Skeleton;
    readonly index: number;
    readonly placement: Float64Array;
  } | null;
  /** Where the region must be at the end of the step; the placement of the body if nothing moves it. */
  readonly pose: Float64Array;
  held: boolean;
}
/** A body with the vectors the solver needs for it, each of the body's capacity. */
export interface LiveBody extends Grouped {
  readonly name: string;
  /** The scene's body that it is, or came off, by index. Another one when bodies before it go. */
  origin: number;
  /** The world's memory that is its own. */
  readonly part: Uint8Array;
  /** Another object while it is paused (`pause.ts`). */
  body: Body;
  /** A mesh that is seen in place of its own surface. */
  readonly rider?: Rider | null;
  friction: number;
  /** Part of the speed of a landing that comes back, 0 to 1. */
  restitution: number;
  /** Factor on gravity. */
  gravityScale: number;
  /** What was changed about it since it came into the world: all of the above follows from this and the scene. */
  changes: BodyChanges;
  /** True if `Body.adjust` has made it something else than was built. */
  adjusted: boolean;
  /** Velocity at the end of the step: what is solved for. */
  readonly u: Float64Array;
  /** b with the couplings' impulses. */
  readonly b: Float64Array;
  /** What its momentum asks for besides (`contact/solve/owed.ts`). */
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
  /** Weights of the contact points with which they are the centre of mass. */
  readonly centre: Float64Array;
  /** What it touches. */
  contact: 'all' | 'obstacles' | 'none';
  /** True if it is held for good since its numbers made no sense. */
  broken: boolean;
  /** Set for what another engine moves. */
  readonly guest: GuestMark | null;
  /** Whether parts of it touch each other. */
  readonly selfContact: boolean;
  /** Held regions: where each must be. `track` is null for a region held where it was placed. */
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
  /** How fast its surface runs along itself, in its own axes [m/s]. */
  readonly belt: Float64Array;
  readonly restitution: number;
  track: Track | null;
  posed: boolean;
  /** When it appears and disappears by itself [s]. */
  readonly from: number;
  readonly until: number;
  /** Pose at the start and at the end of the step, 3×4 affine. */
  readonly pose: Float64Array;
  readonly nextPose: Float64Array;
  readonly guest: GuestMark | null;
  present: boolean;
}
