import type { Blocks, WeightGrid } from '../model.ts';
import { MOST_BLOCKS } from '../numbers.ts';
import { embedFramePoints } from './embed.ts';
import { cellWidths, centreOf, type Lattice } from './lattice.ts';
import type { Regions } from './regions.ts';

/** Distance of the points around an anchor along each axis, in voxels: they stay in its voxel. */
const SPREAD = 0.25;
/** Signs of the four points around an anchor: corners of a cube that are no neighbours. */
export const AROUND = [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1] as const;

/**
 * Cuts the solid into cubes of some voxels each, and those where regions meet into the parts of each region. A block is
 * the box around its voxels and moves as the voxel nearest to its middle.
 */
export function buildBlocks(lattice: Lattice, regions: Regions, grid: WeightGrid): Blocks {
  const regionOf = new Int32Array(lattice.cells.length);
  for (let r = 0; r < regions.count; r++) {
    for (let i = regions.ptr[r]; i < regions.ptr[r + 1]; i++) regionOf[regions.cells[i]] = r;
  }
  let edge = 1;
  let blocks = gatherBlocks(lattice, regionOf, regions.count, edge);
  while (blocks.length > MOST_BLOCKS && edge < Math.max(...lattice.grid.dims)) {
    edge++;
    const larger = gatherBlocks(lattice, regionOf, regions.count, edge);
    // Cutting at regions keeps the number up: larger cubes may not help any more.
    if (larger.length > 0.9 * blocks.length) break;
    blocks = larger;
  }
  const n = blocks.length;
  const {
    planes,
    grid: { cell, dims },
  } = lattice;
  const point = new Int32Array(n);
  const size = new Float64Array(3 * n);
  const shift = new Float64Array(3 * n);
  const around = new Float64Array(12 * n);
  const at = new Float64Array(3);
  const width = new Float64Array(3);
  blocks.forEach((members, b) => {
    point[b] = regionOf[members[0]];
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const m of members) {
      centreOf(at, 0, planes, dims, lattice.cells[m]);
      cellWidths(width, planes, dims, lattice.cells[m]);
      for (let d = 0; d < 3; d++) {
        low[d] = Math.min(low[d], at[d] - 0.5 * width[d]);
        high[d] = Math.max(high[d], at[d] + 0.5 * width[d]);
      }
    }
    const middle = low.map((x, d) => (x + high[d]) / 2);
    centreOf(at, 0, planes, dims, lattice.cells[nearest(lattice, members, middle)]);
    for (let d = 0; d < 3; d++) {
      size[3 * b + d] = high[d] - low[d];
      shift[3 * b + d] = middle[d] - at[d];
      for (let s = 0; s < 4; s++)
        around[12 * b + 3 * s + d] = at[d] + SPREAD * cell * AROUND[3 * s + d];
    }
  });
  const anchors = embedFramePoints(grid, around);
  return { count: n, point, size, shift, anchors, spread: SPREAD * cell };
}

/** Numbers of the solid voxels in each cube of `edge` voxels and each region. */
function gatherBlocks(
  { grid, cells }: Lattice,
  regionOf: Int32Array,
  regions: number,
  edge: number,
): number[][] {
  const [nx, ny] = grid.dims;
  const bx = Math.ceil(nx / edge);
  const by = Math.ceil(ny / edge);
  const found = new Map<number, number[]>();
  for (let i = 0; i < cells.length; i++) {
    const c = cells[i];
    const x = Math.floor((c % nx) / edge);
    const y = Math.floor((Math.floor(c / nx) % ny) / edge);
    const z = Math.floor(Math.floor(c / (nx * ny)) / edge);
    const key = (x + bx * (y + by * z)) * regions + regionOf[i];
    const block = found.get(key);
    if (block === undefined) found.set(key, [i]);
    else block.push(i);
  }
  return [...found.values()];
}

function nearest(lattice: Lattice, members: readonly number[], middle: readonly number[]): number {
  const at = new Float64Array(3);
  let best = members[0];
  let least = Infinity;
  for (const m of members) {
    centreOf(at, 0, lattice.planes, lattice.grid.dims, lattice.cells[m]);
    let square = 0;
    for (let d = 0; d < 3; d++) square += (at[d] - middle[d]) * (at[d] - middle[d]);
    if (square < least) {
      least = square;
      best = m;
    }
  }
  return best;
}
