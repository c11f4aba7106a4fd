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

/** Figures of a step. One object, overwritten by every step. */
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
 * The inside of a world; `World` is the public interface. The data per body (`BodySet`) is replaced when bodies are
 * added, removed or fall apart, between steps only.
 */
export interface WorldCore {
  readonly scene: Scene;
  /** The built scene, for rebuilds when bodies are added or removed. */
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
  /** Joints that broke in the step, for events. */
  readonly broke: BreakEvent[];
  /** The scene's events in order of time. */
  readonly events: readonly SceneEvent[];
  readonly couplings: Coupling[];
  readonly contacts: Contacts;
  readonly collide: Collide;
  readonly islands: Islands;
  readonly sleep: Sleep;
  /**
   * Fraction of its change of velocity that each body kept in the last step: 1 unless contacts could not be satisfied.
   */
  readonly kept: Float64Array;
  readonly seats: Seats;
  /** Its memory. */
  readonly housing: Housing;
  /** True after `dispose`. */
  isDisposed: boolean;
  readonly report: StepReport;
  readonly issues: Map<string, number>;
  /** Contents of sensors in the last step. */
  readonly sensed: Sensed;
  /** Winds by name. */
  readonly winds: Map<string, WindChange>;
  /** The scene it was created from; `scene` and `built` include later changes. */
  readonly first: Scene;
  /** The last action and its step; null if there was none. */
  lastAction: { readonly action: Action; readonly step: number } | null;
  /** Called when a body falls apart. */
  readonly listeners: ((split: Split) => void)[];
  /** Incremented when bodies are added or removed. */
  topology: number;
  /** Length of the current step or substep [s]. */
  h: number;
  /** When that began and when it ends [s]. */
  time: number;
  until: number;
  steps: number;
  nextEvent: number;
  /** Step of the last measures; −1 if they must be recomputed. */
  measured: number;
}
