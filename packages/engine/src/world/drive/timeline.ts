import { InputError } from '../../core/errors.ts';
import { noteIssue } from '../issues.ts';
import type { LiveObstacle } from '../live.ts';
import { disturbAll } from '../sleep.ts';
import type { WorldCore } from '../types.ts';
import { applyAction } from './actions/index.ts';
import { removeSpring } from './drags.ts';

/**
 * An event happens in the step that starts within this fraction of a step of its time: times like 0.1 are not exact.
 */
const EARLY = 1e-6;

/** Executes the scene's events that are due, shows and hides obstacles, and ends pulls and forces that are over. */
export function runEvents(core: WorldCore): void {
  const { scene } = core;
  const due = core.time + EARLY * scene.dt;
  while (core.nextEvent < core.events.length && core.events[core.nextEvent].at <= due) {
    // First the number: an event may change the list.
    const action = core.events[core.nextEvent++];
    try {
      applyAction(core, action);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      noteIssue(core, `${action.do} at ${action.at} s was left out: ${error.message}`);
      continue;
    }
    core.lastAction = { action, step: core.steps };
  }
  for (let o = 0; o < core.obstacles.length; o++) {
    const obstacle = core.obstacles[o];
    const { from, until } = obstacle;
    if (from > 0 && crossed(core, from)) show(core, obstacle, true);
    if (crossed(core, until)) show(core, obstacle, false);
  }
  // After the events: one that separates a body may have replaced them.
  const { springs } = core;
  for (let s = springs.length - 1; s >= 0; s--) {
    if (springs[s].until >= 0 && core.steps >= springs[s].until) removeSpring(core, springs[s]);
  }
}

function show(core: WorldCore, obstacle: LiveObstacle, present: boolean): void {
  obstacle.present = present;
  disturbAll(core);
}

/** True only in the step that reaches the time. */
function crossed(core: WorldCore, time: number): boolean {
  const slack = EARLY * core.scene.dt;
  return time <= core.time + slack && time > core.time + slack - core.scene.dt;
}
