import type { Kernels } from '../../kernels/kernels.ts';
import { type Children, findChildren } from './adapt/candidates.ts';
import type { WideSet } from './adapt/wide.ts';
import type { FramesData } from './model.ts';
import type { FramesMemory } from './state.ts';
import { type ActiveSet, chooseSet, createSetScratch, type SetScratch } from './step/active.ts';
import { type FramesMaterial, fillPointState, type PointState } from './step/dynamics.ts';
import { copyMass } from './step/mass.ts';

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
}

export const ADAPT_DEFAULTS: AdaptOptions = { adaptive: true, tolerance: 0.05, dwell: 0.2 };

/** A live body's working parts, shared by its step and its adaptation. */
export interface FramesRuntime {
  readonly data: FramesData;
  readonly memory: FramesMemory;
  readonly kernels: Kernels;
  readonly material: FramesMaterial;
  readonly damping: { readonly mass: number; readonly stiffness: number; readonly air: number };
  readonly options: AdaptOptions;
  readonly size: number;
  readonly children: Children;
  readonly set: ActiveSet;
  readonly wide: WideSet;
  readonly setScratch: SetScratch;
  readonly points: PointState;
  /** Vectors of 12 numbers a node. */
  readonly forces: Float64Array;
  readonly fresh: Float64Array;
  readonly residual: Float64Array;
  /** Gravity of the step [m/s²]. */
  readonly gravity: Float64Array;
  readonly wasActive: Uint8Array;
  readonly touching: Uint8Array;
  /** Length of the step being made [s]. */
  stepLength: number;
  /** Scratch of small matrices. */
  readonly work: Float64Array;
  readonly flat: Float64Array;
  readonly block: Float64Array;
  readonly chol: Float64Array;
}

export function createRuntime(
  data: FramesData,
  memory: FramesMemory,
  kernels: Kernels,
  material: FramesMaterial,
  damping: FramesRuntime['damping'],
  options: AdaptOptions,
  size: number,
): FramesRuntime {
  const { set, wide, points, forces, fresh, residual } = memory;
  fillPointState(points, data, material);
  copyMass(memory.mass, data);
  return {
    data,
    memory,
    kernels,
    material,
    damping,
    options,
    size,
    children: findChildren(data),
    set,
    wide,
    setScratch: createSetScratch(data.nodes),
    points,
    forces,
    fresh,
    residual,
    gravity: new Float64Array(3),
    wasActive: new Uint8Array(data.nodes),
    touching: new Uint8Array(data.contacts.ptr.length - 1),
    stepLength: 1,
    work: new Float64Array(32),
    flat: new Float64Array(32),
    block: new Float64Array(16),
    chol: new Float64Array(20),
  };
}

/** After the active flags or offsets have changed: all that follows from them. */
export function refreshSet(run: FramesRuntime): void {
  chooseSet(run.set, run.data, run.memory.active, run.memory.offsets, run.setScratch);
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
