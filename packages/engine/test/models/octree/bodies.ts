import { createRandom } from '../../../src/core/random.ts';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import { LIBRARY } from '../../../src/geometry/sdf/library/index.ts';
import type { Shape } from '../../../src/geometry/sdf/shape.ts';
import { createWorld, type SceneInput, type World, type WorldOptions } from '../../../src/index.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import { createAdaptation } from '../../../src/models/octree/adapt/adapt.ts';
import { buildOctreeData } from '../../../src/models/octree/build/build.ts';
import { allocateOctree } from '../../../src/models/octree/memory.ts';
import { OCTREE_DEFAULTS, type OctreeOptions } from '../../../src/models/octree/model.ts';
import { createRun, type OctreeRun } from '../../../src/models/octree/runtime.ts';

export const BLOCK: Shape = { type: 'box', size: [0.4, 0.4, 0.4] };

export function shapeOf(name: string): Shape {
  return LIBRARY[name].shape();
}

/** The working parts of a body, without a world around them. */
export function createTestRun(
  shape: Shape,
  options: Partial<OctreeOptions> = {},
  young = 3000,
  poisson = 0.3,
): OctreeRun & { adaptation: ReturnType<typeof createAdaptation> } {
  const data = buildOctreeData({
    sdf: compileShape(shape, {}),
    surface: null,
    young,
    poisson,
    density: 1000,
    damping: { mass: 0, stiffness: 0, air: 0 },
    friction: 0.5,
    stiffness: (_x, n, out) => out.fill(1, 0, n),
    regions: [],
    options: { ...OCTREE_DEFAULTS, ...options },
  });
  const arena = createArena(measure((a) => allocateOctree(a, data)));
  const run = createRun(data, allocateOctree(arena, data), createKernels(arena));
  return Object.assign(run, { adaptation: createAdaptation(run) });
}

/** What the links of a body leave hanging together: how many pieces, their masses, and the piece of each vertex. */
export function piecesOf({ sampler, memory, skin }: OctreeRun): {
  count: number;
  mass: number[];
  ofVertex: Int32Array;
} {
  const { tree } = sampler.now;
  const mass = new Array<number>(tree.pieces).fill(0);
  for (let i = 0; i < tree.leaves; i++) mass[tree.piece[i]] += memory.mass[i];
  const ofVertex = skin.home.map((voxel) => tree.piece[tree.leafOf[voxel]]);
  return { count: tree.pieces, mass, ofVertex };
}

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type OctreeModel = Extract<NonNullable<BodyInput['model']>, { type: 'octree' }>;

/** An undamped beam of 1 × 0.25 × 0.25 m, 32 or 256 leaves. */
export function beam(
  model: Partial<OctreeModel> = {},
  changes: Partial<BodyInput> = {},
): BodyInput {
  return {
    name: 'beam',
    shape: { type: 'box', size: [1, 0.25, 0.25] },
    material: { young: 3000, density: 1000, damping: { stiffness: 0 } },
    model: { type: 'octree', cell: 0.0625, levels: 1, coarseness: 1, ...model },
    ...changes,
  };
}

export function octreeWorld(changes: Partial<SceneInput>, options: WorldOptions = {}): World {
  return createWorld({ format: 'pliant/1', name: 'test', gravity: [0, 0, 0], ...changes }, options);
}

/** A flat blade through the middle of things: a square of side 2r with the given normal. */
export function flatBlade(
  centre: readonly number[],
  normal: readonly number[],
  r: number,
): Float64Array {
  const length = Math.sqrt(normal.reduce((s, c) => s + c * c, 0));
  const n = normal.map((c) => c / length);
  const helper = Math.abs(n[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const u = cross(n, helper);
  const size = Math.sqrt(u.reduce((s, c) => s + c * c, 0));
  const a = u.map((c) => (c / size) * r);
  const b = cross(n, a);
  const at = (s: number, t: number): number[] => centre.map((c, i) => c + s * a[i] + t * b[i]);
  return Float64Array.from([...at(-1, -1), ...at(-1, 1), ...at(1, -1), ...at(1, 1)]);
}

export function randomBlade(seed: number, spread: number, r: number): Float64Array {
  const random = createRandom(seed);
  const pick = (s: number): number[] => [0, 1, 2].map(() => random.range(-s, s));
  return flatBlade(pick(spread), pick(1), r);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
