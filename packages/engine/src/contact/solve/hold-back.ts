import { GROWTH } from '../numbers.ts';
import type { Contacts, Grouping } from './contacts.ts';

/**
 * If contacts cannot be satisfied, takes back part of the whole island's change of velocity, so that no contact point
 * gets much faster than the fastest was; `fall` [m/s] is the speed that gravity adds in a step. The part is the same
 * for all bodies, so mutual impulses stay equal and opposite. Returns the remaining fraction.
 */
export function holdBack(
  { bodies, memory }: Contacts,
  { members, start }: Grouping,
  island: number,
  fall: number,
): number {
  let before = 0;
  let after = 0;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, u } = bodies[members[m]];
    const { v, count } = memory.bodies[members[m]];
    body.points.velocities(body.points.contacts, body.equation.velocity, v);
    for (let i = 0; i < 3 * count; i++) before = Math.max(before, Math.abs(v[i]));
    body.points.velocities(body.points.contacts, u, v);
    for (let i = 0; i < 3 * count; i++) after = Math.max(after, Math.abs(v[i]));
  }
  const most = GROWTH * before + 2 * fall;
  if (after <= most) return 1;
  const part = (most - before) / (after - before);
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, u } = bodies[members[m]];
    const n = body.equation.unknowns();
    for (let i = 0; i < n; i++)
      u[i] = body.equation.velocity[i] + part * (u[i] - body.equation.velocity[i]);
    body.equation.prescribe(u);
  }
  return part;
}
