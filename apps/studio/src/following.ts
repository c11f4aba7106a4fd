import type { Action } from 'pliant';
import { type Tuned, tuneActions } from './tuning.ts';
import type { Looking } from './view/looking.ts';
import type { Stage } from './view/stage.ts';

/** Whether motion counts by how large it looks from where the camera is. */
export interface Following {
  on: boolean;
  /** Tells the adaptive bodies where they are looked at from, or that it does not matter. */
  tell(): void;
  /** What they are to be told before the first step. */
  first(): Action[];
}

/** How often a moving camera is told to the worlds [ms]. */
const EVERY = 100;

export function createFollowing(
  stage: Stage,
  looking: Looking,
  tuned: () => Tuned | null,
  apply: (action: Action) => void,
): Following {
  let toldAt = 0;
  const following: Following = {
    on: false,
    tell() {
      toldAt = performance.now();
      const camera = following.on ? looking.seen() : null;
      tuneActions(tuned(), { camera }).forEach(apply);
    },
    first: () => (following.on ? tuneActions(tuned(), { camera: looking.seen() }) : []),
  };
  stage.controls.addEventListener('change', () => {
    if (following.on && performance.now() - toldAt > EVERY) following.tell();
  });
  stage.controls.addEventListener('end', () => {
    if (following.on) following.tell();
  });
  return following;
}
