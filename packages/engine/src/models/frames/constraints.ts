import { cholesky, choleskySolve } from '../../math/dense.ts';
import type { FramesData } from './model.ts';
import {
  createRigid,
  fillRigid,
  projectRigid,
  type RigidVelocities,
  restrictMatrix,
} from './rigid.ts';
import type { FramesRuntime } from './runtime.ts';
import type { ActiveSet } from './step/active.ts';
import { decoupleMember, type Factor } from './step/factor.ts';
import { massProduct } from './step/mass.ts';

/**
 * What is not free about a body's frames in a step. A held region's velocity is given; so is that of the root of
 * several solids while each of them moves by itself and none follows it; a rigid part has six velocities of its twelve.
 */
export interface Constraints {
  /** 1 for nodes of held regions, shape [nodes]; where they must be, 3×4 maps by region. */
  readonly held: Uint8Array;
  readonly poses: Float64Array;
  readonly rigid: RigidVelocities;
  /** True if no node follows the root. */
  idle: boolean;
  /** Velocity of an idle root: that of the rigid motion nearest to what the solids do. */
  readonly rootVelocity: Float64Array;
  /** Scratch: a 3×3 matrix, a column of it, a place, a block of a node with itself. */
  readonly work: Float64Array;
  readonly column: Float64Array;
  readonly centre: Float64Array;
  readonly block: Float64Array;
}

export function createConstraints(data: FramesData): Constraints {
  return {
    held: new Uint8Array(data.nodes),
    poses: new Float64Array(12 * data.regionNodes.length),
    rigid: createRigid(data.rigidNodes.length),
    idle: false,
    rootVelocity: new Float64Array(12),
    work: new Float64Array(9),
    column: new Float64Array(3),
    centre: new Float64Array(3),
    block: new Float64Array(144),
  };
}

/** Called at the start of a step of h seconds. */
export function prepareConstraints(c: Constraints, run: FramesRuntime, h: number): void {
  const { data, memory, set } = run;
  fillRigid(c.rigid, data, memory.D, memory.V, h);
  const i = data.root < 0 ? -1 : set.index[data.root];
  c.idle = i >= 0 && set.massVector[4 * i + 3] === 0;
  if (c.idle) followSolids(c, run, memory.V);
}

/**
 * Puts an idle root where the world's own coordinates are and gives it the rigid motion v = t + ω×x that comes closest
 * in kinetic energy to the velocities V of all solids: those that move as one then no longer differ from it. A stretch
 * is left out, since following it would deform each of them.
 */
export function followSolids(c: Constraints, run: FramesRuntime, V: Float64Array): void {
  const { data, memory, kernels } = run;
  const { D, nodes } = memory;
  const root = 12 * data.root;
  const n = data.nodes;
  for (let e = 0; e < 12; e++) D[root + e] = e % 5 === 0 ? 1 : 0;
  // Inertia about the origin I = tr(S) − S with S = Σ m x xᵀ, and the sum of m x; then about the centre.
  const { work: inertia, column: turn, centre, rootVelocity: P } = c;
  const mass = data.totalMass;
  massProduct(nodes, D, memory.mass, kernels);
  for (let r = 0; r < 3; r++) centre[r] = sumOver(n, nodes, r, D, 3) / mass;
  let trace = 0;
  for (let r = 0; r < 3; r++) {
    for (let s = 0; s < 3; s++) {
      inertia[3 * r + s] = mass * centre[r] * centre[s] - sumOver(n, nodes, r, D, s);
    }
    trace -= inertia[4 * r];
  }
  for (let r = 0; r < 3; r++) inertia[4 * r] += trace;
  // P = Σ m v [x; 1]ᵀ: its skew part is the spin, its last column the momentum.
  massProduct(nodes, V, memory.mass, kernels);
  for (let e = 0; e < 12; e++) P[e] = sumOver(n, nodes, e >> 2, D, e & 3);
  for (let r = 0; r < 3; r++) {
    const s = (r + 1) % 3;
    const t = (r + 2) % 3;
    turn[r] = P[4 * t + s] - P[4 * s + t] - centre[s] * P[4 * t + 3] + centre[t] * P[4 * s + 3];
  }
  if (cholesky(inertia, 3)) choleskySolve(turn, inertia, 3);
  else turn.fill(0);
  for (let r = 0; r < 3; r++) {
    const s = (r + 1) % 3;
    const t = (r + 2) % 3;
    P[4 * r + 3] = P[4 * r + 3] / mass - turn[s] * centre[t] + turn[t] * centre[s];
    P[5 * r] = 0;
    P[4 * t + s] = turn[r];
    P[4 * s + t] = -turn[r];
  }
  for (let e = 0; e < 12; e++) V[root + e] = P[e];
}

/** Σ_k Σ_p P_k[r, p] D_k[s, p], where row 3 of D_k is 0 0 0 1. */
function sumOver(n: number, P: Float64Array, r: number, D: Float64Array, s: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) {
    const o = 12 * k;
    if (s === 3) sum += P[o + 4 * r + 3];
    else for (let p = 0; p < 4; p++) sum += P[o + 4 * r + p] * D[o + 4 * s + p];
  }
  return sum;
}

/** True if some region is held: the body's momentum is then not its own. */
export function anyHeld({ held }: Constraints, data: FramesData): boolean {
  for (let r = 0; r < data.regionNodes.length; r++)
    if (held[data.regionNodes[r]] === 1) return true;
  return false;
}

/** A held region whose frame moves by less than this in a step stands still; places in parts of the body's size. */
const STILL = 1e-14;

/**
 * index = the numbers of the set's members by node, −1 for regions that are held where they are: nothing acts through
 * them, and many points hang on them while few frames are awake, so their stiffness need not be found.
 */
export function numberMoving(
  index: Int32Array,
  c: Constraints,
  data: FramesData,
  set: ActiveSet,
  D: Float64Array,
  size: number,
): void {
  index.set(set.index);
  for (let e = 0; e < data.regionNodes.length; e++) {
    const k = data.regionNodes[e];
    if (c.held[k] === 0) continue;
    let motion = 0;
    for (let j = 0; j < 12; j++) {
      const part = Math.abs(c.poses[12 * e + j] - D[12 * k + j]);
      motion = Math.max(motion, j % 4 === 3 ? part / size : part);
    }
    if (motion < STILL) index[k] = -1;
  }
}

/** Takes from r[at..] (unknowns of the set) what the constraints do not leave free. */
export function constrainRows(
  c: Constraints,
  data: FramesData,
  set: ActiveSet,
  r: Float64Array,
  at: number,
): void {
  for (let e = 0; e < data.regionNodes.length; e++) {
    const k = data.regionNodes[e];
    if (c.held[k] === 1) clearRow(r, at + 12 * set.index[k]);
  }
  if (c.idle) clearRow(r, at + 12 * set.index[data.root]);
  for (let i = 0; i < c.rigid.count; i++)
    projectRigid(c.rigid, i, r, at + 12 * set.index[data.rigidNodes[i]]);
}

function clearRow(r: Float64Array, at: number): void {
  for (let e = 0; e < 12; e++) r[at + e] = 0;
}

/** Sets the prescribed entries of u: held regions are at their poses after h seconds from the positions D. */
export function prescribeRows(
  c: Constraints,
  data: FramesData,
  set: ActiveSet,
  u: Float64Array,
  D: Float64Array,
  h: number,
): void {
  for (let e = 0; e < data.regionNodes.length; e++) {
    const k = data.regionNodes[e];
    if (c.held[k] === 0) continue;
    const o = 12 * set.index[k];
    for (let j = 0; j < 12; j++) u[o + j] = (c.poses[12 * e + j] - D[12 * k + j]) / h;
  }
  if (c.idle) {
    const o = 12 * set.index[data.root];
    for (let j = 0; j < 12; j++) u[o + j] = c.rootVelocity[j];
  }
  const { rigid } = c;
  for (let i = 0; i < rigid.count; i++) {
    const o = 12 * set.index[data.rigidNodes[i]];
    for (let j = 0; j < 12; j++) u[o + j] -= rigid.given[12 * i + j];
    projectRigid(rigid, i, u, o);
    for (let j = 0; j < 12; j++) u[o + j] += rigid.given[12 * i + j];
  }
}

/** The step's matrix, loaded for its factor, as what is free sees it; the rest is decoupled from it and harmless. */
export function constrainMatrix(
  c: Constraints,
  data: FramesData,
  set: ActiveSet,
  factor: Factor,
): void {
  for (let e = 0; e < data.regionNodes.length; e++) {
    const k = data.regionNodes[e];
    if (c.held[k] === 1) decoupleMember(factor, set.index[k]);
  }
  if (c.idle) decoupleMember(factor, set.index[data.root]);
  for (let i = 0; i < c.rigid.count; i++)
    restrictMatrix(c.rigid, i, factor, set.index[data.rigidNodes[i]], c.block);
}
