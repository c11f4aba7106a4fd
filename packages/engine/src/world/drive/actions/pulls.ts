import { check } from '../../../core/errors.ts';
import type { ActionOf, Point } from '../../../scene/action-types.ts';
import { DRAG_FREQUENCY } from '../../numbers.ts';
import type { Spring } from '../../parts.ts';
import { disturb, disturbAll } from '../../sleep.ts';
import type { WorldCore } from '../../types.ts';
import { addDynamic, removeSpring } from '../drags.ts';
import { bodyAt } from './find.ts';

export function gravity(core: WorldCore, { value }: ActionOf<'gravity'>): void {
  core.gravity.set(value);
  disturbAll(core);
  core.measured = -1;
}

export function drag(core: WorldCore, action: ActionOf<'drag'>): void {
  addDrag(core, action.id, action, -1);
}

export function pull(core: WorldCore, action: ActionOf<'pull'>): void {
  addDrag(core, `pull-${core.steps}-${core.springs.length}`, action, endOf(core, action.duration));
}

export function force(core: WorldCore, action: ActionOf<'force'>): void {
  const { point } = action;
  const body = bodyAt(core, action.body, point);
  disturb(core, body);
  addDynamic(core, {
    id: `force-${core.steps}-${core.springs.length}`,
    body,
    point,
    to: [0, 0, 0],
    stiffness: 0,
    damping: 0,
    force: action.force,
    until: endOf(core, action.duration),
  });
}

export function move(core: WorldCore, { id, to }: ActionOf<'move'>): void {
  const spring = dragNamed(core, id, 'move');
  spring.places[1].x.set(to);
  disturb(core, spring.a);
}

export function drop(core: WorldCore, { id }: ActionOf<'drop'>): void {
  removeSpring(core, dragNamed(core, id, 'drop'));
}

function dragNamed({ springs }: WorldCore, id: string, what: string): Spring {
  const spring = springs.find((s) => s.dynamic !== null && s.name === id);
  check(
    spring !== undefined,
    () => `there is no drag "${id}" to ${what}. Begin one with "drag".`,
    'id',
  );
  return spring;
}

/** The step at which an action of this duration ends. */
function endOf({ steps, scene }: WorldCore, duration: number): number {
  return steps + Math.max(1, Math.round(duration / scene.dt));
}

interface Drag {
  readonly body: string;
  readonly point: Point;
  readonly to: Point;
  readonly stiffness?: number;
}

function addDrag(
  core: WorldCore,
  id: string,
  { body, point, to, stiffness }: Drag,
  until: number,
): void {
  check(
    !core.springs.some((s) => s.name === id),
    () => `the id "${id}" is in use. Drop that drag first, or take another id.`,
    'id',
  );
  const index = bodyAt(core, body, point);
  const { mass } = core.bodies[index].body.model;
  const rate = 2 * Math.PI * DRAG_FREQUENCY;
  const k = stiffness ?? mass * rate * rate;
  disturb(core, index);
  addDynamic(core, {
    id,
    body: index,
    point,
    to,
    stiffness: k,
    damping: 0.3 * Math.sqrt(k * mass),
    force: [0, 0, 0],
    until,
  });
}
