import type * as normals from '../reference/normals.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindNormals(call: Exports<typeof normals>, at: AddressOf): typeof normals {
  return {
    vertexNormals: (normals, positions, triangles, vertices, triangleCount) =>
      void call.vertexNormals(at(normals), at(positions), at(triangles), vertices, triangleCount),
  };
}
