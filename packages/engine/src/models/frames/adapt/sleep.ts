import { sleepAll } from '../../shared/wake/rule.ts';
import type { LevelCounts } from '../../views.ts';
import type { FramesRuntime } from '../runtime.ts';
import { switchSets } from './adapt.ts';

/**
 * The body was put to sleep: every frame that can follows another. Velocities in `run.fresh` become those of what is
 * left.
 */
export function sleepFrames(run: FramesRuntime, levels: LevelCounts): void {
  if (run.memory.settings[0] === 0) return;
  const count = sleepAll(run.sleepers);
  if (count === 0) return;
  switchSets(run, true, levels);
  levels.switches = count;
}
