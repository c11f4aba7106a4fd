import type { Action, ActionName, ActionOf } from '../../../scene/action-types.ts';
import type { WorldCore } from '../../types.ts';
import * as motion from './motion.ts';
import { pose } from './pose.ts';
import * as pulls from './pulls.ts';
import * as settings from './settings.ts';
import { cut, layer, refine, release, tune } from './shape.ts';
import { add, motor, remove } from './things.ts';

type Deeds = { readonly [N in ActionName]: (core: WorldCore, action: ActionOf<N>) => void };

/** The effect of every action. Their rules are in `scene/action-fields.ts`, under the same names. */
const DEEDS: Deeds = {
  gravity: pulls.gravity,
  force: pulls.force,
  pull: pulls.pull,
  drag: pulls.drag,
  move: pulls.move,
  drop: pulls.drop,
  impulse: motion.impulse,
  torque: motion.torque,
  velocity: motion.velocity,
  spin: motion.spin,
  place: motion.place,
  material: settings.material,
  gravityScale: settings.gravityScale,
  pause: settings.pause,
  wake: settings.wake,
  rest: settings.rest,
  wind: settings.wind,
  pose,
  release,
  motor,
  tune,
  cut,
  refine,
  layer,
  add,
  remove,
};

/**
 * Executes a well-formed action now, before the next step. Throws an `InputError` and changes nothing if it names an
 * unknown thing or is impossible.
 */
export function applyAction(core: WorldCore, action: Action): void {
  (DEEDS[action.do] as (core: WorldCore, action: Action) => void)(core, action);
}
