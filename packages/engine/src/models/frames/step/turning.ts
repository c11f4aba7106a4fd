import type { FramesRuntime } from '../runtime.ts';

/**
 * Stiffness acts on what moves beyond turning. A point under stress resists being turned (its stress would go on pulling in the old
 * direction), and a step that is linear in the motion would slow every spin by that. So the turning that goes on is taken as done:
 * rhs += scale·K·(the points' turning at the velocities now), and `addRateStress` leaves it out. A vibration of a taut string is such
 * turning too; seen this way it is neither damped nor able to grow.
 * After `assembleMatrix`. The law without samples has a stiffness that does not feel turning.
 */
export function expectTurning(rhs: Float64Array, run: FramesRuntime, scale: number): void {
  const { points, set, groups, memory, forces, kernels } = run;
  const { samples, rates, F } = points;
  if (samples === null) return;
  const { turning, tangents, order } = samples;
  const { ptr, node, H } = set.points;
  const n = groups.count;
  kernels.elastonGradients(turning, ptr, node, H, memory.V, n, order);
  kernels.turningRates(turning, F, turning, n, order);
  kernels.tangentRates(rates, turning, tangents, n, order, 0, scale);
  forces.fill(0);
  kernels.elastonForces(forces, ptr, node, H, rates, n, order);
  for (let i = 0; i < set.count; i++) {
    for (let c = 0; c < 12; c++) rhs[12 * i + c] -= forces[12 * set.list[i] + c];
  }
}
