import { addMomenta, findMomenta, WHOLE } from '../../shared/momentum.ts';
import { NO_STRAIN, SOFTENINGS, SOFTEST } from '../numbers.ts';
import type { OctreeRun } from '../runtime.ts';
import { findPulls, findRegionFacts } from '../step/constants.ts';
import { elasticEnergy } from '../step/dynamics.ts';

/** Elastic energy [J], as measured in steps of h seconds. */
export function elasticNow(run: OctreeRun, h: number): number {
  findPulls(run.facts, run.memory, run.data, run.sampler, run.summation, h);
  run.stepLength = 0;
  return elasticEnergy(run, h, new Float64Array(run.memory.q.length));
}

/**
 * A cut must not raise the elastic energy from `before` it. Two effects would. The rest of a region is narrower, so the
 * same modulus makes its pull stronger: the calibration, found for the original body, is lowered until the body stores
 * no more than before. And parts of a rotating leaf move with its rotation, whose energy the leaf as a point did not
 * count: the parts get as much of the rotation as the remaining energy allows. What softening cannot save (it has a
 * limit) is taken from the motion. All keep momentum and spin to rounding. To be called when the state has been
 * transferred.
 */
export function keepEnergy(run: OctreeRun, before: number, h: number): void {
  const { memory, data } = run;
  const volume = data.voxels.count * data.voxels.cell ** 3;
  const rounding = 0.5 * data.young * NO_STRAIN * NO_STRAIN * volume;
  let now = elasticNow(run, h);
  for (let k = 0; k < SOFTENINGS && now > before + rounding; k++) {
    const softer = Math.max(SOFTEST, memory.softened[0] * (before / now));
    if (softer === memory.softened[0]) break;
    soften(run, softer);
    now = elasticNow(run, h);
  }
  giveTurn(run, before - now);
  if (now > before + rounding) slowDown(run, now - before);
}

/** Lowers the stiffness to a part of what was calibrated. */
export function soften(run: OctreeRun, to: number): void {
  run.memory.softened[0] = to;
  run.sampled.softened = to;
  findRegionFacts(run.facts, run.memory, run.data, run.sampler, run.summation);
  run.stepLength = 0;
}

/** Velocities of the parts of leaves: that of their leaf, and of its turn what `left` [J] is enough for. */
function giveTurn({ memory, sampler }: OctreeRun, left: number): void {
  const { v, mass, old } = memory;
  const n = sampler.now.tree.leaves;
  let turning = 0;
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) turning += 0.5 * mass[i] * (v[3 * i + c] - was(i, c)) ** 2;
  }
  const most = Math.max(0, left);
  if (turning <= most) return;
  const part = Math.sqrt(most / turning);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) v[3 * i + c] = was(i, c) + part * (v[3 * i + c] - was(i, c));
  }

  function was(i: number, c: number): number {
    return old.v[3 * old.like[i] + c];
  }
}

/** Takes an energy [J], if there is as much, from the motion of the leaves other than that as a rigid body. */
function slowDown({ memory, sampler }: OctreeRun, excess: number): void {
  const { x, v, mass } = memory;
  const n = sampler.now.tree.leaves;
  const inner = v.slice(0, 3 * n);
  const momenta = new Float64Array(9);
  const whole = new Float64Array(WHOLE.length);
  findMomenta(momenta, v, x, mass, n, whole);
  for (let c = 0; c < 6; c++) momenta[c] = -momenta[c];
  addMomenta(inner, momenta, x, mass, n, whole);
  let energy = 0;
  for (let k = 0; k < 3 * n; k++) energy += 0.5 * mass[(k / 3) | 0] * inner[k] * inner[k];
  if (!(energy > 0)) return;
  const lost = 1 - Math.sqrt(Math.max(0, 1 - excess / energy));
  for (let k = 0; k < 3 * n; k++) v[k] -= lost * inner[k];
}

export function kineticEnergy({ memory, sampler }: OctreeRun): number {
  let sum = 0;
  for (let i = 0; i < sampler.now.tree.leaves; i++) {
    const x = memory.v[3 * i];
    const y = memory.v[3 * i + 1];
    const z = memory.v[3 * i + 2];
    sum += 0.5 * memory.mass[i] * (x * x + y * y + z * z);
  }
  return sum;
}
