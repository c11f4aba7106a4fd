import type { BodyModel } from '../contract.ts';
import { createTets } from './body.ts';
import { buildTetsData } from './build/build.ts';
import type { TetsInput } from './model.ts';
import { allocateTets, findSizes } from './state.ts';

/** Tetrahedra trees: coarse elements that know what is inside them, split where and while the motion needs it. */
export function buildTets(input: TetsInput): BodyModel {
  const data = buildTetsData(input);
  const sizes = findSizes(data);
  let mass = 0;
  for (let t = 0; t < data.tree.roots; t++) mass += data.density * data.volumes[t];
  const model: BodyModel = {
    kind: 'tets',
    surface: data.surface,
    contactPoints: data.contactPoints,
    size: data.size,
    mass,
    capacity: 3 * data.vertices,
    allocate: (allocator) => allocateTets(allocator, data, sizes),
    create: (allocator, kernels) => createTets(data, sizes, model, allocator, kernels),
  };
  return model;
}
