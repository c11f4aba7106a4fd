import type { Json } from '../document/json.ts';

export type ModelInput = { readonly [key: string]: Json | undefined };

/** A body as far as the choice of its model depends on it. */
export interface Wish {
  /** The body as the scene says it. */
  readonly body: Json;
  /** Actions of the scene's events that are about it. */
  readonly events: readonly string[];
}

/** All that panels need to know of a model. One file of this folder describes one model; there is no list to add it to. */
export interface ModelAbout {
  readonly type: string;
  readonly title: string;
  /** In a few words. */
  readonly about: string;
  /** Its place in lists. */
  readonly order: number;
  /** Its picture, 48 by 32: outlines of what is computed. */
  readonly picture: string;
  /**
   * Milliseconds a step at default settings while the body moves, on the processor of `REFERENCE` (speed.ts): geometric means of a cube, a bar and
   * a plate that fall on a floor; and of a ball, an egg and a ring, which are not meshed as boxes are.
   */
  readonly cost: { readonly box: number; readonly other: number };
  /** Whether it is the model for a body; of several the one with the largest `rank` is recommended. */
  readonly suits?: { readonly rank: number; readonly why: string; when(wish: Wish): boolean };
  /** Fields of the model that say how it adapts. */
  readonly adapts?: readonly string[];
  /** What an adaptive model is fairly compared with: the same accuracy everywhere, all the time. */
  readonly baseline?: {
    readonly title: string;
    /** The model of the other body; null if there is none that can do the same. */
    model(own: ModelInput): Json | null;
  };
}
