import type { FramesRuntime } from '../runtime.ts';
import { dwellSteps } from './activate.ts';
import { attentionTo } from './attention.ts';
import { canDeactivate } from './candidates.ts';
import { applyOffset, blendParents, freezeOffset } from './offsets.ts';
import { energyOfImpulse, energyOfVelocity } from './tests.ts';

/**
 * Deactivates nodes that follow their parents anyway: whose own velocity has less energy per mass than `slow` [m²/s²], and that
 * take an impulse worth less than `weak` to be held. Gives how many.
 */
export function deactivate(run: FramesRuntime, slow: number, weak: number): number {
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
    const attention = memory.attention.on ? attentionTo(memory.attention, k, work, 0) : 1;
    if (attention * energyOfVelocity(work, 0, set.mass, m, stride) > slow * mass) continue;
    if (attention * impulseToHold(run, i) > weak * mass) continue;
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
