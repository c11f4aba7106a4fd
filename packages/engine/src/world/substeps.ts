import type { WorldCore } from './types.ts';

/** Parts of a step that bodies may ask for by themselves. */
const MOST_PARTS = 128;

/** Equal parts that a step is made of: what the scene says, or what its bodies need. */
export function substepsOf({ scene, bodies }: Pick<WorldCore, 'scene' | 'bodies'>): number {
  if (scene.solver.substeps !== undefined) return scene.solver.substeps;
  let most = 1;
  for (let b = 0; b < bodies.length; b++) {
    most = Math.max(most, bodies[b].body.motion.substeps?.(scene.dt) ?? 1);
  }
  return Math.min(most, MOST_PARTS);
}
