import { checkRecording } from '../scene/parse-action.ts';
import type { Action } from './actions.ts';
import type { World } from './world.ts';

/** What was done by hand in a run: an action and the number of steps that had passed. Plain data. */
export interface Recording {
  readonly entries: { step: number; action: Action }[];
  /** Steps of the whole run. */
  steps: number;
}

/** A world that writes down what is done to it. Events of the scene are not written: they come again by themselves. */
export function recordWorld(world: World): { world: World; recording: Recording } {
  const recording: Recording = { entries: [], steps: 0 };
  const recorded = Object.create(world, {
    apply: {
      value(action: Action): void {
        world.apply(action);
        recording.entries.push({ step: world.steps, action: structuredCopy(action) });
      },
    },
    step: {
      value(count = 1): void {
        world.step(count);
        recording.steps = world.steps;
      },
    },
  }) as World;
  return { world: recorded, recording };
}

/** Runs a fresh world of the same scene through a recording: it ends in the same state, to the last bit. */
export function replay(world: World, recording: Recording, observe?: (world: World) => void): void {
  checkRecording(recording);
  let next = 0;
  while (world.steps < recording.steps) {
    while (next < recording.entries.length && recording.entries[next].step <= world.steps) {
      world.apply(recording.entries[next++].action);
    }
    world.step();
    observe?.(world);
  }
}

function structuredCopy(action: Action): Action {
  return JSON.parse(JSON.stringify(action)) as Action;
}
