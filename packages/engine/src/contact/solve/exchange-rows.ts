import { readGroups } from './compliance.ts';
import type { LandingWorld } from './landing.ts';

/**
 * What rows between bodies give to the accounts of `exchange.ts`. The two sites of a row are at one place at the start
 * of a second-order step, and apart where its implicit part begins: the middle between them is the place for both.
 */

/** Where things are in `places`: nine numbers a row. */
const PLACE = { middle: 0, half: 3, back: 6, length: 9 } as const;
/**
 * Where things are in `given`: of each body Σ p, Σ c × p, Σ V × p, Σ (site of its own) × p; then spin to be remembered,
 * torque in the last solve and in the one before.
 */
export const GIVEN = {
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
export function sumGiven(
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
