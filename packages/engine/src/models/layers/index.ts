import type { BodyModel } from '../body.ts';
import { type Kept, keep } from '../shared/kept.ts';
import { sharedColumns } from '../shared/kept-columns.ts';
import { rowsOf } from './basis/rows.ts';
import { createLayers } from './body.ts';
import { buildLayersData, type LayersData } from './build/build.ts';
import type { LayersInput } from './build/input.ts';
import { allocateLayers } from './memory.ts';
import { createHierarchy, type LayerData } from './model.ts';
import { sharedBlocks } from './rest-blocks.ts';

export { sheetMesh, surfaceMesh } from './basis/sheet.ts';
export type { SkinWeights } from './basis/skin-weights.ts';
export type { FleshPatch, LayerSpec } from './build/input.ts';

/** Counts up whenever `LayersData`, or how it is made, changes: what older versions kept is then rebuilt. */
export const LAYERS_FORMAT = 1;

/** Motion in layers, each adding detail to those below it (Malgat, Gilles, Levin, Nesme, Faure 2015). */
export function buildLayers(input: LayersInput, kept?: Kept): BodyModel {
  const coupled = input.solve === 'coupled';
  const built = kept
    ? readable(keep(kept, 'layers', LAYERS_FORMAT, () => plain(buildLayersData(input))))
    : buildLayersData(input);
  // The coupled reference treats every layer as dense and solves them all at once.
  const data = coupled ? { ...built, dense: built.dense.map(() => 1), plan: null } : built;
  const columns = sharedColumns(data.plan?.pattern.rows ?? 0);
  const blocks = sharedBlocks();
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
      createLayers(
        data,
        model,
        allocator,
        kernels,
        input.material.young,
        columns(kernels),
        blocks(kernels),
      ),
  };
  return model;
}

/** Without functions, so that it can be stored. Regions matter to the build alone. */
function plain(data: LayersData): PlainLayers {
  const { hierarchy, ...rest } = data;
  return { ...rest, layers: hierarchy.layers.map(({ rows, region, ...layer }) => layer) };
}

type PlainLayers = Omit<LayersData, 'hierarchy'> & {
  readonly layers: readonly Omit<LayerData, 'rows' | 'region'>[];
};

function readable({ layers, ...rest }: PlainLayers): LayersData {
  const whole = layers.map((layer) => ({ ...layer, region: null, rows: rowsOf(layer) }));
  return { ...rest, hierarchy: createHierarchy(whole) };
}
