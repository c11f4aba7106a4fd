import { HEAVIEST } from '../contact/numbers.ts';
import type { WorldCore } from './types.ts';

/** islands.load = what rows pressed each body with in the last step, all of them together [N s]. */
export function findLoads({ contacts, islands }: WorldCore): void {
  const { key, impulse, count } = contacts.rows;
  const { load } = islands;
  load.fill(0);
  for (let r = 0; r < count[0]; r++) {
    const k = 3 * r;
    const push = Math.sqrt(impulse[k] ** 2 + impulse[k + 1] ** 2 + impulse[k + 2] ** 2);
    load[key[k]] += push;
    if (key[k + 1] >= 0) load[key[k + 1]] += push;
  }
}

/**
 * True if a body of an island of several is pressed by what would move it by more than `HEAVIEST` of its size in a
 * step: by heavier ones that lie on it or crush it.
 */
export function isOverloaded({ bodies, islands, h }: WorldCore, island: number): boolean {
  const from = islands.start[island];
  const to = islands.start[island + 1];
  if (to - from === 1) return false;
  for (let m = from; m < to; m++) {
    const { mass, size } = bodies[islands.members[m]].body.model;
    if (h * islands.load[islands.members[m]] > HEAVIEST * mass * size) return true;
  }
  return false;
}
