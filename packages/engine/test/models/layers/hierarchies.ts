import '../../kernels/all.ts';
import { createRandom } from '../../../src/core/random.ts';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import type { Shape } from '../../../src/geometry/sdf/shape.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import { sheetMesh } from '../../../src/models/layers/basis/sheet.ts';
import { buildLayersData, type LayersData } from '../../../src/models/layers/build/build.ts';
import type { LayerSpec, LayersInput } from '../../../src/models/layers/build/input.ts';
import { allocateLayers } from '../../../src/models/layers/memory.ts';
import { createRuntime, type LayersRuntime } from '../../../src/models/layers/runtime.ts';

export const MATERIAL = {
  young: 1e5,
  poisson: 0.3,
  density: 1000,
  law: 'corotational',
  damping: { mass: 0, stiffness: 0 },
} as const;

const box = (size: number[], position: number[]) =>
  compileShape({ type: 'box', size, position } as unknown as Shape);
const END = () => box([0.22, 1, 1], [0.3, 0, 0]);

const RIGID: LayerSpec = { kind: 'rigid', name: 'rigid' };
const AFFINE: LayerSpec = { kind: 'affine', name: 'frames', frames: 3 };
const COARSE: LayerSpec = { kind: 'hex', name: 'coarse', cell: 0.4 };
const HEX: LayerSpec = { kind: 'hex', name: 'hex', cell: 0.2 };
const TET: LayerSpec = { kind: 'tet', name: 'tet', cell: 0.2 };
const MODES: LayerSpec = { kind: 'modes', name: 'modes', cell: 0.1, count: 6 };
const patch = (gradient: 'composed' | 'embedded'): LayerSpec => ({
  kind: 'hex',
  name: 'patch',
  cell: 0.1,
  region: END(),
  gradient,
});
const SHELL: LayerSpec = {
  kind: 'shell',
  name: 'shell',
  thickness: 0.005,
  density: 1000,
  strict: true,
  mesh: sheetMesh([-0.4, 0.1, -0.1], [0.8, 0, 0], [0, 0, 0.2], 0.1),
};

/** Ten hierarchies of two and three levels over a bar of 0.8 × 0.2 × 0.2 m. */
export const HIERARCHIES: Record<string, LayerSpec[]> = {
  'rigid, hex': [RIGID, HEX],
  'rigid, patch': [RIGID, patch('composed')],
  'affine, patch': [AFFINE, patch('composed')],
  'affine, embedded patch': [AFFINE, patch('embedded')],
  'hex, finer hex': [COARSE, HEX],
  'rigid, tet': [RIGID, TET],
  'affine, modes': [AFFINE, MODES],
  'affine, modes, patch': [AFFINE, MODES, patch('embedded')],
  'rigid, affine, patch': [RIGID, { ...AFFINE, name: 'inner' }, patch('composed')],
  'hex, shell': [COARSE, SHELL],
};

const FINE: LayerSpec = { kind: 'hex', name: 'fine', cell: 0.05, region: END() };

/** Hierarchies whose last layer is large enough to be sparse. */
export const DETAILED: Record<string, LayerSpec[]> = {
  'rigid, fine': [RIGID, FINE],
  'affine, fine': [AFFINE, FINE],
  'affine, modes, fine': [AFFINE, MODES, FINE],
  'rigid, affine, fine': [RIGID, { ...AFFINE, name: 'inner' }, FINE],
};

export function bar(layers: LayerSpec[], changes: Partial<LayersInput> = {}): LayersData {
  return buildLayersData({
    sdf: box([0.8, 0.2, 0.2], [0, 0, 0]),
    surface: null,
    material: MATERIAL,
    stiffness: (_xyz, n, out) => {
      out.fill(1, 0, n);
    },
    regions: [],
    layers,
    solve: 'full',
    ...changes,
  });
}

export function runtime(data: LayersData): LayersRuntime {
  const arena = createArena(measure((a) => allocateLayers(a, data)));
  const kernels = createKernels(arena);
  return createRuntime(data, allocateLayers(arena, data), kernels, []);
}

/** A state with large motion of the first layer and some of the others. */
export function deform(run: LayersRuntime, seed: number, size = 0.02): void {
  const random = createRandom(seed);
  run.hierarchy.layers.forEach((layer, k) => {
    const o = run.hierarchy.offset[k];
    const big = k === 0 ? 5 : 1;
    if (layer.form === 'rigid') {
      for (let c = 0; c < 3; c++) run.state.rigid[7 * k + c] += random.range(-1, 1);
      const q = [0, 1, 2, 3].map(() => random.range(-1, 1));
      const length = Math.sqrt(q.reduce((sum, c) => sum + c * c, 0));
      for (let c = 0; c < 4; c++) run.state.rigid[7 * k + 3 + c] = q[c] / length;
    } else {
      for (let i = 0; i < layer.unknowns; i++) run.state.q[o + i] = random.range(-big, big) * size;
    }
  });
}
