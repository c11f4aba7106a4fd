import { noteIssue } from '../issues.ts';
import type { WorldCore } from '../types.ts';

/**
 * A body whose step ends in numbers that are not finite, or absurd, is held: it keeps the last state that made sense,
 * touches nothing, is pulled by nothing and is not stepped any more, and `world.issues` says so. All others go on.
 */

/** In `sleep.calm`, which is part of the state: the body is held for good. */
const BROKEN = -1;
/** Squared velocities that add up to more are no motion of anything [m²/s²]. */
const ABSURD = 1e30;
/** Beyond this distance from the origin [m] places have lost their precision. */
const FARTHEST = 1e6;
/** How often bodies are asked where they are [steps]. */
const EVERY = 64;

export function isBroken({ sleep }: Pick<WorldCore, 'sleep'>, body: number): boolean {
  return sleep.calm[body] === BROKEN;
}

/**
 * Holds bodies whose forces make no sense, before they get into the solve. True if there are any: contacts and islands
 * must be found again.
 */
export function holdForces(core: WorldCore): boolean {
  return holdSenseless(core, 'forces');
}

/** Holds bodies whose solution makes no sense. */
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

/** Now and then: holds bodies that have gone so far away that their places are not precise any more. */
export function holdFar(core: WorldCore): void {
  if (core.steps % EVERY !== 0) return;
  const { bodies, contacts, sleep, seats } = core;
  for (let b = 0; b < seats.first; b++) {
    const { points } = bodies[b].body;
    const { x } = contacts.memory.bodies[b];
    if (sleep.group[b] >= 0 || x.length === 0) continue;
    // One point of it tells: a body is small against that distance.
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

/** Lets bodies know whether they are held, after the state changed. */
export function tellBroken(core: Pick<WorldCore, 'bodies' | 'sleep' | 'scene' | 'seats'>): void {
  for (let b = 0; b < core.seats.first; b++) {
    const live = core.bodies[b];
    live.broken = isBroken(core, b);
    live.contact = live.broken ? 'none' : core.scene.bodies[live.origin].contact;
  }
}
