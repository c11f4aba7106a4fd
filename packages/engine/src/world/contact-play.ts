import { missing } from './contact-law.ts';
import type { ContactMemory } from './contact-memory.ts';

/**
 * Chooses the rows list[from..to) that the contact problem is made of: those that push, and those that are missed or
 * less than `near` [m/s] from it: they may be once others push.
 * Most rows are only near, and without them the bodies have fewer points to answer at.
 * Rows that are in play already stay; gives how many are now. They come first in the list, in their order.
 */
export function choosePlay(memory: ContactMemory, from: number, to: number, near: number): number {
  const { rows, list, inPlay, others, best } = memory;
  const { impulse } = rows;
  let playing = from;
  let out = 0;
  for (let l = from; l < to; l++) {
    const r = list[l];
    const k = 3 * r;
    const pushes = impulse[k] !== 0 || impulse[k + 1] !== 0 || impulse[k + 2] !== 0;
    if (inPlay[r] === 0 && (pushes || missing(memory, r) > -near)) {
      inPlay[r] = 1;
      for (let c = k; c < k + 3; c++) best[c] = impulse[c];
    }
    if (inPlay[r] === 1) list[playing++] = r;
    else others[out++] = r;
  }
  for (let j = 0; j < out; j++) list[playing + j] = others[j];
  return playing - from;
}

/** The most by which a row that is not in play is missed [m/s]. */
export function missedOutside(memory: ContactMemory, from: number, to: number): number {
  const { list, inPlay } = memory;
  let worst = 0;
  for (let l = from; l < to; l++) {
    if (inPlay[list[l]] === 0) worst = Math.max(worst, missing(memory, list[l]));
  }
  return worst;
}
