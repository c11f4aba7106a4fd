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
  const { memory, front } = run;
  const p = memory.place[v];
  const done = before[3 * v] === 0 && before[3 * v + 1] === 0 && before[3 * v + 2] === 0;
  if (done || (p >= 0 && p < front.free) || memory.leans[v] === 0) return;
  keepLean(run, memory.ownerTet[v], v, before, 3 * v, 1);
  // Once for each midpoint: neighbours have it too.
  before.fill(0, 3 * v, 3 * v + 3);
}

/**
 * What is inside a merged tet leans on its own corners, also where another one carries the midpoint that it stands on:
 * the part of the weight there that is its own (`own`, six midpoints a merged tet) goes from that one's stress to its.
 */
export function shareLeans(
  run: TetsRuntime,
  merged: Int32Array,
  count: number,
  own: Float64Array,
  gravity: Float64Array,
): void {
  const { data, memory, front } = run;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 6; k++) {
      const v = data.tree.edges[6 * merged[i] + k] + data.tree.baseVertices;
      const t = memory.ownerTet[v];
      const p = memory.place[v];
      if (t === merged[i] || (p >= 0 && p < front.free) || memory.leans[v] === 0) continue;
      if (memory.curved[v] === 1 || groupAt(run, front.elementOf[t]).kind === 'ten') continue;
      keepLean(run, merged[i], v, gravity, 0, -own[6 * i + k]);
      keepLean(run, t, v, gravity, 0, own[6 * i + k]);
    }
  }
}

/**
 * Element t keeps a stress that hands its corners γ times `factor` f[o..o+3), γ the weights that v leans on them by.
 */
function keepLean(
  run: TetsRuntime,
  t: number,
  v: number,
  f: Float64Array,
  o: number,
  factor: number,
): void {
  const { data, memory, front, lean, elastic } = run;
  const { stress0, energy0, frozen, x } = memory;
  const g = groupAt(run, front.elementOf[t]);
  if (g.kind === 'ten' || !lean.invert(t)) return;
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
    for (let r = 0; r < 3; r++) P[3 * r + s] -= (factor * f[o + r] * off) / V;
  }
  elastic.freeze(g, i, P);
  energy0[t] -= V * elastic.frozenEnergy(g, i);
}

/**
 * Masses of the leaves inside t as its corners feel them, all followers where they are now. Momentum of its children
 * (`memory.X` the velocities by place) moves in `momentum` from the vertices they stand on to t's corners, by the same
 * weights: the velocity that is then nearest to it has its momentum and its angular momentum, and no more energy. Mass
 * of the children on the midpoints of its edges goes to own[o..o+6) [kg].
 */
export function takeMass(
  run: TetsRuntime,
  t: number,
  momentum: Float64Array,
  own: Float64Array,
  o: number,
): void {
  const { data, memory, lean } = run;
  const { tree } = data;
  const { X, place, mass } = memory;
  lean.places(weights, t);
  own.fill(0, o, o + 6);
  const table = CHILDREN[tree.diagonal[t]];
  for (let c = 0; c < 8; c++) {
    const child = 8 * t + tree.roots + c;
    for (let a = 0; a < 4; a++) {
      const at = placeOf(tree, t, table[c][a]);
      if (table[c][a] >= 4)
        for (let b = 0; b < 4; b++) own[o + table[c][a] - 4] += massEntry(data, mass, child, a, b);
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
