import type { ContactProblem } from '../memory.ts';
import { LAZY, TOGETHER } from '../numbers.ts';
import type { Contacts } from './contacts.ts';
import { hardenContacts } from './problem.ts';
import { areTiesAlone, solveTies } from './tied.ts';
import { KIND } from './ties.ts';

/**
 * Sweeps over the rows until one changes less than `least` [J], or the part `inner` of what all did, and moves no row
 * by more than `tolerance` [m/s]; at most `most`. `moved` [m/s] is the most that a row would move now. Returns how
 * many. With `hard` the effect of the rows' softness is removed until it is below `tolerance`, since no iteration
 * follows.
 */
export function sweep(
  contacts: Contacts,
  inner: number,
  least: number,
  tolerance: number,
  most: number,
  hard: boolean,
  moved: number,
): number {
  // Ties hold exactly; what other rows then change of them is solved for again, until that is little.
  let off = solveTies(contacts);
  if (areTiesAlone()) return 1;
  let swept = 0;
  do {
    swept += hard
      ? relaxHard(contacts, inner, least, tolerance, most - swept, moved)
      : relax(contacts, inner, least, tolerance, most - swept, LAZY, moved);
    off = solveTies(contacts);
  } while (off > tolerance && swept < most);
  return swept;
}

/** Sweeps whose rows are not soft in the end. All rows take part: exact metrics give few unknowns many rows. */
function relaxHard(
  contacts: Contacts,
  inner: number,
  least: number,
  tolerance: number,
  most: number,
  moved: number,
): number {
  const { problem } = contacts.memory;
  let swept = relax(contacts, inner, least, tolerance, most, 0, moved);
  while (swept < most && worstGive(problem) > tolerance) {
    hardenContacts(problem);
    swept += relax(contacts, inner, least, tolerance, most - swept, 0, moved);
  }
  return swept;
}

/** The largest velocity [m/s] of a contact due to its softness. */
function worstGive({ count, kind, soft, p, from }: ContactProblem): number {
  let worst = 0;
  for (let l = 0; l < count; l++) {
    if (kind[l] !== KIND.contact) continue;
    let square = 0;
    for (let k = 3 * l; k < 3 * l + 3; k++) square += (p[k] - from[k]) * (p[k] - from[k]);
    worst = Math.max(worst, soft[2 * l] * soft[2 * l] * square);
  }
  return Math.sqrt(worst);
}

/** The same without ties and without the removal. Conjugate directions restart at intervals (`TOGETHER`). */
function relax(
  { memory, kernels }: Contacts,
  inner: number,
  least: number,
  tolerance: number,
  most: number,
  lazy: number,
  moved: number,
): number {
  const { problem: c, W, dense } = memory;
  let done = 0;
  while (done < most) {
    const now = Math.min(TOGETHER, most - done);
    const swept = kernels.sweepContacts(
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
      c.last,
      c.move,
      c.count,
      c.states,
      c.changes,
      inner,
      least,
      tolerance,
      now,
      lazy,
      done === 0 ? moved : 0,
    );
    done += swept;
    if (swept < now) break;
  }
  return done;
}
