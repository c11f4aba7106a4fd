import { finish } from '../../../core/steps.ts';
import { tickEvery } from '../../../core/watch.ts';
import { createGeodesic } from '../../../geometry/voxels/geodesic.ts';
import { LEAST_PARENT } from '../numbers.ts';
import type { Lattice } from './lattice.ts';
import type { NearestLists } from './nearest.ts';
import type { PlacedNodes } from './nodes.ts';
import { addNode, createNodeSearch } from './search.ts';
import { createNeighbours, type Neighbours, reachOf, shapeFunctions } from './weights.ts';

/** Shape functions: their values at lattice points, and the parents of nodes. Rows of a sparse table each. */
export interface Shape {
  /** Point p is moved by node[ptr[p] .. ptr[p+1]), ascending, with weights phi that add up to one. */
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  readonly phi: Float64Array;
  readonly parentPtr: Int32Array;
  readonly parent: Int32Array;
  readonly parentWeight: Float64Array;
  /**
   * Σ φ_k x_k − x at each point x [m], shape [points, 3]: zero where the nodes' positions interpolate to the point.
   */
  readonly miss: Float64Array;
}

/**
 * Shape functions of the finest level on the lattice, and of each coarser level at the positions of the nodes that come
 * next. One search does both: when the nodes of a level are in, the lists hold what the next level's parents need.
 * `weigh` makes weights from distances, for comparing ways to do so. Tournier et al. 2014, eq. 1.
 */
export function createShape(
  lattice: Lattice,
  nodes: PlacedNodes,
  influences: number,
  weigh: typeof shapeFunctions = shapeFunctions,
): Shape {
  return finish(shapeSteps(lattice, nodes, influences, weigh));
}

/** Nodes, and points of the lattice, between two pauses of `shapeSteps`. */
const NODES_AT_ONCE = 12;
const POINTS_AT_ONCE = 1024;

/** `createShape` in steps. */
export function* shapeSteps(
  lattice: Lattice,
  nodes: PlacedNodes,
  influences: number,
  weigh: typeof shapeFunctions = shapeFunctions,
): Generator<void, Shape> {
  const search = createNodeSearch(lattice, createGeodesic(lattice.grid), influences + 1);
  const near = createNeighbours(search.cells.most);
  const parents = createRows();
  for (let k = 0; k < nodes.count; k++) {
    const first = nodes.level[k] > 0 && nodes.level[k] !== nodes.level[k - 1];
    if (nodes.root >= 0 && nodes.level[k] === 1) {
      // The first nodes of separate solids follow the one above them all.
      parents.node.push(nodes.root);
      parents.phi.push(1);
      parents.ptr.push(parents.node.length);
    } else if (first) {
      // Everything coarser than this level is in, nothing of it yet.
      const reach = reachOf(coverOf(search.cells));
      for (let j = k; j < nodes.count && nodes.level[j] === nodes.level[k]; j++) {
        const mean = createMean();
        for (const c of nodes.sources[j].cells) {
          load(near, search.cells, lattice.cellOf[c], nodes.positions, 3 * j, lattice, nodes);
          weigh(near, influences, reach);
          addToMean(mean, near, 1 / nodes.sources[j].cells.length);
        }
        pushRow(parents, mean, LEAST_PARENT);
      }
    } else if (nodes.level[k] === 0) {
      parents.ptr.push(0);
    }
    addNode(search, k, nodes.sources[k]);
    if (k % NODES_AT_ONCE === 0) yield;
  }
  const rows = createRows();
  const miss = new Float64Array(lattice.positions.length);
  const reach = reachOf(coverOf(search.points));
  for (let p = 0; p < lattice.positions.length / 3; p++) {
    if (p % POINTS_AT_ONCE === 0) yield;
    tickEvery(p, 'shape functions');
    load(near, search.points, p, lattice.positions, 3 * p, lattice, nodes);
    weigh(near, influences, reach);
    pushRow(rows, near, 0);
    for (let i = 0; i < 3 * near.count; i++)
      miss[3 * p + (i % 3)] += near.phi[Math.floor(i / 3)] * near.toNode[i];
  }
  return {
    miss,
    ptr: Int32Array.from(rows.ptr),
    node: Int32Array.from(rows.node),
    phi: Float64Array.from(rows.phi),
    parentPtr: Int32Array.from(parents.ptr),
    parent: Int32Array.from(parents.node),
    parentWeight: Float64Array.from(parents.phi),
  };
}

/** Distance [m] to the nearest node from the place that is worst off. */
function coverOf(lists: NearestLists): number {
  let cover = 0;
  for (let place = 0; place < lists.count.length; place++)
    cover = Math.max(cover, lists.distance[place * lists.most]);
  return cover;
}

/** near = the list of one place, seen from at[o..o+3). */
function load(
  near: Neighbours,
  lists: NearestLists,
  place: number,
  at: Float64Array,
  o: number,
  lattice: Lattice,
  nodes: PlacedNodes,
): void {
  near.count = lists.count[place];
  for (let i = 0; i < near.count; i++) {
    const e = place * lists.most + i;
    const k = lists.node[e];
    near.node[i] = k;
    near.distance[i] = lists.distance[e];
    near.region[i] = k < nodes.regions ? 1 : 0;
    // A region is where it is nearest; any other node is where it sits.
    const from = k < nodes.regions ? lattice.positions : nodes.positions;
    const f = 3 * (k < nodes.regions ? lists.root[e] : k);
    for (let d = 0; d < 3; d++) near.toNode[3 * i + d] = from[f + d] - at[o + d];
  }
}

interface Rows {
  readonly ptr: number[];
  readonly node: number[];
  readonly phi: number[];
}

function createRows(): Rows {
  return { ptr: [0], node: [], phi: [] };
}

/** Weights of nodes, as they are and as a mean over several points. */
interface Weights {
  readonly count: number;
  readonly node: ArrayLike<number>;
  readonly phi: ArrayLike<number>;
}

interface Mean extends Weights {
  count: number;
  readonly node: number[];
  readonly phi: number[];
}

function createMean(): Mean {
  return { count: 0, node: [], phi: [] };
}

/** A node between cells is as much in one as in the others. */
function addToMean(mean: Mean, near: Neighbours, part: number): void {
  for (let i = 0; i < near.count; i++) {
    let at = mean.node.indexOf(near.node[i]);
    if (at < 0) {
      at = mean.count++;
      mean.node.push(near.node[i]);
      mean.phi.push(0);
    }
    mean.phi[at] += part * near.phi[i];
  }
}

/** Adds a row with the weights whose size is more than `least`, nodes ascending, made to add up to one again. */
function pushRow(rows: Rows, near: Weights, least: number): void {
  const start = rows.node.length;
  let sum = 0;
  for (let i = 0; i < near.count; i++) {
    if (!(Math.abs(near.phi[i]) > least)) continue;
    sum += near.phi[i];
    let at = rows.node.length;
    rows.node.push(near.node[i]);
    rows.phi.push(near.phi[i]);
    for (; at > start && rows.node[at - 1] > near.node[i]; at--) {
      rows.node[at] = rows.node[at - 1];
      rows.phi[at] = rows.phi[at - 1];
    }
    rows.node[at] = near.node[i];
    rows.phi[at] = near.phi[i];
  }
  for (let i = start; i < rows.phi.length; i++) rows.phi[i] /= sum;
  rows.ptr.push(rows.node.length);
}
