import { check } from '../../core/errors.ts';
import { tick, tickEvery } from '../../core/watch.ts';
import type { VoxelGrid } from '../types.ts';
import { type CellHeap, createCellHeap, heapPop, heapPush } from './cell-heap.ts';
import { findMoves, isVisible, type VoxelMoves } from './moves.ts';

/**
 * Shortest paths inside a solid made of voxels. Distances are exact along straight lines (a cell remembers the last
 * bend of its path, and measures from there as long as it sees it), so a convex body gets Euclidean distances, and a
 * bent one paths around its corners. Built once per grid, used for many sources; a limited search costs only what it
 * reaches.
 */
export interface GeodesicField {
  grid: VoxelGrid;
  moves: VoxelMoves;
  /** Distance [m] to the nearest source of the last search, Infinity where not reached; shape [cells of the grid]. */
  distance: Float64Array;
  /** Index of that source in the list given, −1 where not reached: the Voronoi cells. */
  label: Int32Array;
  /** Cells reached, nearest first; the first `count` entries. */
  reached: Int32Array;
  count: number;
  /** Scratch: last bend of each cell's path. */
  bend: Int32Array;
  /** Scratch: 0 new, 1 waiting and not yet checked, 2 waiting and checked, 3 done. */
  state: Uint8Array;
  /** Scratch: cells to clear before the next search. */
  touched: Int32Array;
  touchedCount: number;
  heap: CellHeap;
}

export interface SpreadOptions {
  /** Cells further than this are not reached [m]. */
  radius?: number;
  /** Only cells nearer than cap[c] are entered; shape [cells of the grid]. For adding one source to a known field. */
  cap?: Float64Array | null;
}

export const SPREAD_DEFAULTS: Readonly<Required<SpreadOptions>> = { radius: Infinity, cap: null };

const STAGE = 'distances through the material';

/** Prepares searches on a grid. */
export function createGeodesic(grid: VoxelGrid): GeodesicField {
  const n = grid.inside.length;
  check(
    Math.max(...grid.dims) < 32768,
    () => `must be below 32768 along each axis, got ${grid.dims.join(' × ')}. Use larger cells.`,
    'dims',
  );
  let solid = 0;
  for (let c = 0; c < n; c++) solid += grid.inside[c];
  check(solid > 0, () => 'no cell is inside. Use a smaller cell.', 'grid');
  return {
    grid,
    moves: findMoves(grid),
    distance: new Float64Array(n).fill(Infinity),
    label: new Int32Array(n).fill(-1),
    reached: new Int32Array(solid),
    count: 0,
    bend: new Int32Array(n),
    state: new Uint8Array(n),
    touched: new Int32Array(solid),
    touchedCount: 0,
    heap: createCellHeap(n, solid),
  };
}

/**
 * Distances from a set of source cells, all at once. Afterwards field.distance, label and reached describe the result,
 * until the next search. Returns the number of cells reached.
 */
export function spreadFrom(
  field: GeodesicField,
  sources: ArrayLike<number>,
  options: SpreadOptions = {},
): number {
  const radius = options.radius ?? SPREAD_DEFAULTS.radius;
  const cap = options.cap ?? SPREAD_DEFAULTS.cap;
  tick(STAGE);
  clear(field);
  const { grid, moves, distance, label, bend, state, heap, reached } = field;
  for (let s = 0; s < sources.length; s++) {
    const c = sources[s];
    const good = c >= 0 && c < grid.inside.length && grid.inside[c] === 1;
    check(good, () => `cell ${c} is not inside the solid. Take another.`, `sources[${s}]`);
    // Of two sources in one cell the first wins.
    if (state[c] !== 0) continue;
    enter(field, c, 0, c, s, 2);
  }
  while (heap.size > 0) {
    const c = heapPop(heap, distance);
    if (state[c] === 1 && !isVisible(moves, bend[c], c)) {
      goAround(field, c);
      if (cap !== null && distance[c] >= cap[c]) {
        forget(field, c);
        continue;
      }
      heapPush(heap, distance, c);
      continue;
    }
    if (distance[c] > radius) {
      forget(field, c);
      while (heap.size > 0) forget(field, heapPop(heap, distance));
      break;
    }
    state[c] = 3;
    tickEvery(field.count, STAGE);
    reached[field.count++] = c;
    relax(field, c, cap, label[c]);
  }
  return field.count;
}

/**
 * Offers all open neighbours of c a path from c's own last bend; whether they see it is checked when their turn comes.
 */
function relax(field: GeodesicField, c: number, cap: Float64Array | null, source: number): void {
  const { grid, moves, distance, bend, state } = field;
  const { mask, shift, x, y, z } = moves;
  const b = bend[c];
  const base = distance[b];
  const bits = mask[c];
  for (let m = 0; m < 27; m++) {
    if ((bits & (1 << m)) === 0) continue;
    const u = c + shift[m];
    if (state[u] === 3) continue;
    const dx = x[u] - x[b];
    const dy = y[u] - y[b];
    const dz = z[u] - z[b];
    const length = base + grid.cell * Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length < distance[u] && (cap === null || length < cap[u]))
      enter(field, u, length, b, source, 1);
  }
}

/** The bend is out of sight: the path goes through the best finished neighbour, which becomes the new bend. */
function goAround(field: GeodesicField, c: number): void {
  const { grid, moves, distance, label, bend, state } = field;
  distance[c] = Infinity;
  for (let m = 0; m < 27; m++) {
    if ((moves.mask[c] & (1 << m)) === 0) continue;
    const u = c + moves.shift[m];
    if (state[u] !== 3) continue;
    const axes =
      (m % 3 !== 1 ? 1 : 0) + (Math.floor(m / 3) % 3 !== 1 ? 1 : 0) + (m < 9 || m > 17 ? 1 : 0);
    const length = distance[u] + grid.cell * Math.sqrt(axes);
    if (length >= distance[c]) continue;
    distance[c] = length;
    bend[c] = u;
    label[c] = label[u];
  }
  state[c] = 2;
}

function enter(
  field: GeodesicField,
  c: number,
  length: number,
  bend: number,
  source: number,
  state: number,
): void {
  if (field.state[c] === 0) field.touched[field.touchedCount++] = c;
  field.distance[c] = length;
  field.bend[c] = bend;
  field.label[c] = source;
  field.state[c] = state;
  heapPush(field.heap, field.distance, c);
}

/** Not reached after all. It stays in `touched` and may be entered again. */
function forget(field: GeodesicField, c: number): void {
  field.distance[c] = Infinity;
  field.label[c] = -1;
  field.state[c] = 2;
}

function clear(field: GeodesicField): void {
  for (let i = 0; i < field.touchedCount; i++) {
    const c = field.touched[i];
    field.distance[c] = Infinity;
    field.label[c] = -1;
    field.state[c] = 0;
  }
  field.touchedCount = 0;
  field.count = 0;
}

/** Distances [m] from a set of cells to all cells of the grid (Infinity outside and out of reach), in a new array. */
export function geodesicDistances(
  grid: VoxelGrid,
  sources: ArrayLike<number>,
  radius = Infinity,
): Float64Array {
  const field = createGeodesic(grid);
  spreadFrom(field, sources, { radius });
  return field.distance;
}
