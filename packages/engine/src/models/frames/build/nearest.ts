import type { Lattice } from './lattice.ts';

/** For each of many points the nodes nearest to it, nearest first. */
export interface NearestLists {
  /** Nodes kept for each place. */
  readonly most: number;
  readonly count: Int32Array;
  /**
   * Shape [places, most] each: node, distance [m], and for a region's node the lattice point of the region that is
   * nearest.
   */
  readonly node: Int32Array;
  readonly distance: Float64Array;
  readonly root: Int32Array;
}

export function createNearestLists(places: number, most: number): NearestLists {
  return {
    most,
    count: new Int32Array(places),
    node: new Int32Array(places * most),
    distance: new Float64Array(places * most).fill(Infinity),
    root: new Int32Array(places * most).fill(-1),
  };
}

/** Puts a node into the list of a place, if it is nearer than the last; equals stay in the order they came. */
export function insertNearest(
  lists: NearestLists,
  place: number,
  node: number,
  distance: number,
  root: number,
): void {
  const { most, count } = lists;
  const start = place * most;
  let i = count[place];
  if (i === most) {
    if (!(distance < lists.distance[start + most - 1])) return;
    i--;
  } else {
    count[place]++;
  }
  for (; i > 0 && lists.distance[start + i - 1] > distance; i--) {
    lists.node[start + i] = lists.node[start + i - 1];
    lists.distance[start + i] = lists.distance[start + i - 1];
    lists.root[start + i] = lists.root[start + i - 1];
  }
  lists.node[start + i] = node;
  lists.distance[start + i] = distance;
  lists.root[start + i] = root;
}

/** Distance of the last in a full list, Infinity while there is room: only nodes nearer than this matter any more. */
export function farthestKept(lists: NearestLists, place: number): number {
  return lists.count[place] < lists.most ? Infinity : lists.distance[(place + 1) * lists.most - 1];
}

/**
 * A node's place of origin: a place in a cell or between some, or the held points of a region and the cells they are
 * corners of.
 */
export interface NodeSource {
  /** Cells of the grid to search from. */
  readonly cells: Int32Array;
  /**
   * 1 for held lattice points, shape [points]; null for a node at a place [m], which is missing for one that no search
   * begins at.
   */
  readonly held: Uint8Array | null;
  readonly at?: readonly number[];
}

/**
 * A path from a node to some position: its length [m], and the held point it starts from if the node is a region's,
 * else −1.
 */
export interface Path {
  length: number;
  root: number;
}

/** The straight path from the nearest held corner of solid cell i to (x, y, z). */
export function pathFromHeld(
  out: Path,
  lattice: Lattice,
  held: Uint8Array,
  i: number,
  x: number,
  y: number,
  z: number,
): void {
  let least = Infinity;
  for (let s = 8 * i; s < 8 * i + 8; s++) {
    const p = lattice.corners[s];
    if (held[p] === 0) continue;
    const dx = lattice.positions[3 * p] - x;
    const dy = lattice.positions[3 * p + 1] - y;
    const dz = lattice.positions[3 * p + 2] - z;
    const square = dx * dx + dy * dy + dz * dz;
    if (!(square < least)) continue;
    least = square;
    out.root = p;
  }
  out.length = Math.sqrt(least);
}
