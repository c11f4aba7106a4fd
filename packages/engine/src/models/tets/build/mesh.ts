import { check } from '../../../core/errors.ts';
import { planeGrid } from '../../../geometry/tets/box-grid.ts';
import { stuffTets } from '../../../geometry/tets/stuff.ts';
import type { TetMesh } from '../../../geometry/types.ts';
import {
  type Box,
  boxAround,
  fieldPlanes,
  regionPlanes,
  spacedPlanes,
} from '../../shared/planes.ts';
import type { TetsInput } from '../model.ts';

/** Part of a coarsest cell by which the mesh is larger than the shape, so that the visible surface lies inside. */
const GROW = 0.1;
/**
 * Jumps of stiffness along an axis that all become planes of the grid; every plane goes through all coarsest elements.
 * Where there are more, or some along every axis (which is texture, not layers), planes that would be there anyway lie
 * on some of them, as far as that moves them by less than `NEAR` of a cell: leaves then fit layers of their thickness.
 */
const MOST_JUMPS = 4;
const MOST_LAYERS = 40;
const NEAR = 0.25;

/** The coarsest elements. */
export function baseMesh(input: TetsInput, cell: number, grid: boolean): TetMesh {
  if (!grid) {
    const planes = regionPlanes(boxAround(input.sdf), input.regions);
    return stuffTets(input.sdf, cell, { grow: GROW * cell, keep: 'largest', planes });
  }
  check(input.box !== null, () => 'must be "stuffed", since "grid" cuts boxes only.', 'model.mesh');
  const { size, position } = input.box;
  const box: Box = {
    low: size.map((s, d) => (position?.[d] ?? 0) - 0.5 * s),
    high: size.map((s, d) => (position?.[d] ?? 0) + 0.5 * s),
  };
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
  return planeGrid([planes[0], planes[1], planes[2]], 6);
}

/** The jump nearest to a plane, or the plane itself where none is near. */
function onJump(at: number, jumps: readonly number[], cell: number): number {
  const nearest = jumps.reduce((a, b) => (Math.abs(b - at) < Math.abs(a - at) ? b : a));
  return Math.abs(nearest - at) < NEAR * cell ? nearest : at;
}
