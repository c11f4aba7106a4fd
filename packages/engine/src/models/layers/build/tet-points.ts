import { append } from '../../../core/append.ts';
import { shapeGradients, tetVolumes } from '../../../geometry/tets/mesh.ts';
import type { TetMesh } from '../../../geometry/types.ts';
import type { FieldFill } from '../../../materials/fields.ts';
import { addStressed, type PointLists } from './lists.ts';
import type { Patch } from './patches.ts';

/** Points of a patch of tets: nodes have the mass, each tet one integration point, by what the body fills of it. */
export function addTetPoints(
  lists: PointLists,
  mesh: TetMesh,
  { layer, material, embedded, filled }: Patch,
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
    stiffness(X, 1, factor);
    const cut = filled === null ? -1 : filled.crossed[t];
    let part = cut < 0 ? 1 : 0;
    for (let k = 0; k < 4; k++) {
      let own = cut < 0 ? 0.25 : 0;
      for (let j = 0; j < 4 && cut >= 0; j++) own += filled!.moments[16 * cut + 4 * k + j];
      nodeMass[mesh.tets[4 * t + k]] += density * volumes[t] * own;
      if (cut >= 0) part += own;
    }
    const V = part * volumes[t];
    total += V;
    if (!embedded) {
      addStressed(lists.composed, material, factor[0], factor[0], V, layer);
      append(lists.composed.X, X);
      continue;
    }
    addStressed(lists.embedded, material, factor[0], factor[0], V, layer);
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
