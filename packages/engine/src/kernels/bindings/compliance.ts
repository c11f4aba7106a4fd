import type * as compliance from '../reference/compliance.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindCompliance(call: Exports<typeof compliance>, at: AddressOf): typeof compliance {
  return {
    turnedCompliance: (W, B, work, R, node, q, ptr, which, weight, n) =>
      void call.turnedCompliance(
        at(W),
        at(B),
        at(work),
        at(R),
        at(node),
        q,
        at(ptr),
        at(which),
        at(weight),
        n,
      ),
  };
}
