import type { TouchBody } from '../memory.ts';
import { GIVE } from '../numbers.ts';
import { fillCompliance } from './compliance.ts';
import type { Contacts, Grouping } from './contacts.ts';
import { addRolling, storeCouple } from './rolling.ts';
import {
  clearSites,
  pushSite,
  roomFor,
  siteAmong,
  siteBetween,
  siteInCage,
  TIES,
  velocityOf,
} from './sites.ts';
import { factorTies } from './tied.ts';
import { isLive, KIND, type Tie, tieForces } from './ties.ts';

/**
 * Assembles the active set of an island for the kernels: sites on both sides, required velocities, compliances. Returns
 * false if some rows did not fit: they wait for the next time.
 */
export function fillProblem(contacts: Contacts, islands: Grouping, island: number): boolean {
  const { memory, bodies, kernels, ties } = contacts;
  const { problem, list, first, active } = memory;
  const { members, start, of } = islands;
  for (let m = start[island]; m < start[island + 1]; m++) clearSites(memory.bodies[members[m]]);
  problem.count = 0;
  problem.states = 0;
  problem.changes = 0;
  let all = true;
  for (let t = 0; t < ties.length; t++) {
    const tie = ties[t];
    if (!isLive(tie) || of[tie.a >= 0 ? tie.a : tie.b] !== island) continue;
    addTie(contacts, t);
  }
  for (let l = first[island]; l < first[island + 1]; l++) {
    const r = list[l];
    if (active[r] === 0 || addContact(contacts, r)) continue;
    active[r] = 0;
    all = false;
  }
  let base = 0;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const b = members[m];
    if (memory.bodies[b].siteCount[0] === 0) continue;
    fillCompliance(memory, bodies[b], b, base);
    base += 3 * memory.bodies[b].siteCount[0];
  }
  const { block, soft, normal, kind, side, table, work, count } = problem;
  const { W, dense } = memory;
  kernels.contactBlocks(block, soft, W, dense, normal, kind, side, table, work, count, GIVE);
  factorTies(contacts);
  return all;
}

function addContact(contacts: Contacts, r: number): boolean {
  const { memory } = contacts;
  const { problem, rows, bodies, bias, friction } = memory;
  const { key, ends, share, touched, weight, normal, surface, impulse } = rows;
  const a = key[3 * r];
  const b = key[3 * r + 1];
  if (roomFor(bodies[a]) < 2 || (b >= 0 && roomFor(bodies[b]) < 2)) return false;
  const l = problem.count++;
  problem.row[l] = r;
  problem.kind[l] = KIND.contact;
  problem.side[4 * l] = a;
  problem.side[4 * l + 1] = siteBetween(bodies[a], ends[2 * r], ends[2 * r + 1], share[r]);
  problem.side[4 * l + 2] = b < 0 ? -1 : b;
  problem.side[4 * l + 3] = b < 0 ? 0 : siteInCage(bodies[b], touched, 5 * r, weight, 4 * r);
  problem.bias[l] = bias[r];
  problem.friction[l] = friction[r];
  problem.soft[2 * l] = 0;
  problem.soft[2 * l + 1] = 0;
  for (let c = 0; c < 3; c++) {
    problem.normal[3 * l + c] = normal[3 * r + c];
    problem.target[3 * l + c] = b < 0 ? surface[3 * r + c] : 0;
    problem.p[3 * l + c] = impulse[3 * r + c];
    problem.from[3 * l + c] = 0;
    problem.direction[3 * l + c] = 0;
  }
  addRolling(contacts, r, l);
  return true;
}

function addTie({ memory, ties }: Contacts, t: number): void {
  const { problem, bodies } = memory;
  const { a, b, ends, weights, kind, normal, soft, target, from, p, most } = ties[t];
  const own = a >= 0 ? a : b;
  if (roomFor(bodies[own]) < 2 || (b >= 0 && roomFor(bodies[b]) < 2)) return;
  const l = problem.count++;
  problem.row[l] = -1 - t;
  problem.kind[l] = kind;
  // A row has a body on its first side: a tie of only end b to the world is reversed.
  const turned = a < 0;
  problem.side[4 * l] = own;
  problem.side[4 * l + 1] = placeOfEnd(bodies[own], ends, weights, turned ? 1 : 0);
  problem.side[4 * l + 2] = turned ? -1 : b;
  problem.side[4 * l + 3] = turned || b < 0 ? 0 : placeOfEnd(bodies[b], ends, weights, 1);
  problem.bias[l] = 0;
  problem.friction[l] = most;
  problem.soft[2 * l] = soft[0];
  problem.soft[2 * l + 1] = soft[1];
  const sign = turned ? -1 : 1;
  for (let c = 0; c < 3; c++) {
    problem.normal[3 * l + c] = sign * normal[c];
    problem.target[3 * l + c] = sign * target[c];
    problem.from[3 * l + c] = sign * from[c];
    problem.p[3 * l + c] = sign * p[c];
    problem.direction[3 * l + c] = 0;
  }
}

function placeOfEnd(
  body: TouchBody,
  ends: Tie['ends'],
  weights: Tie['weights'],
  side: number,
): number {
  return siteAmong(body, body.groups.indexOf(ends[side]!, TIES), weights[side]);
}

/** Reads the velocities of all sites, and begins an iteration from the impulses as they are. */
export function beginIteration({ memory }: Contacts, islands: Grouping, island: number): void {
  const { problem, bodies } = memory;
  const { table, state, change, base, p, begin, count } = problem;
  state.fill(0, 0, problem.states);
  change.fill(0, 0, problem.changes);
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const b = islands.members[m];
    const n = bodies[b].siteCount[0];
    for (let s = 0; s < n; s++) velocityOf(bodies[b], s, base, table[5 * b + 4] + 3 * s);
  }
  for (let k = 0; k < 3 * count; k++) begin[k] = p[k];
}

/** problem.work[3..] = velocities of the rows as an iteration begins, with what the softness of ties adds. */
export function rowVelocities({ memory }: Contacts): Float64Array {
  const { problem, bodies } = memory;
  const { count, side, target, normal, soft, from, p, work } = problem;
  for (let l = 0; l < count; l++) {
    const k = 3 * l;
    velocityOf(bodies[side[4 * l]], side[4 * l + 1], work, k);
    if (side[4 * l + 2] >= 0) {
      velocityOf(bodies[side[4 * l + 2]], side[4 * l + 3], other, 0);
      for (let c = 0; c < 3; c++) work[k + c] -= other[c];
    }
    let along = 0;
    for (let c = 0; c < 3; c++) along += normal[k + c] * (p[k + c] - from[k + c]);
    const more = (soft[2 * l] - soft[2 * l + 1]) * along;
    for (let c = k; c < k + 3; c++) {
      work[c] += soft[2 * l + 1] * (p[c] - from[c]) + more * normal[c] - target[c];
    }
  }
  return work;
}
const other = new Float64Array(3);

/** Applies the sweeps' changes of impulses to the points of the bodies. */
export function pushChanges({ memory }: Contacts, islands: Grouping, island: number): void {
  const { problem, bodies } = memory;
  const { count, side, p, begin } = problem;
  clearForces(memory.bodies, islands, island);
  for (let l = 0; l < count; l++) {
    for (let c = 0; c < 3; c++) other[c] = p[3 * l + c] - begin[3 * l + c];
    pushSite(bodies[side[4 * l]], side[4 * l + 1], other, 0, 1);
    if (side[4 * l + 2] >= 0) pushSite(bodies[side[4 * l + 2]], side[4 * l + 3], other, 0, -1);
  }
}

function clearForces(
  bodies: Contacts['memory']['bodies'],
  { members, start }: Grouping,
  island: number,
): void {
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { groups } = bodies[members[m]];
    for (let k = 0; k < groups.length; k++) groups[k].f.fill(0);
  }
}

/** Impulses of the problem go back to the rows and ties they are of. */
export function storeImpulses({ memory, ties }: Contacts): void {
  const { problem, rows } = memory;
  const { count, row, p } = problem;
  for (let l = 0; l < count; l++) {
    const r = row[l];
    if (problem.kind[l] >= KIND.roll) storeCouple(memory, l);
    else if (r >= 0) for (let c = 0; c < 3; c++) rows.impulse[3 * r + c] = p[3 * l + c];
    else {
      const tie = ties[-1 - r];
      const sign = tie.a < 0 ? -1 : 1;
      for (let c = 0; c < 3; c++) tie.p[c] = sign * p[3 * l + c];
    }
  }
}

/** Puts the impulses of all rows and ties of an island on the points of its bodies. */
export function pushImpulses(contacts: Contacts, islands: Grouping, island: number): void {
  const { memory, ties } = contacts;
  clearForces(memory.bodies, islands, island);
  contacts.gather(islands, island);
  for (let t = 0; t < ties.length; t++) {
    const { a, b, ends } = ties[t];
    if (!ties[t].active() || islands.of[a >= 0 ? a : b] !== island) continue;
    if (ends[0] !== null) tieForces(ties[t], 0);
    if (ends[1] !== null) tieForces(ties[t], 1);
  }
}
