import { solveAgain } from './solve.ts';
import type { WorldCore } from './types.ts';

/**
 * Points that land. A contact that begins is a blow, not a force that goes on: what it does to the velocities (the jump) is told apart from the
 * rest of the step, so that a second-order step does not expect it to happen again, and so that bodies bounce from where they land.
 */

/** A point lands if it loses more speed than this: in what gravity gives in a step, and in body sizes a step. Slower ones do not bounce. */
const LANDING = 2;
const LEAST = 1e-3;
/** Points of a body that land within this part of a step land together. */
const TOGETHER = 0.1;

/** The speed [m/s] from which on a touch of a body is a landing. */
function landingSpeed({ bodies, gravity, h }: WorldCore, a: number, b: number): number {
  let size = bodies[a].body.model.size;
  if (b >= 0) size = Math.min(size, bodies[b].body.model.size);
  const g = Math.sqrt(gravity[0] ** 2 + gravity[1] ** 2 + gravity[2] ** 2);
  return Math.max(LANDING * g * h, (LEAST * size) / h);
}

/** True if something may bounce. */
export function anyBounce({ bodies, obstacles }: WorldCore): boolean {
  for (let b = 0; b < bodies.length; b++) if (bodies[b].restitution > 0) return true;
  for (let o = 0; o < obstacles.length; o++) if (obstacles[o].restitution > 0) return true;
  return false;
}

/** After `collide`: the velocities along the normals that rows begin the step with [m/s]. */
export function readArrivals(core: WorldCore): void {
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

/** The rows' relative velocities along their normals, of the velocities that `touch.v` and `live.v` have. */
function alongNormal({ contacts }: WorldCore, r: number): number {
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

/** After `prepare`: what rows ask for when the way ahead of the implicit part is behind them, and what those that bounce do. */
export function expectLandings(core: WorldCore): void {
  const { islands, h } = core;
  const { rows, bias, carried, landing, earliest } = core.contacts.memory;
  const { normal, impulse, key } = rows;
  readMeans(core);
  earliest.fill(h);
  for (let r = 0; r < rows.count[0]; r++) {
    const k = 3 * r;
    const seconds = islands.seconds[key[k]];
    if (seconds < h) bias[r] -= ((h - seconds) * alongNormal(core, r)) / seconds;
    carried[r] =
      normal[k] * impulse[k] + normal[k + 1] * impulse[k + 1] + normal[k + 2] * impulse[k + 2];
    landing[r] = -1;
    if (restitutionOf(core, r) > 0) findLanding(core, r);
    if (landing[r] < 0) continue;
    earliest[key[k]] = Math.min(earliest[key[k]], landing[r]);
    if (key[k + 1] >= 0) earliest[key[k + 1]] = Math.min(earliest[key[k + 1]], landing[r]);
  }
  for (let r = 0; r < rows.count[0]; r++) {
    if (landing[r] < 0) continue;
    // What would land much later does not: by then the body is on its way back.
    let first = earliest[key[3 * r]];
    if (key[3 * r + 1] >= 0) first = Math.max(first, earliest[key[3 * r + 1]]);
    landing[r] = landing[r] > first + TOGETHER * h ? -1 : first;
    if (landing[r] >= 0) bounce(core, r);
  }
}

function restitutionOf({ contacts, bodies, obstacles }: WorldCore, r: number): number {
  const { key } = contacts.rows;
  const b = key[3 * r + 1];
  const theirs = b < 0 ? obstacles[-1 - b].restitution : bodies[b].restitution;
  return Math.max(theirs, bodies[key[3 * r]].restitution);
}

/** What gravity adds to the speed at which a row closes [m/s²]; nothing if both sides fall. */
function fallOf({ contacts, gravity }: WorldCore, r: number): number {
  const { key, normal } = contacts.rows;
  const k = 3 * r;
  if (key[k + 1] >= 0) return 0;
  return -(normal[k] * gravity[0] + normal[k + 1] * gravity[1] + normal[k + 2] * gravity[2]);
}

/** When a row's point will land fast enough to bounce within the step, if it will. */
function findLanding(core: WorldCore, r: number): void {
  const { rows, arrive, landing } = core.contacts.memory;
  const a = rows.key[3 * r];
  const speed = -arrive[r];
  if (core.sleep.group[a] >= 0 || !(speed > 0)) return;
  const fall = fallOf(core, r);
  const high = Math.max(0, rows.gap[r]);
  const time = (2 * high) / (speed + Math.sqrt(Math.max(0, speed * speed + 2 * fall * high)));
  if (time < core.h && speed + fall * time >= landingSpeed(core, a, rows.key[3 * r + 1]))
    landing[r] = time;
}

/** Asks for the velocity that a row which bounces ends the step with; the part of it for the way ahead is taken back in `land`. */
function bounce(core: WorldCore, r: number): void {
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
function readMeans({ contacts, bodies, islands, sleep, h }: WorldCore): void {
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

/** After the solve: jumps of the velocities by landings, taken out of them and of what bodies remember. */
export function land(core: WorldCore): void {
  const { bodies, contacts, islands, sleep, h } = core;
  const { earliest } = contacts.memory;
  for (let i = 0; i < islands.count; i++) {
    const from = islands.start[i];
    const to = islands.start[i + 1];
    const leader = islands.members[from];
    if (sleep.group[leader] >= 0) continue;
    const seconds = islands.seconds[leader];
    const lands = contacts.any(i) && findJumps(core, i, seconds < h, seconds / h);
    if (!lands && seconds === h) continue;
    for (let m = from; m < to; m++) {
      const b = islands.members[m];
      const { body, u, r } = bodies[b];
      // Those that bounce fell on until they landed.
      const time = earliest[b] < h ? earliest[b] : 0;
      const lag = ((h - seconds - time) * seconds) / h;
      body.motion.history?.learn(seconds, u, lands ? r : null, lag);
    }
  }
}

/**
 * r of an island's bodies = how much of their u comes of landings, of `all` or of those that bounce; false if nothing lands. Solves once more,
 * with the impulses that were there before.
 */
function findJumps(core: WorldCore, island: number, all: boolean, whole: number): boolean {
  const { bodies, contacts, islands } = core;
  const { rows, relative, arrive, carried, landing, first, list, begin } = contacts.memory;
  const { normal, impulse, key } = rows;
  let any = false;
  for (let l = first[island]; l < first[island + 1]; l++) {
    const r = list[l];
    const k = 3 * r;
    let along = 0;
    let push = 0;
    for (let c = k; c < k + 3; c++) {
      along += normal[c] * relative[c];
      push += normal[c] * impulse[c];
      begin[c] = impulse[c];
    }
    const before = Math.max(0, carried[r]);
    if (!(push > before)) continue;
    const lands = all && along - arrive[r] > landingSpeed(core, key[k], key[k + 1]);
    if (landing[r] < 0 && !lands) continue;
    any = true;
    const part = before / push;
    for (let c = k; c < k + 3; c++) impulse[c] *= part;
  }
  if (!any) return false;
  const from = islands.start[island];
  const to = islands.start[island + 1];
  for (let m = from; m < to; m++) {
    const { body, u, start } = bodies[islands.members[m]];
    core.kernels.copy(start, u, body.equation.unknowns());
  }
  solveAgain(core, island);
  for (let l = first[island]; l < first[island + 1]; l++) {
    for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) impulse[c] = begin[c] - impulse[c];
  }
  const part = blowPart(core, island, whole);
  for (let m = from; m < to; m++) {
    const { body, u, r } = bodies[islands.members[m]];
    const n = body.equation.unknowns();
    for (let i = 0; i < n; i++) {
      r[i] *= part;
      u[i] += r[i];
    }
  }
  for (let l = first[island]; l < first[island + 1]; l++) {
    for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) impulse[c] = begin[c];
  }
  return true;
}

/**
 * r of an island's bodies = their jump, from u without it and `start` with it. Gives the part of the blow that the bodies can take without
 * gaining energy: p·w + ½ p·J ≤ 0 for the impulses p that the rows hold, velocities w before and the jump J, of which bodies keep the part
 * `kept`. Newton's law of restitution alone may gain some where several points land, or rub.
 */
function blowPart(core: WorldCore, island: number, kept: number): number {
  const { bodies, contacts, islands, kernels } = core;
  contacts.gather(islands, island);
  let work = 0;
  let gain = 0;
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const b = islands.members[m];
    const { body, u, start, r, z } = bodies[b];
    const n = body.equation.unknowns();
    for (let i = 0; i < n; i++) {
      r[i] = start[i] - u[i];
      z[i] = 0;
    }
    contacts.addTo(b, z);
    work += kernels.dot(z, u, n);
    gain += kernels.dot(z, r, n);
  }
  return gain > 0 ? Math.max(0, Math.min(1, (-2 * work) / (kept * gain))) : 1;
}
