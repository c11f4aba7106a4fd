import type { VoxelGrid } from '../../../geometry/types.ts';
import { insideCells } from '../../../geometry/voxels/voxelize.ts';
import { type CellFill, wholeCells } from './fill.ts';
import { evenPlanes, type Planes } from './planes.ts';

/**
 * The corners of the solid's voxels, where shape functions have their values; between corners they are trilinear, so
 * they are continuous over the whole solid. A corner around which the solid has several separate parts (two arms that
 * touch along an edge) is there several times, once for each part: nothing leaks.
 */
export interface Lattice {
  readonly grid: VoxelGrid;
  /** Where the planes between cells are. */
  readonly planes: Planes;
  /** What of the body each solid cell stands for, and its volume [m³]. */
  readonly fill: CellFill;
  readonly volume: Float64Array;
  /** Grid index of each solid cell, ascending; shape [cells]. */
  readonly cells: Int32Array;
  /** Number of each cell of the grid among the solid ones, −1 outside. */
  readonly cellOf: Int32Array;
  /** Points at the corners of each cell, shape [cells, 8]; corner dx + 2·dy + 4·dz. */
  readonly corners: Int32Array;
  /** Points' positions [m], shape [points, 3]. */
  readonly positions: Float64Array;
}

/**
 * Finds the corners of a voxel solid, taken apart where the cells around them do not meet through faces. Cells are
 * cubes and whole if nothing else is said.
 */
export function createLattice(
  grid: VoxelGrid,
  planes: Planes = evenPlanes(grid.origin, grid.cell, grid.dims),
  filled?: CellFill,
): Lattice {
  const [nx, ny, nz] = grid.dims;
  const cells = insideCells(grid);
  const cellOf = new Int32Array(grid.inside.length).fill(-1);
  for (let i = 0; i < cells.length; i++) cellOf[cells[i]] = i;
  const corners = new Int32Array(8 * cells.length);
  const positions: number[] = [];
  const around = new Int32Array(8);
  const part = new Int32Array(8);
  for (let k = 0; k <= nz; k++) {
    for (let j = 0; j <= ny; j++) {
      for (let i = 0; i <= nx; i++) {
        let found = 0;
        for (let s = 0; s < 8; s++) {
          const [x, y, z] = [i - 1 + (s & 1), j - 1 + ((s >> 1) & 1), k - 1 + (s >> 2)];
          const there = x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz;
          around[s] = there ? cellOf[x + nx * (y + ny * z)] : -1;
          if (around[s] >= 0) found++;
        }
        if (found === 0) continue;
        const parts = joinThroughFaces(part, around);
        const first = positions.length / 3;
        for (let p = 0; p < parts; p++) {
          positions.push(planes[0][i], planes[1][j], planes[2][k]);
        }
        // The cell in octant s has this point at its opposite corner.
        for (let s = 0; s < 8; s++)
          if (around[s] >= 0) corners[8 * around[s] + (7 - s)] = first + part[s];
      }
    }
  }
  const fill = filled ?? wholeCells(cells.length);
  const volume = cellVolumes(grid, planes, cells, fill);
  return {
    grid,
    planes,
    fill,
    volume,
    cells,
    cellOf,
    corners,
    positions: Float64Array.from(positions),
  };
}

function cellVolumes(
  { dims }: VoxelGrid,
  planes: Planes,
  cells: Int32Array,
  { part }: CellFill,
): Float64Array {
  const width = new Float64Array(3);
  return Float64Array.from(cells, (c, i) => {
    cellWidths(width, planes, dims, c);
    return part[i] * width[0] * width[1] * width[2];
  });
}

/** out = edges of cell c of a grid [m]. */
export function cellWidths(
  out: Float64Array,
  planes: Planes,
  dims: readonly number[],
  c: number,
): void {
  const i = c % dims[0];
  const j = Math.floor(c / dims[0]) % dims[1];
  const k = Math.floor(c / (dims[0] * dims[1]));
  out[0] = planes[0][i + 1] - planes[0][i];
  out[1] = planes[1][j + 1] - planes[1][j];
  out[2] = planes[2][k + 1] - planes[2][k];
}

/** out[o..o+3) = centre of cell c of a grid [m]. */
export function centreOf(
  out: Float64Array,
  o: number,
  planes: Planes,
  dims: readonly number[],
  c: number,
): void {
  const i = c % dims[0];
  const j = Math.floor(c / dims[0]) % dims[1];
  const k = Math.floor(c / (dims[0] * dims[1]));
  out[o] = 0.5 * (planes[0][i] + planes[0][i + 1]);
  out[o + 1] = 0.5 * (planes[1][j] + planes[1][j + 1]);
  out[o + 2] = 0.5 * (planes[2][k] + planes[2][k + 1]);
}

/** part[s] = number of the group, joined through faces, that octant s belongs to. Returns the number of groups. */
function joinThroughFaces(part: Int32Array, around: Int32Array): number {
  part.fill(-1);
  let parts = 0;
  for (let s = 0; s < 8; s++) {
    if (around[s] < 0 || part[s] >= 0) continue;
    part[s] = parts;
    for (let grown = true; grown; ) {
      grown = false;
      for (let t = 0; t < 8; t++) {
        if (around[t] < 0 || part[t] >= 0) continue;
        if (part[t ^ 1] === parts || part[t ^ 2] === parts || part[t ^ 4] === parts) {
          part[t] = parts;
          grown = true;
        }
      }
    }
    parts++;
  }
  return parts;
}
