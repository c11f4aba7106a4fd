import type { Kernels } from '../../kernels/kernels.ts';
import { type Interest, markInterest } from './adapt/attention.ts';
import { type Children, findChildren } from './adapt/candidates.ts';
import {
  createGroups,
  createMergeScratch,
  type Groups,
  type MergeScratch,
  mergeNone,
  mergePoints,
  mergeToFew,
} from './adapt/merge.ts';
import type { WideSet } from './adapt/wide.ts';
import { chooseWideSet } from './adapt/wide.ts';
import type { FramesData } from './model.ts';
import type { FramesMemory } from './state.ts';
import { type ActiveSet, chooseSet, weighSet } from './step/active.ts';
import { evaluatePoints, fillFineState, type PointState } from './step/dynamics.ts';
import { copyMass } from './step/mass.ts';
import {
  contractPoints,
  fillSetPoints,
  markStale,
  placePoints,
  type SetPoints,
  updatePoints,
} from './step/points.ts';
import { type FramesMaterial, samplePlaces } from './step/samples.ts';
import { fillTable, keepForces } from './step/table.ts';
import { groupVolumes } from './step/tension.ts';

/** How eagerly frames are spent. */
export interface AdaptOptions {
  /** False keeps every frame active. */
  readonly adaptive: boolean;
  /**
   * The one knob: what motion may be overlooked. A frame's own velocity counts below this many body lengths a second, its own
   * acceleration below this part of gravity's.
   */
  readonly tolerance: number;
  /** Seconds a frame stays as it is after a switch. */
  readonly dwell: number;
  /** Own acceleration that is overlooked, in tolerances of gravity. */
  readonly acceleration: number;
  /** Own velocity that a frame must be able to come to, in tolerances, to be woken; 0 asks for its acceleration only. */
  readonly reach: number;
  /** Part of the energies that are overlooked, below which a frame may sleep. */
  readonly calm: number;
  /** How a passive frame is asked: by the residual of the implicit step, or as the paper has it. */
  readonly test: 'implicit' | 'lumped';
  /** What a group of integration points may miss of their gradients (part of the mean square); 0 merges none. */
  readonly merge: number;
}

export const ADAPT_DEFAULTS: AdaptOptions = {
  adaptive: true,
  tolerance: 0.05,
  dwell: 0.2,
  acceleration: 1,
  reach: 0.1,
  // Less than ½, so that it does not wake at once.
  calm: 0.25,
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
  readonly children: Children;
  readonly set: ActiveSet;
  readonly wide: WideSet;
  readonly points: PointState;
  /** Groups of integration points, each of which is evaluated as one. */
  readonly groups: Groups;
  readonly mergeScratch: MergeScratch;
  /** 1 for points that may merge; the solid of each; scratch of the solids. */
  readonly calm: Uint8Array;
  readonly pointSolid: Int32Array;
  readonly awake: Float64Array;
  /** Vectors of 12 numbers a node. */
  readonly forces: Float64Array;
  readonly fresh: Float64Array;
  readonly residual: Float64Array;
  /** Gravity of the step [m/s²]. */
  readonly gravity: Float64Array;
  readonly wasActive: Uint8Array;
  readonly needed: Uint8Array;
  /** A list of nodes to wake. */
  readonly near: Int32Array;
  /** 1 for contact points that touched something in the last step; part of the state. */
  readonly touched: Uint8Array;
  /** The same while it is found; scratch. */
  readonly touching: Uint8Array;
  /** Length of the step being made [s], and what mass and stiffness were multiplied by in its matrix. */
  stepLength: number;
  readonly matrixScales: Float64Array;
  /** Scratch of small matrices. */
  readonly work: Float64Array;
  readonly before: Float64Array;
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
): FramesRuntime {
  const { set, wide, points, forces, fresh, residual } = memory;
  fillFineState(points.fineMu, points.fineLambda, data, material);
  points.samples?.places.set(samplePlaces(material.order));
  copyMass(memory.mass, data);
  markInterest(memory.attention, data, interests);
  if (memory.drag && data.drag) copyMass(memory.drag, data.drag);
  fillSetPoints(wide.source, data.points);
  placePoints(wide.fine, memory.sizes.pointRoom);
  placePoints(set.contracted, memory.sizes.pointRoom);
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
    children: findChildren(data),
    set,
    wide,
    points,
    groups: createGroups(data.points.count),
    mergeScratch: createMergeScratch(data),
    calm: new Uint8Array(data.points.count),
    pointSolid: solidsOfPoints(data),
    awake: new Float64Array(data.nodes),
    forces,
    fresh,
    residual,
    gravity: new Float64Array(3),
    wasActive: new Uint8Array(data.nodes),
    needed: new Uint8Array(data.nodes),
    near: new Int32Array(data.nodes),
    touching: new Uint8Array(data.contacts.ptr.length - 1),
    touched: new Uint8Array(data.contacts.ptr.length - 1),
    stepLength: 1,
    matrixScales: new Float64Array(2),
    work: new Float64Array(32),
    before: new Float64Array(12),
    pair: new Float64Array(144),
    flat: new Float64Array(32),
    block: new Float64Array(16),
    chol: new Float64Array(20),
    distance: new Float64Array(data.contacts.ptr.length - 1),
  };
}

/** Part of the nodes that may be awake while integration points merge. */
const MERGE_BELOW = 0.4;

/** While a single node moves freely, so many points for each node awake say how stiff the body is. */
const FEW_POINTS = 3;

/** After the active flags or offsets have changed: contractions, mass, candidates and groups of points that follow from them. */
export function refreshSets(run: FramesRuntime): void {
  const { data, memory, set, wide, groups, points, material, kernels, mergeScratch } = run;
  const { active, offsets, mass, setScratch } = memory;
  chooseSet(set, data, active, offsets, setScratch);
  chooseWideSet(wide, set.contracted, data, mass, active, offsets, setScratch, kernels);
  markStale(set.contracted, wide.fine, set.contraction.changed);
  groupPoints(run);
  if (groups.count < data.points.count) {
    wide.points = wide.merged;
    fillTable(wide.points, points, data, material, wide.fine, groups, mergeScratch);
  } else {
    wide.points = wide.fine;
    points.volumeMu.set(points.fineMu);
    points.volumeLambda.set(points.fineLambda);
  }
  if (wide.count === 0) {
    set.points = wide.points;
  } else if (groups.count < data.points.count) {
    set.points = set.grouped;
    contractGroups(run);
  } else {
    set.points = set.contracted;
    updateOwn(run);
  }
  if (points.tension !== null) groupVolumes(points.tension.volume, data, groups);
  weighSet(set, data, mass, memory.drag, groups.count, setScratch, kernels);
}

/** Brings all points as the members move them up to date. */
function updateOwn({ set, wide, memory, kernels }: FramesRuntime): void {
  updatePoints(set.contracted, wide.fine, set.contraction, memory.setScratch.place, kernels);
}

/** The groups in use as the members move them. */
function contractGroups({ set, wide, groups, memory, kernels }: FramesRuntime): void {
  const { grouped, contracted, contraction } = set;
  const { list } = contracted;
  const { pointRoom } = memory.sizes;
  let room = 0;
  for (let g = 0; g < groups.count; g++) {
    list[g] = g;
    grouped.ptr[2 * g] = room;
    // A group has no more members than its points.
    for (let m = groups.start[g]; m < groups.start[g + 1]; m++) {
      const e = groups.members[m];
      room += pointRoom[e + 1] - pointRoom[e];
    }
  }
  const { place } = memory.setScratch;
  contractPoints(grouped, wide.points, list, groups.count, contraction, place, kernels);
}

/**
 * Points of a solid that is all awake keep to themselves while the rest of the body sleeps: merged, they would hold too little of
 * it. With a single solid the whole body's share of active nodes decides, and all its points are calm here.
 */
function findCalm(run: FramesRuntime): void {
  const { data, memory, calm, pointSolid, awake } = run;
  calm.fill(1);
  if (data.root < 0) return;
  awake.fill(0);
  for (let k = 0; k < data.nodes; k++) {
    if (data.solid[k] >= 0) awake[data.solid[k]] += memory.active[k] - MERGE_BELOW;
  }
  for (let e = 0; e < calm.length; e++) {
    if (pointSolid[e] >= 0 && awake[pointSolid[e]] > 0) calm[e] = 0;
  }
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

/** Awake nodes that stand for no region: what moves freely, as long as regions are held. */
function freeNodes({ data, set, memory }: FramesRuntime): number {
  let free = set.count;
  for (let r = 0; r < data.regionNodes.length; r++) free -= memory.active[data.regionNodes[r]];
  return free;
}

/** Decides which points stand for others. */
function groupPoints(run: FramesRuntime): void {
  const { data, memory, set, wide, groups, options, mergeScratch } = run;
  const { count } = data.points;
  // While many nodes are awake, sets change often and hold few points that could merge: it would not pay.
  const few = memory.settings[0] === 1 && set.count <= MERGE_BELOW * data.nodes;
  if (!few || memory.unsettled[0] > 0 || options.merge <= 0) {
    mergeNone(groups, count);
    return;
  }
  if (freeNodes(run) > 1) {
    findCalm(run);
    mergePoints(
      groups,
      data,
      wide.fine,
      options.merge,
      run.size,
      mergeScratch,
      run.calm,
      memory.active,
    );
    return;
  }
  updateOwn(run);
  mergeToFew(groups, data, set.contracted, FEW_POINTS * set.count, run.size, mergeScratch);
}

/** Makes the groups' forces those of their points, in the state now: what differs is kept and turns with the group. */
export function freezeForces(run: FramesRuntime): void {
  const { memory, wide, groups, points, data } = run;
  const { q, lookQ, kept, keptTurn } = memory;
  if (groups.count === data.points.count) {
    q.fill(0);
    return;
  }
  lookQ.fill(0);
  const { volumeMu, volumeLambda, fineMu, fineLambda } = points;
  evaluateAt(run, wide.fine, data.points.count, fineMu, fineLambda, lookQ);
  for (let i = 0; i < 36 * data.points.count; i++) points.fine[i] = points.P[i];
  // The groups' rotations begin where those of their first points are.
  for (let g = 0; g < groups.count; g++) {
    const e = groups.members[groups.start[g]];
    for (let k = 0; k < 4; k++) q[4 * g + k] = lookQ[4 * e + k];
  }
  evaluateAt(run, wide.points, groups.count, volumeMu, volumeLambda, q);
  const { P, fine } = points;
  keepForces(kept, keptTurn, wide.points, wide.fine, groups, fine, P, memory.R);
}

/** Stresses of points at the places now. */
function evaluateAt(
  run: FramesRuntime,
  table: SetPoints,
  count: number,
  volumeMu: Float64Array,
  volumeLambda: Float64Array,
  rotations: Float64Array,
): void {
  const { points, memory, material, kernels } = run;
  const { order } = material;
  const { D } = memory;
  evaluatePoints(
    points,
    memory,
    table,
    count,
    volumeMu,
    volumeLambda,
    order,
    D,
    rotations,
    kernels,
  );
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
