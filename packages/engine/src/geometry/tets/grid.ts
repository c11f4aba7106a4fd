import { boundsOf, diagonalOf } from '../bounds.ts';
import type { TetMesh } from '../types.ts';

/** Tets sorted into the cells of a uniform grid, for finding the one around a point. */
export interface TetGrid {
  origin: readonly [number, number, number];
  /** Edge of a cell [m]. */
  cell: number;
  dims: readonly [number, number, number];
  /** The tets whose boxes meet cell c are tets[start[c]..start[c+1]), ascending. */
  start: Int32Array;
  tets: Int32Array;
}

/** Sorts the tets; about as many cells as tets. */
export function buildTetGrid(mesh: TetMesh): TetGrid {
  const b = boundsOf(mesh.positions);
  const n = mesh.tets.length / 4;
  const size = [0, 1, 2].map((d) => Math.max(b[d + 3] - b[d], 1e-9 * diagonalOf(b)));
  // Edge for n cells in all; a flat body gets a coarser grid rather than millions of empty cells.
  const perAxis = Math.max(1, Math.floor(cubeRootAbove(n)));
  const cell = Math.max(...size) / perAxis;
  const dims = size.map((s) => Math.max(1, Math.floor(s / cell) + 1));
  const grid = {
    origin: [b[0], b[1], b[2]] as const,
    cell,
    dims: [dims[0], dims[1], dims[2]] as const,
  };
  const range = new Int32Array(6);
  const cells = dims[0] * dims[1] * dims[2];
  const start = new Int32Array(cells + 1);
  for (let t = 0; t < n; t++) {
    cellRange(range, mesh, t, grid);
    forRange(range, dims, (c) => {
      start[c + 1]++;
    });
  }
  for (let c = 0; c < cells; c++) start[c + 1] += start[c];
  const fill = start.slice(0, cells);
  const tets = new Int32Array(start[cells]);
  for (let t = 0; t < n; t++) {
    cellRange(range, mesh, t, grid);
    forRange(range, dims, (c) => {
      tets[fill[c]++] = t;
    });
  }
  return { ...grid, start, tets };
}

/** The cell around a point, −1 if the point is outside the grid. */
export function gridCellAt(grid: TetGrid, x: number, y: number, z: number): number {
  const { origin, cell, dims } = grid;
  const i = Math.floor((x - origin[0]) / cell);
  const j = Math.floor((y - origin[1]) / cell);
  const k = Math.floor((z - origin[2]) / cell);
  if (!(i >= 0 && j >= 0 && k >= 0 && i < dims[0] && j < dims[1] && k < dims[2])) return -1;
  return i + dims[0] * (j + dims[1] * k);
}

function cubeRootAbove(n: number): number {
  let r = 1;
  while (r * r * r < n) r++;
  return r;
}

/** Cells that a tet's box meets, a hair wider so that a point on a wall finds tets of both sides. */
function cellRange(
  out: Int32Array,
  mesh: TetMesh,
  t: number,
  grid: Pick<TetGrid, 'origin' | 'cell' | 'dims'>,
): void {
  const { positions: x, tets } = mesh;
  for (let d = 0; d < 3; d++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = 0; k < 4; k++) {
      const value = x[3 * tets[4 * t + k] + d];
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    const clamp = (i: number): number => Math.min(grid.dims[d] - 1, Math.max(0, Math.floor(i)));
    out[d] = clamp((low - grid.origin[d]) / grid.cell - 1e-6);
    out[d + 3] = clamp((high - grid.origin[d]) / grid.cell + 1e-6);
  }
}

function forRange(r: Int32Array, dims: readonly number[], visit: (cell: number) => void): void {
  for (let k = r[2]; k <= r[5]; k++) {
    for (let j = r[1]; j <= r[4]; j++) {
      for (let i = r[0]; i <= r[3]; i++) visit(i + dims[0] * (j + dims[1] * k));
    }
  }
}
