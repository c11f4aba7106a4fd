import { createSets, joinSets, labelSets, largestComponent } from '../disjoint-sets.ts';
import { MESH_CRUMB } from '../numbers.ts';
import type { TriangleMesh } from '../types.ts';

/** How many separate pieces a surface has, leaving out crumbs; at least one. */
export function countPieces({ positions, triangles }: TriangleMesh): number {
  const sets = createSets(positions.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    joinSets(sets, triangles[t], triangles[t + 1]);
    joinSets(sets, triangles[t], triangles[t + 2]);
  }
  const pieces = labelSets(sets);
  if (pieces.count === 0) return 1;
  const least = MESH_CRUMB * pieces.sizes[largestComponent(pieces)];
  return pieces.sizes.filter((size) => size >= least).length;
}
