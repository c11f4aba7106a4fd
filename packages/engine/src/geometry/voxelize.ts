import { check, InputError } from '../core/errors.ts';
import { isFiniteBounds, short } from './bounds.ts';
import {
  type Components,
  createSets,
  joinSets,
  labelSets,
  largestComponent,
} from './disjoint-sets.ts';
import type { Bounds, Sdf, VoxelGrid } from './types.ts';

export interface VoxelizeOptions {
  /** The box to fill [m]; the shape's own bounds if not given. */
  bounds?: Bounds | null;
  /** 'largest' drops all pieces but the one with the most cells. */
  keep?: 'all' | 'largest';
  /** Cells of the whole grid at most. */
  most?: number;
}

export const VOXELIZE_DEFAULTS: Readonly<Required<VoxelizeOptions>> = {
  bounds: null,
  keep: 'all',
  most: 5e7,
};

/** Cells along the edge of a block that one evaluation may settle. */
const BLOCK = 8;

/**
 * Cells of edge `cell` [m] whose centres are inside the shape. The grid is centred on the bounds. Blocks of cells that are
 * further from the surface than they are wide are settled by one evaluation.
 */
export function voxelize(sdf: Sdf, cell: number, options: VoxelizeOptions = {}): VoxelGrid {
  const { bounds, keep, most } = { ...VOXELIZE_DEFAULTS, ...options };
  const box = bounds ?? sdf.bounds;
  check(
    cell > 0 && Number.isFinite(cell),
    () => `must be a positive length in metres, got ${cell}.`,
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
    () => `${short(cell)} gives ${dims.join(' × ')} cells, more than ${most}. Use a larger cell.`,
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
      `${short(cell)} is too coarse for a shape of ${size} m: no cell's centre is inside. Use a smaller cell.`,
      'cell',
    );
  }
  if (keep === 'largest') keepLargest(grid);
  return grid;
}

function fill(grid: VoxelGrid, sdf: Sdf): void {
  const { dims, cell, inside } = grid;
  const blocks = dims.map((n) => Math.ceil(n / BLOCK));
  const centre = new Float64Array(3);
  const distance = new Float64Array(1);
  const xyz = new Float64Array(3 * BLOCK * BLOCK * BLOCK);
  const values = new Float64Array(BLOCK * BLOCK * BLOCK);
  // Furthest cell centre from the block's middle.
  const reach = ((BLOCK - 1) / 2) * Math.sqrt(3) * cell * (1 + 1e-9);
  for (let b = 0; b < blocks[0] * blocks[1] * blocks[2]; b++) {
    const i0 = (b % blocks[0]) * BLOCK;
    const j0 = (Math.floor(b / blocks[0]) % blocks[1]) * BLOCK;
    const k0 = Math.floor(b / (blocks[0] * blocks[1])) * BLOCK;
    const first = [i0, j0, k0];
    for (let d = 0; d < 3; d++) centre[d] = grid.origin[d] + (first[d] + BLOCK / 2) * cell;
    sdf.evaluate(centre, 1, distance);
    if (distance[0] > reach) continue;
    const whole = distance[0] < -reach;
    let n = 0;
    for (let k = k0; k < Math.min(k0 + BLOCK, dims[2]); k++) {
      for (let j = j0; j < Math.min(j0 + BLOCK, dims[1]); j++) {
        const row = dims[0] * (j + dims[1] * k);
        for (let i = i0; i < Math.min(i0 + BLOCK, dims[0]); i++) {
          if (whole) inside[row + i] = 1;
          xyz[n++] = grid.origin[0] + (i + 0.5) * cell;
          xyz[n++] = grid.origin[1] + (j + 0.5) * cell;
          xyz[n++] = grid.origin[2] + (k + 0.5) * cell;
        }
      }
    }
    if (whole) continue;
    sdf.evaluate(xyz, n / 3, values);
    n = 0;
    for (let k = k0; k < Math.min(k0 + BLOCK, dims[2]); k++) {
      for (let j = j0; j < Math.min(j0 + BLOCK, dims[1]); j++) {
        const row = dims[0] * (j + dims[1] * k);
        for (let i = i0; i < Math.min(i0 + BLOCK, dims[0]); i++) {
          if (values[n++] < 0) inside[row + i] = 1;
        }
      }
    }
  }
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

function keepLargest(grid: VoxelGrid): void {
  const pieces = voxelComponents(grid);
  const best = largestComponent(pieces);
  for (let c = 0; c < grid.inside.length; c++) grid.inside[c] = pieces.label[c] === best ? 1 : 0;
}
