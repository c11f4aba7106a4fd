import type { GroupSize, Sizes, TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';

/** Elements in use of one kind and level, with their parts of the arrays. */
export interface Group extends GroupSize {
  count: number;
  readonly ids: Int32Array;
  readonly tets: Int32Array;
  readonly gradients: Float64Array;
  readonly volumeMu: Float64Array;
  readonly volumeLambda: Float64Array;
  readonly slots: Int32Array;
  readonly F: Float64Array;
  readonly R: Float64Array;
  readonly q: Float64Array;
  readonly lookQ: Float64Array;
}

/** The elements and vertices in use now. Vertices are numbered: free ones, then slaves. */
export interface Front {
  readonly groups: readonly Group[];
  free: number;
  slaves: number;
  ten: number;
  edges: number;
  elements: number;
  /** Free vertices, and slaves, that belong to level l or a coarser one, shape [levels + 1]. */
  readonly freeUpTo: Int32Array;
  readonly slavesUpTo: Int32Array;
  /** Vertices that follow others (slaves and hidden), ascending: coarse to fine. */
  readonly followers: Int32Array;
  followerCount: number;
  /** An element at each free vertex and slave, as a place in the element arrays. */
  readonly elementAt: Int32Array;
  /** Tets around an edge that are split, shape [edges with midpoints]. */
  readonly splitAround: Int32Array;
  /** Place of a tet that is in the front among the elements, of the first point of a ten-node one; −1 for others. */
  readonly elementOf: Int32Array;
  /**
   * Edges whose midpoints may not be free, because something on them is straight: see `markStraight`. Shape [edges].
   */
  readonly straight: Uint8Array;
  /** Edges that bend: their midpoints are free, or follow a quadratic field. */
  readonly bends: Uint8Array;
  readonly own: Float64Array;
  readonly across: Float64Array;
  /** Counts up when the front changes. */
  stamp: number;
}

export function createFront(data: TetsData, memory: TetsMemory, sizes: Sizes): Front {
  const { tree } = data;
  const groups = sizes.groups.map((g): Group => {
    const cut = <T extends Float64Array | Int32Array>(array: T, width: number): T =>
      array.subarray(width * g.start, width * (g.start + g.room)) as T;
    // Field by field: copies of objects have hidden classes of their own, and every new body would be compiled again.
    return {
      level: g.level,
      kind: g.kind,
      start: g.start,
      room: g.room,
      count: 0,
      ids: cut(memory.ids, 1),
      tets: cut(memory.tets, 4),
      gradients: cut(memory.gradients, 12),
      volumeMu: cut(memory.volumeMu, 1),
      volumeLambda: cut(memory.volumeLambda, 1),
      slots: cut(memory.slots, 16),
      F: cut(memory.F, 9),
      R: cut(memory.R, 9),
      q: cut(memory.q, 4),
      lookQ: cut(memory.lookQ, 4),
    };
  });
  return {
    groups,
    free: 0,
    slaves: 0,
    ten: 0,
    edges: 0,
    elements: 0,
    freeUpTo: new Int32Array(tree.levels + 1),
    slavesUpTo: new Int32Array(tree.levels + 1),
    followers: new Int32Array(data.vertices),
    followerCount: 0,
    elementAt: new Int32Array(data.vertices),
    splitAround: new Int32Array(tree.edgeStart[tree.levels]),
    elementOf: new Int32Array(tree.tets.length / 4).fill(-1),
    straight: new Uint8Array(tree.edgeStart[tree.levels + 1]),
    bends: new Uint8Array(tree.edgeStart[tree.levels]),
    own: memory.blocks.subarray(0, 9 * data.vertices),
    across: memory.blocks.subarray(9 * data.vertices),
    stamp: 0,
  };
}
