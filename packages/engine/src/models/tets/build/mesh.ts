import { check } from '../../../core/errors.ts';
import { planeGrid } from '../../../geometry/tets/box-grid.ts';
import type { TetMesh } from '../../../geometry/types.ts';
import { coveringTets } from '../../shared/covering.ts';
import {
  type Box,
  boxAround,
  fieldPlanes,
  regionPlanes,
  spacedPlanes,
} from '../../shared/planes.ts';
import type { TetsInput } from '../model.ts';
import { MIRRORED, MOST_FINER, MOST_JUMPS, MOST_LAYERS, MOST_LEAVES, NEAR } from '../numbers.ts';

/** The coarsest elements, with what their tree needs to know. */
export interface BaseMesh {
  readonly mesh: TetMesh;
  /** How often they split. */
  readonly levels: number;
  /** Numbers of their vertices by which they split alike (`growTree`). */
  readonly ranks?: Float64Array;
}

export function baseMesh(input: TetsInput, cell: number, grid: boolean): BaseMesh {
  const { levels } = input.options;
  if (!grid) {
    const planes = regionPlanes(boxAround(input.sdf), input.regions);
    return { mesh: coveringTets(input.sdf, cell, { keep: 'largest', planes }), levels };
  }
  check(
    input.box !== null,
    () => 'must be "stuffed" for this shape, got "grid". A grid cuts boxes only.',
    'model.mesh',
  );
  const { size, position } = input.box;
  const box: Box = {
    low: size.map((s, d) => (position?.[d] ?? 0) - 0.5 * s),
    high: size.map((s, d) => (position?.[d] ?? 0) + 0.5 * s),
  };
  const counts = size.map((s) => Math.ceil(s / cell));
  check(
    counts[0] * counts[1] * counts[2] <= MOST_LEAVES,
    () => `gives ${counts.join(' × ')} cubes, and ${MOST_LEAVES} are the most. Make it larger.`,
    'cell',
  );
  const held = regionPlanes(box, input.regions);
  const jumps = fieldPlanes(box, input.stiffness, MOST_LAYERS);
  const layered = jumps.some((at) => at.length === 0);
  const whole = size.map((_, d) => {
    const [low, high] = [box.low[d], box.high[d]];
    if (jumps[d].length === 0 || (layered && jumps[d].length <= MOST_JUMPS))
      return spacedPlanes(low, high, [...held[d], ...jumps[d]], cell);
    const spaced = spacedPlanes(low, high, held[d], cell);
    return spaced.map((at) =>
      at === low || at === high || held[d].includes(at) ? at : onJump(at, jumps[d], cell),
    );
  });
  const halved = isLopsided(input, whole);
  const [x, y, z] = halved ? whole.map(halve) : whole;
  return {
    mesh: planeGrid([x, y, z], 6, true),
    levels: halved ? levels - 1 : levels,
    ranks: ranksOf(x.length, y.length, z.length),
  };
}

/**
 * True if an odd number of cells across makes a mesh that is not its own mirror image, so that what should move in a
 * plane leaves it, where cells of half the size that split once less cost nothing: in a held body that is small enough
 * to be whole while it moves (`MOST_FINER`). Cells that were asked for stay as they are.
 */
function isLopsided({ options, regions }: TetsInput, planes: readonly Float64Array[]): boolean {
  if (options.cell !== undefined || options.levels < 2 || regions.length === 0) return false;
  let finest = 1;
  for (const { length } of planes) finest *= (length - 1) * 2 ** options.levels + 1;
  return finest <= MOST_FINER && planes.some((at) => at.length % 2 === 0 && isEven(at));
}

/** True if planes lie alike on both sides of their middle: across that they do not, there is no symmetry to lose. */
function isEven(planes: Float64Array): boolean {
  const end = planes.length - 1;
  const sum = planes[0] + planes[end];
  const near = MIRRORED * (planes[end] - planes[0]);
  return planes.every((at, i) => Math.abs(at + planes[end - i] - sum) < near);
}

/** The same planes, and one in the middle between every two. */
function halve(planes: Float64Array): Float64Array {
  const out = new Float64Array(2 * planes.length - 1);
  for (let i = 0; i < out.length; i++) out[i] = 0.5 * (planes[i >> 1] + planes[(i + 1) >> 1]);
  return out;
}

/** Numbers of vertices that lie on none, one, two, three odd planes: each tet has one of each, mirror images alike. */
const RANKS = [0, 1, 3, 7];

function ranksOf(nx: number, ny: number, nz: number): Float64Array {
  const ranks = new Float64Array(nx * ny * nz);
  for (let v = 0; v < ranks.length; v++) {
    const i = v % nx;
    const j = Math.floor(v / nx) % ny;
    const k = Math.floor(v / (nx * ny));
    ranks[v] = RANKS[(i & 1) + (j & 1) + (k & 1)];
  }
  return ranks;
}

/** The jump nearest to a plane, or the plane itself where none is near. */
function onJump(at: number, jumps: readonly number[], cell: number): number {
  const nearest = jumps.reduce((a, b) => (Math.abs(b - at) < Math.abs(a - at) ? b : a));
  return Math.abs(nearest - at) < NEAR * cell ? nearest : at;
}
