import type { TouchBody } from '../memory.ts';
import type { Contacts, Grouping } from './contacts.ts';
import type { LandingBody } from './landing.ts';

/**
 * A step moves along straight lines: x + h u. A body that a contact turns by a radian in one step grows by half, which
 * adds energy; small things between large ones were torn up. So no touching body turns or deforms by more than
 * `FARTHEST` of its size a step (`fastest`, in sizes a second, h being the seconds of the whole step). This reduces
 * only motion about its centre of mass: momentum is kept. A rigid layer turns along circles and what lies on it along
 * straight lines, so its turn counts even where they cancel. Returns true if it reduced any.
 */
export function limitIsland(
  { memory }: Contacts,
  bodies: readonly LandingBody[],
  { members, start, seconds }: Grouping,
  island: number,
  fastest: number,
  h: number,
): boolean {
  let any = false;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const live = bodies[members[m]];
    const touch = memory.bodies[members[m]];
    const most = fastest * live.body.model.size;
    // Separate solids of one body have no common rotation.
    if (live.body.equation.limit === undefined || touch.live.cage.pieces > 1) continue;
    if (!isViolent(touch, most / 2)) continue;
    const spin = live.body.equation.rootSpin?.(live.u) ?? 0;
    const now = Math.max(
      spread(live, touch, seconds[members[m]] < h),
      (spin * live.body.model.size) / 2,
    );
    if (!(now > most)) continue;
    live.body.equation.limit(live.u, most / now);
    any = true;
  }
  return any;
}

/**
 * True if the points in contact rows have got much faster or slower than the body was, or if that turned fast before.
 * Rows know their velocities already.
 */
function isViolent({ v, mean, inRows }: TouchBody, most: number): boolean {
  if (mean[3] > most) return true;
  for (let j = 0; j < inRows.count; j++) {
    const i = 3 * inRows.list[j];
    const x = v[i] - mean[0];
    const y = v[i + 1] - mean[1];
    const z = v[i + 2] - mean[2];
    if (x * x + y * y + z * z > most * most) return true;
  }
  return false;
}

/**
 * How fast the contact points of a body will move against their mean [m/s], over the whole step: if that is of
 * second order, a third of it is the last one's.
 */
function spread({ body, u, q }: LandingBody, { v, count }: TouchBody, second: boolean): number {
  const { history } = body.motion;
  if (second && history !== undefined) {
    const n = body.equation.unknowns();
    for (let k = 0; k < n; k++) q[k] = (history.mean[k] + 2 * u[k]) / 3;
  }
  body.points.velocities(body.points.contacts, second ? q : u, v);
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    x += v[i] / count;
    y += v[i + 1] / count;
    z += v[i + 2] / count;
  }
  let most = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    most = Math.max(most, (v[i] - x) ** 2 + (v[i + 1] - y) ** 2 + (v[i + 2] - z) ** 2);
  }
  return Math.sqrt(most);
}
