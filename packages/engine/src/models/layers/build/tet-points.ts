import { append } from '../../../core/append.ts';
import { shapeGradients, tetVolumes } from '../../../geometry/tets/mesh.ts';
import type { TetMesh } from '../../../geometry/types.ts';
import type { FieldFill } from '../../../materials/fields.ts';
import { addStressed, type PointLists } from './lists.ts';
import type { Patch } from './patches.ts';

/** Points of a patch of tets: nodes have the mass, each tet one integration point. */
export function addTetPoints(
  lists: PointLists,
  mesh: TetMesh,
  { layer, material, embedded }: Patch,
  density: number,
  stiffness: FieldFill,
  taken: (X: Float64Array) => boolean,
): number {
  const volumes = tetVolumes(mesh);
  const gradients = shapeGradients(mesh);
  const nodeMass = new Float64Array(mesh.positions.length / 3);
  const base = lists.mass.length / 3;
  const X = new Float64Array(3);
  const factor = new Float64Array(1);
  let total = 0;
  for (let t = 0; t < volumes.length; t++) {
    X.fill(0);
    for (let k = 0; k < 4; k++) {
      for (let d = 0; d < 3; d++) X[d] += 0.25 * mesh.positions[3 * mesh.tets[4 * t + k] + d];
    }
    if (taken(X)) continue;
    total += volumes[t];
    stiffness(X, 1, factor);
    for (let k = 0; k < 4; k++) nodeMass[mesh.tets[4 * t + k]] += 0.25 * density * volumes[t];
    if (!embedded) {
      addStressed(lists.composed, material, factor[0], factor[0], volumes[t], layer);
      append(lists.composed.X, X);
      continue;
    }
    addStressed(lists.embedded, material, factor[0], factor[0], volumes[t], layer);
    for (let k = 0; k < 4; k++) lists.embedded.at.push(base + mesh.tets[4 * t + k]);
    append(lists.embedded.slope, gradients.subarray(12 * t, 12 * t + 12));
    lists.embedded.ptr.push(lists.embedded.at.length);
  }
  append(lists.mass, mesh.positions);
  append(lists.weight, nodeMass);
  append(
    lists.alpha,
    nodeMass.map(() => material.damping.mass),
  );
  return total;
}
