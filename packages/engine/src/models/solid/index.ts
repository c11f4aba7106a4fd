import { createEmbedder, type Embedder } from '../../geometry/tets/embed.ts';
import type { BodyModel } from '../body.ts';
import { type Kept, keep } from '../shared/kept.ts';
import { sharedColumns } from '../shared/kept-columns.ts';
import { sharedFactors } from '../shared/kept-factors.ts';
import { remember } from '../shared/remember.ts';
import { tiePoints } from '../shared/weighted-points.ts';
import { createSolid } from './body.ts';
import { buildSolidData } from './build.ts';
import { allocateSolid } from './memory.ts';
import type { SolidData, SolidInput } from './model.ts';

export type { SolidMaterial } from './model.ts';

/** Counts up whenever `SolidData`, or how it is made, changes: what older versions kept is then rebuilt. */
export const SOLID_FORMAT = 1;

/**
 * The reference solid: tetrahedral finite elements, all of them, all the time. The yardstick of the adaptive models.
 */
export function buildSolid(input: SolidInput, kept?: Kept): BodyModel {
  const built = keep(kept, 'solid', SOLID_FORMAT, () => buildSolidData(input));
  let embed: Embedder | undefined;
  const data: SolidData = {
    ...built,
    embed(points) {
      embed ??= createEmbedder(built.mesh);
      return embed(points);
    },
  };
  const b = input.sdf.bounds;
  const columns = sharedColumns(data.nodes, data.contacts.indices);
  const factors = sharedFactors();
  const model: BodyModel = {
    kind: 'solid',
    surface: data.surface,
    contactPoints: data.contactPoints,
    size: Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]),
    mass: data.masses.reduce((sum, m) => sum + m, 0),
    adjusts: ['young', 'poisson', 'damping.mass', 'damping.stiffness', 'damping.air'],
    capacity: 3 * data.nodes,
    tie: remember((points) => tiePoints(data.embed(points))),
    allocate: (allocator) => allocateSolid(allocator, data),
    create: (allocator, kernels) =>
      createSolid(data, model, allocator, kernels, {
        columns: columns(kernels),
        factors: factors(kernels),
      }),
  };
  return model;
}
