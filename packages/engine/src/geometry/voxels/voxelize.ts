import { check, InputError } from '../../core/errors.ts';
import { isFiniteBounds, short } from '../bounds.ts';
import {
  type Components,
  createSets,
  joinSets,
  labelSets,
  largestComponent,
  noteDropped,
} from '../disjoint-sets.ts';
import { GRID_CRUMB } from '../numbers.ts';
import type { Bounds, Sdf, VoxelGrid } from '../types.ts';
import { forBlocks } from './blocks.ts';

export interface VoxelizeOptions {
  /** The box to fill [m]; the shape's own bounds if not given. */
  bounds?: Bounds | null;
  /**
   * 'largest' drops all pieces but the one with the most cells; 'solids' drops crumbs only, pieces far smaller than
   * that.
   */
  keep?: 'all' | 'largest' | 'solids';
  /** Cells of the whole grid at most. */
  most?: number;
}

export const VOXELIZE_DEFAULTS: Readonly<Required<VoxelizeOptions>> = {
  bounds: null,
  keep: 'all',
  most: 5e7,
};

/** Cells evaluated together. */
const BATCH = 512;

/**
 * Cells of edge `cell` [m] whose centres are inside the shape. The grid is centred on the bounds. Blocks of cells that
 * are further from the surface than they are wide are settled by one evaluation.
 */
export function voxelize(sdf: Sdf, cell: number, options: VoxelizeOptions = {}): VoxelGrid {
  const { bounds, keep, most } = { ...VOXELIZE_DEFAULTS, ...options };
  const box = bounds ?? sdf.bounds;
  check(
    cell > 0 && Number.isFinite(cell),
    () => `must be a positive length in metres, got ${cell}. Take a tenth of the size.`,
    'cell',
  );
  check(
    isFiniteBounds(box),
    () => `must be finite, got [${box.join(', ')}]. Cut an infinite shape with a box first.`,
    'bounds',
  );
  const dims = [0, 1, 2].map((d) => Math.max(1, Math.ceil((box[d + 3] - box[d]) / cell - 1e-9)));
  const total = dims[0] * dims[1] * dims[2];
  check(
    total <= most,
    () =>
      `must be larger for at most ${most} cells, got ${short(cell)}, which makes ${dims.join(' × ')}. Make it larger.`,
    'cell',
  );
  const origin = [0, 1, 2].map((d) => (box[d] + box[d + 3] - dims[d] * cell) / 2);
  const grid: VoxelGrid = {
    origin: [origin[0], origin[1], origin[2]],
    cell,
    dims: [dims[0], dims[1], dims[2]],
    inside: new Uint8Array(total),
  };
  fill(grid, sdf);
  if (!grid.inside.includes(1)) {
    const size = [0, 1, 2].map((d) => short(box[d + 3] - box[d])).join(' × ');
    throw new InputError(
      `must be smaller for a shape of ${size} m, got ${short(cell)}, with which no cell's centre is inside. Make it smaller.`,
      'cell',
    );
  }
  if (keep !== 'all') dropPieces(grid, keep === 'solids');
  return grid;
}

function fill(grid: VoxelGrid, sdf: Sdf): void {
  const { dims, inside } = grid;
  const cells = new Int32Array(BATCH);
  const xyz = new Float64Array(3 * BATCH);
  const values = new Float64Array(BATCH);
  let waiting = 0;
  const flush = (): void => {
    sdf.evaluate(xyz, waiting, values);
    for (let i = 0; i < waiting; i++) inside[cells[i]] = values[i] < 0 ? 1 : 0;
    waiting = 0;
  };
  forBlocks(sdf, grid, 0, 0, (i0, j0, k0, size, side) => {
    if (side > 0) return;
    for (let k = k0; k < Math.min(k0 + size, dims[2]); k++) {
      for (let j = j0; j < Math.min(j0 + size, dims[1]); j++) {
        for (let i = i0; i < Math.min(i0 + size, dims[0]); i++) {
          const c = i + dims[0] * (j + dims[1] * k);
          inside[c] = 1;
          if (side < 0) continue;
          cells[waiting] = c;
          cellCentre(xyz, 3 * waiting++, grid, c);
          if (waiting === BATCH) flush();
        }
      }
    }
  });
  flush();
}

/** Indices of the cells inside, ascending. */
export function insideCells(grid: VoxelGrid): Int32Array {
  let n = 0;
  for (const flag of grid.inside) n += flag;
  const out = new Int32Array(n);
  n = 0;
  for (let c = 0; c < grid.inside.length; c++) if (grid.inside[c] === 1) out[n++] = c;
  return out;
}

/** out[o..o+3) = centre of cell c [m]. */
export function cellCentre(out: Float64Array, o: number, grid: VoxelGrid, c: number): void {
  const [nx, ny] = grid.dims;
  out[o] = grid.origin[0] + ((c % nx) + 0.5) * grid.cell;
  out[o + 1] = grid.origin[1] + ((Math.floor(c / nx) % ny) + 0.5) * grid.cell;
  out[o + 2] = grid.origin[2] + (Math.floor(c / (nx * ny)) + 0.5) * grid.cell;
}

/** Pieces of the solid connected through cell faces. `label` has one entry per cell of the grid, −1 outside. */
export function voxelComponents(grid: VoxelGrid): Components {
  const { dims, inside } = grid;
  const cells = insideCells(grid);
  const place = new Int32Array(inside.length).fill(-1);
  for (let i = 0; i < cells.length; i++) place[cells[i]] = i;
  const sets = createSets(cells.length);
  const strides = [1, dims[0], dims[0] * dims[1]];
  for (let i = 0; i < cells.length; i++) {
    const c = cells[i];
    const at = [c % dims[0], Math.floor(c / dims[0]) % dims[1], Math.floor(c / strides[2])];
    for (let d = 0; d < 3; d++) {
      if (at[d] > 0 && inside[c - strides[d]] === 1) joinSets(sets, i, place[c - strides[d]]);
    }
  }
  const pieces = labelSets(sets);
  const label = new Int32Array(inside.length).fill(-1);
  for (let i = 0; i < cells.length; i++) label[cells[i]] = pieces.label[i];
  return { count: pieces.count, label, sizes: pieces.sizes };
}

/** Drops all pieces but the largest, or but those that are no crumbs beside it. */
function dropPieces(grid: VoxelGrid, crumbs: boolean): void {
  const pieces = voxelComponents(grid);
  const best = largestComponent(pieces);
  const least = crumbs ? GRID_CRUMB * pieces.sizes[best] : Infinity;
  for (let c = 0; c < grid.inside.length; c++) {
    const piece = pieces.label[c];
    grid.inside[c] = piece === best || (piece >= 0 && pieces.sizes[piece] >= least) ? 1 : 0;
  }
  noteDropped(pieces.sizes, (piece) => piece === best || pieces.sizes[piece] >= least);
}
