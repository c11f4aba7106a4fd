import type { PeerScene } from './scenes.ts';

/** One engine with one choice of settings. */
export interface ContactPeer {
  readonly name: string;
  /** What was chosen, in a few words for the table's last column. */
  readonly note: string;
  /** Loads the engine's module; its time is not part of the build. */
  load(): Promise<void>;
  /** Builds a scene; called after `load`. */
  create(scene: PeerScene): ContactRun;
}

export interface ContactRun {
  /** Advances by one step of `MATTER.dt`. */
  step(): void;
  /** Positions of all nodes, body after body [m]. */
  read(out: Float64Array): void;
  /** Gives back what the module holds. */
  free(): void;
}
