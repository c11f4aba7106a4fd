import type * as supernodal from '../reference/supernodal.ts';
import type * as solve from '../reference/supernodal-solve.ts';
import type { AddressOf, Exports } from './address.ts';

type Supernodal = typeof supernodal & typeof solve;

export function bindSupernodal(call: Exports<Supernodal>, at: AddressOf): Supernodal {
  return {
    supernodalFactor: (panels, plan, values, diagonal, scale, work, map) =>
      call.supernodalFactor(
        at(panels),
        at(plan),
        at(values),
        at(diagonal),
        scale,
        at(work),
        at(map),
      ),
    supernodalSolve: (x, panels, plan, work) =>
      void call.supernodalSolve(at(x), at(panels), at(plan), at(work)),
    supernodalSolveF32: (x, panels, plan, work) =>
      void call.supernodalSolveF32(at(x), at(panels), at(plan), at(work)),
    supernodalSolveMany: (x, count, panels, plan, work) =>
      void call.supernodalSolveMany(at(x), count, at(panels), at(plan), at(work)),
    roundToF32: (out, from, n) => void call.roundToF32(at(out), at(from), n),
  };
}
