import type { BodyModel } from '../body.ts';
import { createLayers } from './body.ts';
import { buildLayersData } from './build/build.ts';
import type { LayersInput } from './build/input.ts';
import { allocateLayers } from './memory.ts';

export { sheetMesh, surfaceMesh } from './basis/sheet.ts';
export type { SkinWeights } from './basis/skin-weights.ts';
export type { FleshPatch, LayerSpec } from './build/input.ts';

/** Motion in layers, each adding detail to those below it (Malgat, Gilles, Levin, Nesme, Faure 2015). */
export function buildLayers(input: LayersInput): BodyModel {
  const coupled = input.solve === 'coupled';
  const built = buildLayersData(input);
  // The coupled reference treats every layer as dense and solves them all at once.
  const data = coupled ? { ...built, dense: built.dense.map(() => 1), plan: null } : built;
  const model: BodyModel = {
    kind: 'layers',
    surface: data.surface,
    contactPoints: data.contactPoints,
    size: data.size,
    mass: data.totalMass,
    // Sheets take their stiffness from what was built.
    adjusts: data.shells.length === 0 ? ['young'] : [],
    capacity: data.hierarchy.unknowns,
    allocate: (allocator) => allocateLayers(allocator, data),
    create: (allocator, kernels) =>
      createLayers(data, model, allocator, kernels, input.material.young),
  };
  return model;
}
