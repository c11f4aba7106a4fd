import type { Kernels } from '../../../kernels/kernels.ts';
import { BEND, BEND_AT, bends, type OctreeMemory } from '../memory.ts';
import { blendOf, type OctreeData } from '../model.ts';
import type { Sampler } from '../topology/sample.ts';
import type { RegionFacts } from './constants.ts';
import { flow, type PlasticScratch, stretchGoals, stretchMatrices } from './plastic.ts';
import type { Summation } from './sums.ts';

/** What a step works with. */
export interface Matching {
  readonly data: OctreeData;
  readonly memory: OctreeMemory;
  readonly kernels: Kernels;
  readonly sampler: Sampler;
  readonly summation: Summation;
  readonly facts: RegionFacts;
  readonly plastic: PlasticScratch;
}

/** Sums, centres and rotations of all regions at the positions x and velocities v. */
export function matchShapes(matching: Matching, velocities: boolean): void {
  const { data, memory, kernels, sampler, summation } = matching;
  const { x, v, q, rest, weight, moments, sums, regionMass, restCentre, A, R, centre } = memory;
  const n = sampler.now.tree.leaves;
  const stride = velocities ? 24 : 12;
  kernels.matchMoments(moments, x, v, rest, weight, n, stride);
  summation.gather(stride);
  kernels.matchRegions(A, centre, sums, regionMass, restCentre, n, stride);
  const bent = bends(data);
  if (bent) kernels.regionGradients(memory.F, A, memory.bend, n);
  else if (data.plastic !== null) stretchMatrices(memory, n);
  kernels.extractRotations(q, R, bent || data.plastic !== null ? memory.F : A, n);
}

/** What regions do to their leaves, linear and quadratic, from the maps that `matchShapes` has left. */
function bendShapes(
  { memory, kernels, sampler, summation }: Matching,
  stride: number,
  actStride: number,
): void {
  const { x, rest, weight, acts, bendActs, bendEnergy, bendSums, sums, R, F, A } = memory;
  const n = sampler.now.tree.leaves;
  kernels.bendMoments(memory.bendMoments, x, rest, weight, n);
  summation.gatherBends?.();
  kernels.bendRegions(
    acts,
    bendActs,
    bendEnergy,
    bendSums,
    sums,
    R,
    F,
    A,
    memory.centre,
    memory.restCentre,
    memory.bend,
    memory.pull,
    n,
    stride,
    actStride,
  );
}

/**
 * rhs = momentum that pulls towards the goals, region damping and gravity ask for in a step of h. With `keep`, A, R and
 * centre stay. Steinemann et al. 2008, eq. 2.
 */
export function pullToGoals(matching: Matching, h: number, keep: boolean): void {
  const { data, memory, kernels, sampler, summation } = matching;
  const { x, v, rest, weight, moments, acts, centre, restCentre } = memory;
  const n = sampler.now.tree.leaves;
  const damped = data.damping.stiffness > 0;
  // Adaptation by motion reads the sums and turns of this step.
  const watched = data.detail.motion > 0;
  const stride = damped || watched ? 24 : 12;
  const actStride = damped ? 16 : 12;
  if (bends(data)) {
    matchShapes(matching, stride === 24);
    bendShapes(matching, stride, actStride);
    if (damped) kernels.matchSpins(acts, memory.sums, centre, memory.regionMass, memory.drag, n);
    summation.spreadBends?.();
    summation.pull(h, actStride);
    kernels.bendPulls(memory.rhs, memory.bendFields, rest, memory.mass, memory.share, n);
    return;
  }
  if (data.plastic === null) {
    kernels.matchMoments(moments, x, v, rest, weight, n, stride);
    summation.turn?.(stride, actStride, keep || watched);
  } else {
    matchShapes(matching, stride === 24);
    flow(matching, h);
    stretchGoals(memory, n);
    kernels.matchTransforms(
      acts,
      memory.F,
      memory.A,
      memory.inverse,
      blendOf(data),
      memory.volume,
      centre,
      restCentre,
      memory.pull,
      n,
      actStride,
    );
    if (damped) kernels.matchSpins(acts, memory.sums, centre, memory.regionMass, memory.drag, n);
  }
  summation.pull(h, actStride);
}

/**
 * Energy of the pulls [J]: ½ Σ_r p_r/h Σ_{i∈r} w_i (β |T_r rest_i − x_i|² + (1 − β) |L_r rest_i − x_i|²), T the best
 * rigid and L the best linear map, which the undamped step swings about. Takes the rotations from scratch `q`, so that
 * looking changes nothing.
 */
export function elasticEnergy(matching: Matching, h: number, look: Float64Array): number {
  const { memory, sampler, facts, data } = matching;
  const n = sampler.now.tree.leaves;
  const { q, A, F, R, sums, regionMass, centre, pull, inverse } = memory;
  const matched = data.plastic === null ? A : F;
  const blend = blendOf(data);
  for (let k = 0; k < 4 * n; k++) look[k] = q[k];
  matchShapes(matching, true);
  for (let k = 0; k < 4 * n; k++) q[k] = look[k];
  if (bends(data)) return bendEnergy(matching) / h;
  let energy = 0;
  for (let r = 0; r < n; r++) {
    const s = 24 * r;
    const c = 3 * r;
    const far = centre[c] ** 2 + centre[c + 1] ** 2 + centre[c + 2] ** 2;
    const now = sums[s + 18] + sums[s + 21] + sums[s + 23] - regionMass[r] * far;
    let turned = 0;
    let linear = 0;
    for (let k = 9 * r; k < 9 * r + 9; k++) turned += R[k] * matched[k];
    for (let row = 9 * r; row < 9 * r + 9; row += 3) {
      for (let c = 0; c < 9; c++)
        linear += A[row + ((c / 3) | 0)] * inverse[9 * r + c] * A[row + (c % 3)];
    }
    const rest = restSquare(memory, facts, data, r);
    const rigid = now + rest - 2 * turned;
    energy += 0.5 * pull[r] * (blend * rigid + (1 - blend) * now - linear);
    // ½ κ T θ² from d = κ θ, and from where d no longer grows on, linear.
    const d = memory.volume[2 * r] * (turned - rest);
    const square = Math.abs(d) < 1 ? d * d : 2 * Math.abs(d) - 1;
    if (memory.volume[2 * r] > 0) energy += (0.5 * pull[r] * blend * square) / memory.volume[2 * r];
  }
  return energy / h;
}

/** Energy of strains and of what is not quadratic, from the sums with velocities. */
function bendEnergy(matching: Matching): number {
  const { memory, sampler } = matching;
  const n = sampler.now.tree.leaves;
  const { sums, regionMass, centre, pull, bend } = memory;
  bendShapes(matching, 24, 12);
  let energy = 0;
  for (let r = 0; r < n; r++) {
    const s = 24 * r;
    const far = centre[3 * r] ** 2 + centre[3 * r + 1] ** 2 + centre[3 * r + 2] ** 2;
    const now = sums[s + 18] + sums[s + 21] + sums[s + 23] - regionMass[r] * far;
    const left = now - memory.bendEnergy[2 * r + 1];
    const rigid = bend[BEND * r + BEND_AT.rigid];
    energy += pull[r] * (memory.bendEnergy[2 * r] + 0.5 * rigid * left);
  }
  return energy;
}

/** Σ w |S r|² of a region at rest. */
function restSquare(memory: OctreeMemory, facts: RegionFacts, data: OctreeData, r: number): number {
  const { spread } = facts;
  const o = 6 * r;
  if (data.plastic === null) return spread[o] + spread[o + 3] + spread[o + 5];
  let sum = 0;
  for (let row = 0; row < 3; row++) {
    const k = 9 * r + 3 * row;
    const [a, b, c] = [memory.stretch[k], memory.stretch[k + 1], memory.stretch[k + 2]];
    sum += a * a * spread[o] + b * b * spread[o + 3] + c * c * spread[o + 5];
    sum += 2 * (a * b * spread[o + 1] + a * c * spread[o + 2] + b * c * spread[o + 4]);
  }
  return sum;
}

/**
 * Root mean square distance of a region's leaves from their goals over the region's own width, from the sums of the
 * last step; those must have been taken with velocities.
 */
export function regionStrain({ memory, facts, data }: Matching, r: number): number {
  const { sums, regionMass, centre, A } = memory;
  const goal = data.plastic === null ? memory.R : memory.F;
  const s = 24 * r;
  const c = 3 * r;
  const square = centre[c] ** 2 + centre[c + 1] ** 2 + centre[c + 2] ** 2;
  const rest = restSquare(memory, facts, data, r);
  let left = sums[s + 18] + sums[s + 21] + sums[s + 23] - regionMass[r] * square + rest;
  for (let k = 9 * r; k < 9 * r + 9; k++) left -= 2 * goal[k] * A[k];
  return rest > 0 ? Math.sqrt(Math.max(0, left) / rest) : 0;
}
