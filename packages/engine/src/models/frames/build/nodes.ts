import { check } from '../../../core/errors.ts';
import { lloydLevels } from '../../../geometry/lloyd.ts';
import type { Sdf } from '../../../geometry/types.ts';
import { cellCentre } from '../../../geometry/voxelize.ts';
import type { Lattice } from './lattice.ts';
import type { NodeSource } from './nearest.ts';

/** Where the nodes are. Order: regions, then the other nodes of level 0, of level 1, and so on. */
export interface PlacedNodes {
  readonly count: number;
  readonly level: Int32Array;
  /** Rest positions [m], shape [nodes, 3]. */
  readonly positions: Float64Array;
  /** Cell of the grid a node sits in, −1 for regions. */
  readonly cells: Int32Array;
  readonly sources: readonly NodeSource[];
  /** Regions are nodes 0 .. regions − 1. */
  readonly regions: number;
}

/** How far outside a region a point may be to be held after all [cells], tried in turn until one is found. */
const REACH = [1e-4, 0.5, 1, 1.75];

/** Rounds of relaxation for each level: later ones move the nodes by less than a voxel or two. */
const ROUNDS = 16;

/** Region nodes first, then Lloyd's samples level by level, each level keeping those before it. */
export function placeNodes(
  lattice: Lattice,
  regions: readonly Sdf[],
  frames: readonly number[],
): PlacedNodes {
  const taken = new Uint8Array(lattice.positions.length / 3);
  const sources: NodeSource[] = regions.map((sdf, r) => regionSource(lattice, sdf, taken, r));
  const fixed = Int32Array.from(
    new Set(sources.flatMap((source) => Array.from(source.cells))),
  ).sort();
  const samples = lloydLevels(
    lattice.grid,
    frames.map((n) => n + fixed.length),
    { fixed, rounds: ROUNDS },
  );
  const free = samples[samples.length - 1].cells.subarray(fixed.length);
  const count = regions.length + free.length;
  const level = new Int32Array(count);
  const positions = new Float64Array(3 * count);
  const cells = new Int32Array(count).fill(-1);
  sources.forEach((source, r) => {
    middleOf(positions, 3 * r, lattice, source.held!);
  });
  for (let i = 0; i < free.length; i++) {
    const k = regions.length + i;
    level[k] = frames.findIndex((n) => i < n);
    cells[k] = free[i];
    cellCentre(positions, 3 * k, lattice.grid, free[i]);
    sources.push({ cells: Int32Array.of(free[i]), held: null });
  }
  return { count, level, positions, cells, sources, regions: regions.length };
}

/** The lattice points inside a region, and the cells around them. A point belongs to the first region that holds it. */
function regionSource(lattice: Lattice, sdf: Sdf, taken: Uint8Array, r: number): NodeSource {
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
      'holds no part of the body that is still free. Make it larger, or move it onto the body (its own coordinates).',
    `attachments[${r}].region`,
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
