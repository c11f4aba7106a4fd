import type { Contacts } from './contacts.ts';
import { areTiesAlone, solveTies } from './tied.ts';

/**
 * Sweeps over the rows until one changes less than `least` [J], or the part `inner` of what all did, and moves no row
 * by more than `tolerance` [m/s]; at most `most`. Rows that would move by less than the part `lazy` of what the worst
 * one moved last wait; `moved` [m/s] is the most that a row would move now. Returns how many.
 */
export function sweep(
  contacts: Contacts,
  inner: number,
  least: number,
  tolerance: number,
  most: number,
  lazy: number,
  moved: number,
): number {
  const { memory, kernels } = contacts;
  const { problem: c, W, dense } = memory;
  // Ties hold exactly; what other rows then change of them is solved for again, until that is little.
  let off = solveTies(contacts);
  if (areTiesAlone()) return 1;
  let swept = 0;
  do {
    swept += kernels.sweepContacts(
      c.p,
      c.state,
      c.change,
      c.base,
      W,
      dense,
      c.block,
      c.soft,
      c.normal,
      c.bias,
      c.friction,
      c.target,
      c.from,
      c.kind,
      c.side,
      c.table,
      c.work,
      c.past,
      c.traces,
      c.count,
      c.states,
      c.changes,
      inner,
      least,
      tolerance,
      most - swept,
      lazy,
      swept === 0 ? moved : 0,
    );
    off = solveTies(contacts);
  } while (off > tolerance && swept < most);
  return swept;
}
