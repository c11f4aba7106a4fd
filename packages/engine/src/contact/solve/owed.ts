import { readGroups } from './compliance.ts';
import type { Contacts, Grouping } from './contacts.ts';
import { shortfall } from './law.ts';
import { readRows } from './steps.ts';

/**
 * Momentum and contact together. The stiffness is linear within a step, so the solution's momentum has an error, which
 * a rigid motion d corrects after the solve. That can violate contacts again. So A d is added to the right side and
 * contact is solved once more: without rows u + d is then the exact solution, and the rows change it only to second
 * order.
 */

/** Nothing is owed yet. */
export function clearOwed(
  { bodies }: Contacts,
  { members, start }: Grouping,
  island: number,
): void {
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, owed } = bodies[members[m]];
    owed.fill(0, 0, body.equation.unknowns());
  }
}

/** `owed` of an island's bodies gets A (u − g), g being their velocities as the loop left them. */
export function addOwed({ bodies }: Contacts, { members, start }: Grouping, island: number): void {
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, u, g, z, q, owed } = bodies[members[m]];
    const n = body.equation.unknowns();
    for (let i = 0; i < n; i++) z[i] = u[i] - g[i];
    body.equation.multiply(q, z);
    body.equation.constrain(q);
    for (let i = 0; i < n; i++) owed[i] += q[i];
  }
}

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
