import type { FrameWeights, WeightGrid } from '../model.ts';

/**
 * Ties material points (rest positions [m], shape [n, 3]) to the frames. Inside a voxel φ is trilinear; a point outside all
 * voxels takes the φ of the nearest place of the solid, so it moves along with it. The weights add up to one, and q holds the
 * point's own position: at rest, and in any affine motion, every point is exactly where it belongs.
 */
export function embedFramePoints(grid: WeightGrid, points: Float64Array): FrameWeights {
  const n = points.length / 3;
  const ptr = new Int32Array(n + 1);
  const cols: number[] = [];
  const q: number[] = [];
  const found: Found = { cell: -1, at: new Float64Array(3) };
  const weight = new Map<number, number>();
  for (let i = 0; i < n; i++) {
    const [x, y, z] = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
    nearestCell(found, grid, x, y, z);
    weight.clear();
    let sum = 0;
    for (let s = 0; s < 8; s++) {
      let share = 1;
      for (let d = 0; d < 3; d++) share *= (s >> d) & 1 ? found.at[d] : 1 - found.at[d];
      if (share === 0) continue;
      const p = grid.corners[8 * found.cell + s];
      for (let e = grid.ptr[p]; e < grid.ptr[p + 1]; e++) {
        const phi = share * grid.phi[e];
        weight.set(grid.node[e], (weight.get(grid.node[e]) ?? 0) + phi);
        sum += phi;
      }
    }
    for (const k of [...weight.keys()].sort((a, b) => a - b)) {
      const phi = weight.get(k)! / sum;
      cols.push(k);
      q.push(phi * x, phi * y, phi * z, phi);
    }
    ptr[i + 1] = cols.length;
  }
  return { ptr, cols: Int32Array.from(cols), q: Float64Array.from(q) };
}

/** A solid voxel by number, and a place in it, 0 to 1 along each axis. */
interface Found {
  cell: number;
  readonly at: Float64Array;
}

const corner = [0, 0, 0];
const local = [0, 0, 0];

/** The solid voxel nearest to a place and the nearest place in it; the one with the smallest index among equals. */
function nearestCell(out: Found, grid: WeightGrid, x: number, y: number, z: number): void {
  const [nx, ny, nz] = grid.dims;
  local[0] = (x - grid.origin[0]) / grid.cell;
  local[1] = (y - grid.origin[1]) / grid.cell;
  local[2] = (z - grid.origin[2]) / grid.cell;
  for (let d = 0; d < 3; d++)
    corner[d] = Math.min(grid.dims[d] - 1, Math.max(0, Math.floor(local[d])));
  let best = -1;
  let least = Infinity;
  const reach = Math.max(nx, ny, nz);
  // Shells of voxels around the place. Those of shell r are at least r − 1 voxels away from it, or from the grid's border.
  for (let r = 0; r <= reach && (r - 1) * (r - 1) <= least; r++) {
    for (let k = Math.max(0, corner[2] - r); k <= Math.min(nz - 1, corner[2] + r); k++) {
      for (let j = Math.max(0, corner[1] - r); j <= Math.min(ny - 1, corner[1] + r); j++) {
        const rim = Math.abs(k - corner[2]) === r || Math.abs(j - corner[1]) === r;
        const step = rim ? 1 : Math.max(1, 2 * r);
        for (let i = corner[0] - r; i <= corner[0] + r; i += step) {
          if (i < 0 || i >= nx) continue;
          const c = i + nx * (j + ny * k);
          if (grid.cellOf[c] < 0) continue;
          const dx = outside(local[0], i);
          const dy = outside(local[1], j);
          const dz = outside(local[2], k);
          const square = dx * dx + dy * dy + dz * dz;
          if (square > least || (square === least && c > best)) continue;
          least = square;
          best = c;
        }
      }
    }
  }
  out.cell = grid.cellOf[best];
  out.at[0] = within(local[0] - (best % nx));
  out.at[1] = within(local[1] - (Math.floor(best / nx) % ny));
  out.at[2] = within(local[2] - Math.floor(best / (nx * ny)));
}

/** How far x lies outside [i, i + 1]. */
function outside(x: number, i: number): number {
  return Math.max(0, i - x, x - i - 1);
}

function within(x: number): number {
  return Math.min(1, Math.max(0, x));
}
