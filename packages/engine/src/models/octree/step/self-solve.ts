import type { OctreeMemory } from '../memory.ts';
import { PACE, SWEEPS } from '../numbers.ts';
import { bindPoint, type OctreePoints } from '../point-sets.ts';
import type { OctreeRun } from '../runtime.ts';
import { balance, createCouple } from './couple.ts';
import type { SelfTouches } from './self-detect.ts';

/** Adds impulses to the right side of the step, so that the body parts where it touches itself. */
export function createSelfSolver(
  run: OctreeRun,
  found: SelfTouches,
): (contacts: OctreePoints) => void {
  const { data, memory, sampler } = run;
  const { point, pen: depth, normal, witness } = found;
  const room = point.length;
  const give = new Float64Array(room);
  const impulse = new Float64Array(3 * room);
  /** Velocities of the leaves that the right side leads to. */
  const u = new Float64Array(memory.rhs.length);
  const local = new Float64Array(4);
  const out = new Float64Array(4);
  const couple = createCouple();
  /** The right side without contacts, and before the sweeps; impulses then, and what they have changed. */
  const start = new Float64Array(memory.rhs.length);
  const from = new Float64Array(memory.rhs.length);
  const last = new Float64Array(3 * room);
  /** Speed at which the sides are to part [m/s]. */
  const wanted = new Float64Array(room);

  /** One contact: its impulse changes so that it parts at the wanted speed, and rubs within Coulomb's cone. */
  const relaxOne = (contacts: OctreePoints, other: OctreePoints, k: number): void => {
    velocityOf(local, u, contacts, point[k]);
    velocityOf(out, u, other, k);
    for (let c = 0; c < 3; c++) local[c] -= out[c];
    const n = 3 * k;
    const along = normal[n] * local[0] + normal[n + 1] * local[1] + normal[n + 2] * local[2];
    const before =
      normal[n] * impulse[n] + normal[n + 1] * impulse[n + 1] + normal[n + 2] * impulse[n + 2];
    const after = Math.max(0, before + give[k] * (wanted[k] - along));
    let tx = impulse[n] - before * normal[n] - give[k] * (local[0] - along * normal[n]);
    let ty = impulse[n + 1] - before * normal[n + 1] - give[k] * (local[1] - along * normal[n + 1]);
    let tz = impulse[n + 2] - before * normal[n + 2] - give[k] * (local[2] - along * normal[n + 2]);
    const drag = Math.sqrt(tx * tx + ty * ty + tz * tz);
    const most = data.friction * after;
    const part = drag > most ? most / drag : 1;
    tx *= part;
    ty *= part;
    tz *= part;
    local[0] = after * normal[n] + tx - impulse[n];
    local[1] = after * normal[n + 1] + ty - impulse[n + 1];
    local[2] = after * normal[n + 2] + tz - impulse[n + 2];
    for (let c = 0; c < 3; c++) impulse[n + c] += local[c];
    if (local[0] === 0 && local[1] === 0 && local[2] === 0) return;
    kick(memory, u, contacts, point[k], local, 1);
    kick(memory, u, other, k, local, -1);
  };

  /** Sweeps from the impulses so far, and adds what they change to the right side, as far as energy allows. */
  const relax = (contacts: OctreePoints, n: number): void => {
    for (let k = 0; k < 3 * n; k++) from[k] = memory.rhs[k];
    for (let k = 0; k < 3 * found.count; k++) last[k] = impulse[k];
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (let k = 0; k < found.count; k++) relaxOne(contacts, witness, k);
    }
    for (let k = 0; k < 3 * found.count; k++) last[k] = impulse[k] - last[k];
    for (let k = 0; k < found.count; k++) {
      balance(memory, contacts, point[k], witness, k, last, couple);
    }
    addNoEnergy(memory, start, from, n);
  };

  return (contacts) => {
    const n = sampler.now.tree.leaves;
    for (let k = 0; k < 3 * n; k++) start[k] = memory.rhs[k];
    findVelocities(u, memory, n);
    let at = 0;
    for (let k = 0; k < found.count; k++) {
      // The other side takes hold of the very place the impulse acts on: weights that lead there from where its leaves
      // are now.
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let j = contacts.ptr[point[k]]; j < contacts.ptr[point[k] + 1]; j++) {
          sum += contacts.weights[j] * memory.x[3 * contacts.cols[j] + c];
        }
        witness.rest[3 * k + c] = sum;
      }
      at = bindPoint(witness, k, at, memory.x, run.bind);
      const both = mobility(run, contacts, point[k]) + mobility(run, witness, k);
      give[k] = both > 0 ? 1 / both : 0;
      wanted[k] = 0;
      impulse[3 * k] = 0;
      impulse[3 * k + 1] = 0;
      impulse[3 * k + 2] = 0;
    }
    // Sides that stop take energy; what parts them may use it up.
    relax(contacts, n);
    for (let k = 0; k < found.count; k++) wanted[k] = PACE * depth[k];
    relax(contacts, n);
  };
}

/**
 * The sides of a slit may do as much work on the leaves as they have taken from them before (`memory.taken` [J]): what
 * has been added to the right side since `from` is scaled by one number, which keeps momentum and spin. The work of all
 * impulses d since `start` in a step from velocities v to u is d·(v + u)/2: pressed sides that do not move do none.
 */
export function addNoEnergy(
  { rhs, v, diagonal, held, taken }: OctreeMemory,
  start: Float64Array,
  from: Float64Array,
  n: number,
): void {
  let linear = 0;
  let square = 0;
  for (let i = 0; i < n; i++) {
    if (held[i] > 0) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      const d = rhs[k] - from[k];
      linear += 0.5 * d * (v[k] + (2 * from[k] - start[k]) / diagonal[i]);
      square += (0.5 * d * d) / diagonal[i];
    }
  }
  let part = 1;
  if (linear + square > taken[0]) {
    part = (Math.sqrt(linear * linear + 4 * square * taken[0]) - linear) / (2 * square);
    part = Math.max(0, Math.min(1, part));
    for (let k = 0; k < 3 * n; k++) rhs[k] = from[k] + part * (rhs[k] - from[k]);
  }
  taken[0] = Math.max(0, taken[0] - part * (linear + part * square));
}

function findVelocities(
  u: Float64Array,
  { rhs, diagonal, held, heldVelocity }: OctreeMemory,
  leaves: number,
): void {
  for (let i = 0; i < leaves; i++) {
    for (let c = 3 * i; c < 3 * i + 3; c++)
      u[c] = held[i] > 0 ? heldVelocity[c] : rhs[c] / diagonal[i];
  }
}

/** out = velocity of a point when the leaves move with u. */
function velocityOf(out: Float64Array, u: Float64Array, set: OctreePoints, p: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  const end = set.ptr[p + 1];
  for (let k = set.ptr[p]; k < end; k++) {
    const i = 3 * set.cols[k];
    const w = set.weights[k];
    x += w * u[i];
    y += w * u[i + 1];
    z += w * u[i + 2];
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

/** Adds an impulse f at a point to the right side, and what it does to u. */
function kick(
  { rhs, held, diagonal }: OctreeMemory,
  u: Float64Array,
  set: OctreePoints,
  p: number,
  f: Float64Array,
  sign: number,
): void {
  const end = set.ptr[p + 1];
  for (let k = set.ptr[p]; k < end; k++) {
    const leaf = set.cols[k];
    const i = 3 * leaf;
    const w = sign * set.weights[k];
    const give = held[leaf] > 0 ? 0 : w / diagonal[leaf];
    rhs[i] += w * f[0];
    rhs[i + 1] += w * f[1];
    rhs[i + 2] += w * f[2];
    u[i] += give * f[0];
    u[i + 1] += give * f[1];
    u[i + 2] += give * f[2];
  }
}

/** Compliance of a point [1/kg]. */
function mobility({ memory }: OctreeRun, set: OctreePoints, p: number): number {
  let sum = 0;
  for (let k = set.ptr[p]; k < set.ptr[p + 1]; k++) {
    const i = set.cols[k];
    if (memory.held[i] === 0) sum += (set.weights[k] * set.weights[k]) / memory.diagonal[i];
  }
  return sum;
}
