import type { FramesRuntime } from '../runtime.ts';
import { gather } from '../step/contraction.ts';
import { addRateStress } from '../step/dynamics.ts';
import { massProduct } from '../step/mass.ts';
import { addKeptForces } from './regroup.ts';

/**
 * residual = b − A u on the candidates, 12 numbers a node: the impulse that keeps each with its parents. Entries of
 * active nodes are undefined.
 */
export function findResidual(run: FramesRuntime, h: number): void {
  const { data, memory, set, points, residual, startV, fresh, taken, expected, forces, damping } =
    run;
  for (let i = 0; i < 12 * data.nodes; i++)
    residual[i] = startV[i] - (1 + damping.mass * h) * (fresh[i] + taken[i]);
  massProduct(forces, residual, memory.mass, run.kernels);
  if (memory.drag !== null) {
    for (let i = 0; i < 12 * data.nodes; i++) residual[i] = fresh[i] + taken[i];
    massProduct(memory.nodes, residual, memory.drag, run.kernels);
    for (let i = 0; i < 12 * data.nodes; i++) forces[i] -= damping.air * h * memory.nodes[i];
  }
  const scale = h * h + damping.stiffness * h;
  const { order } = run.material;
  for (let i = 0; i < 12 * data.nodes; i++) residual[i] = fresh[i] + taken[i] - expected[i];
  addRateStress(points, memory, set, run.groups.count, order, residual, h, scale, run.kernels);
  gatherAll(run, h, 1);
}

/**
 * residual = h f on the candidates: the impulse of all forces as they were at the beginning of the step,
 * damping left out. Stresses in `points.P` must be those of the step.
 */
export function findForces(run: FramesRuntime, h: number): void {
  run.forces.fill(0);
  gatherAll(run, h, h);
}

/**
 * residual = run.forces, gravity, couplings, kept forces and `stressScale` times the stresses in `points.P`, on the
 * candidates.
 */
function gatherAll(run: FramesRuntime, h: number, stressScale: number): void {
  const { data, memory, wide, points, residual, forces, groups, kernels } = run;
  const { nodeImpulse } = memory;
  const { massVector, nodes } = data;
  for (let r = 0; r < 3; r++) {
    const pull = h * run.gravity[r];
    for (let k = 0; k < nodes; k++) {
      const i = 12 * k + 4 * r;
      for (let p = 0; p < 4; p++)
        forces[i + p] += pull * massVector[4 * k + p] + nodeImpulse[i + p];
    }
  }
  residual.fill(0);
  gather(residual, forces, wide.contraction, data.nodes, kernels);
  if (stressScale !== 1) for (let i = 0; i < 36 * groups.count; i++) points.P[i] *= stressScale;
  const { ptr, node, H } = wide.points;
  const { order } = run.material;
  kernels.elastonForcesOn(residual, wide.number, ptr, node, H, points.P, groups.count, order);
  addKeptForces(residual, h, run);
}
