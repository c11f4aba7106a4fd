import { energyOfImpulse } from '../../shared/wake/energies.ts';
import {
  askCandidates,
  dwellSteps,
  type Thresholds,
  wakeAsked,
  wakeNeeded,
} from '../../shared/wake/rule.ts';
import { WITHIN_STEP } from '../numbers.ts';
import type { FramesRuntime } from '../runtime.ts';
import { findLumped } from './lumped.ts';
import { findResidual } from './residual.ts';
import { FRAME_TESTS } from './wake-tests.ts';

/**
 * Finds what holds each candidate to its parents in the step just solved (velocities `startV` before it, `fresh` after
 * it), and what those that are pushed would reach. Returns how many woke at once, by the paper's test.
 */
export function judge(run: FramesRuntime, h: number, thresholds: Thresholds): number {
  const { memory, wide, options } = run;
  memory.reach.count = 0;
  memory.reach.isFull = false;
  if (wide.count === 0) return 0;
  if (options.test === 'lumped') findLumped(run, h);
  else findResidual(run, h);
  return askCandidates(run.sleepers, FRAME_TESTS, run, thresholds.wakePush, dwell(run));
}

/** Activates candidates by the wake rule, and finer nodes below those that a push has woken. Returns how many. */
export function activate(run: FramesRuntime, h: number, thresholds: Thresholds): number {
  const { memory, sleepers } = run;
  const atOnce = run.judged ? 0 : judge(run, h, thresholds);
  const woken = wakeAsked(sleepers, FRAME_TESTS, run, thresholds.wakeReach, dwell(run), true);
  // The paper's test wakes by itself.
  const below = memory.reach.count > 0 && woken > 0 ? wakeBelow(run, thresholds.wakePush) : 0;
  return atOnce + woken + below;
}

/**
 * Activates candidates that the step just solved should not have been without: what they would reach is far above what
 * may be neglected. Returns how many.
 */
export function activateNow(run: FramesRuntime, h: number, thresholds: Thresholds): number {
  const { sleepers, memory } = run;
  judge(run, h, thresholds);
  run.judged = true;
  const fast = WITHIN_STEP * memory.settings[1] * run.size;
  return wakeAsked(sleepers, FRAME_TESTS, run, 0.5 * fast * fast, dwell(run), false);
}

/**
 * Where a push from outside has just woken a node, the push acts on finer ones below it: nodes that would get more
 * energy per mass than `weak` wake with all their parents, since waking level by level would take as long as a poke.
 * Contact impulses do not count: they support a body all the time, and new contacts at speed wake frames by another
 * rule.
 */
function wakeBelow(run: FramesRuntime, weak: number): number {
  const { data, memory, set, near } = run;
  const { needed } = run.sleepers;
  const { massPtr, massCols, mass, parentPtr, parent } = data;
  let count = 0;
  needed.fill(0);
  for (let k = 0; k < data.nodes; k++) {
    // Bit 1: woken in this step (active, and not in the set yet), or below one that was. Bit 2: must wait, or hangs on
    // one that must.
    if (memory.active[k] === 1) {
      if (set.index[k] < 0) needed[k] = 1;
      continue;
    }
    if (memory.wait[k] > 0) needed[k] = 2;
    for (let i = parentPtr[k]; i < parentPtr[k + 1]; i++) needed[k] |= needed[parent[i]];
    if (needed[k] !== 1) continue;
    let at = massPtr[k];
    while (massCols[at] !== k) at++;
    const energy = energyOfImpulse(memory.pushImpulse, 12 * k, mass, 16 * at, run.chol);
    if (energy > weak * mass[16 * at + 15]) near[count++] = k;
  }
  return count === 0 ? 0 : wake(run, near, count);
}

/**
 * Activates the given nodes and all their parents: called when something begins to touch there, since the impact would
 * be over before the tests reached the finest nodes. Returns how many it woke.
 */
export function wake(run: FramesRuntime, nodes: Int32Array, count: number): number {
  const { needed } = run.sleepers;
  needed.fill(0);
  for (let i = 0; i < count; i++) needed[nodes[i]] = 1;
  return wakeNeeded(run.sleepers, dwell(run));
}

/** Steps a node waits after a switch before it may switch again. */
export function dwell(run: FramesRuntime): number {
  return dwellSteps(run.options.dwell, run.interval);
}
