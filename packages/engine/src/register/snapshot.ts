import type { Pose } from './align/prealign.ts';
import type { FitState, FitStep } from './fit/fit.ts';
import type { RegisterOptions } from './options.ts';

/**
 * A registration between two stiffnesses: all that the rest of it depends on, beside the meshes and the options. Plain
 * data.
 */
export interface RegisterSnapshot {
  readonly pose: Pose;
  readonly runnerUp: number | null;
  readonly isMirrored: boolean;
  readonly state: Readonly<FitState>;
  readonly steps: readonly FitStep[];
}

/** Options of a registration that may go on from where another was. */
export interface ResumableOptions extends RegisterOptions {
  /** Go on from here: one of the `snapshots` of a registration of the same meshes with the same options. */
  resume?: RegisterSnapshot;
}

/** A state of its own, to go on from. */
export function copyState(state: Readonly<FitState>): FitState {
  return {
    ...state,
    D: state.D.slice(),
    offsets: state.offsets.slice(),
    active: state.active.slice(),
  };
}
