import { solidVolume } from '../../../geometry/solid-volume.ts';
import type { Sdf, VoxelGrid } from '../../../geometry/types.ts';
import { cellCentre, insideCells, voxelize } from '../../../geometry/voxelize.ts';
import { cbrt } from '../../../math/elementary.ts';

/** The solid as small cubes: where matter is that no element of a patch stands for. */
export interface Matter {
  readonly grid: VoxelGrid;
  /** Middles of the solid cells [m], shape [cells, 3]; volume of the whole solid [m³]. */
  readonly centres: Float64Array;
  readonly volume: number;
  readonly middle: Float64Array;
}

const CELLS = 6000;
const FIRST_LOOK = 24;

export function fillWithCells(sdf: Sdf): Matter {
  const b = sdf.bounds;
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  const coarse = size / FIRST_LOOK;
  const dims = [0, 1, 2].map((d) => Math.max(1, Math.ceil((b[d + 3] - b[d]) / coarse)));
  const guess = solidVolume(sdf, { origin: [b[0], b[1], b[2]], cell: coarse, dims });
  const grid = voxelize(sdf, evenCell(b, cbrt(guess / CELLS)), { keep: 'largest' });
  const cells = insideCells(grid);
  const centres = new Float64Array(3 * cells.length);
  const middle = new Float64Array(3);
  for (let i = 0; i < cells.length; i++) {
    cellCentre(centres, 3 * i, grid, cells[i]);
    for (let d = 0; d < 3; d++) middle[d] += centres[3 * i + d] / cells.length;
  }
  return { grid, centres, volume: solidVolume(sdf, grid), middle };
}

/** A cell near the wanted one of which the longest side is a whole multiple: boxes are then filled exactly. */
function evenCell(b: Sdf['bounds'], wanted: number): number {
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  return size / Math.max(1, Math.round(size / wanted));
}

/** Groups of cells, list[ptr[c] .. ptr[c+1]) each, about `wanted` of them: those whose middles share a box. */
export function groupCells(
  centres: Float64Array,
  cells: readonly number[],
  wanted: number,
): { ptr: Int32Array; list: Int32Array } {
  if (cells.length === 0 || wanted <= 0) return { ptr: new Int32Array(1), list: new Int32Array(0) };
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const i of cells) {
    for (let d = 0; d < 3; d++) {
      low[d] = Math.min(low[d], centres[3 * i + d]);
      high[d] = Math.max(high[d], centres[3 * i + d]);
    }
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 1e-9);
  const boxes = (n: number): Map<number, number[]> => {
    const edge = size / n;
    const counts = [0, 1, 2].map((d) => Math.max(1, Math.ceil((high[d] - low[d]) / edge - 1e-9)));
    const groups = new Map<number, number[]>();
    for (const i of cells) {
      const at = [0, 1, 2].map((d) => {
        const span = Math.max(high[d] - low[d], 1e-9);
        return Math.min(
          counts[d] - 1,
          Math.floor(((centres[3 * i + d] - low[d]) / span) * counts[d]),
        );
      });
      const key = at[0] + counts[0] * (at[1] + counts[1] * at[2]);
      const group = groups.get(key);
      if (group) group.push(i);
      else groups.set(key, [i]);
    }
    return groups;
  };
  let best = boxes(1);
  for (let n = 2; n < 200; n++) {
    const next = boxes(n);
    if (next.size > wanted) break;
    best = next;
  }
  const ptr = [0];
  const list: number[] = [];
  for (const key of [...best.keys()].sort((a, b) => a - b)) {
    list.push(...best.get(key)!);
    ptr.push(list.length);
  }
  return { ptr: Int32Array.from(ptr), list: Int32Array.from(list) };
}
