import type { Action } from '../../scene/action-types.ts';
import { checkRecording } from '../../scene/parse-action.ts';
import type { World } from '../world.ts';

/** Actions of a run, each with the number of steps before it. Plain data. */
export interface Recording {
  readonly entries: { step: number; action: Action }[];
  /** Steps of the whole run. */
  readonly steps: number;
}

/**
 * Records the actions on a world from now on, by `apply` or by handles. Events of the scene are not recorded: they
 * happen again by themselves.
 */
export function recordWorld(world: World): { world: World; recording: Recording } {
  const entries: Recording['entries'] = [];
  world.onAction((action) => entries.push({ step: world.steps, action }));
  const recording = {
    entries,
    get steps() {
      return world.steps;
    },
  };
  return { world, recording };
}

/** Runs a fresh world of the same scene through a recording: it ends in the same state, to the last bit. */
export function replay(world: World, recording: Recording, observe?: (world: World) => void): void {
  checkRecording(recording);
  let next = 0;
  const { entries, steps } = recording;
  const due = (): boolean => next < entries.length && entries[next].step <= world.steps;
  while (world.steps < steps) {
    while (due()) world.apply(entries[next++].action);
    world.step();
    observe?.(world);
  }
  while (due()) world.apply(entries[next++].action);
}
