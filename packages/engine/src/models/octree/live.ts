import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { quatFromMat3 } from '../../math/quat.ts';
import type { BodyModel } from '../body.ts';
import { createRegions, type HeldRegions } from '../shared/held-regions.ts';
import { type Adaptation, createAdaptation } from './adapt/adapt.ts';
import { allocateOctree } from './memory.ts';
import type { OctreeData } from './model.ts';
import { longestStep } from './remarks.ts';
import { changeHold, createRun, type OctreeRun } from './runtime.ts';
import { findPulls } from './step/constants.ts';
import { createLevers, type Levers } from './step/levers.ts';
import { createSelfContact, type SelfContact } from './step/self-contact.ts';

/** The runtime record that all facets of a live body work on. */
export interface OctreeLive extends OctreeRun {
  /** What a running body is made of is its own. */
  readonly data: OctreeData & { young: number; damping: OctreeData['damping'] };
  readonly model: BodyModel;
  readonly regions: HeldRegions;
  readonly adaptation: Adaptation;
  readonly levers: Levers;
  readonly selfContact: SelfContact;
  /**
   * Longest step [s] in which it is as stiff as its material. As it was built: cells that are divided later do not ask
   * for shorter ones.
   */
  longest: number;
  /** Length of the last step [s], 0 before the first: what energy is measured with. */
  lastStep: number;
  /** The sampling that `memory.mobility` is for, with the step and holds of now; −1 for none. */
  mobile: number;
}

export function createLive(
  built: OctreeData,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
): OctreeLive {
  const data = { ...built, damping: { ...built.damping } };
  const memory = allocateOctree(allocator, data);
  const base = createRun(data, memory, kernels);
  const longest = longestStep(base);
  const regions = createRegions(base.heldRegions, memory.poses, (index, isHeld) => {
    changeHold(run, index, isHeld);
    run.levers.stale();
    run.mobile = -1;
  });
  const run: OctreeLive = Object.assign(base, {
    data,
    model,
    regions,
    longest,
    adaptation: createAdaptation(base),
    selfContact: createSelfContact(base),
    levers: createLevers(base),
    lastStep: 0,
    mobile: -1,
  });
  return run;
}

/** Leaves in use. */
export function leavesOf(run: OctreeRun): number {
  return run.sampler.now.tree.leaves;
}

/** Pulls towards the goals in a step of h seconds. */
export function preparePulls(run: OctreeLive, h: number): void {
  if (run.stepLength === h) return;
  run.stepLength = h;
  findPulls(run.facts, run.memory, run.data, run.sampler, run.summation, h);
  run.mobile = -1;
}

/** True while the body is in one piece and nothing holds it. */
export function isFree(run: OctreeRun): boolean {
  return run.heldCount === 0 && run.sampler.now.tree.pieces === 1;
}

const R = new Float64Array(9);

/** q[k..k+4) = the rotation of a 3×4 rigid map. */
export function rotationOf(q: Float64Array, k: number, pose: Float64Array): void {
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) R[3 * r + c] = pose[4 * r + c];
  quatFromMat3(q, k, R, 0);
}
