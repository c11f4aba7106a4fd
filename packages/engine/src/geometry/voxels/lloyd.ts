import { check } from '../../core/errors.ts';
import { OVERSHOOT } from '../numbers.ts';
import type { VoxelGrid } from '../types.ts';
import { createGeodesic, type GeodesicField, spreadFrom } from './geodesic.ts';
import { cellCentre } from './voxelize.ts';

export interface LloydOptions {
  /**
   * Cells of samples that stay where they are (those of coarser levels). They count as samples of the result's start.
   */
  fixed?: ArrayLike<number>;
  /** Rounds of relaxation at most; it usually settles sooner. */
  rounds?: number;
}

export const LLOYD_DEFAULTS: Readonly<Required<LloydOptions>> = { fixed: [], rounds: 40 };

/** Samples spread evenly through a solid. */
export interface Samples {
  /** Cell of each sample: first the fixed ones, then the new ones. */
  cells: Int32Array;
  /** Centres of those cells [m], shape [samples, 3]. */
  positions: Float64Array;
  /** Sample whose Voronoi cell each cell of the grid belongs to, −1 outside and out of reach. */
  labels: Int32Array;
}

/**
 * `count` new samples in a solid, spread evenly by Lloyd relaxation with distances measured inside the solid. Starts
 * from farthest points, moves each sample to the cell of its Voronoi region nearest to the region's centroid, and
 * repeats. Nothing random: the same grid gives the same samples.
 */
export function lloydSamples(
  grid: VoxelGrid,
  count: number,
  options: LloydOptions = {},
  field: GeodesicField = createGeodesic(grid),
): Samples {
  const { fixed, rounds } = { ...LLOYD_DEFAULTS, ...options };
  const cells = farthestCells(field, count, fixed);
  for (const stride of [OVERSHOOT, 1]) {
    for (let round = 0; round < rounds / 2; round++) {
      spreadFrom(field, cells);
      if (!moveToCentroids(field, cells, fixed.length, stride)) break;
    }
  }
  spreadFrom(field, cells);
  const positions = new Float64Array(3 * cells.length);
  for (let i = 0; i < cells.length; i++) cellCentre(positions, 3 * i, grid, cells[i]);
  return { cells, positions, labels: field.label.slice() };
}

/**
 * One set of samples per level, each level keeping those of the coarser ones: counts [1, 3, 7] gives 1, 3 and 7 samples
 * in all, the first of each also being the samples of the level before.
 */
export function lloydLevels(
  grid: VoxelGrid,
  counts: readonly number[],
  options: LloydOptions = {},
): Samples[] {
  const field = createGeodesic(grid);
  const levels: Samples[] = [];
  let fixed: ArrayLike<number> = options.fixed ?? LLOYD_DEFAULTS.fixed;
  for (let l = 0; l < counts.length; l++) {
    const more = counts[l] - fixed.length;
    const whole = Number.isInteger(more) && more >= 1;
    check(
      whole,
      () =>
        `must be more than the ${fixed.length} samples before it, got ${counts[l]}. Every level adds some.`,
      `counts[${l}]`,
    );
    levels.push(lloydSamples(grid, more, { ...options, fixed }, field));
    fixed = levels[l].cells;
  }
  return levels;
}

/** The fixed cells, then `count` more, each as far as possible from all before it. */
export function farthestCells(
  field: GeodesicField,
  count: number,
  fixed: ArrayLike<number> = [],
): Int32Array {
  const { grid } = field;
  const solid = field.reached.length;
  const whole = Number.isInteger(count) && count >= 0;
  check(whole, () => `must be a whole number, got ${count}. Round it.`, 'count');
  const most = solid - fixed.length;
  check(
    count <= most,
    () => `must be at most ${most}, the free cells of the solid, got ${count}. Use smaller cells.`,
    'count',
  );
  const out = new Int32Array(fixed.length + count);
  for (let i = 0; i < fixed.length; i++) out[i] = fixed[i];
  const nearest = new Float64Array(grid.inside.length).fill(Infinity);
  const add = (sources: ArrayLike<number>): void => {
    spreadFrom(field, sources, { cap: nearest });
    for (let i = 0; i < field.count; i++) {
      const c = field.reached[i];
      nearest[c] = Math.min(nearest[c], field.distance[c]);
    }
  };
  if (fixed.length > 0) add(fixed);
  for (let i = fixed.length; i < out.length; i++) {
    out[i] = i === 0 ? startCell(field) : farthest(grid, nearest);
    add([out[i]]);
  }
  return out;
}

/** A cell at an end of the solid: the farthest one from the middle. Unreached pieces come later by themselves. */
function startCell(field: GeodesicField): number {
  const all: number[] = [];
  for (let c = 0; c < field.grid.inside.length; c++) if (field.grid.inside[c] === 1) all.push(c);
  const middle = nearestToCentroid(field.grid, all, 0, 1);
  spreadFrom(field, [middle]);
  return field.reached[field.count - 1];
}

function farthest(grid: VoxelGrid, nearest: Float64Array): number {
  let best = -1;
  for (let c = 0; c < nearest.length; c++) {
    if (grid.inside[c] === 1 && (best < 0 || nearest[c] > nearest[best])) best = c;
  }
  return best;
}

/** One round; true if a sample moved. */
function moveToCentroids(
  field: GeodesicField,
  cells: Int32Array,
  fixed: number,
  stride: number,
): boolean {
  const regions: number[][] = Array.from(cells, () => []);
  // In order of cell index, not of distance: the sums must not depend on the search.
  for (let c = 0; c < field.label.length; c++)
    if (field.label[c] >= fixed) regions[field.label[c]].push(c);
  let moved = false;
  for (let i = fixed; i < cells.length; i++) {
    if (regions[i].length === 0) continue;
    const to = nearestToCentroid(field.grid, regions[i], cells[i], stride);
    if (to === cells[i]) continue;
    cells[i] = to;
    moved = true;
  }
  return moved;
}

/**
 * The cell of a list nearest to the list's mean, or to the point `stride` times as far from cell `from`. The smallest
 * index among equals.
 */
function nearestToCentroid(
  grid: VoxelGrid,
  list: readonly number[],
  from: number,
  stride: number,
): number {
  const [nx, ny] = grid.dims;
  const n = list.length;
  const at = [0, 0, 0];
  for (const c of list) {
    at[0] += c % nx;
    at[1] += Math.floor(c / nx) % ny;
    at[2] += Math.floor(c / (nx * ny));
  }
  const start = [from % nx, Math.floor(from / nx) % ny, Math.floor(from / (nx * ny))];
  for (let d = 0; d < 3; d++) at[d] = start[d] + stride * (at[d] / n - start[d]);
  let best = list[0];
  let least = Infinity;
  for (const c of list) {
    const dx = (c % nx) - at[0];
    const dy = (Math.floor(c / nx) % ny) - at[1];
    const dz = Math.floor(c / (nx * ny)) - at[2];
    const d = dx * dx + dy * dy + dz * dz;
    if (d < least) {
      least = d;
      best = c;
    }
  }
  return best;
}
