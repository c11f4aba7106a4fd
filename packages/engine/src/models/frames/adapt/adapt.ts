import { countDown, setThresholds, sleepNodes, wakeNode } from '../../shared/wake/rule.ts';
import type { LevelCounts } from '../../views.ts';
import { ASK_AGAIN, MOST_AWAKE } from '../numbers.ts';
import { type FramesRuntime, refreshSets, unpack } from '../runtime.ts';
import { expand } from '../step/contraction.ts';
import { massProduct } from '../step/mass.ts';
import { activate, activateNow, dwell } from './activate.ts';
import { payAttention } from './pay-attention.ts';
import { projectVelocity } from './project.ts';
import { freezeForces } from './regroup.ts';
import { restoreSpin, spinOfAll } from './spin.ts';
import { FRAME_TESTS } from './wake-tests.ts';

/**
 * Activates and deactivates frames by the motion (Tournier et al. 2014). Called with all nodes where they are at the
 * end of the step (`memory.D`) and with their velocities before (`run.startV`) and after it (`run.fresh`).
 *
 * A passive node whose parents are active is activated if the impulse that holds it to its parents would give it a
 * significant velocity soon. An active node without active children is deactivated if its velocity hardly differs from
 * its parents', and holding it there would need no significant impulse. Positions do not move; the velocity is
 * projected.
 */
export function adaptFrames(run: FramesRuntime, h: number, levels: LevelCounts): void {
  const { memory, sleepers, thresholds } = run;
  levels.switches = 0;
  levels.jump = 0;
  levels.kineticGain = 0;
  const { settings } = memory;
  if (settings[0] === 0) return;
  countDown(sleepers);
  prepare(run, h);
  const activated = activate(run, h, thresholds);
  memory.reach.count = 0;
  const steps = dwell(run);
  const later = Math.ceil(ASK_AGAIN * steps);
  const deactivated = sleepNodes(sleepers, FRAME_TESTS, run, thresholds, run.fresh, steps, later);
  let switched = activated + deactivated;
  if (switched > 0) switched += wakeRest(run, later);
  if (switched > 0) switchSets(run, deactivated > 0, levels);
  levels.switches = switched + run.woken;
  run.woken = 0;
}

/**
 * Activates frames without which the step just solved, with velocities u, is too coarse. Returns how many; nothing has
 * moved.
 */
export function refineFrames(run: FramesRuntime, h: number, u: Float64Array): number {
  const { data, memory, set, fresh } = run;
  if (memory.settings[0] === 0 || run.wide.count === 0 || FRAME_TESTS.wakesAtOnce(run)) return 0;
  run.startV.set(memory.V);
  unpack(fresh, u, set);
  expand(fresh, fresh, set.contraction, data.nodes, run.kernels);
  prepare(run, h);
  let count = activateNow(run, h, run.thresholds);
  if (count > 0) count += wakeRest(run, 0);
  run.woken += count;
  return count;
}

/**
 * While most frames are awake, all are: the stiffness of all points costs the same then, and sets that change cost more
 * than the few that sleep save. Those that were about to fall asleep are tested again after `later` steps. Returns how
 * many more are awake than the tests left.
 */
function wakeRest(run: FramesRuntime, later: number): number {
  const { data, memory, set, sleepers } = run;
  const { active, wait } = memory;
  let awake = 0;
  for (let k = 0; k < data.nodes; k++) awake += active[k];
  if (awake === data.nodes || awake < MOST_AWAKE * data.nodes) return 0;
  let change = 0;
  for (let k = 0; k < data.nodes; k++) {
    if (active[k] === 1) continue;
    const was = set.index[k] >= 0;
    change += was ? -1 : 1;
    if (was) {
      active[k] = 1;
      wait[k] = later;
    } else wakeNode(sleepers, k, dwell(run));
  }
  return change;
}

/** What the tests of a step of h seconds compare with. */
function prepare(run: FramesRuntime, h: number): void {
  const { settings } = run.memory;
  run.switchLength = h;
  setThresholds(run.thresholds, run.options, settings[1], run.size, settings[2], h);
  payAttention(run);
}

const spin = new Float64Array(3);

/** Installs the new set: contraction, projected velocity, and the measured jump and energy gain. */
export function switchSets(run: FramesRuntime, project: boolean, levels: LevelCounts): void {
  const { data, memory, fresh, forces, residual } = run;
  const before = kinetic(run);
  refreshSets(run);
  freezeForces(run);
  if (project) {
    const turns = data.root < 0;
    if (turns) spinOfAll(run, fresh, spin);
    projectVelocity(fresh, data, memory.mass, run.set, memory.project, run.kernels);
    expand(fresh, fresh, run.set.contraction, data.nodes, run.kernels);
    if (turns) restoreSpin(run, fresh, spin);
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
