import type { LevelCounts } from '../../views.ts';
import { spreadFollowers } from '../front/spread.ts';
import { SETTING } from '../memory.ts';
import { AHEAD, AIM, ALWAYS, EVERY, FILL, MOSTLY, PAUSE, SELDOM, SOON } from '../numbers.ts';
import { spreadPast } from '../past.ts';
import type { TetsRuntime } from '../runtime.ts';
import { type Adaptation, TO_SPLIT } from './adaptation.ts';
import { findError, longest, meanByMass } from './error.ts';
import { findResidual, takeRotations } from './finest.ts';
import { errorOfHolds } from './holds.ts';
import { loadsChanged, noteLoads } from './loads.ts';
import { chooseMerges } from './merges.ts';
import { outOfRange } from './range.ts';
import { findShares, limitOf, refreshShares } from './shares.ts';
import { switchFront } from './switch.ts';
import { findTouched } from './touched.ts';

/** The allowed error [m]; with the criterion “energy”, the distance covered at the allowed speed. */
function toleranceOf({ data, memory }: TetsRuntime): number {
  const { settings } = memory;
  return data.options.criterion === 'energy'
    ? settings[SETTING.speed] * data.size * AHEAD
    : settings[SETTING.tolerance];
}

function isAdaptive({ data, memory }: TetsRuntime): boolean {
  return memory.settings[SETTING.adaptive] === 1 && data.parents > 0;
}

/**
 * Estimates the error of the step just solved and splits the elements that cause most of it. True if some were split:
 * `velocity` is then that of the start of the step on the new front, and the step is to be solved again.
 */
export function refineTets(
  run: TetsRuntime,
  ad: Adaptation,
  u: Float64Array,
  levels: LevelCounts,
  beforeSwitch: () => void,
): boolean {
  const { memory, data } = run;
  const { settings } = memory;
  if (!isAdaptive(run) || data.options.criterion === 'range') return false;
  const tolerance = toleranceOf(run);
  if (settings[SETTING.wait] > 1 && !loadsChanged(run, ad, tolerance)) return false;
  noteLoads(run, ad);
  const steps = settings[SETTING.interval] - settings[SETTING.wait] + 1;
  const before = settings[SETTING.error];
  settings[SETTING.wait] = 1;
  settings[SETTING.interval] = Math.max(0, steps);
  settings[SETTING.error] = 0;
  settings[SETTING.growth] = 0;
  refreshShares(run, ad.shares);
  if (ad.shares.count === 0) return false;
  findMotion(run, ad, u);
  settings[SETTING.error] = measureError(run, ad, u);
  settings[SETTING.growth] = Math.abs(settings[SETTING.error] - before) / Math.max(1, steps);
  if (settings[SETTING.error] <= tolerance) return false;
  ad.splits = chooseSplits(run, ad, (AIM * tolerance) / settings[SETTING.error]);
  if (ad.splits === 0) return false;
  splitRest(run, ad);
  beforeSwitch();
  // From the start of the step, on the new front.
  ad.U.set(ad.V);
  ad.operators.evaluate(0, null, 'q');
  spreadPast(run);
  switchFront(run, ad, memory.velocity, 0, levels);
  return true;
}

/** The error of the front in use [m]: see error.ts. */
export function measureError(run: TetsRuntime, ad: Adaptation, u: Float64Array): number {
  const { memory, data } = run;
  const { finest } = ad;
  run.follow();
  takeRotations(finest, run);
  const energy = findResidual(finest, memory.error.r, ad.step, ad.V, ad.U, memory.leafImpulse);
  forgiveSolver(run, ad, u);
  findTouched(run, ad.touched);
  const missing = findError(finest, ad.step.h, run, ad.touched);
  const error =
    data.options.criterion === 'energy'
      ? meanByMass(finest.run, memory.error.y)
      : longest(finest.run, memory.error.y);
  return Math.max(error, errorOfHolds(data, ad.regions, missing, energy, toleranceOf(run)));
}

/** Subtracts the solver's residual of the front's own equation: no split would reduce it. */
function forgiveSolver(run: TetsRuntime, ad: Adaptation, u: Float64Array): void {
  const { front, memory } = run;
  const { rhs, impulse, work, ownA, edgeA, vertexOf, held } = memory;
  const { r } = memory.error;
  const { place } = ad.finest.run.memory;
  ad.operators.product(work, u, ownA, edgeA, ad.step.scale);
  for (let i = 0; i < front.free; i++) {
    const at = place[vertexOf[i]];
    if (held[vertexOf[i]] === 1 || at >= ad.finest.run.front.free) continue;
    for (let c = 0; c < 3; c++) {
      const k = 3 * i + c;
      r[3 * at + c] -= rhs[k] + impulse[k] - work[k];
    }
  }
}

/**
 * Marks the elements that make the error, but for those whose shares are the given part of it, as `TO_SPLIT` in `calm`.
 * Returns how many.
 */
function chooseSplits(run: TetsRuntime, ad: Adaptation, part: number): number {
  const { memory, data } = run;
  const { shares } = ad;
  const sum = findShares(run, ad.finest, shares);
  const limit = limitOf(shares.share, shares.list, shares.count, part * sum);
  let splits = 0;
  for (let n = 0; n < shares.count; n++) {
    const t = shares.list[n];
    if (shares.share[t] <= limit) continue;
    if (memory.split[t] === 0) {
      memory.calm[t] = TO_SPLIT;
      splits++;
      continue;
    }
    // Ten-node elements: all children, so that each becomes one again; linear ones between would lock.
    const first = 8 * t + data.tree.roots;
    memory.calm.fill(TO_SPLIT, first, first + 8);
    splits += 8;
  }
  return splits;
}

/** Marks all that is not split yet, where a front that is split in part would cost more than the finest. */
function splitRest({ data, memory }: TetsRuntime, ad: Adaptation): void {
  const { split, calm } = memory;
  let all = ad.splits;
  for (let t = 0; t < data.parents; t++) all += split[t];
  if (!ad.factored && all <= MOSTLY * data.parents) return;
  for (let t = 0; t < data.parents; t++) {
    if (split[t] === 1 || calm[t] === TO_SPLIT) continue;
    calm[t] = TO_SPLIT;
    ad.splits++;
  }
}

/**
 * Merges where that adds little error. Called between solving and moving: positions are those at the start of the
 * step, u the velocity at its end. True if the front has changed; u is then that of the new front.
 */
export function adaptTets(
  run: TetsRuntime,
  ad: Adaptation,
  h: number,
  u: Float64Array,
  levels: LevelCounts,
): boolean {
  const { memory, data } = run;
  const { settings } = memory;
  if (!isAdaptive(run)) return false;
  settings[SETTING.wait]--;
  const isEstimated = settings[SETTING.wait] <= 0;
  const steps = settings[SETTING.interval] - settings[SETTING.wait];
  if (!isEstimated && steps % stepsIn(EVERY, PAUSE, h) !== 0) return false;
  const tolerance = toleranceOf(run);
  const error = settings[SETTING.error];
  const byRange = data.options.criterion === 'range';
  if (isEstimated) chooseInterval(settings, tolerance, h, levels.switches > 0);
  findMotion(run, ad, u);
  ad.splits = byRange ? outOfRange(run) : 0;
  // Where something was strained too much more may be: that is looked at sooner.
  if (ad.splits > 0) settings[SETTING.wait] = Math.min(settings[SETTING.wait], SOON);
  // The range knows no error to fill.
  const budget = Math.max(byRange ? 0 : FILL * tolerance - error, ALWAYS * tolerance);
  const busy = levels.switches > 0 || error > tolerance;
  const merged = busy ? 0 : chooseMerges(run, ad, u, tolerance, budget);
  if (ad.splits + merged === 0) return false;
  // The true effect of merging shows in the next step.
  if (merged > 0) chooseInterval(settings, tolerance, h, true);
  run.follow();
  ad.operators.evaluate(0, null, 'q');
  spreadPast(run);
  switchFront(run, ad, u, merged, levels);
  return true;
}

const stepsIn = (most: number, time: number, h: number): number =>
  Math.max(1, Math.min(most, Math.floor(time / h)));

/**
 * Steps to the next estimate: one after each of the first two on a new front, which say how fast its error changes,
 * then at most twice as many from one estimate to the next, and fewer if the error could exceed the tolerance by then.
 */
function chooseInterval(
  settings: Float64Array,
  tolerance: number,
  h: number,
  isNew: boolean,
): void {
  const most = stepsIn(SELDOM, AHEAD, h);
  const room = tolerance - settings[SETTING.error];
  let steps = isNew ? 0 : Math.min(most, Math.max(1, 2 * settings[SETTING.interval]));
  while (steps > 1 && steps * settings[SETTING.growth] > room) steps--;
  settings[SETTING.wait] = Math.max(1, steps);
  settings[SETTING.interval] = steps;
}

/** Velocities and acceleration of all vertices from those of the free ones. */
function findMotion(run: TetsRuntime, ad: Adaptation, u: Float64Array): void {
  const { front, memory, data } = run;
  const { U, V, acceleration, step } = ad;
  for (let i = 0; i < front.free; i++) {
    const v = 3 * memory.vertexOf[i];
    for (let c = 0; c < 3; c++) {
      U[v + c] = u[3 * i + c];
      V[v + c] = memory.velocity[3 * i + c];
    }
  }
  spreadFollowers(U, data, front, memory);
  spreadFollowers(V, data, front, memory);
  for (let i = 0; i < U.length; i++) acceleration[i] = (U[i] - V[i]) / step.h;
}
