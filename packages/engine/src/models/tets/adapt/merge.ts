import { foldMass, massEntry } from '../build/levels.ts';
import { CHILDREN, placeOf } from '../build/tree.ts';
import type { Group } from '../front/front.ts';
import type { TetsRuntime } from '../runtime.ts';

/**
 * In `frozen`: stress0 holds the whole stress, as `takeStress` leaves it; what of it is to be kept is found after the
 * switch.
 */
export const FREEZING = 2;

/** The group that a place among the elements belongs to. */
export function groupAt(run: TetsRuntime, place: number): Group {
  const { groups } = run.front;
  let n = 0;
  while (place >= groups[n].start + groups[n].room) n++;
  return groups[n];
}

const P = new Float64Array(9);
const rest = new Float64Array(9);
const weights = new Float64Array(40);

/** Mean stress and energy of the children of t, into stress0 and energy0. */
export function takeStress(run: TetsRuntime, t: number): void {
  const { data, memory, front } = run;
  memory.stress0.fill(0, 9 * t, 9 * t + 9);
  memory.energy0[t] = 0;
  if (memory.ten[t] === 1) for (let p = 0; p < 4; p++) addStress(run, t, front.elementOf[t] + p);
  else for (let c = 0; c < 8; c++) addStress(run, t, front.elementOf[8 * t + data.tree.roots + c]);
}

function addStress(run: TetsRuntime, t: number, place: number): void {
  const { data, memory, elastic } = run;
  const g = groupAt(run, place);
  const i = place - g.start;
  const V = elastic.volume(g, i);
  memory.energy0[t] += V * elastic.stress(P, g, i);
  for (let k = 0; k < 9; k++) memory.stress0[9 * t + k] += (V / data.volumes[t]) * P[k];
}

/** Keeps the stress and energy beyond those of the element's own elasticity. */
export function freezeStress(run: TetsRuntime, t: number): void {
  const { data, memory, front, elastic } = run;
  const { stress0, energy0, frozen } = memory;
  const g = groupAt(run, front.elementOf[t]);
  const i = front.elementOf[t] - g.start;
  const V = data.volumes[t];
  frozen[t] = 1;
  energy0[t] -= V * elastic.ownStress(P, g, i);
  for (let k = 0; k < 9; k++) rest[k] = stress0[9 * t + k] - P[k];
  elastic.freeze(g, i, rest);
  energy0[t] -= V * elastic.frozenEnergy(g, i);
}

/**
 * What the world does to a midpoint that follows reaches the corners it leans on too, and must find there the elastic
 * force it was in balance with. So the elastic force on midpoints that were free (`before`, by vertex, zero for others)
 * goes to the carrying element as a stress that hands its corners γ times that force. The halves are in the merged
 * tets' mean stress already.
 */
export function leanForces(
  run: TetsRuntime,
  merged: Int32Array,
  count: number,
  before: Float64Array,
): void {
  const { tree } = run.data;
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 6; k++)
      leanForce(run, tree.edges[6 * merged[i] + k] + tree.baseVertices, before);
}

function leanForce(run: TetsRuntime, v: number, before: Float64Array): void {
  const { data, memory, front, lean, elastic } = run;
  const { stress0, energy0, frozen, place, x } = memory;
  const p = place[v];
  const done = before[3 * v] === 0 && before[3 * v + 1] === 0 && before[3 * v + 2] === 0;
  if (done || (p >= 0 && p < front.free) || memory.leans[v] === 0) return;
  const t = memory.ownerTet[v];
  const g = groupAt(run, front.elementOf[t]);
  if (g.kind !== 'ten' && lean.invert(t)) {
    const i = front.elementOf[t] - g.start;
    const V = data.volumes[t];
    if (frozen[t] === 0) {
      stress0.fill(0, 9 * t, 9 * t + 9);
      energy0[t] = 0;
      frozen[t] = 1;
    }
    // The stress it keeps already, and −f (F⁻¹ d)ᵀ / V.
    P.fill(0);
    energy0[t] = V * elastic.frozenStress(P, g, i);
    const e = v - data.tree.baseVertices;
    const a = 3 * data.tree.ends[2 * e];
    const b = 3 * data.tree.ends[2 * e + 1];
    for (let s = 0; s < 3; s++) {
      let off = 0;
      for (let c = 0; c < 3; c++)
        off += lean.inverse[9 * t + 3 * s + c] * (x[3 * v + c] - 0.5 * (x[a + c] + x[b + c]));
      for (let r = 0; r < 3; r++) P[3 * r + s] -= (before[3 * v + r] * off) / V;
    }
    elastic.freeze(g, i, P);
    energy0[t] -= V * elastic.frozenEnergy(g, i);
  }
  // Once for each midpoint: neighbours have it too.
  before.fill(0, 3 * v, 3 * v + 3);
}

/**
 * Masses of the leaves inside t as its corners feel them, all followers where they are now. Momentum of its children
 * (`memory.X` the velocities by place) moves in `momentum` from the vertices they stand on to t's corners, by the same
 * weights: the velocity that is then nearest to it has its momentum and its angular momentum, and no more energy.
 */
export function takeMass(run: TetsRuntime, t: number, momentum: Float64Array): void {
  const { data, memory, lean } = run;
  const { tree } = data;
  const { X, place, mass } = memory;
  lean.places(weights, t);
  const table = CHILDREN[tree.diagonal[t]];
  for (let c = 0; c < 8; c++) {
    const child = 8 * t + tree.roots + c;
    for (let a = 0; a < 4; a++) {
      const at = placeOf(tree, t, table[c][a]);
      for (let i = 0; i < 3; i++) {
        let p = 0;
        for (let b = 0; b < 4; b++)
          p += massEntry(data, mass, child, a, b) * X[3 * place[placeOf(tree, t, table[c][b])] + i];
        momentum[3 * at + i] -= p;
        for (let k = 0; k < 4; k++)
          momentum[3 * tree.tets[4 * t + k] + i] += weights[4 * table[c][a] + k] * p;
      }
    }
  }
  foldMass(mass, t, data, weights);
}
