import { TOGETHER } from '../numbers.ts';
import type { Contacts } from './contacts.ts';
import { hardenContacts } from './problem.ts';

/**
 * Sweeps over the rows until one changes less than `least` [J], or the part `inner` of what all did, and moves no row by more than `tolerance` [m/s]; at most `most`.
 * Gives how many. With `hard` what the rows' softness left is taken back: no iteration follows that would do it.
 */
export function sweep(
  contacts: Contacts,
  inner: number,
  least: number,
  tolerance: number,
  most: number,
  hard: boolean,
): number {
  let swept = relax(contacts, inner, least, tolerance, most);
  for (let more = swept; hard && more > 1 && swept < most; swept += more) {
    hardenContacts(contacts.memory.problem);
    more = relax(contacts, inner, least, tolerance, most - swept);
  }
  return swept;
}

/** The same without a second look. Conjugate directions begin anew now and then (`TOGETHER`). */
function relax(
  { memory, kernels }: Contacts,
  inner: number,
  least: number,
  tolerance: number,
  most: number,
): number {
  const { problem: c, W } = memory;
  let done = 0;
  while (done < most) {
    const now = Math.min(TOGETHER, most - done);
    const swept = kernels.sweepContacts(
      c.p,
      c.state,
      c.base,
      W,
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
      c.count,
      c.states,
      inner,
      least,
      tolerance,
      now,
    );
    done += swept;
    if (swept < now) break;
  }
  return done;
}
