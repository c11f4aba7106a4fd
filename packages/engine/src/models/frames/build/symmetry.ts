import type { Lattice } from './lattice.ts';

/** How far planes, filled parts and stiffness may differ from their images, as a part. */
const ALIKE = 1e-6;

/** The planes across the grid's axes, each in the middle of it, at which the body is its own mirror image. */
export interface Symmetry {
  /** Axes (0, 1, 2) with such a plane. */
  readonly axes: readonly number[];
  readonly dims: readonly number[];
  /** Where the middle of each axis is [m]. */
  readonly middle: readonly number[];
}

/**
 * Finds them by comparing the voxels with their images: which are solid and how far they are filled, which corners each
 * region holds (1 in one of `held`, shape [points]), and the stiffness factor of each solid cell.
 */
export function findSymmetry(
  lattice: Lattice,
  held: readonly Uint8Array[],
  factor: Float64Array,
): Symmetry {
  const { dims } = lattice.grid;
  const middle = lattice.planes.map((at, d) => at[Math.floor(dims[d] / 2)]);
  return { axes: [0, 1, 2].filter((d) => isMirror(lattice, held, factor, d)), dims, middle };
}

export const NO_SYMMETRY: Symmetry = { axes: [], dims: [0, 0, 0], middle: [0, 0, 0] };

function isMirror(
  lattice: Lattice,
  held: readonly Uint8Array[],
  factor: Float64Array,
  axis: number,
): boolean {
  const { grid, planes, cells, cellOf, corners, fill } = lattice;
  const at = planes[axis];
  const n = grid.dims[axis];
  if (n % 2 === 1) return false;
  const size = at[n] - at[0];
  for (let i = 0; i <= n; i++) {
    if (Math.abs(at[i] + at[n - i] - at[0] - at[n]) > ALIKE * size) return false;
  }
  for (let i = 0; i < cells.length; i++) {
    const j = cellOf[imageOf(cells[i], grid.dims, axis)];
    if (j < 0) return false;
    if (Math.abs(fill.part[i] - fill.part[j]) > 1e3 * ALIKE) return false;
    if (Math.abs(factor[i] - factor[j]) > ALIKE * factor[i]) return false;
    for (const points of held) {
      for (let s = 0; s < 8; s++) {
        if (points[corners[8 * i + s]] !== points[corners[8 * j + (s ^ (1 << axis))]]) return false;
      }
    }
  }
  return true;
}

/** The image of a cell of a grid in the middle plane across an axis. */
export function imageOf(c: number, dims: readonly number[], axis: number): number {
  const at = coordinate(c, dims, axis);
  return c + (dims[axis] - 1 - 2 * at) * stride(dims, axis);
}

/** Which layer of the grid a cell is in along an axis. */
export function coordinate(c: number, dims: readonly number[], axis: number): number {
  return Math.floor(c / stride(dims, axis)) % dims[axis];
}

function stride(dims: readonly number[], axis: number): number {
  return axis === 0 ? 1 : axis === 1 ? dims[0] : dims[0] * dims[1];
}

/** True for cells in the part of the grid of which all others are images. */
export function isOriginal({ axes, dims }: Symmetry, c: number): boolean {
  return axes.every((d) => 2 * coordinate(c, dims, d) < dims[d]);
}

/** The cell itself and its images at the planes of the axes in `mask` (bit d for axis d), all different. */
export function imagesOf({ axes, dims }: Symmetry, c: number, mask: number): number[] {
  let out = [c];
  for (const d of axes) {
    if ((mask >> d) & 1) out = [...out, ...out.map((one) => imageOf(one, dims, d))];
  }
  return out;
}

/** Bits of all axes. */
export function allAxes({ axes }: Symmetry): number {
  return axes.reduce((mask, d) => mask | (1 << d), 0);
}

/** How many axes a mask has. */
export function bitsOf(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1);
}
