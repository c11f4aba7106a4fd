import type { FramesRuntime } from '../runtime.ts';
import { addTwistStress, findTension, listTaut } from './tension.ts';

/**
 * Stiffness acts on what moves beyond turning. A point under stress resists being turned (its stress would go on pulling in the old
 * direction), and a step that is linear in the motion would slow every spin by that. So the turning that goes on is taken as done:
 * rhs += scale·K·(the points' turning at the velocities now), and `addRateStress` leaves it out. A vibration of a taut string is such
 * turning too; seen this way it is neither damped nor able to grow.
 * After `assembleMatrix`. Of the law without samples only taut points feel turning at all.
 */
export function expectTurning(rhs: Float64Array, run: FramesRuntime, scale: number): void {
  const { points, set, groups, memory, forces, kernels } = run;
  const { samples, tension, turning, rates, F, volumeMu, volumeLambda } = points;
  if (samples === null && !tension?.any) return;
  const { order } = run.material;
  const { node, H } = set.points;
  const n = groups.count;
  const ptr = tension === null ? set.points.ptr : listTaut(tension, set.points, n);
  kernels.elastonGradients(turning, ptr, node, H, memory.V, n, order);
  kernels.turningRates(turning, F, turning, n, order);
  if (samples !== null) {
    kernels.tangentRates(rates, turning, samples.tangents, n, order, 0, scale);
  } else if (tension !== null) {
    kernels.elastonRates(rates, turning, memory.R, volumeMu, volumeLambda, n, order, 0, scale);
    addTwistStress(rates, turning, tension, n, scale);
  }
  forces.fill(0);
  kernels.elastonForces(forces, ptr, node, H, rates, n, order);
  for (let i = 0; i < set.count; i++) {
    for (let c = 0; c < 12; c++) rhs[12 * i + c] -= forces[12 * set.list[i] + c];
  }
}

/** Which points are taut in a step whose forces count by `scale` [s²]; nothing to do for laws that know it by themselves. */
export function tighten(run: FramesRuntime, scale: number): void {
  const { points, groups, memory, data } = run;
  const { tension, F, volumeMu, volumeLambda } = points;
  if (tension === null) return;
  const density = data.totalMass / run.volume;
  findTension(tension, memory.R, F, volumeMu, volumeLambda, groups.count, scale, density);
}
