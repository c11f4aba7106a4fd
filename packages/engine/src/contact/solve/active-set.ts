import type { ContactMemory } from '../memory.ts';
import { shortfall } from './law.ts';

/**
 * Marks the rows list[from..to) that the contact problem is made of: those that push, and those that are violated or
 * less than `near` [m/s] from it: they may be once others push. Most rows are only near, and without them bodies answer
 * at fewer sites. Rows in the set stay in it.
 */
export function widenActiveSet(
  memory: ContactMemory,
  from: number,
  to: number,
  near: number,
): void {
  const { rows, list, active } = memory;
  const { impulse } = rows;
  for (let l = from; l < to; l++) {
    const r = list[l];
    const k = 3 * r;
    const pushes = impulse[k] !== 0 || impulse[k + 1] !== 0 || impulse[k + 2] !== 0;
    if (pushes || shortfall(memory, r) > -near) active[r] = 1;
  }
}

/** The most by which a row outside of the set is violated [m/s]. */
export function violationOutside(memory: ContactMemory, from: number, to: number): number {
  const { list, active } = memory;
  let worst = 0;
  for (let l = from; l < to; l++) {
    if (active[list[l]] === 0) worst = Math.max(worst, shortfall(memory, list[l]));
  }
  return worst;
}
