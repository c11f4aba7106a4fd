import type * as carry from '../reference/carry.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindCarry(call: Exports<typeof carry>, at: AddressOf): typeof carry {
  return {
    takeRecords: (out, index, values, n, stride) =>
      void call.takeRecords(at(out), at(index), at(values), n, stride),
    carryPatches: (x, v, oldX, oldV, oldQ, oldRest, oldSpin, patches, size, cell, ax, ay, az, n) =>
      void call.carryPatches(
        at(x),
        at(v),
        at(oldX),
        at(oldV),
        at(oldQ),
        at(oldRest),
        at(oldSpin),
        at(patches),
        at(size),
        cell,
        ax,
        ay,
        az,
        n,
      ),
    movesBetween: (out, a, b, n) => call.movesBetween(at(out), at(a), at(b), n),
  };
}
