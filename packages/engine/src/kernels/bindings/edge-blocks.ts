import type * as edgeBlocks from '../reference/edge-blocks.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindEdgeBlocks(call: Exports<typeof edgeBlocks>, at: AddressOf): typeof edgeBlocks {
  return {
    edgeMultiply: (y, x, own, ownMass, vertices, across, acrossMass, ends, edges, scale) =>
      void call.edgeMultiply(
        at(y),
        at(x),
        at(own),
        at(ownMass),
        vertices,
        at(across),
        at(acrossMass),
        at(ends),
        edges,
        scale,
      ),
  };
}
