import { LEAST_PART } from '../numbers.ts';
import { addTorque } from './end-levers.ts';
import { createGiven, EXCHANGE, nextAccount, spinOf } from './exchange.ts';
import { GIVEN, sumGiven } from './exchange-rows.ts';
import type { LandingWorld } from './landing.ts';

/**
 * In islands that take second-order steps bodies go on differently after they have touched. A torque gives each the
 * spin that its account of what others gave it says (`exchange.ts`).
 */

const now = new Float64Array(9);
const other = new Float64Array(9);
const end = new Float64Array(3);
const spin = new Float64Array(3);
const torque = new Float64Array(3);
const given = createGiven();
const account = new Float64Array(EXCHANGE.length);

/** True if bodies of an island give each other something in this step, or are still to feel what others gave. */
export function exchanges({ bodies, contacts, islands, h }: LandingWorld, island: number): boolean {
  const from = islands.start[island];
  const to = islands.start[island + 1];
  if (islands.seconds[islands.members[from]] === h) return false;
  if (to - from > 1 && contacts.any(island)) return true;
  for (let m = from; m < to; m++) {
    const { history } = bodies[islands.members[m]].body.motion;
    if (history !== undefined && history.exchange[EXCHANGE.left] > 0) return true;
  }
  return false;
}

/** given = the sums of body b. */
function readGiven({ contacts }: LandingWorld, b: number): void {
  const sums = contacts.memory.given;
  const o = GIVEN.length * b;
  for (let c = 0; c < 3; c++) {
    given.momentum[c] = sums[o + c];
    given.moment[c] = sums[o + GIVEN.moment + c];
    given.drift[c] = sums[o + GIVEN.drift + c];
  }
}

/** Moment about the centre of mass, at x[6..9), of what body b is given, as its own equation has it: component c. */
function ownMoment({ contacts }: LandingWorld, b: number, x: Float64Array, c: number): number {
  const sums = contacts.memory.given;
  const o = GIVEN.length * b;
  const d = (c + 1) % 3;
  const e = (c + 2) % 3;
  return sums[o + GIVEN.own + c] - (x[6 + d] * sums[o + e] - x[6 + e] * sums[o + d]);
}

/**
 * After bodies have their momentum for the impulses that rows hold (u, with right sides b): gives them the spin of
 * their accounts.
 */
export function giveSpins(core: LandingWorld, island: number): void {
  const { bodies, contacts, islands, h } = core;
  const sums = contacts.memory.given;
  sumGiven(core, island, false);
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const b = islands.members[m];
    const { body, u, b: right } = bodies[b];
    const history = body.motion.history!;
    if (!history.free()) continue;
    const { mass } = body.model;
    history.momenta(now, u);
    for (let c = 0; c < 3; c++) end[c] = now[6 + c] + (islands.seconds[b] / mass) * now[c];
    readGiven(core, b);
    nextAccount(account, history.exchange, given, h);
    spinOf(spin, account, h, mass, end, history.started);
    for (let c = 0; c < 3; c++) {
      const without = history.exchange[EXCHANGE.spin + c] / 3 + ownMoment(core, b, now, c);
      torque[c] = spin[c] - without;
    }
    const turned = addTorque(contacts, b, torque, 0, right);
    if (turned) body.equation.correctMomentum(u, right);
    for (let o = GIVEN.length * b, c = 0; c < 3; c++, o++) {
      sums[o + GIVEN.before] = sums[o + GIVEN.torque];
      sums[o + GIVEN.torque] = turned ? torque[c] : 0;
      sums[o + GIVEN.spin] = turned ? spin[c] : spin[c] - torque[c];
    }
  }
}

/** After the last `giveSpins` of a step: its bodies remember what they were given. */
export function keepAccounts(core: LandingWorld, island: number): void {
  const { bodies, contacts, islands, h } = core;
  const sums = contacts.memory.given;
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const b = islands.members[m];
    const { exchange, free } = bodies[b].body.motion.history!;
    if (!free()) {
      exchange.fill(0, 0, EXCHANGE.seconds);
      continue;
    }
    readGiven(core, b);
    nextAccount(exchange, exchange, given, h);
    for (let c = 0; c < 3; c++)
      exchange[EXCHANGE.spin + c] =
        exchange[EXCHANGE.left] > 0 ? sums[GIVEN.length * b + GIVEN.spin + c] : 0;
  }
}

/**
 * Seconds for which a blow moves a body of which it takes the part `part`, which bounces after `landed` seconds if that
 * is within the step of h. The body ends where its rows placed it, whatever part of the blow its velocity keeps.
 */
export function movedFor(h: number, landed: number, part: number): number {
  if (landed < h) return h - landed;
  return part > LEAST_PART ? h / part : h;
}

/**
 * After `keepAccounts`, rows holding the impulses of a blow of which bodies take the part `part`: gives their jumps r,
 * from u without it, the spin with which both sides lose and gain the same. A third of a jump leaves the velocity.
 */
export function giveBlowSpins(core: LandingWorld, island: number, part: number): void {
  const { bodies, contacts, islands, h } = core;
  const { given: sums, earliest } = contacts.memory;
  if (part === 0) return;
  sumGiven(core, island, true);
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const b = islands.members[m];
    const { body, u, r, q, b: right } = bodies[b];
    const history = body.motion.history!;
    if (!history.free()) continue;
    const { mass } = body.model;
    const seconds = islands.seconds[b];
    const kept = (part * seconds) / h;
    const left = movedFor(h, earliest[b], part);
    history.momenta(other, r);
    history.momenta(now, u);
    for (let c = 0; c < 3; c++)
      end[c] = now[6 + c] + (seconds * now[c] + kept * left * other[c]) / mass;
    const { exchange, started: P } = history;
    spinOf(spin, exchange, h, mass, end, P);
    const o = GIVEN.length * b;
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      const e = (c + 2) % 3;
      const lever =
        sums[o + GIVEN.moment + c] -
        ((end[d] - (left / mass) * P[d]) * sums[o + e] -
          (end[e] - (left / mass) * P[e]) * sums[o + d]);
      const has =
        ownMoment(core, b, now, c) + sums[o + GIVEN.before + c] - sums[o + GIVEN.torque + c];
      torque[c] = lever + (spin[c] - exchange[EXCHANGE.spin + c]) / kept - has;
    }
    if (!addTorque(contacts, b, torque, 0, right)) continue;
    const n = body.equation.unknowns();
    for (let i = 0; i < n; i++) q[i] = u[i];
    body.equation.correctMomentum(q, right);
    for (let i = 0; i < n; i++) r[i] += q[i] - u[i];
  }
}
