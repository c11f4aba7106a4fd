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
import { MOST_JUMPS, MOST_LAYERS, MOST_LEAVES, NEAR } from '../numbers.ts';

/** The coarsest elements, and numbers of their vertices by which they split alike (`growTree`). */
export function baseMesh(
  input: TetsInput,
  cell: number,
  grid: boolean,
): { mesh: TetMesh; ranks?: Float64Array } {
  if (!grid) {
    const planes = regionPlanes(boxAround(input.sdf), input.regions);
    return { mesh: coveringTets(input.sdf, cell, { keep: 'largest', planes }) };
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
  const planes = size.map((_, d) => {
    const [low, high] = [box.low[d], box.high[d]];
    if (jumps[d].length === 0 || (layered && jumps[d].length <= MOST_JUMPS))
      return spacedPlanes(low, high, [...held[d], ...jumps[d]], cell);
    const spaced = spacedPlanes(low, high, held[d], cell);
    return spaced.map((at) =>
      at === low || at === high || held[d].includes(at) ? at : onJump(at, jumps[d], cell),
    );
  });
  return {
    mesh: planeGrid([planes[0], planes[1], planes[2]], 6, true),
    ranks: ranksOf(planes[0].length, planes[1].length, planes[2].length),
  };
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
