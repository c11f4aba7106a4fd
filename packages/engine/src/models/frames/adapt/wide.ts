import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { canActivate } from '../../shared/wake/tree.ts';
import type { FramesData } from '../model.ts';
import type { SetScratch, SetSizes } from '../step/active.ts';
import { contract, createContraction, type KeptContraction } from '../step/contraction.ts';
import type { MassData } from '../step/mass.ts';
import {
  createGroupPoints,
  createKeptPoints,
  createSetPoints,
  type GroupPoints,
  type KeptPoints,
  markStale,
  type SetPoints,
  updatePoints,
} from '../step/points.ts';

/** The active nodes and the activation candidates (S = A ∪ AC): the set on which missing forces are evaluated. */
export interface WideSet {
  readonly member: Uint8Array;
  /** Nodes that could be activated, the first `count` entries. */
  readonly candidates: Int32Array;
  count: number;
  /** Place of a node among the candidates, −1 for others. */
  readonly number: Int32Array;
  readonly contraction: KeptContraction;
  /** All integration points as all nodes move them, and as the set does. */
  readonly source: SetPoints;
  readonly fine: KeptPoints;
  /** The groups of points in use: `fine` itself while none are merged, else in the room of `merged`. */
  points: SetPoints;
  readonly merged: GroupPoints;
  /** M_cc of each candidate as the set feels it, 4×4, shape [candidates, 16]. */
  readonly mass: Float64Array;
}

export function createWideSet(data: FramesData, sizes: SetSizes, allocator: Allocator): WideSet {
  const fine = createKeptPoints(data.points, sizes.pointEntries, allocator);
  return {
    member: allocator.u8(data.nodes),
    candidates: allocator.i32(data.nodes),
    count: 0,
    number: allocator.i32(data.nodes),
    contraction: createContraction(data.nodes, sizes.contractionEntries, allocator),
    source: createSetPoints(data.points, data.points.node.length, allocator),
    fine,
    points: fine,
    merged: createGroupPoints(data.points, sizes.pointEntries, allocator),
    mass: allocator.f64(16 * data.nodes),
  };
}

/**
 * Recomputes the set for the active nodes and the offsets of the others, and marks in `own` the points that changed.
 * Returns their number: they are the first of `wide.fine.list`.
 */
export function chooseWideSet(
  wide: WideSet,
  own: KeptPoints,
  data: FramesData,
  mass: MassData,
  active: Uint8Array,
  offsets: Float64Array,
  scratch: SetScratch,
  kernels: Kernels,
): number {
  wide.count = 0;
  for (let k = 0; k < data.nodes; k++) {
    const joins = canActivate(data, active, k);
    wide.member[k] = active[k] === 1 || joins ? 1 : 0;
    wide.number[k] = joins ? wide.count : -1;
    if (joins) wide.candidates[wide.count++] = k;
  }
  contract(wide.contraction, data, wide.member, offsets, scratch.contract);
  const { contraction, number, fine, source } = wide;
  markStale(fine, source, contraction.changed);
  for (let e = 0; e < data.points.count; e++) own.stale[e] |= fine.stale[e];
  const changed = updatePoints(fine, source, contraction, scratch.place, kernels);
  const { ptr, cols, W } = contraction;
  const { massPtr, massCols, mass: M } = mass;
  const { half, place } = scratch;
  const n = data.nodes;
  kernels.contractOwnMass(
    wide.mass,
    wide.count,
    number,
    massPtr,
    massCols,
    M,
    n,
    ptr,
    cols,
    W,
    half,
    place,
  );
  return changed;
}
