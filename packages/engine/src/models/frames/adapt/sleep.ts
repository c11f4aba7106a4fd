import { sleepAll } from '../../shared/wake/rule.ts';
import type { LevelCounts } from '../../views.ts';
import type { FramesRuntime } from '../runtime.ts';
import { switchSets } from './adapt.ts';

/**
 * The body fell asleep: every frame with parents becomes passive. Velocities in `run.fresh` become those of the
 * remaining frames.
 */
export function sleepFrames(run: FramesRuntime, levels: LevelCounts): void {
  if (run.memory.settings[0] === 0) return;
  const count = sleepAll(run.sleepers);
  if (count === 0) return;
  switchSets(run, true, levels);
  levels.switches = count;
}
