import { tickEvery } from '../../../core/watch.ts';
import { type GeodesicField, spreadFrom } from '../../../geometry/voxels/geodesic.ts';
import { centreOf, type Lattice } from './lattice.ts';
import {
  createNearestLists,
  farthestKept,
  insertNearest,
  type NearestLists,
  type NodeSource,
  type Path,
  pathFromHeld,
} from './nearest.ts';

/**
 * Finds the nearest nodes of all cells and lattice points, one node after the other. A node's search ends where it is
 * no longer among the nearest: those places form a star around it, so nothing is missed, and later nodes cost little.
 */
export interface NodeSearch {
  readonly lattice: Lattice;
  readonly field: GeodesicField;
  /** By solid cell (at its centre), and by lattice point. */
  readonly cells: NearestLists;
  readonly points: NearestLists;
  /** Only cells nearer than this are entered, shape [cells of the grid]. */
  readonly cap: Float64Array;
  /**
   * Scratch of one search. Per cell of the grid: length of the path to its centre, and the held point it starts from.
   */
  readonly distance: Float64Array;
  readonly root: Int32Array;
  /** Per lattice point: shortest path so far and its root; the points that have one. */
  readonly best: Float64Array;
  readonly bestRoot: Int32Array;
  readonly touched: Int32Array;
}

/** `most` nodes are kept for every lattice point. */
export function createNodeSearch(lattice: Lattice, field: GeodesicField, most: number): NodeSearch {
  const points = lattice.positions.length / 3;
  const n = lattice.grid.inside.length;
  return {
    lattice,
    field,
    // One more than for points: a point's list draws on the cells around it, whose own lists differ a little.
    cells: createNearestLists(lattice.cells.length, most + 4),
    points: createNearestLists(points, most),
    cap: new Float64Array(n).fill(Infinity),
    distance: new Float64Array(n),
    root: new Int32Array(n).fill(-1),
    best: new Float64Array(points).fill(Infinity),
    bestRoot: new Int32Array(points).fill(-1),
    touched: new Int32Array(points),
  };
}

const centre = new Float64Array(3);
const bend = new Float64Array(3);
const path: Path = { length: 0, root: -1 };

/** Adds one node to all lists it belongs to. */
export function addNode(search: NodeSearch, node: number, source: NodeSource): void {
  const { lattice, field, cells, points, cap, best, bestRoot, touched } = search;
  spreadFrom(field, source.cells, { cap });
  let count = 0;
  for (let n = 0; n < field.count; n++) {
    tickEvery(n, 'shape functions');
    const c = field.reached[n];
    const i = lattice.cellOf[c];
    const b = field.bend[c];
    centreOf(centre, 0, lattice.planes, lattice.grid.dims, c);
    // Cells come nearest first, so the bend's own distance is known; a source cell is its own bend.
    findPath(search, source, b, centre[0], centre[1], centre[2]);
    search.distance[c] = path.length;
    search.root[c] = path.root;
    insertNearest(cells, i, node, path.length, path.root);
    cap[c] = farthestKept(cells, i);
    for (let s = 8 * i; s < 8 * i + 8; s++) {
      const p = lattice.corners[s];
      const x = lattice.positions;
      findPath(search, source, b, x[3 * p], x[3 * p + 1], x[3 * p + 2]);
      if (!(path.length < best[p])) continue;
      if (best[p] === Infinity) touched[count++] = p;
      best[p] = path.length;
      bestRoot[p] = path.root;
    }
  }
  for (let t = 0; t < count; t++) {
    const p = touched[t];
    insertNearest(points, p, node, best[p], bestRoot[p]);
    best[p] = Infinity;
  }
}

/**
 * path = the path to (x, y, z) whose last bend is the centre of cell b, or the region's own points if it starts in b.
 */
function findPath(
  search: NodeSearch,
  source: NodeSource,
  b: number,
  x: number,
  y: number,
  z: number,
): void {
  const { lattice, field } = search;
  const starts = field.distance[b] === 0;
  if (starts && source.held !== null) {
    pathFromHeld(path, lattice, source.held, lattice.cellOf[b], x, y, z);
    return;
  }
  if (starts && source.at !== undefined) for (let d = 0; d < 3; d++) bend[d] = source.at[d];
  else centreOf(bend, 0, lattice.planes, lattice.grid.dims, b);
  const dx = x - bend[0];
  const dy = y - bend[1];
  const dz = z - bend[2];
  path.length = (starts ? 0 : search.distance[b]) + Math.sqrt(dx * dx + dy * dy + dz * dz);
  path.root = starts ? -1 : search.root[b];
}
