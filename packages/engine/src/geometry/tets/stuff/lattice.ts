import { check } from '../../../core/errors.ts';
import { isFiniteBounds, short } from '../../bounds.ts';
import { MOST_LATTICE } from '../../numbers.ts';
import type { Sdf } from '../../types.ts';
import { forBlocks } from '../../voxels/blocks.ts';

/**
 * A body-centred cubic lattice: the corners of cubes of edge `cell`, and their centres. Corner (i, j, k) has index
 * i + (nx+1)(j + (ny+1)k); the centre of cube (i, j, k) has index corners + i + nx(j + ny·k).
 */
export interface Lattice {
  /** Place of corner 0 [m]. */
  origin: readonly [number, number, number];
  /** Edge of a cube [m]. */
  cell: number;
  /** Cubes along each axis. */
  dims: readonly [number, number, number];
  /** Number of corners. */
  corners: number;
  /**
   * Signed distance [m] at each point, negative inside, 0 after a point was moved onto the surface. ±Infinity: far
   * away.
   */
  values: Float64Array;
}

/** Points evaluated together. */
const BATCH = 512;

/** Where the lattice around a shape between `low` and `high` [m] begins along an axis, and its number of cubes. */
export function latticeAxis(low: number, high: number, cell: number, grow: number) {
  const cubes = Math.max(1, Math.ceil((high - low + 2 * grow) / cell)) + 2;
  return { cubes, origin: (low + high - cubes * cell) / 2 };
}

/** A lattice around a shape grown by `grow` [m], with distances near the surface and only signs away from it. */
export function sampleLattice(sdf: Sdf, cell: number, grow: number): Lattice {
  const b = sdf.bounds;
  check(
    isFiniteBounds(b),
    () => `must be finite, got [${b.join(', ')}]. Cut an infinite shape with a box first.`,
    'bounds',
  );
  const axes = [0, 1, 2].map((d) => latticeAxis(b[d], b[d + 3], cell, grow));
  const dims = axes.map((axis) => axis.cubes);
  const corners = (dims[0] + 1) * (dims[1] + 1) * (dims[2] + 1);
  const total = corners + dims[0] * dims[1] * dims[2];
  check(
    total <= MOST_LATTICE,
    () => `${short(cell)} gives ${dims.join(' × ')} cubes around the shape. Use a larger cell.`,
    'cell',
  );
  const lattice: Lattice = {
    origin: [axes[0].origin, axes[1].origin, axes[2].origin],
    cell,
    dims: [dims[0], dims[1], dims[2]],
    corners,
    values: new Float64Array(total).fill(Infinity),
  };
  fillValues(lattice, sdf, grow);
  return lattice;
}

/** out[o..o+3) = place of a lattice point [m]. */
export function latticePoint(out: Float64Array, o: number, lattice: Lattice, v: number): void {
  const { origin, cell, dims, corners } = lattice;
  const centre = v >= corners;
  const n = centre ? v - corners : v;
  const nx = centre ? dims[0] : dims[0] + 1;
  const ny = centre ? dims[1] : dims[1] + 1;
  const half = centre ? 0.5 : 0;
  out[o] = origin[0] + ((n % nx) + half) * cell;
  out[o + 1] = origin[1] + ((Math.floor(n / nx) % ny) + half) * cell;
  out[o + 2] = origin[2] + (Math.floor(n / (nx * ny)) + half) * cell;
}

/**
 * Single points only where the surface is near. An edge that crosses the surface has both ends within a cell of it, so
 * both ends always get true distances.
 */
function fillValues(lattice: Lattice, sdf: Sdf, grow: number): void {
  const { origin, cell, dims, values } = lattice;
  const points = new Int32Array(BATCH);
  const xyz = new Float64Array(3 * BATCH);
  const out = new Float64Array(BATCH);
  let waiting = 0;
  const flush = (): void => {
    sdf.evaluate(xyz, waiting, out);
    for (let i = 0; i < waiting; i++) values[points[i]] = out[i] - grow;
    waiting = 0;
  };
  // One more corner than cubes along each axis.
  const grid = { origin, cell, dims: dims.map((n) => n + 1) };
  forBlocks(sdf, grid, grow, cell, (i, j, k, size, side) => {
    if (side > 0) return;
    forBlockPoints(lattice, i, j, k, size, (v) => {
      values[v] = -Infinity;
      if (side < 0) return;
      points[waiting] = v;
      latticePoint(xyz, 3 * waiting++, lattice, v);
      if (waiting === BATCH) flush();
    });
  });
  flush();
}

/** Visits the corners and centres that belong to a block. */
function forBlockPoints(
  lattice: Lattice,
  i0: number,
  j0: number,
  k0: number,
  size: number,
  visit: (v: number) => void,
): void {
  const { dims, corners } = lattice;
  for (let kind = 0; kind < 2; kind++) {
    const nx = dims[0] + 1 - kind;
    const ny = dims[1] + 1 - kind;
    const nz = dims[2] + 1 - kind;
    for (let k = k0; k < Math.min(k0 + size, nz); k++) {
      for (let j = j0; j < Math.min(j0 + size, ny); j++) {
        for (let i = i0; i < Math.min(i0 + size, nx); i++) {
          visit(kind * corners + i + nx * (j + ny * k));
        }
      }
    }
  }
}

/**
 * Calls visit(a, b) for each edge of the lattice that begins at a point near the surface; long edges first, then short
 * ones.
 */
export function forEdges(
  lattice: Lattice,
  visit: (a: number, b: number, long: boolean) => void,
): void {
  const { dims, corners, values } = lattice;
  for (let kind = 0; kind < 2; kind++) {
    const first = kind === 0 ? 0 : corners;
    const [nx, ny, nz] = kind === 0 ? dims.map((d) => d + 1) : dims;
    const strides = [1, nx, nx * ny];
    for (let n = 0; n < nx * ny * nz; n++) {
      if (!Number.isFinite(values[first + n])) continue;
      const at = [n % nx, Math.floor(n / nx) % ny, Math.floor(n / strides[2])];
      if (at[0] + 1 < nx) visit(first + n, first + n + strides[0], true);
      if (at[1] + 1 < ny) visit(first + n, first + n + strides[1], true);
      if (at[2] + 1 < nz) visit(first + n, first + n + strides[2], true);
      if (kind === 0) continue;
      for (let c = 0; c < 8; c++) {
        const x = at[0] + (c & 1);
        const y = at[1] + ((c >> 1) & 1);
        const z = at[2] + (c >> 2);
        visit(x + (dims[0] + 1) * (y + (dims[1] + 1) * z), first + n, false);
      }
    }
  }
}

/**
 * Calls visit for each tet of the lattice with a point inside: an edge of a cube's face and the two centres on either
 * side.
 */
export function forTets(
  lattice: Lattice,
  visit: (a: number, b: number, c: number, d: number) => void,
): void {
  const { dims, corners, values } = lattice;
  const strides = [1, dims[0], dims[0] * dims[1]];
  const corner = [1, dims[0] + 1, (dims[0] + 1) * (dims[1] + 1)];
  for (let n = 0; n < values.length - corners; n++) {
    const at = [n % dims[0], Math.floor(n / dims[0]) % dims[1], Math.floor(n / strides[2])];
    for (let d = 0; d < 3; d++) {
      if (at[d] + 1 >= dims[d]) continue;
      const p = corners + n;
      const q = p + strides[d];
      const u = corner[(d + 1) % 3];
      const v = corner[(d + 2) % 3];
      const o = at[0] * corner[0] + at[1] * corner[1] + at[2] * corner[2] + corner[d];
      // The four corners of the common face, round the axis from p to q.
      const ring = [o, o + u, o + u + v, o + v];
      for (let s = 0; s < 4; s++) {
        const a = ring[s];
        const b = ring[(s + 1) % 4];
        if (values[p] < 0 || values[q] < 0 || values[a] < 0 || values[b] < 0) visit(p, q, a, b);
      }
    }
  }
}
