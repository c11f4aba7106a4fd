import { tetVolumes } from '../../geometry/tets/mesh.ts';
import { type StuffOptions, stuffTets } from '../../geometry/tets/stuff.ts';
import type { Sdf, TetMesh } from '../../geometry/types.ts';
import { GROW, MISSED, MOST_GROW } from './numbers.ts';
import { forUncovered } from './uncovered.ts';

/** Tets around a shape, of about the size `cell` [m], that cover all but a little of it. */
export function coveringTets(
  shape: Sdf,
  cell: number,
  options: Omit<StuffOptions, 'grow'>,
): TetMesh {
  for (let part = GROW; ; part += GROW) {
    const mesh = stuffTets(shape, cell, { ...options, grow: part * cell });
    if (part >= MOST_GROW || coverage(mesh, shape) > 1 - MISSED) return mesh;
  }
}

/** Part of a shape that is inside a mesh made for it, about: what the mesh has beyond it counts as its own. */
function coverage(mesh: TetMesh, shape: Sdf): number {
  const volumes = tetVolumes(mesh);
  let [inside, outside] = [0, 0];
  for (const volume of volumes) inside += volume;
  forUncovered(mesh, shape, (t, _lambda, part) => {
    outside += part * volumes[t];
  });
  return inside / (inside + outside);
}
