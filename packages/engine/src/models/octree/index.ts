import type { BodyModel } from '../contract.ts';
import { createOctree } from './body.ts';
import { buildOctreeData } from './build/build.ts';
import type { OctreeInput } from './model.ts';
import { allocateOctree } from './state.ts';

export { OCTREE_DEFAULTS } from './model.ts';

/** Shape matching on an octree of cells (Steinemann, Otaduy and Gross 2008), or on a regular lattice (Rivers and James 2007). */
export function buildOctree(input: OctreeInput): BodyModel {
  const data = buildOctreeData(input);
  const b = input.sdf.bounds;
  const model: BodyModel = {
    kind: data.lattice > 0 ? 'lattice' : 'octree',
    surface: data.surface,
    contactPoints: data.contactPoints,
    size: Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]),
    mass: data.voxelMass * data.voxels.count,
    capacity: 3 * data.capacity,
    allocate: (allocator) => allocateOctree(allocator, data),
    create: (allocator, kernels) => createOctree(data, model, allocator, kernels),
  };
  return model;
}
