import { energyOfImpulse, energyOfVelocity } from '../../shared/wake/energies.ts';
import {
  countDown,
  dwellSteps,
  ownVelocity,
  setThresholds,
  sleepNodes,
  WAKE_DEFAULTS,
  type WakeTests,
  wakeCandidates,
} from '../../shared/wake/rule.ts';
import type { LevelCounts } from '../../views.ts';
import { ASK_AGAIN } from '../numbers.ts';
import type { LayerPoints } from '../step/compose.ts';
import type { DenseBlock } from '../step/dense.ts';
import type { LayerSystem } from '../step/system.ts';
import { type AdaptiveFrames, spreadUnknowns } from './adaptive.ts';
import { ask, findReach, indexAsked } from './asked.ts';
import { findResidual } from './residual.ts';
import { contractMatrix, findFollow } from './tree.ts';

/** The frames, and the equation that they are part of. */
export interface Switching {
  readonly a: AdaptiveFrames;
  readonly s: LayerSystem;
  readonly dense: DenseBlock;
}

/**
 * Decides which frames wake and which fall asleep, by the wake rule that the frames model has, too, after the step's
 * solution u. Details take part: their pull on a sleeping frame is in its residual. Nothing moves: a frame's
 * offset is frozen where it is at the end of the step, and the momentum of the mass points is what the next step starts
 * from. `places` are the coefficients before the step, `expected` is the velocity that it was linearised at, if any.
 */
export function adaptFrames(
  on: Switching,
  places: Float64Array,
  before: Float64Array,
  u: Float64Array,
  expected: Float64Array | null,
  levels: LevelCounts,
): void {
  levels.switches = 0;
  levels.jump = 0;
  const { a, s } = on;
  const { settings, thresholds, asked } = a;
  if (settings[0] === 0) return;
  const { h } = s;
  countDown(a);
  spreadUnknowns(a.V, a, u, false);
  spreadUnknowns(a.V0, a, before, false);
  spreadUnknowns(a.D, a, places, true);
  for (let i = 0; i < a.D.length; i++) a.D[i] += h * a.V[i];
  setThresholds(thresholds, WAKE_DEFAULTS, settings[1], a.size, settings[2], h);
  a.before.set(a.active);
  const steps = dwellSteps(WAKE_DEFAULTS.dwell, h);
  asked.count = 0;
  if (a.count > 0) {
    findResidual(a, s, u, expected);
    levels.switches += wakeCandidates(a, LAYER_TESTS, on, thresholds, steps);
  }
  asked.count = 0;
  const later = Math.ceil(ASK_AGAIN * steps);
  levels.switches += sleepNodes(a, LAYER_TESTS, on, thresholds, a.V, steps, later);
  a.changed = levels.switches > 0;
}

/** The tests of the wake rule for frames below details. */
const LAYER_TESTS: WakeTests<Switching> = {
  candidates: ({ a }) => a.count,
  candidate: ({ a }, i) => a.candidates[i],
  isPushed({ a }, i, least) {
    const k = a.candidates[i];
    if (a.wait[k] > 0) return false;
    const energy = energyOfImpulse(a.residual, 12 * k, a.ownMass, 16 * k, a.chol);
    return energy > least * a.ownMass[16 * k + 15];
  },
  wakesAtOnce: () => false,
  ask({ a }, i) {
    ask(a, a.candidates[i]);
  },
  findReach({ a, s }) {
    const { asked, residual } = a;
    indexAsked(a);
    for (let i = 0; i < asked.count; i++)
      for (let c = 0; c < 12; c++)
        asked.force[12 * i + c] = residual[12 * asked.nodes[i] + c] / s.h;
    findFollow(a.still, a.tree, a.inWide, a.none);
    findReach(a, a.still);
  },
  asked: ({ a }) => a.asked.count,
  askedNode: ({ a }, i) => a.asked.nodes[i],
  reaches: ({ a }, i, least) => comesTo(a, i, least),
  refuse() {},
  moves: ({ a }, k, least) =>
    energyOfVelocity(a.work, 0, a.ownMass, 16 * k) > least * a.ownMass[16 * k + 15],
  pulls: ({ a, dense }, k, least) =>
    !(impulseToHold(a, dense, k) <= least * a.ownMass[16 * k + 15]),
  askHeld({ a }, k) {
    const { asked, work } = a;
    const at = 12 * asked.count;
    if (!ask(a, k)) return;
    for (let c = 0; c < 12; c++) asked.own[at + c] = work[c];
    ownVelocity(a, a.V0, k);
    for (let c = 0; c < 12; c++) asked.ownBefore[at + c] = work[c];
  },
  findHolding({ a, s, dense }) {
    holdingForces(a, dense, s.h);
    findFollow(a.still, a.tree, a.before, a.none);
    findReach(a, a.still);
  },
  heldNode: ({ a }, i) => a.asked.nodes[i],
  wouldReach: ({ a }, i, least) => comesTo(a, i, least),
};

function comesTo({ asked, ownMass }: AdaptiveFrames, i: number, least: number): boolean {
  return asked.energy[i] > least * ownMass[16 * asked.nodes[i] + 15];
}

/** Energy of the impulse A_kk d that gives node k the velocity its parents have for it (d in work[0..12)). */
function impulseToHold(a: AdaptiveFrames, dense: DenseBlock, k: number): number {
  const { work } = a;
  const { matrix, row, size } = dense;
  for (let i = 0; i < 12; i++) {
    const at = row[12 * k + unknownOf(i)] * size;
    let sum = 0;
    for (let j = 0; j < 12; j++) sum += matrix[at + row[12 * k + unknownOf(j)]] * work[j];
    work[12 + i] = sum;
  }
  return energyOfImpulse(work, 12, a.ownMass, 16 * k, a.chol);
}

/** asked.force = (A d − M d₀)/h: what holds them all from now on, but for stopping what they did before the step. */
function holdingForces(a: AdaptiveFrames, dense: DenseBlock, h: number): void {
  const { asked, tree } = a;
  const { nodes, count, own, ownBefore, mass, force } = asked;
  const { matrix, row, size } = dense;
  indexAsked(a);
  contractMatrix(mass, a.mass, 1, tree, a.now.contraction, a.index, count, a.half);
  for (let i = 0; i < count; i++) {
    for (let x = 0; x < 12; x++) {
      const at = row[12 * nodes[i] + unknownOf(x)] * size;
      let sum = 0;
      for (let j = 0; j < count; j++) {
        for (let y = 0; y < 12; y++) {
          sum += matrix[at + row[12 * nodes[j] + unknownOf(y)]] * own[12 * j + y];
          if (x >> 2 !== y >> 2) continue;
          sum -= mass[(4 * i + (x & 3)) * 4 * count + 4 * j + (y & 3)] * ownBefore[12 * j + y];
        }
      }
      force[12 * i + x] = sum / h;
    }
  }
}

/** Place of entry i of a 3×4 matrix among the unknowns of its frame. */
function unknownOf(i: number): number {
  return 3 * (i & 3) + (i >> 2);
}

/**
 * Marks the frames near contact points that begin to touch faster than the tolerance; false if there are none. The
 * impact would be over before the tests reached the finest of them.
 */
export function needFrames(
  a: AdaptiveFrames,
  contacts: LayerPoints,
  points: Int32Array,
  count: number,
  speeds: Float64Array,
): boolean {
  const { touched, touching, needed } = a;
  const { ptr, fn } = contacts.following!.full;
  const slow = a.settings[1] * a.size;
  let begins = false;
  touching.fill(0);
  needed.fill(0);
  for (let i = 0; i < count; i++) {
    const at = points[i];
    touching[at] = 1;
    if (touched[at] === 1 || speeds[at] < slow) continue;
    begins = true;
    for (let e = ptr[at]; e < ptr[at + 1]; e += 4) needed[fn[e] >> 2] = 1;
  }
  touched.set(touching);
  return begins && a.settings[0] === 1;
}
