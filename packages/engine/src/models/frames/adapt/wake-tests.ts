import {
  energyOfImpulse,
  energyOfVelocity,
  velocityOfImpulse,
} from '../../shared/wake/energies.ts';
import { ownVelocity, type WakeTests } from '../../shared/wake/rule.ts';
import { LET_OTHERS, STRONG_CAUSE } from '../numbers.ts';
import type { FramesRuntime } from '../runtime.ts';
import { blockOf } from '../step/pattern.ts';
import { ask } from './asked.ts';
import { attentionTo } from './attention.ts';
import { findHolding, impulseToHold } from './holding.ts';
import { findReach } from './reach.ts';

/** The tests of the wake rule for frames. Energies are weighted by attention. */
export const FRAME_TESTS: WakeTests<FramesRuntime> = {
  candidates: ({ wide }) => wide.count,
  candidate: ({ wide }, i) => wide.candidates[i],
  isPushed(run, i, least) {
    const { memory, wide, residual } = run;
    const c = wide.candidates[i];
    if (memory.wait[c] > 0 && memory.wait[c] <= LET_OTHERS) return false;
    const lumped = run.options.test === 'lumped';
    const energy = lumped
      ? energyOfVelocity(residual, 12 * c, wide.mass, 16 * i)
      : energyOfImpulse(residual, 12 * c, wide.mass, 16 * i, run.chol);
    const needed = needs(run, c) * least * wide.mass[16 * i + 15];
    return attention(run, i, lumped) * energy > needed;
  },
  wakesAtOnce: ({ options }) => options.test === 'lumped' || options.reach === 0,
  ask(run, i) {
    ask(run.memory.reach, i);
  },
  findReach: (run) => findReach(run, run.switchLength),
  asked: ({ memory }) => memory.reach.count,
  askedNode: ({ memory, wide }, i) => wide.candidates[memory.reach.asked[i]],
  reaches(run, i, least) {
    const { memory, wide } = run;
    const at = memory.reach.asked[i];
    const needed = needs(run, wide.candidates[at]) * least * wide.mass[16 * at + 15];
    return attention(run, at, false) * memory.reach.energy[i] > needed;
  },
  refuse({ memory }, k) {
    if (memory.reach.isFull && memory.wait[k] === 0) memory.wait[k] = LET_OTHERS;
  },
  moves({ memory, set, work, counts }, k, least) {
    const m = massAt(set, k);
    counts[0] = memory.attention.on ? attentionTo(memory.attention, k, work, 0) : 1;
    return counts[0] * energyOfVelocity(work, 0, set.mass, m) > least * set.mass[m + 15];
  },
  pulls(run, k, least) {
    const { set, counts } = run;
    const held = impulseToHold(run, set.index[k]);
    return !(counts[0] * held <= least * set.mass[massAt(set, k) + 15]);
  },
  askHeld(run, k) {
    const { memory, set, work } = run;
    const { reach } = memory;
    const at = 12 * reach.count;
    if (!ask(reach, set.index[k])) return;
    for (let c = 0; c < 12; c++) reach.own[at + c] = work[c];
    ownVelocity(run.sleepers, run.startV, k);
    for (let c = 0; c < 12; c++) reach.ownBefore[at + c] = work[c];
    reach.counts[at / 12] = run.counts[0] / set.mass[massAt(set, k) + 15];
  },
  findHolding: (run) => findHolding(run, run.switchLength),
  heldNode: ({ memory, set }, i) => set.list[memory.reach.asked[i]],
  wouldReach: ({ memory: { reach } }, i, least) => reach.counts[i] * reach.energy[i] > least,
};

/** Where the mass of node k, awake, is among the blocks of the set. */
function massAt({ pattern, index }: FramesRuntime['set'], k: number): number {
  return 16 * blockOf(pattern, index[k], index[k]);
}

/** What node c needs of the energy that wakes others. */
function needs({ memory }: FramesRuntime, c: number): number {
  return memory.wait[c] > 0 ? STRONG_CAUSE : 1;
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
