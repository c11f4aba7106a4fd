import { canDeactivate } from '../../frames/adapt/candidates.ts';
import { applyOffset, blendParents, freezeOffset } from '../../frames/adapt/offsets.ts';
import { energyOfImpulse, energyOfVelocity } from '../../frames/adapt/tests.ts';
import { ADAPT_DEFAULTS } from '../../frames/runtime.ts';
import type { LevelCounts } from '../../views.ts';
import type { LayerPoints } from '../step/compose.ts';
import type { DenseBlock } from '../step/dense.ts';
import type { LayerSystem } from '../step/system.ts';
import { type AdaptiveFrames, dwellSteps, spreadUnknowns } from './adaptive.ts';
import { ask, findReach, indexAsked } from './asked.ts';
import { findResidual } from './residual.ts';
import { contractMatrix, findFollow } from './tree.ts';

/** Acceleration that counts as strong where there is no gravity, in body lengths [1/s²]. */
const WEIGHTLESS = 10;
/** A frame that has to stay awake asks again after this part of the dwell. */
const ASK_AGAIN = 0.5;

/**
 * Decides which frames wake and which fall asleep, by the rules of the frames model, after the step's solution u. Details take part:
 * what they pull at a sleeping frame with is in its residual. Nothing moves: a frame's offset is frozen where it is at the end of the
 * step, and the momentum of the mass points is what the next step starts from. `places` are the coefficients before the step, `expected` the
 * velocity that it was linearised at, if any.
 */
export function adaptFrames(
  a: AdaptiveFrames,
  s: LayerSystem,
  dense: DenseBlock,
  places: Float64Array,
  before: Float64Array,
  u: Float64Array,
  expected: Float64Array | null,
  levels: LevelCounts,
): void {
  levels.switches = 0;
  levels.jump = 0;
  const { tree, settings, wait } = a;
  if (settings[0] === 0) return;
  const { h } = s;
  for (let k = 0; k < tree.nodes; k++) if (wait[k] > 0) wait[k]--;
  spreadUnknowns(a.V, a, u, false);
  spreadUnknowns(a.V0, a, before, false);
  spreadUnknowns(a.D, a, places, true);
  for (let i = 0; i < a.D.length; i++) a.D[i] += h * a.V[i];
  const tolerance = settings[1];
  const slow = tolerance * a.size;
  const gravity = settings[2] > 0 ? settings[2] : WEIGHTLESS * a.size;
  const weak = ADAPT_DEFAULTS.acceleration * tolerance * gravity * h;
  const near = ADAPT_DEFAULTS.reach * slow;
  const { calm } = ADAPT_DEFAULTS;
  a.before.set(a.active);
  const woken = wakeFrames(a, s, u, expected, 0.5 * weak * weak, 0.5 * near * near);
  const slept = sleepFrames(
    a,
    dense,
    h,
    calm * slow * slow,
    calm * weak * weak,
    calm * near * near,
  );
  levels.switches = woken + slept;
  a.changed = levels.switches > 0;
}

function wakeFrames(
  a: AdaptiveFrames,
  s: LayerSystem,
  u: Float64Array,
  expected: Float64Array | null,
  weak: number,
  near: number,
): number {
  if (a.count === 0) return 0;
  findResidual(a, s, u, expected);
  const { asked, residual, ownMass } = a;
  asked.count = 0;
  for (let i = 0; i < a.count; i++) {
    const k = a.candidates[i];
    if (a.wait[k] > 0) continue;
    const energy = energyOfImpulse(residual, 12 * k, ownMass, 16 * k, a.chol);
    if (energy > weak * ownMass[16 * k + 15] && !ask(a, k)) break;
  }
  if (asked.count === 0) return 0;
  indexAsked(a);
  for (let i = 0; i < asked.count; i++)
    for (let c = 0; c < 12; c++) asked.force[12 * i + c] = residual[12 * asked.nodes[i] + c] / s.h;
  findFollow(a.still, a.tree, a.inWide, a.none);
  findReach(a, a.still);
  let count = 0;
  for (let i = 0; i < asked.count; i++) {
    const k = asked.nodes[i];
    if (!(asked.energy[i] > near * ownMass[16 * k + 15])) continue;
    a.active[k] = 1;
    a.wait[k] = dwellSteps(s.h);
    count++;
  }
  return count;
}

function sleepFrames(
  a: AdaptiveFrames,
  dense: DenseBlock,
  h: number,
  slow: number,
  weak: number,
  near: number,
): number {
  const { tree, asked, ownMass, work, wait, active } = a;
  asked.count = 0;
  let count = 0;
  // Those that were awake in this step; one that has just got a child stays.
  for (let i = 0; i < a.awake; i++) {
    const k = a.list[i];
    if (wait[k] > 0 || !canDeactivate(tree, a.children, active, k)) continue;
    // A parent of one that falls asleep now waits for the next step.
    if (!canDeactivate(tree, a.children, a.before, k)) continue;
    if (!freezeOffset(a.offsets, tree, a.D, k, a.flat)) continue;
    ownVelocity(a, a.V, k);
    if (energyOfVelocity(work, 0, ownMass, 16 * k) > slow * ownMass[16 * k + 15]) continue;
    if (impulseToHold(a, dense, k) <= weak * ownMass[16 * k + 15]) {
      active[k] = 0;
      wait[k] = dwellSteps(h);
      count++;
      continue;
    }
    const at = 12 * asked.count;
    if (!ask(a, k)) continue;
    for (let c = 0; c < 12; c++) asked.own[at + c] = work[c];
    ownVelocity(a, a.V0, k);
    for (let c = 0; c < 12; c++) asked.ownBefore[at + c] = work[c];
  }
  if (asked.count === 0) return count;
  holdingForces(a, dense, h);
  findFollow(a.still, tree, a.before, a.none);
  findReach(a, a.still);
  const later = Math.ceil(ASK_AGAIN * dwellSteps(h));
  for (let i = 0; i < asked.count; i++) {
    const k = asked.nodes[i];
    if (asked.energy[i] > near * ownMass[16 * k + 15]) {
      wait[k] = later;
      continue;
    }
    active[k] = 0;
    wait[k] = dwellSteps(h);
    count++;
  }
  return count;
}

/** work = what its parents would give node k − what it has, of velocities V. */
function ownVelocity(a: AdaptiveFrames, V: Float64Array, k: number): void {
  blendParents(a.flat, 0, a.tree, V, k);
  applyOffset(a.work, 0, a.flat, 0, a.offsets, 12 * k);
  for (let c = 0; c < 12; c++) a.work[c] -= V[12 * k + c];
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

/** Wakes nodes with `needed` 1 and all they hang on; returns how many. */
export function wakeNeeded(a: AdaptiveFrames, h: number): number {
  const { tree, needed, active, wait } = a;
  let woken = 0;
  for (let k = tree.nodes - 1; k >= 0; k--) {
    if (needed[k] === 0 || active[k] === 1) continue;
    for (let i = tree.parentPtr[k]; i < tree.parentPtr[k + 1]; i++) needed[tree.parent[i]] = 1;
    active[k] = 1;
    wait[k] = dwellSteps(h);
    woken++;
  }
  return woken;
}

/** Lets all frames sleep that have others to follow, where they are (a.D); returns how many. */
export function sleepAll(a: AdaptiveFrames): number {
  const { tree, active } = a;
  let count = 0;
  for (let k = tree.nodes - 1; k >= 0; k--) {
    if (!canDeactivate(tree, a.children, active, k)) continue;
    if (!freezeOffset(a.offsets, tree, a.D, k, a.flat)) continue;
    active[k] = 0;
    count++;
  }
  a.wait.fill(0);
  return count;
}

/**
 * Marks the frames near contact points that begin to touch faster than the tolerance; false if there are none. What an impact does
 * to the finest of them is over before the tests would have come down to it.
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
