import { check } from '../../../core/errors.ts';
import { tick } from '../../../core/watch.ts';
import type { Sdf } from '../../../geometry/types.ts';
import { insideCells, voxelize } from '../../../geometry/voxels/voxelize.ts';
import { BYTES, SECONDS } from '../numbers.ts';

/** Largest number of cells along a side: Morton codes have ten bits an axis. */
export const MOST_ALONG = 1024;

/**
 * Moves of a voxel as numbered in `geometry/voxels/moves.ts`: (dx+1) + 3(dy+1) + 9(dz+1). The six faces, +x −x +y −y +z
 * −z.
 */
export const FACE_MOVE = [14, 12, 16, 10, 22, 4] as const;

/**
 * The finest cells of a solid, in Morton order: the cells of any octree cell are neighbours in this order, and
 * `code >> 3l` is the number of the octree cell of level l that a voxel is in.
 */
export interface Voxels {
  readonly count: number;
  /** Edge of a voxel [m]. */
  readonly cell: number;
  /** Lower corner of voxel (0, 0, 0) [m]. */
  readonly origin: readonly [number, number, number];
  /** Whole coordinates, shape [count, 3]. */
  readonly at: Int32Array;
  readonly code: Int32Array;
  /** The voxel that each of the 27 moves leads to, −1 where there is no material, shape [count, 27]. */
  readonly near: Int32Array;
  /** Levels above the finest: one octree cell of that level holds the whole body. */
  readonly levels: number;
  /** Voxels along each axis, and the voxel at each place of that grid (−1: none), x fastest. */
  readonly dims: readonly [number, number, number];
  readonly index: Int32Array;
  /** Least and largest coordinates of a voxel. */
  readonly low: Triple;
  readonly high: Triple;
}

type Triple = readonly [number, number, number];

export function extentOf(at: Int32Array): { low: Triple; high: Triple } {
  const low: [number, number, number] = [at[0], at[1], at[2]];
  const high: [number, number, number] = [at[0], at[1], at[2]];
  for (let k = 0; k < at.length; k++) {
    low[k % 3] = Math.min(low[k % 3], at[k]);
    high[k % 3] = Math.max(high[k % 3], at[k]);
  }
  return { low, high };
}

export function buildVoxels(sdf: Sdf, cell: number): Voxels {
  const grid = voxelize(sdf, cell, { keep: 'largest' });
  const [nx, ny, nz] = grid.dims;
  check(
    Math.max(nx, ny, nz) <= MOST_ALONG,
    () =>
      `gives ${nx} × ${ny} × ${nz} cells; ${MOST_ALONG} along a side at most. Use a larger cell.`,
    'cell',
  );
  const inside = insideCells(grid);
  tick('voxels', {
    seconds: SECONDS * inside.length,
    megabytes: (BYTES * inside.length) / 2 ** 20,
    place: 'model.cell',
    remedy: 'Take a larger one',
  });
  const codes = new Int32Array(inside.length);
  for (let i = 0; i < inside.length; i++) {
    const c = inside[i];
    codes[i] = morton(c % nx, Math.floor(c / nx) % ny, Math.floor(c / (nx * ny)));
  }
  const order = Int32Array.from(inside.keys()).sort((a, b) => codes[a] - codes[b]);
  const count = inside.length;
  const at = new Int32Array(3 * count);
  const code = new Int32Array(count);
  const index = new Int32Array(grid.inside.length).fill(-1);
  for (let v = 0; v < count; v++) {
    const c = inside[order[v]];
    index[c] = v;
    code[v] = codes[order[v]];
    at[3 * v] = c % nx;
    at[3 * v + 1] = Math.floor(c / nx) % ny;
    at[3 * v + 2] = Math.floor(c / (nx * ny));
  }
  const near = new Int32Array(27 * count);
  for (let v = 0; v < count; v++) {
    for (let m = 0; m < 27; m++) {
      const x = at[3 * v] + (m % 3) - 1;
      const y = at[3 * v + 1] + (Math.floor(m / 3) % 3) - 1;
      const z = at[3 * v + 2] + Math.floor(m / 9) - 1;
      const there = x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz;
      near[27 * v + m] = there ? index[x + nx * (y + ny * z)] : -1;
    }
  }
  let levels = 0;
  while (1 << levels < Math.max(nx, ny, nz)) levels++;
  const { origin, dims } = grid;
  return { count, cell, origin, at, code, near, levels, dims, index, ...extentOf(at) };
}

/** out[o..o+3) = centre of voxel v [m]. */
export function voxelCentre(out: Float64Array, o: number, voxels: Voxels, v: number): void {
  const { origin, cell, at } = voxels;
  for (let c = 0; c < 3; c++) out[o + c] = origin[c] + cell * (at[3 * v + c] + 0.5);
}

/** The voxel nearest to a point [m]; the first in order among equals. */
export function nearestVoxel(voxels: Voxels, x: number, y: number, z: number): number {
  const { origin, cell, dims, index, at, low, high } = voxels;
  const px = (x - origin[0]) / cell;
  const py = (y - origin[1]) / cell;
  const pz = (z - origin[2]) / cell;
  const i = Math.max(low[0], Math.min(high[0], Math.floor(px)));
  const j = Math.max(low[1], Math.min(high[1], Math.floor(py)));
  const k = Math.max(low[2], Math.min(high[2], Math.floor(pz)));
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  const last = Math.max(dims[0], dims[1], dims[2]);
  // Rings of cells around the place: nothing of a ring is nearer than half a cell less than its number.
  for (let ring = 0; ring <= last && (ring < 1 || (ring - 0.5) ** 2 <= least); ring++) {
    for (let c = Math.max(low[2], k - ring); c <= Math.min(high[2], k + ring); c++) {
      for (let b = Math.max(low[1], j - ring); b <= Math.min(high[1], j + ring); b++) {
        const shell = Math.abs(c - k) === ring || Math.abs(b - j) === ring;
        for (let a = i - ring; a <= i + ring; a += shell || ring === 0 ? 1 : 2 * ring) {
          if (a < low[0] || a > high[0]) continue;
          const v = index[a + dims[0] * (b + dims[1] * c)];
          if (v < 0) continue;
          const dx = at[3 * v] + 0.5 - px;
          const dy = at[3 * v + 1] + 0.5 - py;
          const dz = at[3 * v + 2] + 0.5 - pz;
          const square = dx * dx + dy * dy + dz * dz;
          if (square < least || (square === least && v < best)) {
            least = square;
            best = v;
          }
        }
      }
    }
  }
  return best;
}

function morton(x: number, y: number, z: number): number {
  return spread(x) | (spread(y) << 1) | (spread(z) << 2);
}

/** Ten bits, each followed by two zeros. */
function spread(n: number): number {
  let x = n & 0x3ff;
  x = (x | (x << 16)) & 0x30000ff;
  x = (x | (x << 8)) & 0x300f00f;
  x = (x | (x << 4)) & 0x30c30c3;
  return (x | (x << 2)) & 0x9249249;
}
