import type { VoxelGrid } from '../../../geometry/types.ts';
import {
  createGeodesic,
  type GeodesicField,
  spreadFrom,
} from '../../../geometry/voxels/geodesic.ts';
import { cbrt } from '../../../math/elementary.ts';
import { OVERSHOOT, ROOMIER, SEED_ROUNDS, THIN_PART } from '../numbers.ts';
import { allAxes, bitsOf, coordinate, imagesOf, isOriginal, type Symmetry } from './symmetry.ts';

/** A place for a node: the cell it is in, or with `on` (bit d for axis d) in the plane of symmetry beside that cell. */
export interface Seed {
  readonly cell: number;
  readonly on: number;
}

interface Spread {
  readonly field: GeodesicField;
  readonly symmetry: Symmetry;
  readonly grid: VoxelGrid;
  readonly fixed: Int32Array;
  /**
   * Layers through the middle plane of each axis at each cell in the original part, 0 where it does not reach the
   * plane; shape [3, cells].
   */
  readonly thickness: readonly Int32Array[];
}

/**
 * Nodes of all levels of a body with planes of symmetry, spread evenly by Lloyd relaxation like `lloydLevels`, and each
 * with its images: a list for each level, `counts` nodes in all with those of the levels before, `fixed` cells of
 * regions not counted. Null if there is no place in the planes for as many.
 */
export function mirroredSeeds(
  grid: VoxelGrid,
  counts: readonly number[],
  fixed: Int32Array,
  symmetry: Symmetry,
): Seed[][] | null {
  const spread: Spread = {
    field: createGeodesic(grid),
    symmetry,
    grid,
    fixed,
    thickness: [0, 1, 2].map((d) => thicknessAlong(grid, symmetry, d)),
  };
  let cells = 0;
  for (const flag of grid.inside) cells += flag;
  const levels: Seed[][] = [];
  let before: Seed[] = [];
  let placed = 0;
  for (const count of counts) {
    const distance = cbrt(cells / count);
    const own = farthestSeeds(spread, before, count - placed, THIN_PART * distance);
    if (own === null) return null;
    for (const stride of [OVERSHOOT, 1])
      for (let r = 0; r < SEED_ROUNDS / 2 && moveSeeds(spread, before, own, stride); r++);
    levels.push(own);
    before = [...before, ...own];
    placed = count;
  }
  return levels;
}

/** The cells a node in a seed's place touches. */
export function seedCells(symmetry: Symmetry, { cell, on }: Seed): number[] {
  return imagesOf(symmetry, cell, on);
}

/** The seed and its images. */
export function seedCopies(symmetry: Symmetry, { cell, on }: Seed): Seed[] {
  return imagesOf(symmetry, cell, allAxes(symmetry) & ~on).map((c) => ({ cell: c, on }));
}

function copies(symmetry: Symmetry, on: number): number {
  let n = 1;
  for (const d of symmetry.axes) if (((on >> d) & 1) === 0) n *= 2;
  return n;
}

function farthestSeeds(
  spread: Spread,
  before: readonly Seed[],
  count: number,
  thin: number,
): Seed[] | null {
  const { field, grid, fixed, symmetry } = spread;
  const nearest = new Float64Array(grid.inside.length).fill(Infinity);
  const second = new Float64Array(grid.inside.length).fill(Infinity);
  const score = new Float64Array(grid.inside.length).fill(Infinity);
  const add = (sources: ArrayLike<number>): void => {
    spreadFrom(field, sources, { cap: second });
    for (let i = 0; i < field.count; i++) {
      const c = field.reached[i];
      const d = field.distance[c];
      second[c] = Math.min(second[c], Math.max(nearest[c], d));
      nearest[c] = Math.min(nearest[c], d);
      score[c] = nearest[c] === 0 ? 0 : nearest[c] + ROOMIER * Math.min(second[c], 1e9);
    }
  };
  if (fixed.length > 0) add(fixed);
  for (const seed of before) add(allCells(symmetry, seed));
  const found: Seed[] = [];
  for (let left = count; left > 0; ) {
    const seed = farthestSeed(spread, score, left, thin);
    if (seed === null) return null;
    found.push(seed);
    left -= copies(symmetry, seed.on);
    add(allCells(symmetry, seed));
  }
  return found;
}

function allCells(symmetry: Symmetry, seed: Seed): number[] {
  return imagesOf(symmetry, seed.cell, allAxes(symmetry));
}

/** The farthest place that has at most `left` images; it lies in more planes than it would only if it must. */
function farthestSeed(
  { grid, symmetry, thickness }: Spread,
  score: Float64Array,
  left: number,
  thin: number,
): Seed | null {
  const masks = Array.from({ length: 1 << symmetry.axes.length }, (_, m) =>
    symmetry.axes.reduce((mask, d, i) => mask | (((m >> i) & 1) << d), 0),
  ).sort((a, b) => bitsOf(a) - bitsOf(b) || a - b);
  for (const forced of masks) {
    let best = -1;
    let bestOn = 0;
    for (let c = 0; c < score.length; c++) {
      if (grid.inside[c] === 0 || !isOriginal(symmetry, c)) continue;
      if (!(best < 0 ? score[c] > 0 : score[c] > score[best])) continue;
      let on = forced;
      for (const d of symmetry.axes) {
        const t = thickness[d][c];
        if (t > 0 && t < thin) on |= 1 << d;
      }
      if (copies(symmetry, on) > left || !isBeside(symmetry, c, on)) continue;
      best = c;
      bestOn = on;
    }
    if (best >= 0) return { cell: best, on: bestOn };
  }
  return null;
}

/** True if a cell lies beside the planes of all axes in `on`. */
function isBeside({ axes, dims }: Symmetry, c: number, on: number): boolean {
  return axes.every((d) => ((on >> d) & 1) === 0 || 2 * coordinate(c, dims, d) === dims[d] - 2);
}

/** One round of relaxation: each seed to the middle of what is nearest to it and its images. True if one moved. */
function moveSeeds(spread: Spread, before: readonly Seed[], own: Seed[], stride: number): boolean {
  const { field, symmetry, fixed } = spread;
  const sources: number[] = [...fixed];
  const owner: number[] = Array.from(fixed, () => -1);
  const add = (seed: Seed, s: number): void => {
    for (const c of allCells(symmetry, seed)) {
      sources.push(c);
      owner.push(s);
    }
  };
  for (const seed of before) add(seed, -1);
  own.forEach(add);
  spreadFrom(field, sources);
  const { dims } = symmetry;
  const lists: number[][] = own.map(() => []);
  const sums = new Float64Array(4 * own.length);
  for (let c = 0; c < field.label.length; c++) {
    const s = field.label[c] < 0 ? -1 : owner[field.label[c]];
    if (s < 0) continue;
    sums[4 * s + 3]++;
    for (let d = 0; d < 3; d++) {
      const x = coordinate(c, dims, d);
      sums[4 * s + d] += symmetry.axes.includes(d) ? Math.min(x, dims[d] - 1 - x) : x;
    }
    if (isOriginal(symmetry, c) && isBeside(symmetry, c, own[s].on)) lists[s].push(c);
  }
  let moved = false;
  for (let s = 0; s < own.length; s++) {
    const { cell, on } = own[s];
    const target = [0, 1, 2].map((d) => {
      const from = coordinate(cell, dims, d);
      return from + stride * (sums[4 * s + d] / sums[4 * s + 3] - from);
    });
    let best = cell;
    let least = Infinity;
    for (const c of lists[s]) {
      let square = 0;
      for (let d = 0; d < 3; d++) {
        if ((on >> d) & 1) continue;
        const x = coordinate(c, dims, d) - target[d];
        square += x * x;
      }
      if (square < least) {
        least = square;
        best = c;
      }
    }
    if (best === cell) continue;
    own[s] = { cell: best, on };
    moved = true;
  }
  return moved;
}

/**
 * Layers of the solid through the middle plane across axis d on the line of each original cell, 0 if the line is broken
 * before.
 */
function thicknessAlong(grid: VoxelGrid, symmetry: Symmetry, d: number): Int32Array {
  const out = new Int32Array(grid.inside.length);
  if (!symmetry.axes.includes(d)) return out;
  const { dims } = grid;
  const step = d === 0 ? 1 : d === 1 ? dims[0] : dims[0] * dims[1];
  for (let c = 0; c < out.length; c++) {
    if (grid.inside[c] === 0 || 2 * coordinate(c, dims, d) !== dims[d] - 2) continue;
    let depth = 0;
    const last = coordinate(c, dims, d);
    while (depth <= last && grid.inside[c - depth * step] === 1) depth++;
    for (let i = 0; i < depth; i++) out[c - i * step] = 2 * depth;
  }
  return out;
}
