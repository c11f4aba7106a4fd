import { check } from '../../core/errors.ts';
import type { TetMesh } from '../types.ts';

export interface BoxGridOptions {
  /**
   * Tets per cell: 5 alternates between mirror images so that neighbours match (no preferred direction); 6 (Kuhn) cuts
   * every cell alike along one body diagonal and splits evenly under refinement.
   */
  tetsPerCell?: 5 | 6;
  /** Middle of the box [m]. */
  centre?: readonly [number, number, number];
}

export const BOX_GRID_DEFAULTS: Readonly<Required<BoxGridOptions>> = {
  tetsPerCell: 5,
  centre: [0, 0, 0],
};

/** Corners of a cell are numbered x + 2y + 4z. Four corner tets and the middle one. */
const FIVE = [
  [0, 1, 2, 4],
  [3, 2, 1, 7],
  [5, 4, 7, 1],
  [6, 7, 4, 2],
  [1, 2, 4, 7],
];
/** One tet for each order in which a path from corner 0 to corner 7 may take the three axes. */
const SIX = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
];

/**
 * Structured tets in a box of side lengths `size` [m] with `cells` cells along each axis. Vertices run along x first.
 */
export function boxGrid(
  size: readonly [number, number, number],
  cells: readonly [number, number, number],
  options: BoxGridOptions = {},
): TetMesh {
  const { tetsPerCell, centre } = { ...BOX_GRID_DEFAULTS, ...options };
  for (let d = 0; d < 3; d++) {
    const positive = size[d] > 0 && Number.isFinite(size[d]);
    check(
      positive,
      () => `must be a positive length in metres, got ${size[d]}. Take 1.`,
      `size[${d}]`,
    );
    const whole = Number.isInteger(cells[d]) && cells[d] >= 1;
    check(
      whole,
      () => `must be a whole number of at least 1, got ${cells[d]}. Take 1 or more.`,
      `cells[${d}]`,
    );
  }
  const [nx, ny, nz] = cells;
  const total = nx * ny * nz * tetsPerCell;
  check(total <= 5e7, () => `${nx} × ${ny} × ${nz} gives ${total} tets. Use fewer cells.`, 'cells');
  const planes = [0, 1, 2].map((d) =>
    Float64Array.from(
      { length: cells[d] + 1 },
      (_, i) => centre[d] + size[d] * (i / cells[d] - 0.5),
    ),
  );
  return planeGrid([planes[0], planes[1], planes[2]], tetsPerCell);
}

/**
 * Structured tets between planes across each axis, given by where they are [m], ascending. Vertices run along x first.
 * With `mirrored` each cell of six is the mirror image of its neighbours: where cells are even in number along an axis,
 * the mesh is its own mirror image.
 */
export function planeGrid(
  planes: readonly [Float64Array, Float64Array, Float64Array],
  tetsPerCell: 5 | 6 = BOX_GRID_DEFAULTS.tetsPerCell,
  mirrored = false,
): TetMesh {
  const [nx, ny, nz] = planes.map((p) => p.length - 1);
  const positions = new Float64Array(3 * (nx + 1) * (ny + 1) * (nz + 1));
  let at = 0;
  for (let k = 0; k <= nz; k++) {
    for (let j = 0; j <= ny; j++) {
      for (let i = 0; i <= nx; i++) {
        positions[at++] = planes[0][i];
        positions[at++] = planes[1][j];
        positions[at++] = planes[2][k];
      }
    }
  }
  const tets = new Int32Array(4 * nx * ny * nz * tetsPerCell);
  const table = tetsPerCell === 5 ? FIVE : SIX;
  at = 0;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        // Cells are mirrored so that the diagonals of common faces agree: in x alone, or along every axis.
        const odd = (mirrored || tetsPerCell === 5) && (i + j + k) % 2 === 1;
        const flip = mirrored ? (i & 1) + 2 * (j & 1) + 4 * (k & 1) : odd ? 1 : 0;
        for (const tet of table) {
          for (let c = 0; c < 4; c++) {
            // A mirror image turns a tet inside out: its last two corners are exchanged.
            const corner = tet[odd && c > 1 ? 5 - c : c] ^ flip;
            const x = i + (corner & 1);
            const y = j + ((corner >> 1) & 1);
            const z = k + (corner >> 2);
            tets[at++] = x + (nx + 1) * (y + (ny + 1) * z);
          }
        }
      }
    }
  }
  return { positions, tets };
}
