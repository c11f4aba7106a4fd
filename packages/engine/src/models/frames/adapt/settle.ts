import type { LevelCounts } from '../../views.ts';
import type { FramesRuntime } from '../runtime.ts';
import { switchSets } from './adapt.ts';
import { canDeactivate } from './candidates.ts';
import { freezeOffset } from './offsets.ts';

/**
 * Lets every frame sleep that has another to follow, as they all are: for a body at rest, in which nothing moves. Frames
 * may wake in the first step after it. Velocities in `run.fresh` become those of what is left.
 */
export function settleFrames(run: FramesRuntime, levels: LevelCounts): void {
  const { data, memory, children } = run;
  if (memory.settings[0] === 0) return;
  let count = 0;
  // Children come after their parents.
  for (let k = data.nodes - 1; k >= 0; k--) {
    if (!canDeactivate(data, children, memory.active, k)) continue;
    if (!freezeOffset(memory.offsets, data, memory.D, k, run.flat)) continue;
    memory.active[k] = 0;
    count++;
  }
  memory.wait.fill(0);
  if (count === 0) return;
  switchSets(run, true, levels);
  levels.switches = count;
}
