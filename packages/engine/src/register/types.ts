import type { RegisterReport } from './report.ts';
import type { RegisterSnapshot } from './snapshot.ts';

/** How far a registration is. */
export interface RegisterProgress {
  readonly phase: 'prepare' | 'align' | 'build' | 'fit' | 'measure';
  /** Stiffness steps done, and in all. */
  readonly done: number;
  readonly total: number;
  readonly iterations: number;
  readonly active: number;
  /** How the fit looks just now; null before it has begun. */
  look(): RegisterLook | null;
}

/** A fit on its way. */
export interface RegisterLook {
  /** The template's vertices in the target's coordinates, shape [vertices, 3]. */
  readonly positions: Float64Array;
  /** Places of the frames in the target's coordinates, shape [frames, 3]; level, and 1 for those awake. */
  readonly frames: Float64Array;
  readonly level: Int32Array;
  readonly awake: Uint8Array;
}

/** A template fitted to a target. */
export interface Registration {
  /** The template's vertices in the target's coordinates, shape [vertices, 3]. */
  readonly positions: Float64Array;
  readonly report: RegisterReport;
  /**
   * Frames: place at rest in the template's file, level, and the map (3×4) from the template's file to the target's;
   * shape [frames, …].
   */
  readonly frames: {
    readonly rest: Float64Array;
    readonly level: Int32Array;
    readonly maps: Float64Array;
  };
  /**
   * Where the template was after each stiffness, for looking back; and what to give as `resume` to go on from there.
   */
  readonly history: readonly Float64Array[];
  readonly snapshots: readonly RegisterSnapshot[];
  /** Per vertex: signed distance to the target (outside is positive), 1 where it found the target. */
  readonly error: Float64Array;
  readonly inlier: Float64Array;
  /** Robust weight of each vertex, 0 where it found nothing. */
  readonly weight: Float64Array;
  /** Takes points of the target's coordinates back to the template's, by the pre-alignment alone. */
  toTemplate(points: Float64Array): Float64Array;
  /** Takes other points of the template's file along, shape [n, 3]. */
  carry(points: Float64Array): Float64Array;
}
