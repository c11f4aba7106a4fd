import type { Collide } from '../contact/detect/collide.ts';
import type { Contacts } from '../contact/solve/contacts.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Action, WindChange } from '../scene/action-types.ts';
import type { Scene, SceneEvent } from '../scene/schema.ts';
import type { Housing } from './bodies/housing.ts';
import type { BuiltScene } from './build/build.ts';
import type { Skeleton } from './drive/skeleton.ts';
import type { Coupling, LiveBody, LiveObstacle } from './live.ts';
import type {
  BodyEntry,
  BreakEvent,
  Islands,
  Joint,
  Seats,
  Sensed,
  Sleep,
  Split,
  Spring,
  WorldOptions,
} from './parts.ts';

/** Phases of a step, in order; timers, docs and studio use these names. */
export const PHASES = ['collide', 'assemble', 'solve', 'adapt', 'finish'] as const;
export type Phase = (typeof PHASES)[number];

/** What a step did. One object, overwritten by every step. */
export interface StepReport {
  /** Milliseconds per phase, in the order of `PHASES`. */
  readonly phases: Float64Array;
  /**
   * Conjugate gradient iterations (products with A of single bodies) and iterations of contacts, summed over islands.
   */
  iterations: number;
  rounds: number;
  contacts: number;
  /** Deepest penetration of a contact point [m]. */
  penetration: number;
}

/**
 * Everything a world is, inside. The public face is `World`. What there is for each body (`BodySet`) is replaced when
 * one falls apart, which happens between steps only.
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
  /** Where its memory is. */
  readonly housing: Housing;
  /** True once that went to others. */
  isDisposed: boolean;
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
  /** When that began and when it ends [s]. */
  time: number;
  until: number;
  steps: number;
  nextEvent: number;
  /** Steps that had passed when measures were taken last; −1 if they must be taken again. */
  measured: number;
}
