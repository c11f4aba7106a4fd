import type { Sdf, VoxelGrid } from '../../../geometry/types.ts';
import { forBlocks } from '../../../geometry/voxels/blocks.ts';
import { insideCells } from '../../../geometry/voxels/voxelize.ts';
import { FINE } from '../numbers.ts';
import { inCells, type Planes } from './planes.ts';

/**
 * What of the body each solid cell stands for: its own filled part, and what lies in cells beside it that do not count
 * as solid. Places are parts of the cell, 0 to 1 along each axis, and may lie a little outside.
 */
export interface CellFill {
  /** Filled part, 1 for a whole cell; shape [cells]. */
  readonly part: Float64Array;
  /** Middle and standard deviation of the filled part along each axis, shape [cells, 3] each. */
  readonly middle: Float64Array;
  readonly spread: Float64Array;
}

/** Cells that are filled throughout. */
export function wholeCells(count: number): CellFill {
  return {
    part: new Float64Array(count).fill(1),
    middle: new Float64Array(3 * count).fill(0.5),
    // So far from the middle lie the Gauss points of a whole cell.
    spread: new Float64Array(3 * count).fill(Math.sqrt(1 / 12)),
  };
}

/** How far each solid cell is filled, by samples near the surface. Exact for boxes along the planes. */
export function fillCells(sdf: Sdf, grid: VoxelGrid, planes: Planes): CellFill {
  const cells = insideCells(grid);
  const fill = wholeCells(cells.length);
  const sampler = createSampler(sdf, grid, planes, cells);
  const { sums, near } = sampler;
  const units = { origin: [0, 0, 0] as const, cell: 1, dims: grid.dims };
  forBlocks(inCells(sdf, planes), units, 0, 0, (i, j, k, size, side) => {
    if (side !== 0) return;
    for (let z = k; z < Math.min(k + size, grid.dims[2]); z++)
      for (let y = j; y < Math.min(j + size, grid.dims[1]); y++)
        for (let x = i; x < Math.min(i + size, grid.dims[0]); x++) sampleCell(sampler, x, y, z);
  });
  for (let i = 0; i < cells.length; i++) {
    const o = 7 * i;
    if (sums[o] === 0) continue;
    // What is not near the surface is whole, and takes in what lies beside it.
    if (near[i] === 0)
      for (let s = 0; s < 7; s++) sums[o + s] += s === 0 ? 1 : s < 4 ? 1 / 2 : 1 / 3;
    fill.part[i] = sums[o];
    for (let d = 0; d < 3; d++) {
      const mean = sums[o + 1 + d] / sums[o];
      fill.middle[3 * i + d] = mean;
      fill.spread[3 * i + d] = Math.sqrt(sums[o + 4 + d] / sums[o] - mean * mean);
    }
  }
  return fill;
}

interface Sampler {
  readonly sdf: Sdf;
  readonly grid: VoxelGrid;
  readonly planes: Planes;
  readonly cellOf: Int32Array;
  /** By solid cell: filled part, and the sums of positions and of their squares; 1 for cells near the surface. */
  readonly sums: Float64Array;
  readonly near: Uint8Array;
  readonly places: Float64Array;
  readonly values: Float64Array;
}

function createSampler(sdf: Sdf, grid: VoxelGrid, planes: Planes, cells: Int32Array): Sampler {
  const cellOf = new Int32Array(grid.inside.length).fill(-1);
  for (let i = 0; i < cells.length; i++) cellOf[cells[i]] = i;
  return {
    sdf,
    grid,
    planes,
    cellOf,
    sums: new Float64Array(7 * cells.length),
    near: new Uint8Array(cells.length),
    places: new Float64Array(3 * FINE ** 3),
    values: new Float64Array(FINE ** 3),
  };
}

/** Adds the samples of a cell to itself if it is solid, else to the solid cells nearest to each, in equal parts. */
function sampleCell(sampler: Sampler, x: number, y: number, z: number): void {
  const { sdf, grid, planes, places, values, cellOf, near } = sampler;
  const at = [x, y, z];
  const width = at.map((i, d) => planes[d][i + 1] - planes[d][i]);
  for (let s = 0; s < values.length; s++) {
    const turn = [s % FINE, Math.floor(s / FINE) % FINE, Math.floor(s / (FINE * FINE))];
    for (let d = 0; d < 3; d++)
      places[3 * s + d] = planes[d][at[d]] + (width[d] * (turn[d] + 0.5)) / FINE;
  }
  sdf.evaluate(places, values.length, values);
  const narrowest = Math.min(...width) / FINE;
  const own = cellOf[x + grid.dims[0] * (y + grid.dims[1] * z)];
  if (own >= 0) near[own] = 1;
  const volume = (width[0] * width[1] * width[2]) / values.length;
  for (let s = 0; s < values.length; s++) {
    const part = Math.min(1, Math.max(0, 0.5 - values[s] / narrowest));
    if (part === 0) continue;
    if (own >= 0) addSample(sampler, own, at, 3 * s, width, part * volume);
    else shareSample(sampler, at, 3 * s, width, part * volume);
  }
}

/** Adds a sample of a cell that is not solid to the solid ones around, those that are nearest to it. */
function shareSample(
  sampler: Sampler,
  at: readonly number[],
  o: number,
  width: readonly number[],
  volume: number,
): void {
  const { grid, planes, places, cellOf } = sampler;
  const found: number[][] = [];
  let least = Infinity;
  for (let m = 0; m < 27; m++) {
    const cell = [
      at[0] + (m % 3) - 1,
      at[1] + (Math.floor(m / 3) % 3) - 1,
      at[2] + Math.floor(m / 9) - 1,
    ];
    if (cell.some((i, d) => i < 0 || i >= grid.dims[d])) continue;
    if (cellOf[cell[0] + grid.dims[0] * (cell[1] + grid.dims[1] * cell[2])] < 0) continue;
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const p = places[o + d];
      const out = Math.max(0, planes[d][cell[d]] - p, p - planes[d][cell[d] + 1]);
      square += out * out;
    }
    if (square < least * (1 - 1e-9)) found.length = 0;
    if (square <= least * (1 + 1e-9)) {
      found.push(cell);
      least = Math.min(least, square);
    }
  }
  for (const cell of found) {
    const i = cellOf[cell[0] + grid.dims[0] * (cell[1] + grid.dims[1] * cell[2])];
    addSample(sampler, i, cell, o, width, volume / found.length);
  }
}

/** Adds a sample, a small box of a cell `width` wide, to solid cell i at `at`. */
function addSample(
  { sums, planes, places }: Sampler,
  i: number,
  at: readonly number[],
  o: number,
  width: readonly number[],
  volume: number,
): void {
  const low = at.map((c, d) => planes[d][c]);
  const own = at.map((c, d) => planes[d][c + 1] - planes[d][c]);
  const part = volume / (own[0] * own[1] * own[2]);
  sums[7 * i] += part;
  for (let d = 0; d < 3; d++) {
    const x = (places[o + d] - low[d]) / own[d];
    const edge = width[d] / (own[d] * FINE);
    sums[7 * i + 1 + d] += part * x;
    sums[7 * i + 4 + d] += part * (x * x + (edge * edge) / 12);
  }
}
