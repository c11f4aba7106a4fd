import { exchanges, giveBlowSpins, keepAccounts, movedFor } from './exchange-spins.ts';
import { type LandingWorld, landingSpeed } from './landing.ts';

/** Solves an island's equations once more, with fixed impulses. */
type SolveAgain<W> = (world: W, island: number) => void;

/** After the solve: finds the velocity jumps of landings and removes them from velocities and histories. */
export function land<W extends LandingWorld>(core: W, solveAgain: SolveAgain<W>): void {
  const { bodies, contacts, islands, sleep, h } = core;
  const { earliest } = contacts.memory;
  for (let i = 0; i < islands.count; i++) {
    const from = islands.start[i];
    const to = islands.start[i + 1];
    const leader = islands.members[from];
    if (sleep.group[leader] >= 0) continue;
    const seconds = islands.seconds[leader];
    const part = contacts.any(i)
      ? findJumps(core, solveAgain, i, seconds < h, seconds / h)
      : NOTHING;
    const lands = part !== NOTHING;
    if (!lands && seconds === h) continue;
    if (!lands && exchanges(core, i)) keepAccounts(core, i);
    for (let m = from; m < to; m++) {
      const b = islands.members[m];
      const { body, u, r } = bodies[b];
      const lag = ((movedFor(h, earliest[b], part) - seconds) * seconds) / h;
      body.motion.history?.learn(seconds, u, lands ? r : null, lag);
    }
  }
}

/** In place of a part of a blow: nothing lands. */
const NOTHING = -1;

/**
 * r of an island's bodies = how much of their u comes of landings, of `all` or of those that bounce. Returns the part
 * of the blow that they take. Solves once more, with the impulses that were there before: what a blow adds to rows
 * that were touching already passes it on, and is part of it.
 */
function findJumps<W extends LandingWorld>(
  core: W,
  solveAgain: SolveAgain<W>,
  island: number,
  all: boolean,
  whole: number,
): number {
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
    any ||= landing[r] >= 0;
    any ||= all && along - arrive[r] > landingSpeed(core, key[k], key[k + 1]);
    const part = before / push;
    for (let c = k; c < k + 3; c++) impulse[c] *= part;
  }
  if (!any) {
    for (let l = first[island]; l < first[island + 1]; l++) {
      for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) impulse[c] = begin[c];
    }
    return NOTHING;
  }
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
  if (exchanges(core, island)) {
    keepAccounts(core, island);
    giveBlowSpins(core, island, part);
  }
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
  return part;
}

/**
 * r of an island's bodies = their jump, from u without it and `start` with it. Returns the part of the blow that the
 * bodies can take without gaining energy: p·w + ½ p·J ≤ 0 for the impulses p that the rows hold, velocities w before
 * and the jump J, of which bodies keep the part `kept`. Velocities are those against obstacles: what moves by itself
 * may well do work. Newton's law of restitution alone may gain some where several points land, or rub.
 */
function blowPart(core: LandingWorld, island: number, kept: number): number {
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
  const { rows, first, list } = contacts.memory;
  for (let l = first[island]; l < first[island + 1]; l++) {
    if (rows.key[3 * list[l] + 1] >= 0) continue;
    for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) work -= rows.impulse[c] * rows.surface[c];
  }
  return gain > 0 ? Math.max(0, Math.min(1, (-2 * work) / (kept * gain))) : 1;
}
