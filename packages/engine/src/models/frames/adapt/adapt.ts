import type { LevelCounts } from '../../views.ts';
import { type FramesRuntime, refreshSets } from '../runtime.ts';
import { expand } from '../step/contraction.ts';
import { massProduct } from '../step/mass.ts';
import { activate } from './activate.ts';
import { payAttention } from './attention.ts';
import { deactivate } from './deactivate.ts';
import { projectVelocity } from './project.ts';
import { freezeForces } from './regroup.ts';

/** Acceleration that counts as strong where there is no gravity, in body lengths [1/s²]. */
const WEIGHTLESS = 10;

/**
 * Spends frames where the motion needs them (Tournier et al. 2014). Called with all nodes where they are at the end of the step
 * (`memory.D`) and with their velocities before (`run.startV`) and after it (`run.fresh`).
 *
 * A passive node whose parents are active is activated if the impulse that holds it to its parents would give it a velocity worth
 * mentioning, now and before long. An active node without active children is deactivated if its velocity cannot be told from
 * its parents', and holding it there would take no impulse worth mentioning either. Positions do not move; the velocity is
 * projected.
 */
export function adaptFrames(run: FramesRuntime, h: number, levels: LevelCounts): void {
  const { data, memory, options } = run;
  levels.switches = 0;
  levels.jump = 0;
  levels.kineticGain = 0;
  if (memory.settings[0] === 0) return;
  for (let k = 0; k < data.nodes; k++) if (memory.wait[k] > 0) memory.wait[k]--;

  const tolerance = memory.settings[1];
  const slow = tolerance * run.size;
  // Accelerations are measured against the strongest gravity there was; without any, against a body length in 0.3 s squared.
  const gravity = memory.settings[2] > 0 ? memory.settings[2] : WEIGHTLESS * run.size;
  const weak = options.acceleration * tolerance * gravity * h;
  const near = options.reach * slow;
  payAttention(run);
  const activated = activate(run, h, 0.5 * weak * weak, 0.5 * near * near);
  const { calm } = options;
  const deactivated = deactivate(
    run,
    h,
    calm * slow * slow,
    calm * weak * weak,
    calm * near * near,
  );
  levels.switches = activated + deactivated;
  if (levels.switches > 0) switchSets(run, deactivated > 0, levels);
}

/** Makes the new set the set: contraction, projected velocity, what moved and what energy was gained. */
export function switchSets(run: FramesRuntime, project: boolean, levels: LevelCounts): void {
  const { data, memory, fresh, forces, residual } = run;
  const before = kinetic(run);
  refreshSets(run);
  freezeForces(run);
  if (project) {
    projectVelocity(fresh, data, memory.mass, run.set, memory.project, run.kernels);
    expand(fresh, fresh, run.set.contraction, data.nodes, run.kernels);
  }
  levels.kineticGain = Math.max(0, kinetic(run) - before);
  for (let i = 0; i < 12 * data.nodes; i++) forces[i] = memory.D[i];
  expand(residual, forces, run.set.contraction, data.nodes, run.kernels);
  for (let i = 0; i < 12 * data.nodes; i++) {
    const scale = i % 4 === 3 ? 1 : run.size;
    levels.jump = Math.max(levels.jump, scale * Math.abs(residual[i] - memory.D[i]));
  }
}

/** ½ tr(V M Vᵀ) of the velocities in run.fresh [J]. */
function kinetic(run: FramesRuntime): number {
  massProduct(run.forces, run.fresh, run.memory.mass, run.kernels);
  let sum = 0;
  for (let i = 0; i < 12 * run.data.nodes; i++) sum += run.forces[i] * run.fresh[i];
  return 0.5 * sum;
}
