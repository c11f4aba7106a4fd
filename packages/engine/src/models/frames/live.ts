import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { BodyModel, History } from '../body.ts';
import { levelCounts } from '../shared/levels.ts';
import type { LevelCounts } from '../views.ts';
import type { Interest } from './adapt/attention.ts';
import { freezeForces } from './adapt/regroup.ts';
import { anyHeld, type Constraints, createConstraints } from './constraints.ts';
import { allocateFrames } from './memory.ts';
import type { FramesData, FrameWeights } from './model.ts';
import { createFramesHistory, packPast } from './past.ts';
import { copyWeights, type FramePoints, framePoints } from './point-sets.ts';
import {
  type AdaptOptions,
  createRuntime,
  type FramesRuntime,
  pack,
  refreshSets,
  unpack,
} from './runtime.ts';
import type { SetSizes } from './step/active.ts';
import { expand } from './step/contraction.ts';
import { evaluatePoints } from './step/dynamics.ts';
import type { SharedColumns } from './step/point-columns.ts';
import type { FramesMaterial } from './step/samples.ts';

/** What a live body is made from. */
export interface FramesBodyInput {
  readonly data: FramesData;
  readonly sizes: SetSizes;
  readonly material: FramesMaterial;
  /** Young's modulus it was built with [Pa]. */
  readonly young: number;
  readonly damping: FramesRuntime['damping'];
  readonly adapt: AdaptOptions;
  readonly interests: readonly Interest[];
  readonly embed: (points: Float64Array) => FrameWeights;
  readonly columns: SharedColumns;
}

/** The runtime record that all facets of a live body work on. */
export interface FramesLive extends FramesRuntime {
  readonly input: FramesBodyInput;
  readonly model: BodyModel;
  readonly fixed: Constraints;
  readonly contacts: FramePoints;
  readonly history: History;
  readonly levels: LevelCounts;
}

export function createLive(
  input: FramesBodyInput,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
): FramesLive {
  const { data } = input;
  // What a running body is made of is its own.
  const material = { ...input.material };
  const damping = { ...input.damping };
  const memory = allocateFrames(allocator, data, input.sizes, material);
  copyWeights(memory.skin, data.skin);
  copyWeights(memory.contacts, data.contacts);
  memory.triangles.set(data.surface.triangles);
  const { adapt, interests } = input;
  const { size } = model;
  const shared = input.columns(kernels);
  const run = createRuntime(
    data,
    memory,
    kernels,
    material,
    damping,
    adapt,
    interests,
    size,
    shared,
  );
  memory.settings[0] = adapt.adaptive ? 1 : 0;
  memory.settings[1] = adapt.tolerance;
  startAtRest(run);
  const fixed = createConstraints(data);
  return Object.assign(run, {
    input,
    model,
    fixed,
    contacts: framePoints(memory.contacts, true),
    history: createFramesHistory(run, () => !anyHeld(fixed, data)),
    levels: levelCounts(12 * data.nodes, data.points.count, 12 * run.set.count),
  });
}

/** A body at rest needs its coarsest frames only: the motion will say when that is too little. */
function startAtRest(run: FramesRuntime): void {
  const { data, options } = run;
  const { D, offsets, active } = run.memory;
  for (let k = 0; k < data.nodes; k++) {
    active[k] = options.adaptive && data.parentPtr[k + 1] > data.parentPtr[k] ? 0 : 1;
  }
  for (let i = 0; i < 12 * data.nodes; i++) {
    D[i] = i % 12 === 0 || i % 12 === 5 || i % 12 === 10 ? 1 : 0;
    offsets[i] = D[i];
  }
  refreshSets(run);
  freezeForces(run);
}

/** After other frames have become active between two steps. */
export function setChanged(run: FramesLive): void {
  refreshSets(run);
  freezeForces(run);
  packVelocity(run);
  packPast(run);
}

/** The unknowns' velocity, from that of all nodes. */
export function packVelocity({ memory, set }: FramesRuntime): void {
  pack(memory.velocity, memory.V, set);
}

/** Velocities of all nodes and of the unknowns become those in run.fresh. */
export function takeVelocities(run: FramesLive): void {
  const { data, memory, levels } = run;
  for (let i = 0; i < 12 * data.nodes; i++) memory.V[i] = run.fresh[i];
  packVelocity(run);
  packPast(run);
  levels.activeDofs = 12 * run.set.count;
  levels.activePoints = run.groups.count;
}

/** memory.nodes = the unknowns' u, spread to all nodes. */
export function spread({ data, memory, set, kernels }: FramesRuntime, u: Float64Array): void {
  unpack(memory.nodes, u, set);
  expand(memory.nodes, memory.nodes, set.contraction, data.nodes, kernels);
}

/** Gradients, rotations and stresses of the groups of points in use, with the nodes at `at`; returns their energy. */
export function evaluateGroups(
  run: FramesRuntime,
  at: Float64Array,
  rotations: Float64Array,
): number {
  const { points, memory, set, groups, material, kernels } = run;
  return evaluatePoints(
    points,
    memory,
    set.points,
    groups.count,
    points.volumeMu,
    points.volumeLambda,
    material.order,
    at,
    rotations,
    kernels,
    points.volume.groups,
  );
}
