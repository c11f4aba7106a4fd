import type { KernelChoice } from '../kernels/index.ts';
import type { SurfaceModel } from '../models/views.ts';
import type { Action } from '../scene/action-types.ts';
import type { Scene } from '../scene/schema.ts';
import type { BuildStage } from '../world/build/build.ts';
import type { BuildLimits } from '../world/build/limits.ts';
import type { EventName, ListenOptions } from '../world/query/events.ts';

/** Everything that passes between a page and the worker that runs its world. */

/** A line between the two: a `Worker`, its global scope, or a `MessagePort`. */
export interface Line {
  postMessage(message: unknown, transfer?: Transferred[]): void;
  onmessage: ((event: { data: never }) => void) | null;
  /** A worker's script is not there or threw; a message could not be read. */
  onerror?: unknown;
  onmessageerror?: unknown;
}

/** Memory that changes hands instead of being copied. */
export type Transferred = ArrayBufferLike;

/** What can be asked of a world over there; the answer comes as a promise. */
export type Call =
  | 'apply'
  | 'step'
  | 'raycast'
  | 'raycastAll'
  | 'closest'
  | 'overlap'
  | 'totals'
  | 'snapshot'
  | 'restore'
  | 'hash'
  | 'motion'
  | 'transform'
  | 'probe'
  | 'joint'
  | 'issues';

export type Request =
  | {
      type: 'load';
      scene: unknown;
      files: Readonly<Record<string, Uint8Array>>;
      kernels?: KernelChoice;
      limits: BuildLimits;
    }
  | { type: 'call'; id: number; call: Call; args: readonly unknown[] }
  | { type: 'do'; action: Action }
  | { type: 'listen'; id: number; event: EventName; options: ListenOptions | undefined }
  | { type: 'unlisten'; id: number }
  /** So many steps, each with a frame of its own. */
  | { type: 'steps'; count: number }
  /** Memory of a frame that was read. */
  | { type: 'return'; buffer: ArrayBuffer };

export type Reply =
  | { type: 'progress'; name: string; done: number; total: number; stage: BuildStage }
  | { type: 'failed'; fault: Fault }
  | { type: 'ready'; kernels: string; notes: readonly string[] }
  /** Who is in the world, before the first frame with them. */
  | { type: 'bodies'; scene: Scene; topology: number; bodies: readonly BodyInfo[] }
  | { type: 'frame'; frame: Frame }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'refused'; id: number; fault: Fault }
  | { type: 'event'; id: number; data: unknown };

/** An error as it travels. */
export interface Fault {
  readonly message: string;
  /** True if it was the caller's. */
  readonly isInput: boolean;
}

/** What stays the same about a body until bodies or triangles change. */
export interface BodyInfo {
  readonly name: string;
  readonly origin: number;
  readonly kind: string;
  readonly surface: SurfaceModel;
  readonly topology: number;
  readonly cuttable: boolean;
  readonly mass: number;
  readonly size: number;
}

/** The world after a step. */
export interface Frame {
  readonly time: number;
  readonly steps: number;
  /** Counts the steps asked for with `steps`; what else is shown shares the number of the last of them. */
  readonly index: number;
  /** Float32: positions and normals of each body, then 13 numbers an obstacle: its 3×4 pose and whether it is there. */
  readonly buffer: ArrayBuffer;
  readonly resting: readonly boolean[];
}

/** Numbers an obstacle takes in a frame. */
export const OBSTACLE_SIZE = 13;
