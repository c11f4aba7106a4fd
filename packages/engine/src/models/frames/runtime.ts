import type { Kernels } from '../../kernels/kernels.ts';
import {
  createThresholds,
  type Sleepers,
  type Thresholds,
  WAKE_DEFAULTS,
  type WakeOptions,
} from '../shared/wake/rule.ts';
import { findChildren } from '../shared/wake/tree.ts';
import { type Interest, markInterest } from './adapt/attention.ts';
import { type Groups, mergeNone } from './adapt/groups.ts';
import { createMerger, type Merger } from './adapt/merge.ts';
import { MERGED, regroup } from './adapt/regroup.ts';
import type { WideSet } from './adapt/wide.ts';
import { chooseWideSet } from './adapt/wide.ts';
import type { FramesMemory } from './memory.ts';
import type { FramesData } from './model.ts';
import { type ActiveSet, chooseSet, weighSet } from './step/active.ts';
import { copyMass } from './step/mass.ts';
import type { PointColumns } from './step/point-columns.ts';
import { createSlots, type PointSlots } from './step/point-slots.ts';
import { fillFineState, type PointState } from './step/point-state.ts';
import { fillSetPoints, markStale, placePoints } from './step/points.ts';
import { type FramesMaterial, samplePlaces } from './step/samples.ts';
import { fillCells } from './step/volume.ts';

/** How eagerly frames are spent. */
export interface AdaptOptions extends WakeOptions {
  /** False keeps every frame active. */
  readonly adaptive: boolean;
  /**
   * The one knob: what motion may be overlooked. A frame's own velocity counts below this many body lengths a second,
   * its own acceleration below this part of gravity's.
   */
  readonly tolerance: number;
  /** How a passive frame is asked: by the residual of the implicit step, or as the paper has it. */
  readonly test: 'implicit' | 'lumped';
  /** What a group of integration points may miss of their gradients (part of the mean square); 0 merges none. */
  readonly merge: number;
}

export const ADAPT_DEFAULTS: AdaptOptions = {
  ...WAKE_DEFAULTS,
  adaptive: true,
  tolerance: 0.05,
  test: 'implicit',
  merge: 0.2,
};

/** A live body's working parts, shared by its step and its adaptation. */
export interface FramesRuntime {
  readonly data: FramesData;
  readonly memory: FramesMemory;
  readonly kernels: Kernels;
  readonly material: FramesMaterial;
  readonly damping: { readonly mass: number; readonly stiffness: number; readonly air: number };
  readonly options: AdaptOptions;
  readonly interests: readonly Interest[];
  readonly size: number;
  /** Volume of all integration points [m³]. */
  readonly volume: number;
  /** Who is awake, and the energies that the wake rule compares with. */
  readonly sleepers: Sleepers;
  readonly thresholds: Thresholds;
  readonly set: ActiveSet;
  readonly wide: WideSet;
  readonly points: PointState;
  /** Groups of integration points, each of which is evaluated as one. */
  readonly groups: Groups;
  /** How they were made (see `MERGED`), for which nodes awake, and which points have changed since. */
  merged: number;
  readonly groupedFor: Uint8Array;
  readonly changedPoints: Uint8Array;
  readonly merger: Merger;
  /** 1 for points that may merge; the solid of each; scratch of the solids. */
  readonly calm: Uint8Array;
  readonly pointSolid: Int32Array;
  readonly awake: Float64Array;
  /** Vectors of 12 numbers a node. */
  readonly forces: Float64Array;
  /** Velocities before the step and after it. */
  readonly startV: Float64Array;
  readonly fresh: Float64Array;
  readonly residual: Float64Array;
  /**
   * The part of the velocities whose stiffness stands on the right side of the step, and what landings
   * (`shared/history.ts`) and the correction of momentum took from those that it was solved for.
   */
  readonly expected: Float64Array;
  readonly taken: Float64Array;
  /** Parts of the body that turn by themselves in this step: how many, which each member is in, and their spins. */
  pieces: number;
  readonly piece: Int32Array;
  readonly spins: Float64Array;
  /** Gravity of the step [m/s²]. */
  readonly gravity: Float64Array;
  /** A list of nodes to wake. */
  readonly near: Int32Array;
  /** 1 for contact points that touched something in the last step; part of the state. */
  readonly touched: Uint8Array;
  /** The same while it is found; scratch. */
  readonly touching: Uint8Array;
  /** Seconds from one step to the next; second-order steps are shorter (`stepLength`). */
  interval: number;
  /** Length of the step being made [s], and what mass and stiffness were multiplied by in its matrix. */
  stepLength: number;
  /** True if the candidates were judged by this solution already, and how many nodes woke within the step. */
  judged: boolean;
  woken: number;
  /** Length of the step that `adapt` looks at [s]; attention to the node in hand. */
  switchLength: number;
  readonly counts: Float64Array;
  readonly matrixScales: Float64Array;
  /** True if the step has the kept factor, and if its matrix is there. */
  kept: boolean;
  matrixKnown: boolean;
  /** Compliance between points, by the kept factor. */
  readonly slots: PointSlots;
  readonly shared: PointColumns[];
  /** Scratch of small matrices. */
  readonly work: Float64Array;
  readonly pair: Float64Array;
  readonly flat: Float64Array;
  readonly block: Float64Array;
  readonly chol: Float64Array;
  readonly distance: Float64Array;
}

export function createRuntime(
  data: FramesData,
  memory: FramesMemory,
  kernels: Kernels,
  material: FramesMaterial,
  damping: FramesRuntime['damping'],
  options: AdaptOptions,
  interests: readonly Interest[],
  size: number,
  shared: PointColumns[] = [],
): FramesRuntime {
  const { set, wide, points, forces, fresh, residual } = memory;
  fillFineState(points.fineMu, points.fineLambda, data, material);
  fillCells(points.volume.fine, data, material.bulk ?? 0);
  points.volume.groups.place.fill(-1);
  points.volume.groups.identity.forEach((_, i, all) => {
    all[i] = i % 9 === 0 || i % 9 === 4 || i % 9 === 8 ? 1 : 0;
  });
  points.samples?.places.set(samplePlaces(material.order));
  copyMass(memory.mass, data);
  markInterest(memory.attention, data, interests);
  if (memory.drag && data.drag) copyMass(memory.drag, data.drag);
  fillSetPoints(wide.source, data.points);
  placePoints(wide.fine, memory.sizes.pointRoom);
  placePoints(set.contracted, memory.sizes.pointRoom);
  const { groups } = memory;
  mergeNone(groups);
  const work = new Float64Array(32);
  const flat = new Float64Array(32);
  return {
    data,
    memory,
    kernels,
    material,
    damping,
    options,
    interests,
    size,
    volume: data.points.volume.reduce((sum, v) => sum + v, 0),
    sleepers: {
      tree: data,
      children: findChildren(data),
      active: memory.active,
      wait: memory.wait,
      offsets: memory.offsets,
      D: memory.D,
      was: new Uint8Array(data.nodes),
      needed: new Uint8Array(data.nodes),
      work,
      flat,
    },
    thresholds: createThresholds(),
    set,
    wide,
    points,
    groups,
    merged: MERGED.none,
    groupedFor: new Uint8Array(data.nodes),
    changedPoints: new Uint8Array(data.points.count),
    merger: createMerger(memory.merging, data, kernels, options.merge, size),
    calm: new Uint8Array(data.points.count),
    pointSolid: solidsOfPoints(data),
    awake: new Float64Array(data.nodes),
    forces,
    startV: new Float64Array(12 * data.nodes),
    fresh,
    residual,
    expected: new Float64Array(12 * data.nodes),
    taken: memory.taken,
    pieces: 1,
    piece: new Int32Array(data.nodes),
    spins: new Float64Array(3 * (data.nodes + 1)),
    gravity: new Float64Array(3),
    near: new Int32Array(data.nodes),
    touching: new Uint8Array(data.contacts.ptr.length - 1),
    touched: new Uint8Array(data.contacts.ptr.length - 1),
    interval: 1,
    stepLength: 1,
    judged: false,
    woken: 0,
    switchLength: 1,
    counts: new Float64Array(1),
    matrixScales: new Float64Array(2),
    kept: false,
    matrixKnown: false,
    slots: createSlots(memory.columns, memory.keptMetric),
    shared,
    work,
    pair: new Float64Array(144),
    flat,
    block: new Float64Array(16),
    chol: new Float64Array(20),
    distance: new Float64Array(data.contacts.ptr.length - 1),
  };
}

/**
 * After the active flags or offsets have changed: contractions, mass, candidates and groups of points that follow from
 * them. With a state that is restored the groups are given.
 */
export function refreshSets(run: FramesRuntime, given = false): void {
  const { data, memory, set, wide, kernels } = run;
  const { active, offsets, mass, setScratch } = memory;
  chooseSet(set, data, active, offsets, setScratch);
  const changed = chooseWideSet(
    wide,
    set.contracted,
    data,
    mass,
    active,
    offsets,
    setScratch,
    kernels,
  );
  markStale(set.contracted, wide.fine, set.contraction.changed);
  regroup(run, changed, given);
  const cells = run.points.volume.groups;
  weighSet(set, data, mass, memory.drag, run.groups.count, setScratch, kernels, cells);
}

/** Solid that each integration point lies in, −1 for points that only regions move. */
function solidsOfPoints({ points, solid }: FramesData): Int32Array {
  const out = new Int32Array(points.count).fill(-1);
  for (let e = 0; e < points.count; e++) {
    for (let i = points.ptr[e]; i < points.ptr[e + 1]; i++) {
      out[e] = Math.max(out[e], solid[points.node[i]]);
    }
  }
  return out;
}

/** Members' entries of a node vector, one after the other: the order of the unknowns. */
export function pack(out: Float64Array, nodes: Float64Array, set: ActiveSet): void {
  for (let i = 0; i < set.count; i++) {
    const k = 12 * set.list[i];
    for (let c = 0; c < 12; c++) out[12 * i + c] = nodes[k + c];
  }
}

/** The other way: unknowns to their nodes; other nodes are left alone. */
export function unpack(nodes: Float64Array, packed: Float64Array, set: ActiveSet): void {
  for (let i = 0; i < set.count; i++) {
    const k = 12 * set.list[i];
    for (let c = 0; c < 12; c++) nodes[k + c] = packed[12 * i + c];
  }
}
