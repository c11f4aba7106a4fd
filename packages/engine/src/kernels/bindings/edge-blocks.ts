import type * as edgeBlocks from '../reference/edge-blocks.ts';
import type * as tenNode from '../reference/ten-node.ts';
import type { AddressOf, Exports } from './address.ts';

type Blocks = typeof edgeBlocks & typeof tenNode;

export function bindEdgeBlocks(call: Exports<Blocks>, at: AddressOf): Blocks {
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
    tenNodeMultiply: (y, x, table, gradients, R, volumeMu, volumeLambda, work, scale, n) =>
      void call.tenNodeMultiply(
        at(y),
        at(x),
        at(table),
        at(gradients),
        at(R),
        at(volumeMu),
        at(volumeLambda),
        at(work),
        scale,
        n,
      ),
  };
}
