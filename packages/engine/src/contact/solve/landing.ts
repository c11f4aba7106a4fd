import type { Kernels } from '../../kernels/kernels.ts';
import { LAND_TOGETHER, LANDING, LEAST_LANDING } from '../numbers.ts';
import type { Contacts, Grouping } from './contacts.ts';
import { EXCHANGE } from './exchange.ts';
import { placeRows } from './exchange-rows.ts';
import type { Moving } from './metric.ts';

/**
 * Landing points. A new contact is a blow, not a continuing force: its change of the velocities (the jump) is separated
 * from the rest of the step, so that a second-order step does not extrapolate it, and so that bodies bounce at the
 * position where they land.
 */

/** A body as landings see it; `models/history.ts` says what its history is. */
export interface LandingBody extends Moving {
  readonly body: Moving['body'] & {
    readonly motion: {
      readonly history?: {
        readonly mean: Float64Array;
        readonly exchange: Float64Array;
        readonly started: Float64Array;
        free(): boolean;
        momenta(out: Float64Array, u: Float64Array): void;
        learn(seconds: number, u: Float64Array, jump: Float64Array | null, lag: number): void;
      };
    };
  };
  /** Part of the speed of a landing that comes back, 0 to 1. */
  readonly restitution: number;
  /** Room for a velocity. */
  readonly start: Float64Array;
}

/** A world as landings see it. */
export interface LandingWorld {
  readonly bodies: readonly LandingBody[];
  readonly obstacles: readonly { readonly restitution: number }[];
  readonly contacts: Contacts;
  readonly islands: Grouping;
  readonly sleep: { readonly group: Int32Array };
  readonly kernels: Kernels;
  readonly gravity: Float64Array;
  /** Seconds of the step. */
  readonly h: number;
}

/** Least speed [m/s] of a landing. */
export function landingSpeed({ bodies, gravity, h }: LandingWorld, a: number, b: number): number {
  let size = bodies[a].body.model.size;
  if (b >= 0) size = Math.min(size, bodies[b].body.model.size);
  const g = Math.sqrt(gravity[0] ** 2 + gravity[1] ** 2 + gravity[2] ** 2);
  return Math.max(LANDING * g * h, (LEAST_LANDING * size) / h);
}

/** True if something may bounce. */
export function anyBounce({ bodies, obstacles }: LandingWorld): boolean {
  for (let b = 0; b < bodies.length; b++) if (bodies[b].restitution > 0) return true;
  for (let o = 0; o < obstacles.length; o++) if (obstacles[o].restitution > 0) return true;
  return false;
}

/** After `collide`: the velocities along the normals that rows begin the step with [m/s]. */
export function readArrivals(core: LandingWorld): void {
  const { contacts, bodies } = core;
  const { rows, arrive } = contacts.memory;
  const touch = contacts.memory.bodies;
  for (let b = 0; b < bodies.length; b++) {
    const { body } = bodies[b];
    if (touch[b].touching[0] === 0) continue;
    body.points.velocities(body.points.contacts, body.equation.velocity, touch[b].v);
    if (touch[b].touched[0] === 1)
      body.points.velocities(contacts.corners[b], body.equation.velocity, touch[b].live.v);
  }
  for (let r = 0; r < rows.count[0]; r++) arrive[r] = alongNormal(core, r);
}

/**
 * After `collide`: lands[b] = 1 if a point of the body lands in the step where nothing bounces. A step of first order
 * makes such a landing at once, one of second order in several, in which a corner goes in and comes out again. A body
 * without a history is still landing while it approaches at all.
 */
export function findDeadLandings(core: LandingWorld, lands: Uint8Array): void {
  const { bodies, contacts, h } = core;
  const { rows, landing } = contacts.memory;
  readArrivals(core);
  lands.fill(0);
  for (let r = 0; r < rows.count[0]; r++) {
    const a = rows.key[3 * r];
    const b = rows.key[3 * r + 1];
    if (restitutionOf(core, r) > 0) continue;
    const { model, motion } = bodies[a].body;
    const goesOn = motion.history !== undefined && motion.history.exchange[EXCHANGE.seconds] !== 0;
    landing[r] = -1;
    findLanding(core, r, goesOn ? landingSpeed(core, a, b) : (LEAST_LANDING * model.size) / h);
    if (landing[r] >= 0) lands[a] = 1;
  }
}

/** Before the first solve of a step: the normal impulses of the last step [N s]. What is beyond them is a blow. */
export function readCarried({ contacts }: LandingWorld): void {
  const { rows, carried } = contacts.memory;
  const { normal, impulse } = rows;
  for (let r = 0; r < rows.count[0]; r++) {
    const k = 3 * r;
    carried[r] =
      normal[k] * impulse[k] + normal[k + 1] * impulse[k + 1] + normal[k + 2] * impulse[k + 2];
  }
}

/** The rows' relative velocities along their normals, of the velocities that `touch.v` and `live.v` have. */
function alongNormal({ contacts }: LandingWorld, r: number): number {
  const { key, ends, share, touched, weight, normal, surface } = contacts.rows;
  const touch = contacts.memory.bodies;
  const va = touch[key[3 * r]].v;
  const i = 3 * ends[2 * r];
  const j = 3 * ends[2 * r + 1];
  const other = key[3 * r + 1];
  let along = 0;
  for (let c = 0; c < 3; c++) {
    let w = va[i + c] + share[r] * (va[j + c] - va[i + c]);
    if (other < 0) w -= surface[3 * r + c];
    else {
      const vb = touch[other].live.v;
      for (let s = 0; s < 4; s++) w -= weight[4 * r + s] * vb[3 * touched[5 * r + s] + c];
    }
    along += normal[3 * r + c] * w;
  }
  return along;
}

/**
 * After `prepare`: what rows ask for once the path before the implicit part is covered, and what those that bounce
 * do.
 */
export function expectLandings(core: LandingWorld): void {
  const { islands, h } = core;
  const { rows, bias, landing, earliest } = core.contacts.memory;
  const { key } = rows;
  readMeans(core);
  placeRows(core);
  earliest.fill(h);
  for (let r = 0; r < rows.count[0]; r++) {
    const k = 3 * r;
    const seconds = islands.seconds[key[k]];
    if (seconds < h) bias[r] -= ((h - seconds) * alongNormal(core, r)) / seconds;
    landing[r] = -1;
    if (restitutionOf(core, r) > 0) findLanding(core, r, landingSpeed(core, key[k], key[k + 1]));
    if (landing[r] < 0) continue;
    earliest[key[k]] = Math.min(earliest[key[k]], landing[r]);
    if (key[k + 1] >= 0) earliest[key[k + 1]] = Math.min(earliest[key[k + 1]], landing[r]);
  }
  for (let r = 0; r < rows.count[0]; r++) {
    if (landing[r] < 0) continue;
    // Points that would land much later do not: the body is already rebounding then.
    let first = earliest[key[3 * r]];
    if (key[3 * r + 1] >= 0) first = Math.max(first, earliest[key[3 * r + 1]]);
    landing[r] = landing[r] > first + LAND_TOGETHER * h ? -1 : first;
    if (landing[r] >= 0) bounce(core, r);
  }
}

function restitutionOf({ contacts, bodies, obstacles }: LandingWorld, r: number): number {
  const { key } = contacts.rows;
  const b = key[3 * r + 1];
  const theirs = b < 0 ? obstacles[-1 - b].restitution : bodies[b].restitution;
  return Math.max(theirs, bodies[key[3 * r]].restitution);
}

/** What gravity adds to the speed at which a row closes [m/s²]; nothing if both sides fall. */
function fallOf({ contacts, gravity }: LandingWorld, r: number): number {
  const { key, normal } = contacts.rows;
  const k = 3 * r;
  if (key[k + 1] >= 0) return 0;
  return -(normal[k] * gravity[0] + normal[k + 1] * gravity[1] + normal[k + 2] * gravity[2]);
}

/** When a row's point will land within the step at `least` [m/s] or faster, if it will. */
function findLanding(core: LandingWorld, r: number, least: number): void {
  const { rows, arrive, landing } = core.contacts.memory;
  const a = rows.key[3 * r];
  const speed = -arrive[r];
  if (core.sleep.group[a] >= 0 || !(speed > 0)) return;
  const fall = fallOf(core, r);
  const high = Math.max(0, rows.gap[r]);
  const time = (2 * high) / (speed + Math.sqrt(Math.max(0, speed * speed + 2 * fall * high)));
  if (time < core.h && speed + fall * time >= least) landing[r] = time;
}

/**
 * Asks for the velocity that a row which bounces ends the step with; the part of it for the path before it is taken
 * back in `land`.
 */
function bounce(core: LandingWorld, r: number): void {
  const { rows, bias, arrive, landing } = core.contacts.memory;
  const { h } = core;
  const seconds = core.islands.seconds[rows.key[3 * r]];
  const fall = fallOf(core, r);
  const hit = fall * landing[r] - arrive[r];
  const after = restitutionOf(core, r) * hit - fall * (h - landing[r]);
  const without = arrive[r] - fall * h;
  bias[r] = Math.max(bias[r], after + (h / seconds - 1) * (after - without));
}

/** touch.v, live.v = mean velocities of the last step. */
function readMeans({ contacts, bodies, islands, sleep, h }: LandingWorld): void {
  const touch = contacts.memory.bodies;
  for (let b = 0; b < bodies.length; b++) {
    const { body } = bodies[b];
    const { v, live, touching, touched, inRows, cornersInRows } = touch[b];
    if (touching[0] === 0 || islands.seconds[b] === h) continue;
    if (sleep.group[b] >= 0 || body.motion.history === undefined) {
      v.fill(0);
      live.v.fill(0);
      continue;
    }
    body.points.velocities(body.points.contacts, body.motion.history.mean, v, inRows);
    if (touched[0] === 1)
      body.points.velocities(contacts.corners[b], body.motion.history.mean, live.v, cornersInRows);
  }
}
