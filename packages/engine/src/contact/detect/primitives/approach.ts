import { MOST_ADVANCES } from '../numbers.ts';
import type { Placed } from './placed.ts';
import { type Separation, separate } from './separation.ts';

/**
 * Moves `a` along `displacement` [m] up to where it first comes within `near` [m] of b, or to where it is plain that it
 * will not before its end; returns the part of it that was covered. Straight, without turning. Conservative
 * advancement: nothing can touch before the displacement uses up the gap along the normal that separates the two.
 */
export function approach(
  a: Placed,
  b: Placed,
  displacement: Float64Array,
  near: number,
  separation: Separation,
): number {
  let part = 0;
  for (let k = 0; k < MOST_ADVANCES; k++) {
    separate(separation, a, b);
    const gap = separation[0];
    if (gap <= near) break;
    const closing = -(
      separation[1] * displacement[0] +
      separation[2] * displacement[1] +
      separation[3] * displacement[2]
    );
    // Along this normal the two stay apart to the end.
    if (closing * (1 - part) <= gap) break;
    const on = Math.min(1 - part, gap / closing);
    part += on;
    for (let c = 0; c < 3; c++) a.centre[c] += on * displacement[c];
  }
  return part;
}
