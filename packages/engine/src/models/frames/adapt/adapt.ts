import type { LevelCounts } from '../../contract.ts';
import { type FramesRuntime, freezeForces, refreshSets } from '../runtime.ts';
import { expand, gather } from '../step/contraction.ts';
import { addRateStress } from '../step/dynamics.ts';
import { massProduct } from '../step/mass.ts';
import { addKeptForces } from '../step/table.ts';
import { canActivate, canDeactivate } from './candidates.ts';
import { applyOffset, blendParents, freezeOffset } from './offsets.ts';
import { projectVelocity } from './project.ts';
import { energyOfImpulse, energyOfVelocity } from './tests.ts';

/** Acceleration that counts as strong where there is no gravity, in body lengths [1/s²]. */
const WEIGHTLESS = 10;

/** Part of the energies that wake a frame, below which it may sleep: less than ½, so that it does not wake at once. */
const CALM = 0.25;

/**
 * Part of the energy that wakes a frame, up to which the impulse A_ii d that holds it may go. A_ii takes the frames around as
 * standing still while they would follow, so the impulse comes out many times too large: with ¼ here a beam in flexion keeps 10.1
 * frames awake on average, with this 7.6, and its tip is as near to that of all frames (1.2 % of the swing).
 */
const HOLD = 16;

/**
 * Spends frames where the motion needs them (Tournier et al. 2014). Called with all nodes where they are at the end of the step
 * (`memory.D`) and with their velocities before (`memory.V`) and after it (`run.fresh`).
 *
 * A passive node whose parents are active is activated if the impulse that holds it to its parents would give it a velocity worth
 * mentioning. An active node without active children is deactivated if its velocity can be told from its parents', and holding
 * it there would take no impulse worth mentioning either. Positions do not move; the velocity is projected.
 */
export function adaptFrames(run: FramesRuntime, h: number, levels: LevelCounts): void {
  const { data, memory } = run;
  levels.switches = 0;
  levels.jump = 0;
  levels.kineticGain = 0;
  if (memory.settings[0] === 0) return;
  for (let k = 0; k < data.nodes; k++) if (memory.wait[k] > 0) memory.wait[k]--;

  const tolerance = memory.settings[1];
  const slow = tolerance * run.size;
  // Accelerations are measured against the strongest gravity there was; without any, against a body length in 0.3 s squared.
  const gravity = memory.settings[2] > 0 ? memory.settings[2] : WEIGHTLESS * run.size;
  const weak = tolerance * gravity * h;
  const activated = activate(run, h, 0.5 * weak * weak);
  const deactivated = deactivate(run, CALM * slow * slow, HOLD * weak * weak);
  levels.switches = activated + deactivated;
  if (levels.switches > 0) switchSets(run, deactivated > 0, levels);
}

/** Activates candidates; `worth` is the energy per mass [m²/s²] that counts. Gives how many. */
function activate(run: FramesRuntime, h: number, worth: number): number {
  const { memory, wide, residual } = run;
  if (wide.count === 0) return 0;
  findResidual(run, h);
  let count = 0;
  for (let i = 0; i < wide.count; i++) {
    const c = wide.candidates[i];
    if (memory.wait[c] > 0) continue;
    const mass = wide.mass[16 * i + 15];
    const energy = energyOfImpulse(residual, 12 * c, wide.mass, 16 * i, run.chol);
    if (!(energy > worth * mass)) continue;
    memory.active[c] = 1;
    memory.wait[c] = dwellSteps(run);
    count++;
  }
  return count;
}

/**
 * residual = b − A u on the candidates, 12 numbers a node: the impulse that keeps it with its parents. (On the active nodes it would
 * be zero, they obey the equation: what stands there is of no use.)
 */
function findResidual(run: FramesRuntime, h: number): void {
  const { data, memory, set, wide, points, residual, fresh, forces, damping } = run;
  const { V, nodeImpulse } = memory;
  for (let i = 0; i < 12 * data.nodes; i++) residual[i] = V[i] - (1 + damping.mass * h) * fresh[i];
  massProduct(forces, residual, memory.mass, run.kernels);
  for (let k = 0; k < data.nodes; k++) {
    for (let r = 0; r < 3; r++) {
      for (let p = 0; p < 4; p++) {
        const i = 12 * k + 4 * r + p;
        forces[i] += h * run.gravity[r] * data.massVector[4 * k + p] + nodeImpulse[i];
      }
    }
  }
  residual.fill(0);
  gather(residual, forces, wide.contraction, data.nodes, run.kernels);
  const { order } = run.material;
  const scale = h * h + damping.stiffness * h;
  const { groups } = run;
  addRateStress(points, memory, set, groups.count, order, fresh, h, scale, run.kernels);
  const { ptr, node, H } = wide.points;
  const { number } = wide;
  run.kernels.elastonForcesOn(residual, number, ptr, node, H, points.P, groups.count, order);
  addKeptForces(residual, h, memory.kept, memory.keptTurn, wide.points, groups, memory.R);
}

/** Deactivates nodes that follow their parents anyway. Gives how many. */
function deactivate(run: FramesRuntime, slow: number, weak: number): number {
  const { data, memory, set, children, fresh, work } = run;
  const before = run.wasActive;
  before.set(memory.active);
  let count = 0;
  for (let i = 0; i < set.count; i++) {
    const k = set.list[i];
    if (memory.wait[k] > 0 || !canDeactivate(data, children, before, k)) continue;
    if (!freezeOffset(memory.offsets, data, memory.D, k, run.flat)) continue;
    // d = what the parents would give it − what it has.
    blendParents(run.flat, 0, data, fresh, k);
    applyOffset(work, 0, run.flat, 0, memory.offsets, 12 * k);
    for (let c = 0; c < 12; c++) work[c] -= fresh[12 * k + c];
    const stride = 4 * set.count;
    const m = 4 * i * stride + 4 * i;
    const mass = set.mass[m + 3 * stride + 3];
    if (energyOfVelocity(work, 0, set.mass, m, stride) > slow * mass) continue;
    if (impulseToHold(run, i) > weak * mass) continue;
    memory.active[k] = 0;
    memory.wait[k] = dwellSteps(run);
    count++;
  }
  return count;
}

/** Energy of the impulse A_ii d that it would take to give member i the velocity its parents have for it (d in run.work). */
function impulseToHold(run: FramesRuntime, i: number): number {
  const { set, memory, work } = run;
  const n = 12 * set.count;
  const r = run.flat;
  for (let a = 0; a < 12; a++) {
    let sum = 0;
    for (let b = 0; b < 12; b++) {
      const row = Math.max(a, b);
      const col = Math.min(a, b);
      sum += memory.matrix[(12 * i + row) * n + 12 * i + col] * work[b];
    }
    r[a] = sum;
  }
  const stride = 4 * set.count;
  const M = run.block;
  for (let p = 0; p < 4; p++) {
    for (let q = 0; q < 4; q++) M[4 * p + q] = set.mass[(4 * i + p) * stride + 4 * i + q];
  }
  return energyOfImpulse(r, 0, M, 0, run.chol);
}

/** Makes the new set the set: contraction, projected velocity, what moved and what energy was gained. */
function switchSets(run: FramesRuntime, project: boolean, levels: LevelCounts): void {
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

/** Activates every node that could help at the given nodes: called when something begins to touch there. */
export function wake(run: FramesRuntime, nodes: Int32Array, count: number): boolean {
  const { data, memory } = run;
  let changed = false;
  // Coarse to fine: a node can only be woken under active parents.
  for (let pass = 0; pass < data.levels; pass++) {
    for (let i = 0; i < count; i++) {
      if (!canActivate(data, memory.active, nodes[i])) continue;
      memory.active[nodes[i]] = 1;
      memory.wait[nodes[i]] = dwellSteps(run);
      changed = true;
    }
  }
  return changed;
}

/** Steps a node waits after a switch before it may switch again. */
function dwellSteps(run: FramesRuntime): number {
  return Math.max(1, Math.ceil(run.options.dwell / run.stepLength));
}
