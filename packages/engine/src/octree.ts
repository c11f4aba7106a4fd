/** `pliant/octree`: the engine with shape matching, on an octree of cells or on a lattice. */
import { latticeKind, octreeKind } from './world/build/kinds/octree.ts';
import { registerModel } from './world/build/kinds.ts';

registerModel(octreeKind);
registerModel(latticeKind);

export * from './core.ts';
