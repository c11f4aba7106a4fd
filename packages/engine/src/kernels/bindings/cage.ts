import type * as cage from '../reference/cage.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindCage(call: Exports<typeof cage>, at: AddressOf): typeof cage {
  return {
    refitCage: (boxes, nodes, cubes, x, n) =>
      void call.refitCage(at(boxes), at(nodes), at(cubes), at(x), n),
    locateInCage: (found, weights, y, m, boxes, nodes, n, cubes, x, apart, count, own, least) =>
      void call.locateInCage(
        at(found),
        at(weights),
        at(y),
        m,
        at(boxes),
        at(nodes),
        n,
        at(cubes),
        at(x),
        at(apart),
        count,
        at(own),
        least,
      ),
  };
}
