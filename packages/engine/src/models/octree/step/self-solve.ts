import type { OctreeMemory } from '../memory.ts';
import { bindPoint, type OctreePoints } from '../point-sets.ts';
import type { OctreeRun } from '../runtime.ts';
import { balance, createCouple } from './couple.ts';
import type { SelfTouches } from './self-detect.ts';

/**
 * Fraction of a depth that is resolved per second. The positions of a slit's sides are uncertain by a few millimetres,
 * and resolving that at once would add energy. Half: sides of a slit that is bent shut sink in by 6 % of a cell instead
 * of 5; twice: slit bodies that spin gain up to 3 % of their energy instead of 2.
 */
const PACE = 8;
/** Sweeps over the contacts. */
const SWEEPS = 5;

/** Adds impulses to the right side of the step, so that the body parts where it touches itself. */
export function createSelfSolver(
  run: OctreeRun,
  found: SelfTouches,
): (contacts: OctreePoints) => void {
  const { data, memory, sampler } = run;
  const { point, pen: wanted, normal, witness } = found;
  const room = point.length;
  const give = new Float64Array(room);
  const impulse = new Float64Array(3 * room);
  /** Velocities of the leaves that the right side leads to. */
  const u = new Float64Array(memory.rhs.length);
  const local = new Float64Array(4);
  const out = new Float64Array(4);
  const couple = createCouple();

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

  return (contacts) => {
    findVelocities(u, memory, sampler.now.tree.leaves);
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
      wanted[k] *= PACE;
      impulse[3 * k] = 0;
      impulse[3 * k + 1] = 0;
      impulse[3 * k + 2] = 0;
    }
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (let k = 0; k < found.count; k++) relaxOne(contacts, witness, k);
    }
    for (let k = 0; k < found.count; k++) {
      balance(run.memory, contacts, point[k], witness, k, impulse, couple);
    }
  };
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
