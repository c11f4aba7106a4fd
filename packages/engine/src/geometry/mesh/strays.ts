import type { TriangleMesh } from '../types.ts';

/**
 * Vertices that no triangle uses are put where the first corner is: they keep their numbers, for attributes and
 * recordings that go by them, and take no part in the mesh's size. Returns the same mesh if there are none.
 */
export function withoutStrays(mesh: TriangleMesh): { mesh: TriangleMesh; strays: number } {
  const { positions, triangles } = mesh;
  const [corner] = triangles;
  const isUsed = new Uint8Array(positions.length / 3);
  for (let c = 0; c < triangles.length; c++) isUsed[triangles[c]] = 1;
  let strays = 0;
  for (let v = 0; v < isUsed.length; v++) strays += 1 - isUsed[v];
  const hasCorner = 3 * corner + 3 <= positions.length;
  if (strays === 0 || !hasCorner) return { mesh, strays: 0 };
  const gathered = positions.slice();
  for (let v = 0; v < isUsed.length; v++)
    if (isUsed[v] === 0) gathered.copyWithin(3 * v, 3 * corner, 3 * corner + 3);
  return { mesh: { ...mesh, positions: gathered }, strays };
}
