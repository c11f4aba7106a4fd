import type { Sdf, VoxelGrid } from '../../../geometry/types.ts';
import { thinVolume } from '../../../geometry/voxels/solid-volume.ts';
import { cellCentre, insideCells, voxelize } from '../../../geometry/voxels/voxelize.ts';
import { cbrt } from '../../../math/elementary.ts';
import { FIRST_LOOK, VOLUME_CELLS } from '../numbers.ts';

/** The solid as small cubes: where matter is that no element of a patch stands for. */
export interface Matter {
  readonly grid: VoxelGrid;
  /** Middles of the solid cells [m], shape [cells, 3]; volume of the whole solid [m³]. */
  readonly centres: Float64Array;
  readonly volume: number;
  readonly middle: Float64Array;
}

export function fillWithCells(sdf: Sdf): Matter {
  const b = sdf.bounds;
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  const coarse = size / FIRST_LOOK;
  const dims = [0, 1, 2].map((d) => Math.max(1, Math.ceil((b[d + 3] - b[d]) / coarse)));
  const guess = thinVolume(sdf, { origin: [b[0], b[1], b[2]], cell: coarse, dims });
  const grid = voxelize(sdf, evenCell(b, cbrt(guess / VOLUME_CELLS)), { keep: 'largest' });
  const cells = insideCells(grid);
  const centres = new Float64Array(3 * cells.length);
  const middle = new Float64Array(3);
  for (let i = 0; i < cells.length; i++) {
    cellCentre(centres, 3 * i, grid, cells[i]);
    for (let d = 0; d < 3; d++) middle[d] += centres[3 * i + d] / cells.length;
  }
  return { grid, centres, volume: thinVolume(sdf, grid), middle };
}

/** A cell near the wanted one of which the longest side is a whole multiple: boxes are then filled exactly. */
function evenCell(b: Sdf['bounds'], wanted: number): number {
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  return size / Math.max(1, Math.round(size / wanted));
}
