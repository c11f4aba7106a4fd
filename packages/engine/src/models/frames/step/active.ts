import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { FramesData } from '../model.ts';
import {
  type ContractScratch,
  contract,
  createContraction,
  createContractScratch,
  type KeptContraction,
} from './contraction.ts';
import { contractVector, type MassData } from './mass.ts';
import { type BlockPattern, createPattern, planBlocks } from './pattern.ts';
import {
  createGroupPoints,
  createKeptPoints,
  type GroupPoints,
  type KeptPoints,
  type SetPoints,
} from './points.ts';
import type { VolumeCells } from './volume.ts';

/** The model as a set of nodes sees it: all that changes only when the set or an offset does. */
export interface ActiveSet {
  /** Members in the order of elimination, the first `count` entries; and node → member, −1 for none. */
  readonly list: Int32Array;
  readonly index: Int32Array;
  count: number;
  readonly contraction: KeptContraction;
  /** Points as the members move them: those of the wide set, or all points from those, or groups of points. */
  points: SetPoints;
  readonly contracted: KeptPoints;
  readonly grouped: GroupPoints;
  /** Which members are coupled: where mass and matrix have blocks. */
  readonly pattern: BlockPattern;
  /** Mass in 4×4 blocks, shape [blocks, 16], and mass vector [n, 4]. */
  readonly mass: Float64Array;
  readonly massVector: Float64Array;
  /**
   * What the air acts on, in blocks like the mass, and what stands before the velocity in the step with it; null
   * without air.
   */
  readonly drag: Float64Array | null;
  readonly resisted: Float64Array | null;
}

/** Room that any set of the body's nodes needs, in entries. */
export interface SetSizes {
  readonly contractionEntries: number;
  readonly pointEntries: number;
  /** Entries of point e are pointRoom[e] .. pointRoom[e+1). */
  readonly pointRoom: Int32Array;
  /** Members of the points of each cell together, in all. */
  readonly cellEntries: number;
}

export function createActiveSet(
  data: FramesData,
  sizes: SetSizes,
  allocator: Allocator,
): ActiveSet {
  const contracted = createKeptPoints(data.points, sizes.pointEntries, allocator);
  const room = 8 * data.nodes * (data.nodes + 1);
  return {
    list: allocator.i32(data.nodes),
    index: allocator.i32(data.nodes),
    count: 0,
    contraction: createContraction(data.nodes, sizes.contractionEntries, allocator),
    points: contracted,
    contracted,
    grouped: createGroupPoints(data.points, sizes.pointEntries, allocator),
    pattern: createPattern(data.nodes, allocator),
    mass: allocator.f64(room),
    massVector: allocator.f64(4 * data.nodes),
    drag: data.drag ? allocator.f64(room) : null,
    resisted: data.drag ? allocator.f64(room) : null,
  };
}

/**
 * Room for any set: no node follows from others than itself and its ancestors, and a point knows its influences and
 * their ancestors. Takes a while with many nodes: once for a model.
 */
export function setSizes(data: FramesData): SetSizes {
  const ancestors: Set<number>[] = [];
  let contractionEntries = 0;
  for (let k = 0; k < data.nodes; k++) {
    const own = new Set<number>([k]);
    for (let i = data.parentPtr[k]; i < data.parentPtr[k + 1]; i++) {
      for (const a of ancestors[data.parent[i]]) own.add(a);
    }
    ancestors.push(own);
    contractionEntries += own.size;
  }
  const pointRoom = new Int32Array(data.points.count + 1);
  const cells = new Map<number, Set<number>>();
  for (let e = 0; e < data.points.count; e++) {
    const all = new Set<number>();
    for (let i = data.points.ptr[e]; i < data.points.ptr[e + 1]; i++) {
      for (const a of ancestors[data.points.node[i]]) all.add(a);
    }
    pointRoom[e + 1] = pointRoom[e] + all.size;
    const cell = cells.get(data.points.cell[e]);
    if (cell === undefined) cells.set(data.points.cell[e], all);
    else for (const a of all) cell.add(a);
  }
  let cellEntries = 0;
  for (const members of cells.values()) cellEntries += members.size;
  return {
    contractionEntries,
    pointEntries: pointRoom[data.points.count],
    pointRoom,
    // While points merge to a few for each node awake, each of them is a cell by itself.
    cellEntries: Math.max(cellEntries, aloneEntries(data.regionNodes.length + 1)),
  };
}

/**
 * Members of groups of points that stand by themselves, with so many nodes awake at most: three groups each, asked
 * about sixteen candidates.
 */
function aloneEntries(awake: number): number {
  return 3 * awake * Math.max(16, awake);
}

/**
 * Makes `resisted` what stands before the velocity in the step, (1 + byMass)·M + air·(drag); returns the factor that
 * it, or M, still needs.
 */
export function resistMass(set: ActiveSet, byMass: number, air: number): number {
  const { mass, drag, resisted, pattern } = set;
  if (drag === null || resisted === null) return 1 + byMass;
  for (let i = 0; i < 16 * pattern.count; i++) {
    resisted[i] = (1 + byMass) * mass[i] + air * drag[i];
  }
  return 1;
}

/** Scratch of `contract` and of the kernels that contract: `place` holds −1 for every node between calls. */
export interface SetScratch {
  readonly contract: ContractScratch;
  readonly half: Float64Array;
  readonly list: Int32Array;
  readonly place: Int32Array;
}

export function createSetScratch(nodes: number, allocator: Allocator): SetScratch {
  return {
    contract: createContractScratch(nodes),
    half: allocator.f64(16 * nodes),
    list: allocator.i32(nodes),
    place: allocator.i32(nodes).fill(-1),
  };
}

/**
 * Makes the nodes with 1 in `member` (shape [nodes]) the members, which the others follow with their offsets. Points
 * and mass come after.
 */
export function chooseSet(
  set: ActiveSet,
  data: FramesData,
  member: Uint8Array,
  offsets: Float64Array,
  scratch: SetScratch,
): void {
  let count = 0;
  for (let k = 0; k < data.nodes; k++) {
    set.index[k] = member[k] === 1 ? count : -1;
    if (member[k] === 1) set.list[count++] = k;
  }
  set.count = count;
  contract(set.contraction, data, member, offsets, scratch.contract);
}

/**
 * Numbers the members of a set that has its first `points` points in these cells, and finds what is coupled; then their
 * mass.
 */
export function weighSet(
  set: ActiveSet,
  data: FramesData,
  mass: MassData,
  drag: MassData | null,
  points: number,
  scratch: SetScratch,
  kernels: Kernels,
  cells: VolumeCells | null = null,
): void {
  const { contraction, index, count } = set;
  planBlocks(set, mass, points, cells);
  contractBlocks(set.mass, set, mass, scratch, kernels);
  if (set.drag && drag) contractBlocks(set.drag, set, drag, scratch, kernels);
  contractVector(set.massVector, data.massVector, contraction, index, data.nodes, count);
}

/** out = the mass (or what is made like it) as the members of the set feel it, in the blocks of its pattern. */
function contractBlocks(
  out: Float64Array,
  set: ActiveSet,
  { massPtr, massCols, mass, nodes }: MassData,
  scratch: SetScratch,
  kernels: Kernels,
): void {
  const { ptr, cols, W } = set.contraction;
  const { count, where } = set.pattern;
  kernels.contractMass(
    out,
    count,
    where,
    set.count,
    set.index,
    massPtr,
    massCols,
    mass,
    nodes,
    ptr,
    cols,
    W,
    scratch.half,
    scratch.list,
    scratch.place,
  );
}
