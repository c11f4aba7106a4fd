import type { LevelCounts } from '../../contract.ts';
import { spreadFollowers, spreadNear } from '../front/spread.ts';
import { spreadPast } from '../past.ts';
import type { TetsRuntime } from '../runtime.ts';
import { type Adaptation, TO_SPLIT } from './adaptation.ts';
import {
  findSurplus,
  outOfRange,
  ownEnergy,
  ownMotion,
  surplusEnergy,
  surplusLength,
} from './surplus.ts';
import { switchFront } from './switch.ts';

/** Steps between two looks at most, and time [s]: what was just split needs a moment to find its place, but motion does not wait. */
const EVERY = 4;
const SOON = 2;
const PAUSE = 0.08;
/** Looks for which a parent must be calm before its children merge. */
const CALM = 3;
/** A new front is worth it for merging this part of what is split, or for one that has waited for so many looks. */
const WORTH = 0.1;
const PATIENCE = 8;
/** Part of the tolerance below which midpoints count as calm. */
const CALM_PART = 1 / 3;
/** The same for velocities, when energies decide: a quarter of the energy. */
const CALM_SPEED = 0.5;
/** How far ahead motion is looked at [s]. */
const AHEAD = 0.5;
/**
 * Spends elements where the motion needs them. Called between solving and moving: positions are those at the start of the step,
 * u the velocity at its end. True if the front has changed; u is then that of the new front.
 */
export function adaptTets(
  run: TetsRuntime,
  ad: Adaptation,
  h: number,
  u: Float64Array,
  gravity: Float64Array,
  levels: LevelCounts,
): boolean {
  const { memory } = run;
  const { settings } = memory;
  levels.switches = 0;
  levels.jump = 0;
  levels.kineticGain = 0;
  if (settings[0] === 0 || run.data.parents === 0) return false;
  settings[2]--;
  if (settings[2] > 0) return false;
  settings[2] = Math.max(1, Math.min(EVERY, Math.floor(PAUSE / h)));
  ad.predict(h, u);
  findMotion(run, ad, h, u);
  findSurplus(run, ad.surplus, h, gravity);
  const refined = chooseSplits(run, ad);
  // Where something was too coarse more may be: that is looked at sooner.
  if (refined > 0) settings[2] = Math.min(settings[2], SOON);
  const merged = chooseMerges(run, ad);
  if (refined + merged === 0) return false;
  levels.switches = refined + merged;
  spreadFollowers(ad.U, run.data, run.front, memory);
  spreadFollowers(ad.surplus.acceleration, run.data, run.front, memory);
  spreadPast(run);
  ad.evaluate();
  switchFront(run, ad, h, u, gravity, merged, levels);
  return true;
}

/** Velocity and acceleration of all vertices from those of the free ones. */
function findMotion(run: TetsRuntime, ad: Adaptation, h: number, u: Float64Array): void {
  const { front, memory, data } = run;
  const { acceleration } = ad.surplus;
  for (let i = 0; i < front.free; i++) {
    const v = 3 * memory.vertexOf[i];
    for (let c = 0; c < 3; c++) {
      ad.U[v + c] = u[3 * i + c];
      acceleration[v + c] = (u[3 * i + c] - memory.velocity[3 * i + c]) / h;
    }
  }
  spreadNear(ad.U, data, front, memory);
  spreadNear(acceleration, data, front, memory);
}

/** Marks elements that are too coarse, as `TO_SPLIT` in `calm`. Gives how many. */
function chooseSplits(run: TetsRuntime, ad: Adaptation): number {
  const { front, memory, data } = run;
  const byRange = data.options.criterion === 'range';
  ad.splits = 0;
  for (let n = 0; n < front.groups.length; n++) {
    const g = front.groups[n];
    if (g.kind === 'ten') {
      if (!byRange) judgeTen(run, ad);
    } else if (g.level < data.tree.levels) {
      for (let i = 0; i < g.count; i++) {
        const t = g.ids[i];
        if (!byRange)
          mark(run, ad, t, worstSurplus(run, ad, t), data.smooth[t] === 1 ? 1 / 16 : 1 / 4);
        else if (outOfRange(run, g, i)) {
          memory.calm[t] = TO_SPLIT;
          ad.splits++;
        }
      }
    }
  }
  return ad.splits;
}

/** Largest surplus at the midpoints of tet t [m]; where energies decide, the tolerance times the part of what may be overlooked. */
function worstSurplus(run: TetsRuntime, ad: Adaptation, t: number): number {
  return run.data.options.criterion === 'energy'
    ? run.memory.settings[1] * surplusEnergy(run, ad.surplus, t)
    : surplusLength(run, ad.surplus, t);
}

/** Have the midpoints of split tet t no motion of their own that counts? */
function isCalm(run: TetsRuntime, ad: Adaptation, t: number): boolean {
  // A parent too flat to say where its midpoints go with it stays split.
  if (!run.lean.places(ad.weights, t)) return false;
  return run.data.options.criterion === 'energy'
    ? ownEnergy(run, ad.surplus, t, ad.U, ad.weights) < CALM_SPEED
    : ownMotion(run, ad.surplus, t, ad.U, ad.weights, AHEAD) <= CALM_PART * run.memory.settings[1];
}

/**
 * Marks t if its surplus is too large, and its children if theirs will be: a smooth field has a part of it left one level down, a
 * quarter in linear elements, an eighth in ten-node ones, and half of that where linear ones become ten-node ones.
 */
function mark(run: TetsRuntime, ad: Adaptation, t: number, surplus: number, part: number): void {
  const { memory, data } = run;
  if (t >= data.parents || surplus <= memory.settings[1]) return;
  memory.calm[t] = TO_SPLIT;
  ad.splits++;
  const first = 8 * t + data.tree.roots;
  for (let c = first; c < first + 8; c++) mark(run, ad, c, part * surplus, part);
}

/** Ten-node elements: all children or none, so that each becomes one again; linear ones between would lock. */
function judgeTen(run: TetsRuntime, ad: Adaptation): void {
  const { front, memory, data } = run;
  for (let i = 0; i < front.ten; i++) {
    const first = 8 * memory.tenOf[i] + data.tree.roots;
    if (first >= data.parents) continue;
    let most = 0;
    for (let c = first; c < first + 8; c++) most = Math.max(most, worstSurplus(run, ad, c));
    for (let c = first; c < first + 8; c++) mark(run, ad, c, most, 1 / 8);
  }
}

/**
 * Parents whose children have had no motion of their own for a while. Gives how many are in `ad.merged`: none if they are few and a
 * new front is not needed anyway, for making it costs as much as several steps.
 */
function chooseMerges(run: TetsRuntime, ad: Adaptation): number {
  const { memory, data } = run;
  const { tree, parents } = data;
  const { split, calm } = memory;
  let count = 0;
  let whole = 0;
  let oldest = 0;
  run.lean.forget();
  for (let t = 0; t < parents; t++) {
    if (split[t] === 0) continue;
    whole++;
    let once = ad.pinned[t] === 0;
    for (let c = 8 * t + tree.roots; once && c < 8 * t + tree.roots + 8; c++)
      if (c < parents && (split[c] === 1 || calm[c] === TO_SPLIT)) once = false;
    if (!once || !isCalm(run, ad, t)) {
      calm[t] = 0;
      continue;
    }
    calm[t] = Math.min(calm[t] + 1, CALM + PATIENCE);
    oldest = Math.max(oldest, calm[t]);
    if (calm[t] >= CALM) ad.merged[count++] = t;
  }
  return ad.splits > 0 || count >= WORTH * whole || oldest === CALM + PATIENCE ? count : 0;
}
