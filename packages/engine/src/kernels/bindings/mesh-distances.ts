import type * as meshDistances from '../reference/mesh-distances.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindMeshDistances(
  call: Exports<typeof meshDistances>,
  at: AddressOf,
): typeof meshDistances {
  return {
    meshDistances: (
      distance,
      nearest,
      positions,
      triangles,
      spheres,
      count,
      ox,
      oy,
      oz,
      cell,
      nx,
      ny,
      nz,
      head,
      next,
      waits,
    ) =>
      void call.meshDistances(
        at(distance),
        at(nearest),
        at(positions),
        at(triangles),
        at(spheres),
        count,
        ox,
        oy,
        oz,
        cell,
        nx,
        ny,
        nz,
        at(head),
        at(next),
        at(waits),
      ),
  };
}
