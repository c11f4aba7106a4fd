import type { FramesRuntime } from '../runtime.ts';
import { attentionTo } from './attention.ts';
import { findLumped } from './lumped.ts';
import { ask, findReach } from './reach.ts';
import { findResidual } from './residual.ts';
import { energyOfImpulse, energyOfVelocity, velocityOfImpulse } from './tests.ts';

/** A node that has just fallen asleep, and so should wait, wakes for this many times the energy: a load that comes then is not overlooked. */
const STRONG = 4;
/** Steps in which those who were refused let others ask, where there is no room for all. */
const LET_OTHERS = 2;

/**
 * Activates candidates. First the cheap question: would the impulse that holds a candidate to its parents give it an energy per
 * mass of more than `weak` [m²/s²] in this step? Most of the time none says yes. Those that do are asked together how far they would
 * get: more than `slow` is worth a frame. Those that wait need more, by a factor. Returns how many.
 */
export function activate(run: FramesRuntime, h: number, weak: number, slow: number): number {
  const { memory, wide, residual, options } = run;
  if (wide.count === 0) return 0;
  const lumped = options.test === 'lumped';
  if (lumped) findLumped(run, h);
  else findResidual(run, h);
  const { reach } = memory;
  reach.count = 0;
  reach.isFull = false;
  let count = 0;
  for (let i = 0; i < wide.count; i++) {
    const c = wide.candidates[i];
    if (memory.wait[c] > 0 && memory.wait[c] <= LET_OTHERS) continue;
    const energy = lumped
      ? energyOfVelocity(residual, 12 * c, wide.mass, 16 * i)
      : energyOfImpulse(residual, 12 * c, wide.mass, 16 * i, run.chol);
    const least = needs(run, c) * weak * wide.mass[16 * i + 15];
    if (!(attention(run, i, lumped) * energy > least)) continue;
    if (lumped || options.reach === 0) {
      wakeNode(run, c);
      count++;
    } else ask(reach, i);
  }
  if (reach.count === 0) return count;
  findReach(run, h);
  for (let i = 0; i < reach.count; i++) {
    const at = reach.asked[i];
    const c = wide.candidates[at];
    const least = needs(run, c) * slow * wide.mass[16 * at + 15];
    if (attention(run, at, false) * reach.energy[i] > least) {
      wakeNode(run, c);
      count++;
    } else if (reach.isFull && memory.wait[c] === 0) memory.wait[c] = LET_OTHERS;
  }
  if (count > 0) count += wakeBelow(run, weak);
  return count;
}

/**
 * Where a push from outside has just woken a node, the push acts on finer ones below it: those that it would give more energy per
 * mass than `weak` are woken with all they hang on, since going down level by level would take as many steps as a poke. Contacts are
 * no such push: they carry a body all the time, and those that begin at speed wake frames on their own.
 */
function wakeBelow(run: FramesRuntime, weak: number): number {
  const { data, memory, set, needed, near } = run;
  const { massPtr, massCols, mass, parentPtr, parent } = data;
  let count = 0;
  needed.fill(0);
  for (let k = 0; k < data.nodes; k++) {
    // Bit 1: woken in this step (active, and not in the set yet), or below one that was. Bit 2: must wait, or hangs on one that must.
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

/** What node c needs of the energy that wakes others. */
function needs({ memory }: FramesRuntime, c: number): number {
  return memory.wait[c] > 0 ? STRONG : 1;
}

/** How much the i-th candidate's motion matters to who looks. */
function attention(run: FramesRuntime, i: number, lumped: boolean): number {
  const { memory, wide, residual, work } = run;
  if (!memory.attention.on) return 1;
  const c = wide.candidates[i];
  if (lumped) for (let k = 0; k < 12; k++) work[k] = residual[12 * c + k];
  else velocityOfImpulse(work, 0, residual, 12 * c, wide.mass, 16 * i, run.chol);
  return attentionTo(memory.attention, c, work, 0);
}

/**
 * Activates the given nodes and all they hang on: called when something begins to touch there, since what the impact does to the
 * finest of them is over before the tests would have come down to it. Returns how many it woke.
 */
export function wake(run: FramesRuntime, nodes: Int32Array, count: number): number {
  const { data, memory, needed } = run;
  needed.fill(0);
  for (let i = 0; i < count; i++) needed[nodes[i]] = 1;
  let woken = 0;
  // Parents come before their children.
  for (let k = data.nodes - 1; k >= 0; k--) {
    if (needed[k] === 0 || memory.active[k] === 1) continue;
    for (let i = data.parentPtr[k]; i < data.parentPtr[k + 1]; i++) needed[data.parent[i]] = 1;
    wakeNode(run, k);
    woken++;
  }
  return woken;
}

function wakeNode(run: FramesRuntime, k: number): void {
  run.memory.active[k] = 1;
  run.memory.wait[k] = dwellSteps(run);
}

/** Steps a node waits after a switch before it may switch again. */
export function dwellSteps(run: FramesRuntime): number {
  return Math.max(1, Math.ceil(run.options.dwell / run.stepLength));
}
