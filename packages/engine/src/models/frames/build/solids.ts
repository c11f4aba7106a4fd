import type { VoxelGrid } from '../../../geometry/types.ts';
import { voxelComponents } from '../../../geometry/voxels/voxelize.ts';

/** The separate solids a body consists of: parts that no path inside the body joins. */
export interface Solids {
  readonly count: number;
  /** Solid of each cell of the grid, −1 outside. */
  readonly label: Int32Array;
  /** Cells of each solid. */
  readonly sizes: Int32Array;
}

export function findSolids(grid: VoxelGrid): Solids {
  return voxelComponents(grid);
}

/** The grid with one solid only. */
export function oneSolid(grid: VoxelGrid, solids: Solids, s: number): VoxelGrid {
  if (solids.count === 1) return grid;
  return { ...grid, inside: Uint8Array.from(solids.label, (label) => (label === s ? 1 : 0)) };
}

/** Longest side [m] of the largest solid. */
export function solidSize(grid: VoxelGrid, solids: Solids): number {
  const { dims, cell } = grid;
  const low = new Int32Array(3 * solids.count).fill(2 ** 30);
  const high = new Int32Array(3 * solids.count).fill(-1);
  for (let c = 0; c < solids.label.length; c++) {
    const s = solids.label[c];
    if (s < 0) continue;
    const at = [
      c % dims[0],
      Math.floor(c / dims[0]) % dims[1],
      Math.floor(c / (dims[0] * dims[1])),
    ];
    for (let d = 0; d < 3; d++) {
      low[3 * s + d] = Math.min(low[3 * s + d], at[d]);
      high[3 * s + d] = Math.max(high[3 * s + d], at[d]);
    }
  }
  let size = 0;
  for (let i = 0; i < low.length; i++) size = Math.max(size, cell * (high[i] + 1 - low[i]));
  return size;
}

/**
 * How many frames each solid gets at each of its levels. A list of levels holds for every solid; a number is shared out
 * by volume, at least one frame each.
 */
export function levelsOfSolids(frames: number | readonly number[], solids: Solids): number[][] {
  if (typeof frames !== 'number') return Array.from({ length: solids.count }, () => [...frames]);
  let cells = 0;
  for (const size of solids.sizes) cells += size;
  return Array.from(solids.sizes, (size) =>
    frameLevels(solids.count === 1 ? frames : Math.max(1, Math.round((frames * size) / cells))),
  );
}

/** Nodes at each level for a solid of `most` frames: thrice as many with every level, from a single one. */
export function frameLevels(most: number): number[] {
  const levels: number[] = [];
  for (let n = most; n > 1; n = Math.min(n - 1, Math.round(n / 3))) levels.unshift(n);
  return [1, ...levels];
}
