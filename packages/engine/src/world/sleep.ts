import { isKept, isMoving } from '../contact/detect/things.ts';
import { isBroken } from './bodies/broken.ts';
import { CALM_TIME } from './numbers.ts';
import type { Sleep } from './parts.ts';
import type { WorldCore } from './types.ts';

export function createSleep(bodies: number): Sleep {
  return {
    calm: new Int32Array(bodies),
    group: new Int32Array(bodies).fill(-1),
    known: new Uint8Array(bodies),
  };
}

/** Wakes a body and all that sleep with it. */
export function wakeGroup({ sleep }: WorldCore, body: number): void {
  const leader = sleep.group[body];
  if (leader < 0) return;
  if (isBroken({ sleep }, body)) return;
  for (let b = 0; b < sleep.group.length; b++) if (sleep.group[b] === leader) sleep.group[b] = -1;
}

/** An action disturbed a body: it wakes, and stays awake for a while. */
export function disturb(core: WorldCore, body: number): void {
  if (body < 0 || isBroken(core, body)) return;
  const leader = core.sleep.group[body];
  for (let b = 0; b < core.bodies.length; b++) {
    if (b === body || (leader >= 0 && core.sleep.group[b] === leader)) core.sleep.calm[b] = 0;
  }
  wakeGroup(core, body);
}

/** Something changed for all bodies: all wake. */
export function disturbAll({ sleep, seats }: WorldCore): void {
  for (let b = 0; b < sleep.group.length; b++) {
    if (isBroken({ sleep }, b)) continue;
    sleep.calm[b] = 0;
    if (!seats.isEmpty(b)) sleep.group[b] = -1;
  }
}

/**
 * Wakes sleeping bodies that something moving touches or is tied to, with their groups. Rows of all others stay valid.
 */
export function wakeTouched(core: WorldCore): void {
  const { sleep, obstacles } = core;
  const { key, count } = core.contacts.rows;
  for (let r = 0; r < count[0]; r++) {
    const a = key[3 * r];
    const b = key[3 * r + 1];
    if (b < 0 && sleep.group[a] >= 0 && isMoving(obstacles[-1 - b])) wakeGroup(core, a);
  }
  // Bodies that an action put to sleep are groups of their own: each may wake the next.
  while (wakeNext(core));
  for (let b = 0; b < sleep.group.length; b++) sleep.known[b] = sleep.group[b] >= 0 ? 1 : 0;
}

/** Wakes bodies that touch one that is awake or are tied to one; true if there were any. */
function wakeNext(core: WorldCore): boolean {
  const { couplings, contacts } = core;
  const { key, count } = contacts.rows;
  let some = false;
  for (let r = 0; r < count[0]; r++) {
    if (key[3 * r + 1] >= 0 && wakeOther(core, key[3 * r], key[3 * r + 1])) some = true;
  }
  for (let c = 0; c < couplings.length; c++) {
    const { a, b } = couplings[c];
    if (a >= 0 && b >= 0 && couplings[c].active() && wakeOther(core, a, b)) some = true;
  }
  return some;
}

/** If one of two bodies sleeps and the other does not, it wakes, unless it is broken. */
function wakeOther(core: WorldCore, a: number, b: number): boolean {
  const { group } = core.sleep;
  if (group[a] < 0 === group[b] < 0) return false;
  const asleep = group[a] < 0 ? b : a;
  wakeGroup(core, asleep);
  return group[asleep] < 0;
}

/**
 * True if all bodies sleep and nothing moves that could wake one: contacts, islands and impulses of the last step hold
 * for this one. Call it when obstacles are where they will be.
 */
export function isStill({ bodies, obstacles, sleep }: WorldCore): boolean {
  for (let b = 0; b < bodies.length; b++) {
    if (!isKept(sleep, b) || bodies[b].sensor || bodies[b].guest !== null) return false;
  }
  for (let o = 0; o < obstacles.length; o++) {
    const { present, sensor } = obstacles[o];
    if (present && (sensor || isMoving(obstacles[o]))) return false;
  }
  return true;
}

/** After a step: counts slow steps, and puts islands to sleep after enough of them. */
export function putToSleep(core: WorldCore, h: number): void {
  const { bodies, islands, sleep, contacts } = core;
  const limit = core.scene.solver.rest;
  if (limit === 0) return;
  const steps = Math.ceil(CALM_TIME / h);
  const touch = contacts.memory.bodies;
  for (let b = 0; b < bodies.length; b++) {
    if (sleep.group[b] >= 0) continue;
    const { v, count, touching } = touch[b];
    const most = limit * bodies[b].body.model.size;
    // A body that still coarsens stays awake, unless it can coarsen asleep.
    const { adapt, levels } = bodies[b].body;
    let slow = touching[0] === 1 && (adapt?.sleep !== undefined || levels.switches === 0);
    for (let i = 0; i < 3 * count && slow; i++) slow = v[i] <= most && v[i] >= -most;
    sleep.calm[b] = slow ? sleep.calm[b] + 1 : 0;
  }
  for (let i = 0; i < islands.count; i++) {
    const from = islands.start[i];
    const to = islands.start[i + 1];
    const leader = islands.members[from];
    if (sleep.group[leader] >= 0 || !contacts.any(i) || !anchored(core, i)) continue;
    let calm = true;
    for (let m = from; m < to && calm; m++) {
      const b = islands.members[m];
      calm = sleep.calm[b] >= steps && !driven(core, b);
    }
    if (!calm) continue;
    for (let m = from; m < to; m++) {
      const b = islands.members[m];
      sleep.group[b] = leader;
      sleep.known[b] = 0;
      const { body } = bodies[b];
      const { levels } = body;
      // A sleeping body has no velocity: a remaining one would be reported, and return when it wakes.
      body.equation.velocity.fill(0, 0, body.equation.unknowns());
      body.motion.stop?.();
      body.adapt?.sleep?.();
      body.motion.history?.forget();
      levels.switches = 0;
      levels.jump = 0;
      levels.kineticGain = 0;
    }
  }
}

/** True if an island rests on something that does not move. */
function anchored(core: WorldCore, island: number): boolean {
  const { contacts, obstacles, islands, seats } = core;
  const { rows, memory } = contacts;
  let fixed = false;
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const b = islands.members[m];
    if (core.bodies[b].changes.paused === true) fixed = true;
    if (b < seats.first) continue;
    const guest = seats.guests[b - seats.first];
    if (guest !== null && guest.supports.count > 0) fixed = true;
  }
  for (let l = memory.first[island]; l < memory.first[island + 1]; l++) {
    const other = rows.key[3 * memory.list[l] + 1];
    if (other >= 0) continue;
    if (isMoving(obstacles[-1 - other])) return false;
    fixed = true;
  }
  return fixed;
}

/** True for a body with a held region that follows keyframes or a bone. */
function driven({ bodies, time }: WorldCore, b: number): boolean {
  const { holds } = bodies[b];
  for (let i = 0; i < holds.length; i++) {
    const { held, bone, track, posed } = holds[i];
    if (!held) continue;
    if (bone !== null) return true;
    // A region posed by a program stands still after its arrival.
    if (track !== null && !(posed && time >= track.times[track.times.length - 1])) return true;
  }
  return false;
}
