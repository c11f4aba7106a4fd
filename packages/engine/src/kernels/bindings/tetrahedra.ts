import type * as stiffness from '../reference/stiffness.ts';
import type * as tetrahedra from '../reference/tetrahedra.ts';
import type { AddressOf, Exports } from './address.ts';

type Tetrahedra = typeof tetrahedra & typeof stiffness;

export function bindTetrahedra(call: Exports<Tetrahedra>, at: AddressOf): Tetrahedra {
  return {
    tetGradients: (F, x, tets, gradients, n) =>
      void call.tetGradients(at(F), at(x), at(tets), at(gradients), n),
    tetForces: (f, tets, gradients, R, F, volumeMu, volumeLambda, n) =>
      call.tetForces(
        at(f),
        at(tets),
        at(gradients),
        at(R),
        at(F),
        at(volumeMu),
        at(volumeLambda),
        n,
      ),
    tetStiffness: (values, slots, gradients, R, volumeMu, volumeLambda, n) =>
      void call.tetStiffness(
        at(values),
        at(slots),
        at(gradients),
        at(R),
        at(volumeMu),
        at(volumeLambda),
        n,
      ),
  };
}
