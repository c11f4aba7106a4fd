import { MOST_SITES } from '../../contact/numbers.ts';
import type { BodyModel } from '../body.ts';
import { type Kept, keep } from '../shared/kept.ts';
import { createOctree } from './body.ts';
import { buildOctreeData } from './build/build.ts';
import { distanceTo } from './build/distance.ts';
import { buildPart, type PartSeed } from './build/part.ts';
import { nearestVoxel, voxelCentre } from './build/voxels.ts';
import { allocateOctree, RECORD } from './memory.ts';
import type { OctreeData, OctreeInput } from './model.ts';
import { SLIT_SITES } from './numbers.ts';
import type { PartOf } from './pieces.ts';

export { OCTREE_DEFAULTS } from './model.ts';

/** Counts up whenever `OctreeData`, or how it is made, changes: what older versions kept is then rebuilt. */
export const OCTREE_FORMAT = 4;

/**
 * Shape matching on an octree of cells (Steinemann, Otaduy and Gross 2008), or on a regular lattice (Rivers and James
 * 2007).
 */
export function buildOctree(input: OctreeInput, kept?: Kept): BodyModel {
  const kind = input.options.lattice ? 'lattice' : 'octree';
  return modelOf(keep(kept, kind, OCTREE_FORMAT, () => buildOctreeData(input)));
}

function modelOf(data: OctreeData): BodyModel {
  const model: BodyModel = {
    kind: data.lattice > 0 ? 'lattice' : 'octree',
    surface: data.surface,
    contactPoints: data.contactPoints,
    size: data.size,
    mass: data.voxelMass * data.voxels.count,
    adjusts: ['young', 'damping.mass', 'damping.stiffness'],
    capacity: 3 * data.capacity,
    sparse: { stride: RECORD, states: 3 * data.capacity + 6 * MOST_SITES },
    slitSites: SLIT_SITES,
    allocate: (allocator) => allocateOctree(allocator, data),
    create: (allocator, kernels) => createOctree(data, model, partOf, allocator, kernels),
    part: (seed) => partOf(data, seed as unknown as PartSeed, null),
    distance(point) {
      const v = nearestVoxel(data.voxels, point[0], point[1], point[2]);
      const at = new Float64Array(3);
      voxelCentre(at, 0, data.voxels, v);
      return Math.sqrt(at.reduce((sum, x, c) => sum + (x - point[c]) * (x - point[c]), 0));
    },
  };
  return model;
}

const partOf: PartOf = (root, seed, regions) => {
  const { data, held } = buildPart(root, seed, regions);
  return { model: modelOf(data), held, sdf: distanceTo(data) };
};
