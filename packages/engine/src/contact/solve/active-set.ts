import type { ContactMemory } from '../memory.ts';
import { shortfall } from './law.ts';

/**
 * Marks the rows list[from..to) that the contact problem is made of: those that push, and those that are violated or
 * within `near` [m/s] of it, since they may become violated once others push. Most rows are inactive; leaving them out
 * keeps compliances small. Rows in the set stay in it.
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

/** Largest violation of a row outside the set [m/s]. */
export function violationOutside(memory: ContactMemory, from: number, to: number): number {
  const { list, active } = memory;
  let worst = 0;
  for (let l = from; l < to; l++) {
    if (active[list[l]] === 0) worst = Math.max(worst, shortfall(memory, list[l]));
  }
  return worst;
}
