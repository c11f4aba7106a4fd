import {
  type Allocator,
  createArena,
  createKernels,
  type Kernels,
  measure,
} from '../../../kernels/index.ts';
import type { Tree } from './tree.ts';

/** Neighbours of a leaf that there is room for, on average: 26 on a regular grid, fewer elsewhere. */
const NEIGHBOURS = 32;

/** A tree where kernels reach it, and what they find its regions with. Allocates and nothing else. */
export function allocateFinder(a: Allocator, shape: FinderShape) {
  const n = shape.capacity;
  const some = shape.summands > 0 ? n : 0;
  const edges = (NEIGHBOURS + 1) * some;
  const ring = (2 << shape.coarsest) + 1;
  return {
    capacity: some,
    edges,
    ring,
    graphPtr: a.i32(n + 1),
    graph: a.i32(NEIGHBOURS * n),
    level: a.u8(n),
    parent: a.i32(2 * some),
    under: a.i32(2 * some),
    childPtr: a.i32(some + 1),
    child: a.i32(2 * some),
    widths: a.i32(some),
    list: a.i32(some),
    counts: a.i32(some),
    nodes: a.i32(shape.summands),
    work: a.i32(13 * some + ring + 2 * edges + 1),
  };
}

/**
 * Leaves and nodes of all regions that there is room for (no nodes: without regions), and the coarsest level of a leaf.
 */
export interface FinderShape {
  readonly capacity: number;
  readonly summands: number;
  readonly coarsest: number;
}

export interface Finder {
  readonly kernels: Kernels;
  readonly room: ReturnType<typeof allocateFinder>;
}

/** Nodes of a region there is room for, on average, before it is known how many there are. */
const MANY_NODES = 64;

/** One in memory of its own. */
export function createFinder(capacity: number, coarsest: number): Finder {
  const shape = { capacity, coarsest, summands: MANY_NODES * capacity };
  const arena = createArena(measure((a) => allocateFinder(a, shape)));
  return { kernels: createKernels(arena), room: allocateFinder(arena, shape) };
}

/** Copies a tree to where kernels reach it. Returns false if it does not fit. */
export function loadTree({ room }: Finder, tree: Tree, widths: Int32Array): boolean {
  const { leaves, nodes } = tree;
  const total = tree.graphPtr[leaves];
  if (total > room.graph.length) return false;
  room.graphPtr.set(tree.graphPtr.subarray(0, leaves + 1));
  room.graph.set(tree.graph.subarray(0, total));
  room.level.set(tree.level.subarray(0, leaves));
  if (room.capacity === 0) return true;
  room.parent.set(tree.parent.subarray(0, nodes));
  room.under.set(tree.under.subarray(0, nodes));
  room.childPtr.set(tree.childPtr.subarray(0, nodes - leaves + 1));
  room.child.set(tree.child.subarray(0, tree.childPtr[nodes - leaves]));
  room.widths.set(widths.subarray(0, leaves));
  return true;
}

/**
 * Regions of the first n leaves in `room.list`: rows one after the other in `room.nodes`, of `room.counts`. Returns
 * false if they do not fit.
 */
export function runFinder({ kernels, room }: Finder, n: number, leaves: number): boolean {
  const total = kernels.findRegions(
    room.counts,
    room.nodes,
    room.nodes.length,
    room.list,
    n,
    room.widths,
    room.graphPtr,
    room.graph,
    room.level,
    leaves,
    room.parent,
    room.under,
    room.childPtr,
    room.child,
    room.work,
    room.capacity,
    room.edges,
    room.ring,
  );
  return total >= 0;
}
