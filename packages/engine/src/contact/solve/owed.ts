import { readGroups } from './compliance.ts';
import type { Contacts, Grouping } from './contacts.ts';
import { canTurn } from './end-levers.ts';
import type { LandingWorld } from './landing.ts';
import { shortfall } from './law.ts';
import { readRows } from './steps.ts';

/**
 * Momentum and contact together. The stiffness is linear within a step, so the solution's momentum has an error, which
 * a rigid motion d corrects after the solve. That can violate contacts again. So A d is added to the right side and
 * contact is solved once more: without rows u + d is then the exact solution, and the rows change it only to second
 * order.
 */

/** Nothing is owed yet, and no turn is shared. */
export function clearOwed(
  { bodies, memory }: Contacts,
  { members, start }: Grouping,
  island: number,
): void {
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, owed } = bodies[members[m]];
    owed.fill(0, 0, body.equation.unknowns());
    memory.levers.fill(0, 6 * members[m], 6 * members[m] + 3);
  }
}

/** How the last correction compares with the first: energy of the first, and the part of a correction that is owed. */
const relaxed = { first: 0, part: 1 };

/**
 * `owed` of an island's bodies gets A (u − g), g being their velocities as the loop left them. Where sticking rows turn
 * a body back, the second correction is opposite to the first, by the factor −ρ, and may be larger: a bar on two points
 * of a ridge was shaken through it (ρ = 2.1). Then 1/(1 + ρ) of it and of those after it is right. `k` counts them.
 */
export function addOwed(
  { bodies, kernels }: Contacts,
  { members, start }: Grouping,
  island: number,
  k: number,
): void {
  let own = 0;
  let common = 0;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, u, g, z, q, owed } = bodies[members[m]];
    const n = body.equation.unknowns();
    for (let i = 0; i < n; i++) z[i] = u[i] - g[i];
    body.equation.multiply(q, z);
    body.equation.constrain(q);
    own += kernels.dot(q, z, n);
    common += kernels.dot(owed, z, n);
  }
  if (k === 0) {
    relaxed.first = own;
    relaxed.part = 1;
  } else if (k === 1 && common < 0) relaxed.part = relaxed.first / (relaxed.first - common);
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, q, owed } = bodies[members[m]];
    kernels.axpy(owed, relaxed.part, q, body.equation.unknowns());
  }
}

/**
 * Where the correction violates contacts by more than a second solve can mend, bodies do not turn: a part in a hundred
 * of a load of a hundred times its weight would spin a body by its own size in a step. `levers` = torques that take
 * those turns back, g being the velocities before them, with sum zero: the bodies share what they amount to.
 */
export function shareTurns(
  { bodies, contacts: { memory } }: Pick<LandingWorld, 'bodies' | 'contacts'>,
  { members, start }: Grouping,
  island: number,
): void {
  const { levers } = memory;
  total.fill(0);
  let weight = 0;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const b = members[m];
    const { body, u, g } = bodies[b];
    if (!canTurn(memory.bodies[b])) continue;
    weight += body.model.mass * body.model.size ** 2;
    if (body.motion.history === undefined) continue;
    body.motion.history.momenta(before, g);
    body.motion.history.momenta(after, u);
    for (let c = 0; c < 3; c++) {
      levers[6 * b + c] = before[3 + c] - after[3 + c];
      total[c] -= levers[6 * b + c];
    }
  }
  for (let m = start[island]; m < start[island + 1]; m++) {
    const b = members[m];
    const { mass, size } = bodies[b].body.model;
    if (!canTurn(memory.bodies[b])) continue;
    for (let c = 0; c < 3; c++) levers[6 * b + c] += ((mass * size ** 2) / weight) * total[c];
  }
}
const total = new Float64Array(3);
const before = new Float64Array(9);
const after = new Float64Array(9);

/** Largest shortfall of a row's velocity along the normal [m/s], with the velocities u. */
export function largestShortfall(contacts: Contacts, islands: Grouping, island: number): number {
  const { bodies, memory } = contacts;
  const { members, start } = islands;
  for (let m = start[island]; m < start[island + 1]; m++)
    readGroups(bodies[members[m]], memory.bodies[members[m]], bodies[members[m]].u);
  readRows(contacts, island);
  let worst = 0;
  for (let l = memory.first[island]; l < memory.first[island + 1]; l++)
    worst = Math.max(worst, shortfall(memory, memory.list[l]));
  return worst;
}
