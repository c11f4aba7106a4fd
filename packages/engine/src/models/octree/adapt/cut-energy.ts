import { inverse3 } from '../../../math/mat3.ts';
import type { OctreeRun } from '../runtime.ts';
import { findPulls } from '../step/constants.ts';
import { elasticEnergy, matchShapes } from '../step/dynamics.ts';
import { stretchGoals } from '../step/plastic.ts';

/** Part of the way that the leaves are let go towards their goals at a time, and how often at most. */
const EASE = 0.5;
const MOST_EASINGS = 12;

/** Seconds of a step, and gravity [m/s²]: what elastic energy and height are measured with. */
export interface CutTerms {
  readonly h: number;
  readonly gravity: ArrayLike<number>;
}

/** Elastic energy and energy of height [J]. */
export function storedEnergy(run: OctreeRun, { h, gravity }: CutTerms): number {
  const { memory, sampler } = run;
  findPulls(run.facts, memory, run.data, sampler, run.summation, h);
  run.stepLength = 0;
  let height = 0;
  for (let i = 0; i < sampler.now.tree.leaves; i++) {
    for (let c = 0; c < 3; c++) height -= memory.mass[i] * gravity[c] * memory.x[3 * i + c];
  }
  return height + elasticEnergy(run, h, new Float64Array(memory.q.length));
}

/**
 * A cut must not add energy to the `stored` one there was. Two things do: parts of a leaf that turned move with its
 * turn, which the leaf as a point did not count; and what is left of a region is narrower, so that a modulus makes its
 * pull stronger. Parts get of the turn what energy there is for, and move as their leaf did for the rest: that keeps
 * energy, momentum and spin to rounding. What pulls have gained is taken from how the leaves of each piece move against
 * each other, and if that is not enough they are let go downhill. To be called when the state has been transferred,
 * before the surface is kept in place.
 */
export function keepEnergy(run: OctreeRun, stored: number, terms: CutTerms): void {
  const left = stored - storedEnergy(run, terms);
  giveTurn(run, left);
  if (left >= 0) return;
  const momenta = momentaOf(run);
  const loose = takeFromLoose(run, momenta, -left);
  if (loose >= -left) return;
  let gained = -left - loose;
  const rigid = kineticEnergy(run);
  for (let k = 0; k < MOST_EASINGS && gained > 0; k++) {
    ease(run, terms, momenta);
    rigidVelocities(run, momenta, run.memory.v);
    gained = storedEnergy(run, terms) - stored - loose + kineticEnergy(run) - rigid;
  }
}

/** Velocities of the parts of leaves: that of their leaf, and of its turn what `left` [J] is enough for. */
function giveTurn({ memory, sampler }: OctreeRun, left: number): void {
  const { v, mass, old } = memory;
  const n = sampler.now.tree.leaves;
  let turning = 0;
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) turning += 0.5 * mass[i] * (v[3 * i + c] - was(i, c)) ** 2;
  }
  if (turning <= left) return;
  const part = Math.sqrt(Math.max(0, left) / turning);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) v[3 * i + c] = was(i, c) + part * (v[3 * i + c] - was(i, c));
  }

  function was(i: number, c: number): number {
    return old.v[3 * old.like[i] + c];
  }
}

/**
 * Moves leaves as a step from rest would, downhill: towards their goals, in pieces that are held also with gravity. q
 * stays, the next step finds it.
 */
function ease(run: OctreeRun, { h, gravity }: CutTerms, momenta: readonly Momenta[]): void {
  const { memory, kernels, sampler, summation, data } = run;
  const { x, v, q, rhs, mass, held, A, R, F, centre, restCentre } = memory;
  const { leaves: n, piece } = sampler.now.tree;
  const turn = q.slice();
  matchShapes(run, false);
  q.set(turn);
  if (data.plastic !== null) stretchGoals(memory, n);
  const goal = data.plastic === null ? R : F;
  const blend = 1 / data.calibration.bending;
  const { acts, inverse, pull } = memory;
  kernels.matchTransforms(acts, goal, A, inverse, blend, centre, restCentre, pull, n, 12);
  v.fill(0);
  memory.gravity.fill(0);
  summation.pull(h, 12);
  for (let i = 0; i < n; i++) {
    if (held[i] > 0) continue;
    const fall = momenta[piece[i]].held ? h : 0;
    for (let c = 0; c < 3; c++)
      x[3 * i + c] += EASE * h * (rhs[3 * i + c] / mass[i] + fall * gravity[c]);
  }
}

/** What a piece has of motion: mass [kg], centre [m], momentum, and angular momentum about the centre. */
interface Momenta {
  held: boolean;
  mass: number;
  readonly centre: Float64Array;
  readonly linear: Float64Array;
  readonly angular: Float64Array;
}

function momentaOf({ memory, sampler }: OctreeRun): Momenta[] {
  const { x, v, mass, held } = memory;
  const { tree } = sampler.now;
  const all = Array.from({ length: tree.pieces }, () => ({
    held: false,
    mass: 0,
    centre: new Float64Array(3),
    linear: new Float64Array(3),
    angular: new Float64Array(3),
  }));
  for (let i = 0; i < tree.leaves; i++) {
    const of = all[tree.piece[i]];
    of.held ||= held[i] > 0;
    of.mass += mass[i];
    for (let c = 0; c < 3; c++) {
      of.centre[c] += mass[i] * x[3 * i + c];
      of.linear[c] += mass[i] * v[3 * i + c];
    }
  }
  for (const { centre, mass: m } of all) for (let c = 0; c < 3; c++) centre[c] /= m;
  for (let i = 0; i < tree.leaves; i++) {
    const { centre, angular } = all[tree.piece[i]];
    for (let c = 0; c < 3; c++) {
      const a = (c + 1) % 3;
      const b = (c + 2) % 3;
      const ra = x[3 * i + a] - centre[a];
      const rb = x[3 * i + b] - centre[b];
      angular[c] += mass[i] * (ra * v[3 * i + b] - rb * v[3 * i + a]);
    }
  }
  return all;
}

/** Velocities of pieces that are stiff and have the given momenta where they are now; none for those that are held. */
function rigidVelocities(run: OctreeRun, momenta: readonly Momenta[], out: Float64Array): void {
  const { memory, sampler } = run;
  const { tree } = sampler.now;
  const spins = momenta.map((of, piece) => spinOf(run, piece, of));
  for (let i = 0; i < tree.leaves; i++) {
    const { held, mass, centre, linear } = momenta[tree.piece[i]];
    const w = spins[tree.piece[i]];
    for (let c = 0; c < 3; c++) {
      const a = (c + 1) % 3;
      const b = (c + 2) % 3;
      const turn =
        w[a] * (memory.x[3 * i + b] - centre[b]) - w[b] * (memory.x[3 * i + a] - centre[a]);
      out[3 * i + c] = held ? 0 : linear[c] / mass + turn;
    }
  }
}

/** ω = I⁻¹ L of a piece; none for what has no inertia about some axis. */
function spinOf({ memory, sampler }: OctreeRun, piece: number, of: Momenta): Float64Array {
  const { tree } = sampler.now;
  const inertia = new Float64Array(9);
  for (let i = 0; i < tree.leaves; i++) {
    if (tree.piece[i] !== piece) continue;
    const m = memory.mass[i];
    const x = memory.x[3 * i] - of.centre[0];
    const y = memory.x[3 * i + 1] - of.centre[1];
    const z = memory.x[3 * i + 2] - of.centre[2];
    inertia[0] += m * (y * y + z * z);
    inertia[4] += m * (x * x + z * z);
    inertia[8] += m * (x * x + y * y);
    inertia[1] -= m * x * y;
    inertia[2] -= m * x * z;
    inertia[5] -= m * y * z;
  }
  inertia[3] = inertia[1];
  inertia[6] = inertia[2];
  inertia[7] = inertia[5];
  const out = new Float64Array(3);
  const inverse = new Float64Array(9);
  if (!inverse3(inverse, 0, inertia, 0)) return out;
  for (let k = 0; k < 9; k++) out[(k / 3) | 0] += inverse[k] * of.angular[k % 3];
  return out;
}

/**
 * Takes energy [J] out of how leaves move beside the rigid motion of their piece, as far as there is some, and returns how
 * much there was. Momenta stay: what is beside a rigid motion has none.
 */
function takeFromLoose(run: OctreeRun, momenta: readonly Momenta[], energy: number): number {
  const { v, mass } = run.memory;
  const n = run.sampler.now.tree.leaves;
  const rigid = new Float64Array(3 * n);
  rigidVelocities(run, momenta, rigid);
  let loose = 0;
  for (let k = 0; k < 3 * n; k++) loose += 0.5 * mass[(k / 3) | 0] * (v[k] - rigid[k]) ** 2;
  const part = Math.sqrt(Math.max(0, 1 - energy / loose));
  for (let k = 0; k < 3 * n; k++) v[k] = rigid[k] + (loose > 0 ? part * (v[k] - rigid[k]) : 0);
  return loose;
}

export function kineticEnergy({ memory, sampler }: OctreeRun): number {
  let sum = 0;
  for (let i = 0; i < sampler.now.tree.leaves; i++) {
    const x = memory.v[3 * i];
    const y = memory.v[3 * i + 1];
    const z = memory.v[3 * i + 2];
    sum += 0.5 * memory.mass[i] * (x * x + y * y + z * z);
  }
  return sum;
}
