import type * as sums from '../reference/sums.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindSums(call: Exports<typeof sums>, at: AddressOf): typeof sums {
  return {
    gatherSums: (out, rowPtr, members, values, n, stride) =>
      void call.gatherSums(at(out), at(rowPtr), at(members), at(values), n, stride),
  };
}
