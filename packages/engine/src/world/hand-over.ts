import { EXCHANGE } from '../contact/solve/exchange.ts';
import { findTurn, WHOLE } from '../math/turn.ts';
import { MEASURE } from '../models/views.ts';
import type { WorldCore } from './types.ts';

const measures = new Float64Array(MEASURE.length);
const whole = new Float64Array(WHOLE.length);
const sum = new Float64Array(6);
const linear = [0, 0, 0];
const spin = [0, 0, 0];

/** Fraction of the remaining accounts of an island that may be left in the sum: rounding. */
const CLOSED = 1e-9;

/**
 * The bodies of an island go on in steps of first order, and forget what others gave them. What those of the island
 * gave each other is forgotten on both sides. What came from bodies that are no longer in it is given at once: half of
 * an account's momentum, since 1/3 + 1/9 + … = 1/2, and T/2 + h Z of its moment.
 */
export function handOver({ bodies, islands, gravity }: WorldCore, island: number): void {
  const from = islands.start[island];
  const to = islands.start[island + 1];
  const { momentum: S, moment: T, drift: Z, left, seconds } = EXCHANGE;
  let any = false;
  let most = 0;
  sum.fill(0);
  for (let m = from; m < to; m++) {
    const { history } = bodies[islands.members[m]].body.motion;
    if (history === undefined || history.exchange[left] === 0) continue;
    any = true;
    for (let c = 0; c < 3; c++) {
      sum[c] += history.exchange[S + c];
      sum[3 + c] += history.exchange[T + c];
      most = Math.max(most, Math.abs(history.exchange[S + c]), Math.abs(history.exchange[T + c]));
    }
  }
  let open = 0;
  for (let c = 0; c < 6; c++) open = Math.max(open, Math.abs(sum[c]));
  for (let m = from; m < to; m++) {
    const { body } = bodies[islands.members[m]];
    const { history } = body.motion;
    if (history === undefined) continue;
    if (any && open > CLOSED * most && history.exchange[left] > 0 && history.free()) {
      body.motion.measure(gravity, measures);
      const { exchange: a } = history;
      for (let c = 0; c < 6; c++) whole[WHOLE.inertia + c] = measures[MEASURE.inertia + c];
      for (let c = 0; c < 3; c++) {
        const d = (c + 1) % 3;
        const e = (c + 2) % 3;
        const lever =
          measures[MEASURE.centre + d] * a[S + e] - measures[MEASURE.centre + e] * a[S + d];
        whole[WHOLE.torque + c] = a[T + c] / 2 + Math.abs(a[seconds]) * a[Z + c] - lever / 2;
        linear[c] = a[S + c] / (2 * measures[MEASURE.mass]);
      }
      const turns = findTurn(whole);
      for (let c = 0; c < 3; c++) spin[c] = turns ? whole[WHOLE.torque + c] : 0;
      body.motion.addVelocity(linear, spin);
    }
    history.exchange.fill(0);
    history.forget();
  }
}
