import type * as matching from '../reference/matching.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindMatching(call: Exports<typeof matching>, at: AddressOf): typeof matching {
  return {
    matchMoments: (out, x, v, rest, weight, n, stride) =>
      void call.matchMoments(at(out), at(x), at(v), at(rest), at(weight), n, stride),
    matchRegions: (A, centre, sums, mass, restCentre, n, stride) =>
      void call.matchRegions(at(A), at(centre), at(sums), at(mass), at(restCentre), n, stride),
    matchTransforms: (out, F, centre, restCentre, pull, n, stride) =>
      void call.matchTransforms(at(out), at(F), at(centre), at(restCentre), at(pull), n, stride),
    matchSpins: (out, sums, centre, mass, drag, n) =>
      void call.matchSpins(at(out), at(sums), at(centre), at(mass), at(drag), n),
    sumChildren: (values, childPtr, child, leaves, nodes, stride) =>
      void call.sumChildren(at(values), at(childPtr), at(child), leaves, nodes, stride),
    addParents: (values, parent, n, stride) =>
      void call.addParents(at(values), at(parent), n, stride),
    windowSums: (out, values, runPtr, runs, n, half, stride) =>
      void call.windowSums(at(out), at(values), at(runPtr), at(runs), n, half, stride),
  };
}
