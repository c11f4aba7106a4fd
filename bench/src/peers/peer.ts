import type { Cantilever } from '../cantilever.ts';

/** One engine with one choice of settings. */
export interface Peer {
  readonly name: string;
  /** What was chosen, in a few words for the table's last column. */
  readonly note: string;
  /** Loads the engine's module; its time is not part of the build. */
  load(): Promise<void>;
  /** Builds the beam; called once, after `load`. */
  create(beam: Cantilever): PeerRun;
}

export interface PeerRun {
  /** Advances by one step of `CANTILEVER.dt`. */
  step(): void;
  /** Height y of the tip node [m]. */
  tip(): number;
  /** Gives back what the module holds. */
  free(): void;
}
