import type { Allocator } from '../../../kernels/arena.ts';
import type { FramesData } from '../model.ts';
import {
  type Contraction,
  type ContractScratch,
  contract,
  createContraction,
  createContractScratch,
} from './contraction.ts';
import { contractMass, contractVector } from './mass.ts';
import { createSetPoints, type SetPoints } from './points.ts';

/** The model as a set of nodes sees it: all that changes only when the set or an offset does. */
export interface ActiveSet {
  /** Members ascending, the first `count` entries; and node → member, −1 for none. */
  readonly list: Int32Array;
  readonly index: Int32Array;
  count: number;
  readonly contraction: Contraction;
  readonly points: SetPoints;
  /** Mass [4n, 4n] and mass vector [n, 4]. */
  readonly mass: Float64Array;
  readonly massVector: Float64Array;
  /** What the air acts on [4n, 4n], and what stands before the velocity in the step with it; null without air. */
  readonly drag: Float64Array | null;
  readonly resisted: Float64Array | null;
}

/** Room that any set of the body's nodes needs, in entries. */
export interface SetSizes {
  readonly contractionEntries: number;
  readonly pointEntries: number;
}

export function createActiveSet(
  data: FramesData,
  sizes: SetSizes,
  allocator: Allocator,
): ActiveSet {
  return {
    list: allocator.i32(data.nodes),
    index: allocator.i32(data.nodes),
    count: 0,
    contraction: createContraction(data.nodes, sizes.contractionEntries, allocator),
    points: createSetPoints(data.points, sizes.pointEntries, allocator),
    mass: allocator.f64(16 * data.nodes * data.nodes),
    massVector: allocator.f64(4 * data.nodes),
    drag: data.drag ? allocator.f64(16 * data.nodes * data.nodes) : null,
    resisted: data.drag ? allocator.f64(16 * data.nodes * data.nodes) : null,
  };
}

/**
 * Room for any set: no node follows from others than itself and its ancestors, and a point knows its influences and their
 * ancestors. Takes a while with many nodes: once for a model.
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
  let pointEntries = 0;
  for (let e = 0; e < data.points.count; e++) {
    const all = new Set<number>();
    for (let i = data.points.ptr[e]; i < data.points.ptr[e + 1]; i++) {
      for (const a of ancestors[data.points.node[i]]) all.add(a);
    }
    pointEntries += all.size;
  }
  return { contractionEntries, pointEntries };
}

/** What stands before the velocity in the step: M, or with air (1 + byMass)·M + air·(drag of the surface). */
export function resistedMass(set: ActiveSet, byMass: number, air: number): Float64Array {
  const { mass, drag, resisted, count } = set;
  if (drag === null || resisted === null) return mass;
  for (let i = 0; i < 16 * count * count; i++) resisted[i] = (1 + byMass) * mass[i] + air * drag[i];
  return resisted;
}

export interface SetScratch {
  readonly contract: ContractScratch;
  readonly half: Float64Array;
}

export function createSetScratch(nodes: number): SetScratch {
  return { contract: createContractScratch(nodes), half: new Float64Array(16 * nodes) };
}

/** Recomputes all but the points for the members (1 in `member`, shape [nodes]) and the offsets of the others. */
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
  contractMass(set.mass, data, set.contraction, set.index, count, scratch.half);
  if (data.drag && set.drag)
    contractMass(set.drag, data.drag, set.contraction, set.index, count, scratch.half);
  contractVector(set.massVector, data.massVector, set.contraction, set.index, data.nodes, count);
}
