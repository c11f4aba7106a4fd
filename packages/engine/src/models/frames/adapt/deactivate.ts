import type { FramesRuntime } from '../runtime.ts';
import { blockOf } from '../step/pattern.ts';
import { dwellSteps } from './activate.ts';
import { attentionTo } from './attention.ts';
import { canDeactivate } from './candidates.ts';
import { findHolding, impulseToHold } from './holding.ts';
import { applyOffset, blendParents, freezeOffset } from './offsets.ts';
import { ask } from './reach.ts';
import { energyOfVelocity } from './tests.ts';

/** A node that has to stay awake asks again after this part of the dwell. */
const ASK_AGAIN = 0.25;

/**
 * Deactivates nodes that follow their parents anyway and would not be woken again: whose own velocity has less energy per mass than
 * `slow` [m²/s²], and that are either held by an impulse worth less than `weak`, or could not come to more than `near` if
 * they were let go. Returns how many.
 */
export function deactivate(
  run: FramesRuntime,
  h: number,
  slow: number,
  weak: number,
  near: number,
): number {
  const { data, memory, set, children, fresh, work } = run;
  const { reach } = memory;
  const before = run.wasActive;
  before.set(memory.active);
  reach.count = 0;
  let count = 0;
  // Coarse nodes first, which is not the order of the members.
  for (let k = 0; k < data.nodes; k++) {
    const i = set.index[k];
    if (i < 0 || memory.wait[k] > 0 || !canDeactivate(data, children, before, k)) continue;
    if (!freezeOffset(memory.offsets, data, memory.D, k, run.flat)) continue;
    ownVelocity(run, run.startV, k);
    for (let c = 0; c < 12; c++) run.before[c] = work[c];
    ownVelocity(run, fresh, k);
    const m = 16 * blockOf(set.pattern, i, i);
    const mass = set.mass[m + 15];
    const attention = memory.attention.on ? attentionTo(memory.attention, k, work, 0) : 1;
    if (attention * energyOfVelocity(work, 0, set.mass, m) > slow * mass) continue;
    if (attention * impulseToHold(run, i) <= weak * mass) {
      sleepNode(run, k);
      count++;
      continue;
    }
    const at = 12 * reach.count;
    if (!ask(reach, i)) continue;
    for (let c = 0; c < 12; c++) {
      reach.own[at + c] = work[c];
      reach.ownBefore[at + c] = run.before[c];
    }
    reach.counts[at / 12] = attention / mass;
  }
  if (reach.count === 0 || near === 0) return count;
  findHolding(run, h);
  const later = Math.ceil(ASK_AGAIN * dwellSteps(run));
  for (let i = 0; i < reach.count; i++) {
    const k = set.list[reach.asked[i]];
    if (reach.counts[i] * reach.energy[i] > near) {
      memory.wait[k] = later;
      continue;
    }
    sleepNode(run, k);
    count++;
  }
  return count;
}

/** work = what its parents would give node k − what it has, of velocities V. */
function ownVelocity(run: FramesRuntime, V: Float64Array, k: number): void {
  const { data, memory, work, flat } = run;
  blendParents(flat, 0, data, V, k);
  applyOffset(work, 0, flat, 0, memory.offsets, 12 * k);
  for (let c = 0; c < 12; c++) work[c] -= V[12 * k + c];
}

function sleepNode(run: FramesRuntime, k: number): void {
  run.memory.active[k] = 0;
  run.memory.wait[k] = dwellSteps(run);
}
