import type { BodyModel } from '../body.ts';
import { type Kept, keep } from '../shared/kept.ts';
import { sharedColumns } from '../shared/kept-columns.ts';
import { remember } from '../shared/remember.ts';
import { createTets } from './body.ts';
import { buildTetsData } from './build/build.ts';
import { embedInTree } from './build/embed.ts';
import { allocateTets, findSizes } from './memory.ts';
import type { TetsInput } from './model.ts';
import { tetPoints } from './step/points.ts';

/** Counts up whenever `TetsData`, or how it is made, changes: what older versions kept is then rebuilt. */
export const TETS_FORMAT = 9;

/** Tetrahedra trees: coarse elements that know what is inside them, split where and while the motion needs it. */
export function buildTets(input: TetsInput, kept?: Kept): BodyModel {
  const data = keep(kept, 'tets', TETS_FORMAT, () => buildTetsData(input));
  const sizes = findSizes(data);
  let mass = 0;
  for (let t = 0; t < data.tree.roots; t++) mass += data.masses[t];
  const columns = data.spaces.map(({ pattern }) => sharedColumns(pattern.rows));
  const model: BodyModel = {
    kind: 'tets',
    surface: data.surface,
    contactPoints: data.contactPoints,
    size: data.size,
    mass,
    adjusts: ['young', 'damping.mass', 'damping.stiffness', 'damping.air'],
    capacity: 3 * data.vertices,
    tie: remember((points) => {
      const embedding = embedInTree(data.tree, data.gradients, points);
      return { allocate: () => tetPoints(data.tree, embedding) };
    }),
    allocate: (allocator) => allocateTets(allocator, data, sizes),
    create: (allocator, kernels) =>
      createTets(data, sizes, model, allocator, kernels, (s) => columns[s](kernels)),
  };
  return model;
}
