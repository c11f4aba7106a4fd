import { EDGES } from '../build/tree.ts';
import { AHEAD, ALWAYS, CALM, OWN_PART, PATIENCE, WORTH } from '../numbers.ts';
import type { TetsRuntime } from '../runtime.ts';
import { type Adaptation, TO_SPLIT } from './adaptation.ts';
import { longest } from './error.ts';
import { addRigid, findMomenta } from './momenta.ts';
import { limitOf } from './shares.ts';

/**
 * Parents whose children may merge: what they would miss from now on, together, keeps the error below `budget` [m].
 * Returns how many are in `ad.merged`: none if they are few and a new front is not needed anyway, for making it costs
 * as much as several steps.
 */
export function chooseMerges(
  run: TetsRuntime,
  ad: Adaptation,
  u: Float64Array,
  tolerance: number,
  budget: number,
): number {
  const { memory, data } = run;
  const { parents } = data;
  const { split, calm } = memory;
  if (ad.factored && (ad.step.touches || isMoving(run, ad, tolerance))) return forgetCalm(run);
  run.lean.forget();
  const speeds = lengthOfEnergy(run, ad, u, AHEAD);
  for (let i = 0; i < run.front.free; i++)
    for (let c = 0; c < 3; c++)
      memory.work[3 * i + c] = ad.acceleration[3 * memory.vertexOf[i] + c];
  const pushes = lengthOfEnergy(run, ad, memory.work, 0.5 * AHEAD * AHEAD);
  let count = 0;
  let all = 0;
  let last = 0;
  let added = 0;
  for (let t = 0; t < parents; t++) {
    if (split[t] === 0) continue;
    all++;
    if (!isLast(run, ad, t)) {
      calm[t] = 0;
      continue;
    }
    last++;
    const ends = isCalm(run, ad, t, speeds, pushes, tolerance);
    if (ends) ad.merged[count++] = t;
    else calm[t] = 0;
    added += ad.added[t];
    // All or nothing: the first that stays decides.
    if (ad.factored && (!ends || added > budget)) return forgetCalm(run);
  }
  const limit = limitOf(ad.added, ad.merged, count, budget);
  let ready = 0;
  let oldest = 0;
  for (let i = 0; i < count; i++) {
    const t = ad.merged[i];
    if (ad.added[t] > limit) {
      calm[t] = 0;
      continue;
    }
    calm[t] = Math.min(calm[t] + 1, CALM + PATIENCE);
    oldest = Math.max(oldest, calm[t]);
    if (calm[t] >= CALM) ad.merged[ready++] = t;
  }
  // With one level there are no coarser ten-node elements to keep; small bodies are whole instead.
  if (!isStill(ad, ready, tolerance) && (ad.factored || data.tree.levels > 1))
    ready = keepTens(run, ad, ready);
  // A front that stays split in part would cost more than the finest.
  if (ad.factored) return ready === last ? ready : 0;
  return ad.splits > 0 || ready >= WORTH * all || oldest === CALM + PATIENCE ? ready : 0;
}

/** Nothing merges: all that is split must be calm anew. Returns 0, the number of merges. */
function forgetCalm({ data, memory }: TetsRuntime): number {
  for (let t = 0; t < data.parents; t++) if (memory.split[t] === 1) memory.calm[t] = 0;
  return 0;
}

/** True if merging adds next to nothing to the error. */
function isStill({ added, merged }: Adaptation, count: number, tolerance: number): boolean {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += added[merged[i]];
  return sum <= ALWAYS * tolerance;
}

/**
 * Takes the coarsest ten-node elements out of those that merge: linear ones lock, and in a body that moves they
 * cost more iterations than they save unknowns. Returns how many are left.
 */
function keepTens({ data, memory }: TetsRuntime, { merged }: Adaptation, count: number): number {
  let left = 0;
  for (let i = 0; i < count; i++)
    if (merged[i] >= data.tree.roots || memory.ten[merged[i]] === 0) merged[left++] = merged[i];
  return left;
}

/** True if something that could merge moves too much; that is seen at no cost. */
function isMoving(run: TetsRuntime, ad: Adaptation, tolerance: number): boolean {
  const { split } = run.memory;
  for (let t = 0; t < run.data.parents; t++)
    if (split[t] === 1 && isLast(run, ad, t) && moves(run, ad, t, tolerance)) return true;
  return false;
}

/** True if split tet t may merge: none of its children is split. */
function isLast({ data, memory }: TetsRuntime, ad: Adaptation, t: number): boolean {
  if (ad.pinned[t] === 1) return false;
  const first = 8 * t + data.tree.roots;
  for (let c = first; c < first + 8 && c < data.parents; c++)
    if (memory.split[c] === 1 || memory.calm[c] === TO_SPLIT) return false;
  return true;
}

/** True if the midpoints of t's edges move too much: that detects most motion at no cost. */
function moves(run: TetsRuntime, ad: Adaptation, t: number, tolerance: number): boolean {
  for (let k = 0; k < EDGES.length; k++)
    if (AHEAD * Math.sqrt(ownSquare(run, t, k, ad.U, MIDDLES)) > 2 * OWN_PART * tolerance)
      return true;
  return false;
}

/**
 * Length per energy of a motion u that lasts for `time` [1/N]: a share of its elastic energy that is missing takes as
 * large a share from the displacement that it goes, as with any load that the body yields to.
 */
function lengthOfEnergy(run: TetsRuntime, ad: Adaptation, u: Float64Array, time: number): number {
  const { front, memory } = run;
  const { momenta } = ad;
  const [own, product] = ad.scratch;
  for (let i = 0; i < 3 * front.free; i++) own[i] = u[i];
  if (ad.holds === 0) {
    findMomenta(run, momenta, own, product, true);
    for (let c = 0; c < 3; c++) {
      momenta.linear[c] *= -1;
      momenta.angular[c] *= -1;
    }
    const { linear, angular, centre } = momenta;
    addRigid(run, own, linear, angular, centre, memory.ownMass, memory.edgeMass);
  }
  ad.operators.product(product, own, memory.none, memory.none, 1);
  let energy = 0;
  for (let i = 0; i < 3 * front.free; i++) energy += product[i] * own[i];
  return energy > 0 ? (time * longest(run, own)) / energy : 0;
}

/** Weights of a tet's corners at its ten nodes, where midpoints are in the middle of their edges. */
const MIDDLES = new Float64Array(40);
EDGES.forEach(([a, b], k) => {
  MIDDLES[16 + 4 * k + a] = 0.5;
  MIDDLES[16 + 4 * k + b] = 0.5;
});

/**
 * Finds what merging split tet t would add to the error (`ad.added`): the energy of what its midpoints do beyond
 * following its corners, times lengths per energy of velocities and of accelerations. True if the displacement they
 * miss inside is small.
 */
function isCalm(
  run: TetsRuntime,
  ad: Adaptation,
  t: number,
  speeds: number,
  pushes: number,
  tolerance: number,
): boolean {
  const { tree } = run.data;
  if (moves(run, ad, t, tolerance)) return false;
  // A parent too flat to say where its midpoints go with it stays split.
  if (!run.lean.places(ad.weights, t)) return false;
  let most = 0;
  ad.added[t] = 0;
  for (let k = 0; k < EDGES.length; k++) {
    const v = tree.edges[6 * t + k] + tree.baseVertices;
    const speed = ownSquare(run, t, k, ad.U, ad.weights);
    const push = ownSquare(run, t, k, ad.acceleration, ad.weights);
    most = Math.max(most, Math.sqrt(speed) * AHEAD + Math.sqrt(push) * 0.5 * AHEAD * AHEAD);
    ad.added[t] += stiffnessOf(run, v) * (speeds * speed + pushes * push);
  }
  return most <= OWN_PART * tolerance;
}

/**
 * What it takes to keep midpoint v, of a tet that merges, from moving by a metre [N/m]: its share of the tets around
 * its edge. Where it follows the quadratic field of a coarser element, that becomes flat on the whole face, and the
 * midpoint there would have moved four times as far.
 */
function stiffnessOf({ data, memory, front }: TetsRuntime, v: number): number {
  const { tree, above, midpointStiffness } = data;
  const e = v - tree.baseVertices;
  const follows = memory.place[v] < 0 || memory.place[v] >= front.free;
  const up = follows && memory.curved[v] === 1 ? above[e] : -1;
  if (up >= 0) return 16 * midpointStiffness[up + tree.baseVertices];
  return midpointStiffness[v] / tree.around[e];
}

/** Square of what midpoint k of t has of its own in numbers a known for all vertices. */
function ownSquare(
  run: TetsRuntime,
  t: number,
  k: number,
  a: Float64Array,
  weights: Float64Array,
): number {
  const { tree } = run.data;
  const v = tree.edges[6 * t + k] + tree.baseVertices;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    let w = a[3 * v + c];
    for (let n = 0; n < 4; n++) w -= weights[16 + 4 * k + n] * a[3 * tree.tets[4 * t + n] + c];
    square += w * w;
  }
  return square;
}
