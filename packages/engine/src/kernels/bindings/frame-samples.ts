import type * as samples from '../reference/frame-samples.ts';
import type { AddressOf, Exports } from './address.ts';

type Samples = typeof samples;

export function bindFrameSamples(call: Exports<Samples>, at: AddressOf): Samples {
  return {
    sampleGradients: (out, F, places, count, n) =>
      void call.sampleGradients(at(out), at(F), at(places), count, n),
    sampleStresses: (P, stresses, weight, places, count, n) =>
      void call.sampleStresses(at(P), at(stresses), at(weight), at(places), count, n),
    sampleTangents: (tangents, e, T, places, count, weight, order) =>
      void call.sampleTangents(at(tangents), e, at(T), at(places), count, weight, order),
    tangentRates: (P, G, tangents, n, order, keep, scale) =>
      void call.tangentRates(at(P), at(G), at(tangents), n, order, keep, scale),
    turningRates: (out, F, G, n, order) => void call.turningRates(at(out), at(F), at(G), n, order),
    tangentProducts: (blocks, where, size, index, ptr, node, H, tangents, n, order, scale, half) =>
      void call.tangentProducts(
        at(blocks),
        at(where),
        size,
        at(index),
        at(ptr),
        at(node),
        at(H),
        at(tangents),
        n,
        order,
        scale,
        at(half),
      ),
    tangentMatrix: (matrix, blocks, mass, count, massScale) =>
      void call.tangentMatrix(at(matrix), at(blocks), at(mass), count, massScale),
  };
}
