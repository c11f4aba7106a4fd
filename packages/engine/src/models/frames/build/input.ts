import { check } from '../../../core/errors.ts';
import { isFiniteBounds } from '../../../geometry/bounds.ts';
import type { Sdf, TriangleMesh } from '../../../geometry/types.ts';
import type { FieldFill } from '../../../materials/fields.ts';
import { MOST_NODES, MOST_VOXELS } from '../numbers.ts';
import { frameLevels } from './solids.ts';

/** The input of an adaptive frames body. */
export interface FramesInput {
  readonly sdf: Sdf;
  /** The visible surface, if the shape came as a mesh; taken from `sdf` otherwise. */
  readonly surface: TriangleMesh | null;
  /** [kg/m³] */
  readonly density: number;
  /** Factor on the moduli by place. */
  readonly stiffness: FieldFill;
  /** Regions that can be held, in the body's own coordinates; each gets a node of its own at level 0. */
  readonly regions: readonly Sdf[];
  /** Regions that move rigidly, likewise. */
  readonly rigid?: readonly Sdf[];
  /** Edge of a voxel [m]; such that a node has about `FRAMES_DEFAULTS.voxelsPerFrame` of them if missing. */
  readonly voxel?: number;
  /**
   * Nodes at each level, those of coarser levels included and those of regions not: [1, 3, 7, 15], say; or nodes in
   * all. If the shape is several separate solids, a list holds for each of them and a number is divided by volume; a
   * common root node is added.
   */
  readonly frames: number | readonly number[];
  /** Integration points for each node at most. */
  readonly pointsPerFrame?: number;
  /** A region of voxels whose shape functions are this close to linear (mean square error) is not split further. */
  readonly linearity?: number;
  /** Nodes that may move one material point. */
  readonly influences?: number;
  /** Size of a triangle of the visible surface [m]. */
  readonly detail?: number;
}

export const FRAMES_DEFAULTS = {
  pointsPerFrame: 4,
  linearity: 1e-5,
  influences: 10,
  voxelsPerFrame: 300,
} as const;

/** Voxels of a body if no size is asked for: below, limbs are lost; above, building takes longer than it helps. */
export const VOXELS = { least: 4000, most: 40_000 } as const;

export function checkVoxels({ bounds: b }: Sdf, voxel: number): void {
  const dims = [0, 1, 2].map((d) => Math.max(1, Math.ceil((b[d + 3] - b[d]) / voxel)));
  check(
    dims[0] * dims[1] * dims[2] <= MOST_VOXELS,
    () => `gives ${dims.join(' × ')} voxels, and ${MOST_VOXELS} are the most. Use a larger one.`,
    'model.voxel',
  );
}

/** Refuses what cannot be built, naming field, value and remedy. */
export function checkFramesInput(input: FramesInput): void {
  const { sdf, density, regions } = input;
  const frames = typeof input.frames === 'number' ? frameLevels(input.frames) : input.frames;
  check(
    isFiniteBounds(sdf.bounds),
    () => 'must be a bounded solid, got one without end. Intersect it with a box.',
    'shape',
  );
  check(
    density > 0 && density < Infinity,
    () => `must be a positive number of kg/m³, got ${density}. Water is 1000.`,
    'material.density',
  );
  check(
    frames.length > 0,
    () => 'must be at least one level, got none. Take [1, 3, 7].',
    'model.frames',
  );
  frames.forEach((n, l) => {
    const least = l === 0 ? 1 : frames[l - 1] + 1;
    check(
      Number.isInteger(n) && n >= least,
      () => `must be a whole number of at least ${least}, got ${n}. Every level adds nodes.`,
      `model.frames[${l}]`,
    );
  });
  const nodes = frames[frames.length - 1] + regions.length + (input.rigid?.length ?? 0);
  check(
    nodes <= MOST_NODES,
    () =>
      `gives ${nodes} nodes with those of the regions; at most ${MOST_NODES} are possible. Take fewer.`,
    'model.frames',
  );
  positive(input.voxel, 'voxel', 'of metres');
  positive(input.pointsPerFrame, 'pointsPerFrame', 'of points');
  positive(input.linearity, 'linearity', '(mean square error, no unit)');
  positive(input.detail, 'detail', 'of metres');
  const m = input.influences ?? FRAMES_DEFAULTS.influences;
  check(
    Number.isInteger(m) && m >= 4 && m <= 30,
    () => `must be a whole number from 4 to 30, got ${m}. Take 10.`,
    'model.influences',
  );
}

function positive(value: number | undefined, name: string, unit: string): void {
  check(
    value === undefined || (value > 0 && value < Infinity),
    () => `must be a positive number ${unit}, got ${value}. Leave it out for the default.`,
    `model.${name}`,
  );
}
