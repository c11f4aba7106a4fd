import { check } from '../../../core/errors.ts';
import type { Sdf } from '../../../geometry/types.ts';
import { lloydLevels } from '../../../geometry/voxels/lloyd.ts';
import { LEVEL_ROUNDS } from '../numbers.ts';
import { centreOf, type Lattice } from './lattice.ts';
import type { NodeSource } from './nearest.ts';
import { mirroredSeeds, type Seed, seedCells, seedCopies } from './seeds.ts';
import { findSolids, levelsOfSolids, oneSolid, type Solids } from './solids.ts';
import { findSymmetry, NO_SYMMETRY, type Symmetry } from './symmetry.ts';

/**
 * Where the nodes are. Order: regions, then the other nodes of level 0, of level 1, and so on. If the body is several
 * separate solids, one more node of level 0 stands above them all, and every solid's own levels begin at 1.
 */
export interface PlacedNodes {
  readonly count: number;
  readonly level: Int32Array;
  /** Rest positions [m], shape [nodes, 3]. */
  readonly positions: Float64Array;
  /** Cell of the grid a node sits in or beside, −1 for regions. */
  readonly cells: Int32Array;
  /** The planes at which the body and its nodes are their own mirror images. */
  readonly symmetry: Symmetry;
  readonly sources: readonly NodeSource[];
  /** Regions are nodes 0 .. regions − 1. */
  readonly regions: number;
  /** The node above all solids, in no cell; −1 if there is but one solid. */
  readonly root: number;
  /** Solid of each node, −1 for regions and the root. */
  readonly solid: Int32Array;
}

/** How far outside a region a point may be to be held after all [cells], tried in turn until one is found. */
const REACH = [1e-4, 0.5, 1, 1.75];

/**
 * Region nodes first, then Lloyd's samples level by level, each level keeping those before it. The first `held` regions
 * are attachments, the others rigid parts. `factor` is the stiffness factor of each solid cell, if it varies: it must
 * be symmetric too where nodes are.
 */
export function placeNodes(
  lattice: Lattice,
  regions: readonly Sdf[],
  frames: number | readonly number[],
  held: number = regions.length,
  factor: Float64Array = new Float64Array(lattice.cells.length).fill(1),
): PlacedNodes {
  const taken = new Uint8Array(lattice.positions.length / 3);
  const sources: NodeSource[] = regions.map((sdf, r) =>
    regionSource(lattice, sdf, taken, r < held ? `attachments[${r}].region` : `rigid[${r - held}]`),
  );
  const fixed = Int32Array.from(
    new Set(sources.flatMap((source) => Array.from(source.cells))),
  ).sort();
  const solids = findSolids(lattice.grid);
  const shared = solids.count > 1;
  const levels = levelsOfSolids(frames, solids);
  const parts = sources.map((source) => source.held!);
  const found = shared ? NO_SYMMETRY : findSymmetry(lattice, parts, factor);
  const mirrored = found.axes.length > 0 ? sampleMirrored(lattice, found, levels[0], fixed) : null;
  const samples = mirrored ?? sampleSolids(lattice, solids, levels, fixed);
  const symmetry = mirrored === null ? NO_SYMMETRY : found;

  const first = regions.length + (shared ? 1 : 0);
  const count = first + samples.length;
  const level = new Int32Array(count);
  const positions = new Float64Array(3 * count);
  const cells = new Int32Array(count).fill(-1);
  const solid = new Int32Array(count).fill(-1);
  sources.forEach((source, r) => {
    middleOf(positions, 3 * r, lattice, source.held!);
  });
  if (shared) {
    middleOf(positions, 3 * regions.length, lattice, new Uint8Array(taken.length).fill(1));
    sources.push({ cells: new Int32Array(0), held: null });
  }
  samples.forEach((sample, i) => {
    const k = first + i;
    level[k] = sample.level + (shared ? 1 : 0);
    solid[k] = sample.solid;
    cells[k] = sample.cell;
    placeOf(positions, 3 * k, lattice, symmetry, sample);
    const at = Array.from(positions.subarray(3 * k, 3 * k + 3));
    sources.push({ cells: Int32Array.from(seedCells(symmetry, sample)), held: null, at });
  });
  const root = shared ? regions.length : -1;
  return {
    count,
    level,
    positions,
    cells,
    symmetry,
    sources,
    regions: regions.length,
    root,
    solid,
  };
}

interface Sample extends Seed {
  readonly solid: number;
  readonly level: number;
}

/** Lloyd's samples of every solid, by level and then by solid. `fixed` cells belong to regions. */
function sampleSolids(
  { grid }: Lattice,
  solids: Solids,
  levels: readonly number[][],
  fixed: Int32Array,
): Sample[] {
  const found: Sample[] = [];
  for (let s = 0; s < solids.count; s++) {
    const own = fixed.filter((c) => solids.label[c] === s);
    // Regions that fill a solid leave nothing for other nodes to move.
    if (own.length === solids.sizes[s]) continue;
    const samples = lloydLevels(
      oneSolid(grid, solids, s),
      levels[s].map((n) => n + own.length),
      { fixed: own, rounds: LEVEL_ROUNDS },
    );
    const free = samples[samples.length - 1].cells.subarray(own.length);
    free.forEach((cell, i) => {
      found.push({ cell, on: 0, solid: s, level: levels[s].findIndex((n) => i < n) });
    });
  }
  return found.sort((a, b) => a.level - b.level);
}

/** The same for a body that is its own mirror image; null if that cannot be. */
function sampleMirrored(
  { grid }: Lattice,
  symmetry: Symmetry,
  levels: readonly number[],
  fixed: Int32Array,
): Sample[] | null {
  const seeds = mirroredSeeds(grid, levels, fixed, symmetry);
  if (seeds === null) return null;
  return seeds.flatMap((own, level) =>
    own.flatMap((seed) => seedCopies(symmetry, seed).map((copy) => ({ ...copy, solid: 0, level }))),
  );
}

/** out[o..o+3) = where a seed is [m]: the centre of its cell, and in the planes it lies in. */
function placeOf(
  out: Float64Array,
  o: number,
  { planes, grid }: Lattice,
  { middle }: Symmetry,
  seed: Seed,
): void {
  centreOf(out, o, planes, grid.dims, seed.cell);
  for (let d = 0; d < 3; d++) if ((seed.on >> d) & 1) out[o + d] = middle[d];
}

/** The lattice points inside a region, and the cells around them. A point belongs to the first region that holds it. */
function regionSource(lattice: Lattice, sdf: Sdf, taken: Uint8Array, field: string): NodeSource {
  const { positions, corners, cells, grid } = lattice;
  const n = taken.length;
  const distance = new Float64Array(n);
  sdf.evaluate(positions, n, distance);
  const held = new Uint8Array(n);
  let found = 0;
  for (let step = 0; step < REACH.length && found === 0; step++) {
    for (let p = 0; p < n; p++) {
      if (taken[p] === 1 || distance[p] > REACH[step] * grid.cell) continue;
      held[p] = 1;
      found++;
    }
  }
  check(
    found > 0,
    () =>
      'must hold a free part of the body, got none. Make it larger, or move it onto the body (its own coordinates).',
    field,
  );
  for (let p = 0; p < n; p++) if (held[p] === 1) taken[p] = 1;
  const around: number[] = [];
  for (let i = 0; i < cells.length; i++) {
    if (corners.subarray(8 * i, 8 * i + 8).some((p) => held[p] === 1)) around.push(cells[i]);
  }
  return { cells: Int32Array.from(around), held };
}

function middleOf(out: Float64Array, o: number, lattice: Lattice, held: Uint8Array): void {
  let n = 0;
  for (let p = 0; p < held.length; p++) {
    if (held[p] === 0) continue;
    n++;
    for (let d = 0; d < 3; d++) out[o + d] += lattice.positions[3 * p + d];
  }
  for (let d = 0; d < 3; d++) out[o + d] /= n;
}
