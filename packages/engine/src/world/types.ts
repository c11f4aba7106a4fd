import type { Collide } from '../contact/detect/collide.ts';
import type { Grouped, GuestMark } from '../contact/detect/things.ts';
import type { Contacts } from '../contact/solve/contacts.ts';
import type { Tie } from '../contact/solve/ties.ts';
import type { Primitive } from '../geometry/primitive.ts';
import type { NormalQuery } from '../geometry/sdf/query.ts';
import type { Sdf } from '../geometry/types.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Body, PointSet } from '../models/body.ts';
import type { Action, MaterialChange, WindChange } from '../scene/action-types.ts';
import type { Scene, SceneEvent } from '../scene/schema.ts';
import type { BodyEntry } from './bodies/body-set.ts';
import type { Rider } from './bodies/rider.ts';
import type { Seats } from './bodies/seats.ts';
import type { Split } from './bodies/split.ts';
import type { BuiltScene } from './build/build.ts';
import type { Joint } from './drive/joints/joint.ts';
import type { Skeleton } from './drive/skeleton.ts';
import type { Spring } from './drive/springs.ts';
import type { Track } from './drive/tracks.ts';
import type { Islands } from './islands.ts';
import type { BreakEvent } from './query/events.ts';
import type { Sensed } from './query/sensors.ts';
import type { Sleep } from './sleep.ts';
import type { WorldOptions } from './world.ts';

/** Phases of a step, in order; timers, docs and studio use these names. */
export const PHASES = ['collide', 'assemble', 'solve', 'adapt', 'finish'] as const;
export type Phase = (typeof PHASES)[number];

/** A body with the vectors the solver needs for it, each of the body's capacity. */
export interface LiveBody extends Grouped {
  readonly name: string;
  /** The scene's body that it is, or came off, by index. */
  readonly origin: number;
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

/** Something that ties points of bodies to each other or to the world, inside the solve. */
export interface Coupling extends Tie {
  /** Called after `assemble`, before the solve: what it is as a row of this step. */
  prepare(h: number): void;
}

/** What a step did. One object, overwritten by every step. */
export interface StepReport {
  /** Milliseconds per phase, in the order of `PHASES`. */
  readonly phases: Float64Array;
  /** Conjugate gradient iterations (products with A of single bodies) and iterations of contacts, summed over islands. */
  iterations: number;
  rounds: number;
  contacts: number;
  /** Deepest penetration of a contact point [m]. */
  penetration: number;
}

/**
 * Everything a world is, inside. The public face is `World`. What there is for each body (`BodySet`) is replaced when one falls
 * apart, which happens between steps only.
 */
export interface WorldCore {
  readonly scene: Scene;
  /** What it was made from, to be made again when bodies come or go. */
  readonly built: BuiltScene;
  readonly options: WorldOptions;
  readonly kernels: Kernels;
  readonly gravity: Float64Array;
  readonly entries: readonly BodyEntry[];
  readonly bodies: LiveBody[];
  readonly obstacles: LiveObstacle[];
  readonly skeletons: readonly Skeleton[];
  readonly springs: Spring[];
  readonly joints: Joint[];
  /** Pairs that joints keep from touching each other (`pairKey`). */
  readonly joined: Set<number>;
  /** Joints that broke in the step, as events tell it. */
  readonly broke: BreakEvent[];
  /** The scene's events in order of time. */
  readonly events: readonly SceneEvent[];
  readonly couplings: Coupling[];
  readonly contacts: Contacts;
  readonly collide: Collide;
  readonly islands: Islands;
  readonly sleep: Sleep;
  /** Part of its change of velocity that each body kept in the last step: 1 unless contacts could not be satisfied. */
  readonly kept: Float64Array;
  readonly seats: Seats;
  readonly report: StepReport;
  readonly issues: Map<string, number>;
  /** What sensors saw in the last step. */
  readonly sensed: Sensed;
  /** Winds by name. */
  readonly winds: Map<string, WindChange>;
  /** The scene it was created from; `scene` and `built` follow what comes and goes. */
  readonly first: Scene;
  /** What was done last, and the steps that had passed; null if nothing was. */
  lastAction: { readonly action: Action; readonly step: number } | null;
  /** Called when a body falls apart. */
  readonly listeners: ((split: Split) => void)[];
  /** Counts up when bodies come or go. */
  topology: number;
  /** Seconds of the step, or of the part of it, under way. */
  h: number;
  time: number;
  steps: number;
  nextEvent: number;
  /** Steps that had passed when measures were taken last; −1 if they must be taken again. */
  measured: number;
}
