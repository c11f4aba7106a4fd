import type { LevelCounts } from '../../views.ts';
import { pointsOf } from '../build/points.ts';
import { CHILDREN, EDGES } from '../build/tree.ts';
import { gatherFollower } from '../front/spread.ts';
import { LEAST_PIVOT } from '../numbers.ts';
import type { TetsRuntime } from '../runtime.ts';
import { type Adaptation, TO_SPLIT } from './adaptation.ts';
import {
  FREEZING,
  freezeStress,
  groupAt,
  leanForces,
  shareLeans,
  takeMass,
  takeStress,
} from './merge.ts';
import { findMomenta, restoreMomenta } from './momenta.ts';
import { projectVelocity } from './project.ts';
import { hasSplitChild } from './ten.ts';

/**
 * Makes the chosen splits and merges, with elastic forces evaluated where vertices are, hidden ones included, and their
 * velocities in `ad.U`. Nothing moves; velocities are projected where vertices are lost.
 */
export function switchFront(
  run: TetsRuntime,
  ad: Adaptation,
  u: Float64Array,
  merges: number,
  levels: LevelCounts,
): void {
  const { x } = run.memory;
  const { momenta } = ad;
  const scratch = ad.scratch[2];
  findMomenta(run, momenta, u, scratch, true);
  const energyBefore = momenta.kinetic;
  ad.before.set(x);
  // One after the other: momentum is only known in terms of a front that holds both.
  makeSplits(run, ad, u);
  if (merges > 0 && ad.splits > 0) ad.operators.evaluate(0, null, 'q');
  if (merges > 0) makeMerges(run, ad, u, merges);
  keepMomenta(run, ad, u);
  levels.switches += ad.splits + merges;
  levels.kineticGain = Math.max(levels.kineticGain, kinetic(run, u, scratch) - energyBefore);
  run.follow();
  for (let i = 0; i < x.length; i++)
    levels.jump = Math.max(levels.jump, Math.abs(x[i] - ad.before[i]));
}

/** Gives u the momenta found before a switch, or, if the body is held, at most the energy. */
export function keepMomenta(run: TetsRuntime, ad: Adaptation, u: Float64Array): void {
  const { momenta } = ad;
  const scratch = ad.scratch[2];
  if (ad.holds > 0) scaleEnergy(run, u, scratch, momenta.kinetic);
  else restoreMomenta(run, momenta, u, scratch);
}

/** A body that is held somewhere has no momentum of its own to keep: only its energy may not grow. */
function scaleEnergy(run: TetsRuntime, u: Float64Array, scratch: Float64Array, most: number): void {
  const energy = kinetic(run, u, scratch);
  if (energy <= most) return;
  const scale = Math.sqrt(most / energy);
  for (let i = 0; i < 3 * run.front.free; i++) u[i] *= scale;
}

function makeSplits(run: TetsRuntime, ad: Adaptation, u: Float64Array): void {
  const { data } = run;
  const { split, calm, frozen, ten } = run.memory;
  let any = false;
  for (let t = 0; t < data.parents; t++) if (ten[t] === 1) leaveTen(run, t);
  for (let t = 0; t < run.data.parents; t++) {
    if (calm[t] !== TO_SPLIT) continue;
    calm[t] = 0;
    split[t] = 1;
    frozen[t] = 0;
    ten[t] = data.smooth[t];
    any = true;
  }
  if (!any) return;
  for (let t = 0; t < data.parents; t++) if (ten[t] === 1 && hasSplitChild(run, t)) ten[t] = 0;
  run.rebuild(false);
  for (let t = 0; t < data.parents; t++) if (frozen[t] === FREEZING) freezeStress(run, t);
  takeVelocity(run, ad, u);
}

const P = new Float64Array(9);
const middle = new Float64Array(4);
const share = new Float64Array(4);
const system = new Float64Array(20);

/**
 * A ten-node element of which a child is to be split becomes linear children: those keep the stress it had in their
 * middles.
 */
function leaveTen(run: TetsRuntime, t: number): void {
  const { data, memory, front, elastic } = run;
  const { tree, volumes, factors } = data;
  const first = 8 * t + tree.roots;
  let any = false;
  for (let c = first; c < first + 8; c++)
    if (c < data.parents && memory.calm[c] === TO_SPLIT) any = true;
  // Where the stiffness varies stress does so too, and children find their own.
  if (!any || data.estimate.place[t] >= 0) return;
  const g = groupAt(run, front.elementOf[t]);
  for (let c = 0; c < 8; c++) {
    const child = first + c;
    if (memory.calm[child] === TO_SPLIT) continue;
    middleOf(middle, CHILDREN[tree.diagonal[t]][c]);
    findShares(share, middle, pointsOf(data.points, t));
    // A stress is that of what is filled, in the mean over the element.
    for (let p = 0; p < 4; p++) share[p] *= factors[child] / factors[t];
    memory.stress0.fill(0, 9 * child, 9 * child + 9);
    memory.energy0[child] = 0;
    for (let p = 0; p < 4; p++) {
      const density = elastic.stress(P, g, front.elementOf[t] - g.start + p);
      memory.energy0[child] += share[p] * density * volumes[child];
      for (let k = 0; k < 9; k++) memory.stress0[9 * child + k] += share[p] * P[k];
    }
    memory.frozen[child] = FREEZING;
  }
}

/**
 * Shares of the four points in the value of a linear field at `at`: solves Σ_p share_p point_p = at by elimination.
 * Where the points lie in a plane, as in a thin rest, each counts the same.
 */
function findShares(shares: Float64Array, at: Float64Array, points: Float64Array): void {
  for (let r = 0; r < 4; r++) {
    for (let p = 0; p < 4; p++) system[5 * r + p] = points[4 * r + p];
    system[5 * r + 4] = at[r];
  }
  for (let p = 0; p < 4; p++) {
    let best = p;
    for (let r = p + 1; r < 4; r++)
      if (Math.abs(system[5 * r + p]) > Math.abs(system[5 * best + p])) best = r;
    if (Math.abs(system[5 * best + p]) < LEAST_PIVOT) {
      shares.fill(0.25);
      return;
    }
    for (let c = 0; c < 5; c++) {
      const kept = system[5 * p + c];
      system[5 * p + c] = system[5 * best + c];
      system[5 * best + c] = kept;
    }
    for (let r = 0; r < 4; r++) {
      if (r === p) continue;
      const factor = system[5 * r + p] / system[6 * p];
      for (let c = p; c < 5; c++) system[5 * r + c] -= factor * system[5 * p + c];
    }
  }
  for (let p = 0; p < 4; p++) shares[p] = system[5 * p + 4] / system[6 * p];
}

/** Barycentric coordinates of the middle of four of a tet's ten nodes. */
function middleOf(out: Float64Array, places: readonly number[]): void {
  out.fill(0);
  for (let a = 0; a < 4; a++) {
    if (places[a] < 4) out[places[a]] += 0.25;
    else for (const k of EDGES[places[a] - 4]) out[k] += 0.125;
  }
}

function makeMerges(run: TetsRuntime, ad: Adaptation, u: Float64Array, merges: number): void {
  const { data, memory, front } = run;
  const { split, calm, frozen, vertexOf } = memory;
  const [r, p, q] = ad.scratch;
  for (let i = 0; i < merges; i++) takeStress(run, ad.merged[i]);
  const { force } = ad;
  force.fill(0);
  for (let i = 0; i < front.free; i++)
    for (let c = 0; c < 3; c++) force[3 * vertexOf[i] + c] = memory.f[3 * i + c];
  // Momentum by vertex: it outlives the numbering.
  run.massOnPlaces(u);
  ad.momentum.fill(0);
  for (let i = 0; i < front.free + front.slaves; i++)
    for (let c = 0; c < 3; c++) ad.momentum[3 * vertexOf[i] + c] = memory.Y[3 * i + c];
  run.lean.forget();
  for (let i = 0; i < merges; i++) takeMass(run, ad.merged[i], ad.momentum, ad.ownMass, 6 * i);
  for (let i = 0; i < merges; i++) {
    split[ad.merged[i]] = 0;
    memory.ten[ad.merged[i]] = 0;
    calm[ad.merged[i]] = 0;
    frozen[ad.merged[i]] = 0;
  }
  run.rebuild(false);
  for (let i = 0; i < merges; i++) freezeStress(run, ad.merged[i]);
  takeVelocity(run, ad, u);
  for (let i = front.followerCount - 1; i >= 0; i--)
    gatherFollower(ad.momentum, data, memory, front.followers[i]);
  for (let i = 0; i < front.free; i++)
    for (let c = 0; c < 3; c++) memory.work[3 * i + c] = ad.momentum[3 * vertexOf[i] + c];
  projectVelocity(run, u, memory.work, r, p, q);
  leanForces(run, ad.merged, merges, force);
  shareLeans(run, ad.merged, merges, ad.ownMass, ad.step.gravity);
}

/** u of the free vertices from that of all. */
function takeVelocity(run: TetsRuntime, ad: Adaptation, u: Float64Array): void {
  const { front, memory } = run;
  for (let i = 0; i < front.free; i++)
    for (let c = 0; c < 3; c++) u[3 * i + c] = ad.U[3 * memory.vertexOf[i] + c];
}

function kinetic(run: TetsRuntime, u: Float64Array, scratch: Float64Array): number {
  run.massProduct(scratch, u);
  let energy = 0;
  for (let i = 0; i < 3 * run.front.free; i++) energy += 0.5 * scratch[i] * u[i];
  return energy;
}
