import type * as ties from '../reference/ties.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindTies(call: Exports<typeof ties>, at: AddressOf): typeof ties {
  return {
    turnLevers: (out, arm, lever, leaf, q, fixed, n) =>
      void call.turnLevers(at(out), at(arm), at(lever), at(leaf), at(q), fixed, n),
    tiePoints: (
      ptr,
      cols,
      weights,
      lever,
      places,
      leaf,
      n,
      graphPtr,
      graph,
      level,
      rest,
      cell,
      pushed,
      most,
      near,
      phi,
      room,
    ) =>
      void call.tiePoints(
        at(ptr),
        at(cols),
        at(weights),
        at(lever),
        at(places),
        at(leaf),
        n,
        at(graphPtr),
        at(graph),
        at(level),
        at(rest),
        cell,
        pushed,
        most,
        at(near),
        at(phi),
        room,
      ),
  };
}
