import { isMoving } from '../contact/detect/things.ts';
import { isBroken } from './bodies/broken.ts';
import type { WorldCore } from './types.ts';

/**
 * Bodies that touch something fixed and hardly move are put to rest, island by island: they keep their shape, their contacts and
 * their impulses, and cost nothing until something comes near, pulls, or changes.
 */
export interface Rest {
  /** Steps for which each body has been slow. */
  readonly calm: Int32Array;
  /** First body of the group each rests with; −1 for those awake. */
  readonly group: Int32Array;
  /** 1 if a resting body's rows are those of where it is. Not part of the state: rows are then found again, and the same. */
  readonly known: Uint8Array;
}

/** Seconds for which all of an island must have been slow. */
const CALM_TIME = 0.5;

export function createRest(bodies: number): Rest {
  return {
    calm: new Int32Array(bodies),
    group: new Int32Array(bodies).fill(-1),
    known: new Uint8Array(bodies),
  };
}

/** Wakes a body and all that rest with it. */
export function wakeGroup({ rest }: WorldCore, body: number): void {
  const leader = rest.group[body];
  if (leader < 0) return;
  if (isBroken({ rest }, body)) return;
  for (let b = 0; b < rest.group.length; b++) if (rest.group[b] === leader) rest.group[b] = -1;
}

/** Something was done to a body: it is awake, and stays so for a while. */
export function disturb(core: WorldCore, body: number): void {
  if (body < 0 || isBroken(core, body)) return;
  const leader = core.rest.group[body];
  for (let b = 0; b < core.bodies.length; b++) {
    if (b === body || (leader >= 0 && core.rest.group[b] === leader)) core.rest.calm[b] = 0;
  }
  wakeGroup(core, body);
}

/** Something changed for all. */
export function disturbAll({ rest, seats }: WorldCore): void {
  for (let b = 0; b < rest.group.length; b++) {
    if (isBroken({ rest }, b)) continue;
    rest.calm[b] = 0;
    if (!seats.isEmpty(b)) rest.group[b] = -1;
  }
}

/** Wakes what sleeps and is touched by something that moves, and all that sleep with it. Rows of all others stay known. */
export function wakeTouched(core: WorldCore): void {
  const { rest, obstacles } = core;
  const { key, count } = core.contacts.rows;
  for (let r = 0; r < count[0]; r++) {
    const a = key[3 * r];
    const b = key[3 * r + 1];
    if (b >= 0) {
      if (rest.group[a] < 0 !== rest.group[b] < 0) wakeGroup(core, rest.group[a] < 0 ? b : a);
    } else if (rest.group[a] >= 0 && isMoving(obstacles[-1 - b])) wakeGroup(core, a);
  }
  for (let b = 0; b < rest.group.length; b++) rest.known[b] = rest.group[b] >= 0 ? 1 : 0;
}

/** After a step: counts slow steps, and puts islands to rest whose bodies have been slow for long. */
export function settleDown(core: WorldCore, h: number): void {
  const { bodies, islands, rest, contacts } = core;
  const limit = core.scene.solver.rest;
  if (limit === 0) return;
  const steps = Math.ceil(CALM_TIME / h);
  const touch = contacts.memory.bodies;
  for (let b = 0; b < bodies.length; b++) {
    if (rest.group[b] >= 0) continue;
    const { v, count, touching } = touch[b];
    const most = limit * bodies[b].body.model.size;
    // What still coarsens is let do so, unless it can at rest, too.
    const { adapt, levels } = bodies[b].body;
    let slow = touching[0] === 1 && (adapt?.sleep !== undefined || levels.switches === 0);
    for (let i = 0; i < 3 * count && slow; i++) slow = v[i] <= most && v[i] >= -most;
    rest.calm[b] = slow ? rest.calm[b] + 1 : 0;
  }
  for (let i = 0; i < islands.count; i++) {
    const from = islands.start[i];
    const to = islands.start[i + 1];
    const leader = islands.members[from];
    if (rest.group[leader] >= 0 || !contacts.any(i) || !anchored(core, i)) continue;
    let calm = true;
    for (let m = from; m < to && calm; m++) {
      const b = islands.members[m];
      calm = rest.calm[b] >= steps && !driven(core, b);
    }
    if (!calm) continue;
    for (let m = from; m < to; m++) {
      const b = islands.members[m];
      rest.group[b] = leader;
      rest.known[b] = 0;
      const { body } = bodies[b];
      const { levels } = body;
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
    // What a program posed stands where it has arrived.
    if (track !== null && !(posed && time >= track.times[track.times.length - 1])) return true;
  }
  return false;
}
