import { readGroups } from './compliance.ts';
import { addTorque } from './end-levers.ts';
import { createGiven, EXCHANGE, nextAccount, spinOf } from './exchange.ts';
import type { LandingWorld } from './landing.ts';

/**
 * What rows between bodies do to the accounts of `exchange.ts`, in islands that take second-order steps. The two sites
 * of a row are at one place at the start of the step, not where its implicit part begins, and bodies go on differently
 * after it; a torque gives each body the spin that its account says.
 */

/** Where things are in `places`: nine numbers a row. */
const PLACE = { middle: 0, half: 3, back: 6, length: 9 } as const;
/**
 * Where things are in `given`: of each body Σ p, Σ c × p, Σ V × p, Σ (site of its own) × p; then spin to be remembered,
 * torque in the last solve and in the one before.
 */
const GIVEN = {
  momentum: 0,
  moment: 3,
  drift: 6,
  own: 9,
  spin: 12,
  torque: 15,
  before: 18,
  length: 21,
} as const;

const site = new Float64Array(6);
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

/**
 * After `readMeans`, which leaves the mean velocities of the last step in the points of rows: where the sites of rows
 * between bodies are when the implicit part of the step begins.
 */
export function placeRows({ bodies, contacts, islands, sleep, h }: LandingWorld): void {
  const { rows, places } = contacts.memory;
  const touch = contacts.memory.bodies;
  const { key } = rows;
  for (let b = 0; b < bodies.length; b++) {
    const i = islands.of[b];
    const alone = islands.start[i + 1] - islands.start[i] === 1;
    if (alone || sleep.group[b] >= 0 || islands.seconds[b] === h) continue;
    const { points } = bodies[b].body;
    if (touch[b].touching[0] === 0) continue;
    points.positions(points.contacts, touch[b].at);
    if (touch[b].touched[0] === 1) points.positions(contacts.corners[b], touch[b].live.at);
  }
  for (let r = 0; r < rows.count[0]; r++) {
    const a = key[3 * r];
    const b = key[3 * r + 1];
    if (b < 0 || b === a || sleep.group[a] >= 0 || islands.seconds[a] === h) continue;
    const o = PLACE.length * r;
    readSites(contacts, r, touch[a].v, touch[b].live.v);
    for (let c = 0; c < 3; c++)
      places[o + PLACE.back + c] = (h - islands.seconds[a]) * 0.5 * (site[c] + site[3 + c]);
    readSites(contacts, r, touch[a].at, touch[b].live.at);
    for (let c = 0; c < 3; c++) {
      places[o + PLACE.middle + c] = 0.5 * (site[c] + site[3 + c]);
      places[o + PLACE.half + c] = 0.5 * (site[c] - site[3 + c]);
    }
  }
}

/** site = what the points of a row's two sides say, three numbers each. */
function readSites(
  { memory }: LandingWorld['contacts'],
  r: number,
  ours: Float64Array,
  theirs: Float64Array,
): void {
  const { ends, share, touched, weight } = memory.rows;
  const i = 3 * ends[2 * r];
  const j = 3 * ends[2 * r + 1];
  for (let c = 0; c < 3; c++) {
    site[c] = ours[i + c] + share[r] * (ours[j + c] - ours[i + c]);
    let sum = 0;
    for (let s = 0; s < 4; s++) sum += weight[4 * r + s] * theirs[3 * touched[5 * r + s] + c];
    site[3 + c] = sum;
  }
}

/**
 * Sums what an island's rows give with the impulses they hold, its bodies moving at u. A blow is at the place where the
 * step began, or where it lands within it, and is not expected to go on.
 */
function sumGiven(
  { bodies, contacts, islands, h }: LandingWorld,
  island: number,
  blow: boolean,
): void {
  const { rows, places, given: sums, landing, first, list } = contacts.memory;
  const touch = contacts.memory.bodies;
  const { key, impulse: p } = rows;
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const b = islands.members[m];
    sums.fill(0, GIVEN.length * b, GIVEN.length * b + GIVEN.spin);
    if (!blow && contacts.any(island)) readGroups(bodies[b], touch[b], bodies[b].u);
  }
  for (let l = first[island]; l < first[island + 1]; l++) {
    const r = list[l];
    const k = 3 * r;
    const a = key[k];
    const b = key[k + 1];
    if (b < 0 || b === a) continue;
    if (p[k] === 0 && p[k + 1] === 0 && p[k + 2] === 0) continue;
    if (!blow) readSites(contacts, r, touch[a].v, touch[b].live.v);
    const o = PLACE.length * r;
    const back = blow ? 1 - Math.max(0, landing[r]) / (h - islands.seconds[a]) : 0;
    const A = GIVEN.length * a;
    const B = GIVEN.length * b;
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      const e = (c + 2) % 3;
      const pd = p[k + d];
      const pe = p[k + e];
      const yd = places[o + d] - back * places[o + PLACE.back + d];
      const ye = places[o + e] - back * places[o + PLACE.back + e];
      const moment = yd * pe - ye * pd;
      const vd = 0.5 * (site[d] + site[3 + d]);
      const ve = 0.5 * (site[e] + site[3 + e]);
      const drift = blow ? 0 : vd * pe - ve * pd;
      const middle = places[o + d] * pe - places[o + e] * pd;
      const half = places[o + PLACE.half + d] * pe - places[o + PLACE.half + e] * pd;
      sums[A + c] += p[k + c];
      sums[A + GIVEN.moment + c] += moment;
      sums[A + GIVEN.drift + c] += drift;
      sums[A + GIVEN.own + c] += middle + half;
      sums[B + c] -= p[k + c];
      sums[B + GIVEN.moment + c] -= moment;
      sums[B + GIVEN.drift + c] -= drift;
      sums[B + GIVEN.own + c] -= middle - half;
    }
  }
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
      exchange.fill(0);
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
    // Those that bounce fell on until they landed.
    const left = h - (earliest[b] < h ? earliest[b] : 0);
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
