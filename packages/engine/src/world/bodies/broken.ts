import { noteIssue } from '../issues.ts';
import { ABSURD, CHECK_EVERY, FARTHEST } from '../numbers.ts';
import type { WorldCore } from '../types.ts';

/**
 * A body whose step gives non-finite or absurd numbers is frozen: it keeps its last valid state, touches nothing, feels
 * no force and is no longer stepped, and `world.issues` says so. All others continue.
 */

/** In `sleep.calm`, which is part of the state: the body is frozen permanently. */
const BROKEN = -1;

export function isBroken({ sleep }: Pick<WorldCore, 'sleep'>, body: number): boolean {
  return sleep.calm[body] === BROKEN;
}

/**
 * Freezes bodies with invalid forces before the solve. Returns true if there are any: contacts and islands must be
 * found again.
 */
export function holdForces(core: WorldCore): boolean {
  return holdSenseless(core, 'forces');
}

/** Freezes bodies with an invalid solution. */
export function holdSolutions(core: WorldCore): void {
  holdSenseless(core, 'motion');
}

function holdSenseless(core: WorldCore, what: 'forces' | 'motion'): boolean {
  const { bodies, kernels, sleep, seats } = core;
  let any = false;
  for (let b = 0; b < seats.first; b++) {
    if (sleep.group[b] >= 0) continue;
    const { body, u } = bodies[b];
    const vector = what === 'forces' ? body.equation.rhs : u;
    const size = kernels.dot(vector, vector, body.equation.unknowns());
    if (size <= (what === 'forces' ? Number.MAX_VALUE : ABSURD)) continue;
    any = true;
    hold(core, b, `its ${what} in step ${core.steps + 1} ${SENSELESS}`);
  }
  return any;
}

const SENSELESS = 'came to no finite numbers';

/** At intervals: freezes bodies that are so far away that positions lack precision. */
export function holdFar(core: WorldCore): void {
  if (core.steps % CHECK_EVERY !== 0) return;
  const { bodies, contacts, sleep, seats } = core;
  for (let b = 0; b < seats.first; b++) {
    const { points } = bodies[b].body;
    const { x } = contacts.memory.bodies[b];
    if (sleep.group[b] >= 0 || x.length === 0) continue;
    // One point is enough: a body is small compared with that distance.
    points.positions(points.contacts, x);
    const isNear =
      Math.abs(x[0]) <= FARTHEST && Math.abs(x[1]) <= FARTHEST && Math.abs(x[2]) <= FARTHEST;
    if (isNear) continue;
    const far = FARTHEST / 1000;
    hold(core, b, `it went farther than ${far} km from the origin by step ${core.steps}`);
  }
}

function hold(core: WorldCore, b: number, why: string): void {
  const { bodies, contacts, sleep } = core;
  const { body, u, name } = bodies[b];
  const n = body.equation.unknowns();
  u.fill(0, 0, n);
  body.equation.velocity.fill(0, 0, n);
  body.equation.impulse.fill(0, 0, n);
  body.motion.history?.forget();
  sleep.calm[b] = BROKEN;
  sleep.group[b] = b;
  const { key, impulse, count } = contacts.rows;
  for (let r = 0; r < count[0]; r++) {
    if (key[3 * r] === b || key[3 * r + 1] === b) impulse.fill(0, 3 * r, 3 * r + 3);
  }
  tellBroken(core);
  noteIssue(core, `${name}: ${why} (${lastDeed(core)}). It is held where it was`);
}

function lastDeed({ lastAction }: WorldCore): string {
  if (lastAction === null) return 'there was no action before';
  const { action, step } = lastAction;
  const whom = 'body' in action && typeof action.body === 'string' ? ` on ${action.body}` : '';
  return `last action: ${action.do}${whom}, before step ${step + 1}`;
}

/** Updates the bodies' `broken` flags after the state changed. */
export function tellBroken(core: Pick<WorldCore, 'bodies' | 'sleep' | 'scene' | 'seats'>): void {
  for (let b = 0; b < core.seats.first; b++) {
    const live = core.bodies[b];
    live.broken = isBroken(core, b);
    live.contact = live.broken ? 'none' : core.scene.bodies[live.origin].contact;
  }
}
