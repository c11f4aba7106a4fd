import type { WorldCore } from './types.ts';

/** Largest number of parts of a step that bodies may request. */
const MOST_PARTS = 128;

/** Number of equal parts of a step: set by the scene, or as its bodies need. */
export function substepsOf({ scene, bodies }: Pick<WorldCore, 'scene' | 'bodies'>): number {
  if (scene.solver.substeps !== undefined) return scene.solver.substeps;
  let most = 1;
  for (let b = 0; b < bodies.length; b++) {
    most = Math.max(most, bodies[b].body.motion.substeps?.(scene.dt) ?? 1);
  }
  return Math.min(most, MOST_PARTS);
}
