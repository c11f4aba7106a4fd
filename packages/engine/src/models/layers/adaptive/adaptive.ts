import { gatherFrames, spreadFrames } from '../../shared/frame-spread.kernel.ts';
import { MOST_ASKED } from '../../shared/numbers.ts';
import { createThresholds, type Sleepers, type Thresholds } from '../../shared/wake/rule.ts';
import { canActivate, findChildren } from '../../shared/wake/tree.ts';
import type { Hierarchy } from '../model.ts';
import type { LayerPoints } from '../step/compose.ts';
import { followRows } from './follow.ts';
import {
  contractMatrix,
  createFollow,
  type Follow,
  type FrameTree,
  findFollow,
  noOffsets,
} from './tree.ts';

/**
 * The adaptive frames below the details: the active set, and the data of the wake rule. Vectors have 12 numbers a node,
 * 3×4.
 */
export interface AdaptiveFrames extends Sleepers {
  readonly tree: FrameTree;
  readonly thresholds: Thresholds;
  /** [1 if adaptive, tolerance, strongest gravity so far m/s²]; 1 for contact points that touched something. */
  readonly settings: Float64Array;
  readonly touched: Uint8Array;
  readonly touching: Uint8Array;
  /** How all frames follow from the active ones; from those and the candidates; both in the undeformed body. */
  readonly now: Follow;
  readonly wide: Follow;
  readonly still: Follow;
  readonly inWide: Uint8Array;
  readonly candidates: Int32Array;
  count: number;
  /** Frames awake: how many, and which. */
  readonly list: Int32Array;
  awake: number;
  /** Counts up when the set changes. */
  version: number;
  changed: boolean;
  /** Mass of all frames at rest, shape [4·nodes]², and of each node as its set feels it, 4×4 each. */
  readonly mass: Float64Array;
  readonly ownMass: Float64Array;
  /** M(1+αT) + (T²+βT)K of all frames at rest, T = `AHEAD`, shape [12·nodes]², entries as the unknowns are. */
  readonly reach: Float64Array;
  /** Velocities of all frames at the end of the step and at its beginning, residual, outside impulses. */
  readonly V: Float64Array;
  readonly V0: Float64Array;
  /** What second-order steps remember, of all frames, while some are switched. */
  readonly pastOf: readonly [Float64Array, Float64Array];
  readonly residual: Float64Array;
  readonly all: Float64Array;
  readonly impulse: Float64Array;
  /** Forces on the mass points that the step was made with, shape [mass points, 3]. */
  readonly force: Float64Array;
  readonly asked: AskedFrames;
  readonly place: Int32Array;
  readonly index: Int32Array;
  readonly half: Float64Array;
  readonly none: Float64Array;
  /** 1 for frames that were awake before the step's switches. */
  readonly before: Uint8Array;
  readonly chol: Float64Array;
  size: number;
}

/** Frames tested together, first `count` entries, and the memory of the test. */
export interface AskedFrames {
  readonly nodes: Int32Array;
  count: number;
  readonly matrix: Float64Array;
  readonly mass: Float64Array;
  readonly column: Float64Array;
  readonly force: Float64Array;
  readonly own: Float64Array;
  readonly ownBefore: Float64Array;
  readonly energy: Float64Array;
}

export function createAdaptive(
  hierarchy: Hierarchy,
  points: LayerPoints,
  weight: Float64Array,
  contacts: number,
  size: number,
  dense: number,
): AdaptiveFrames | null {
  const tree = hierarchy.layers[0].tree;
  if (tree === undefined) return null;
  const n = tree.nodes;
  const m = Math.min(MOST_ASKED, n);
  const a: AdaptiveFrames = {
    tree,
    children: findChildren(tree),
    active: new Uint8Array(n),
    wait: new Int32Array(n),
    offsets: noOffsets(n),
    settings: Float64Array.of(tree.adaptive ? 1 : 0, tree.tolerance, 0),
    touched: new Uint8Array(contacts),
    touching: new Uint8Array(contacts),
    now: createFollow(tree),
    wide: createFollow(tree),
    still: createFollow(tree),
    inWide: new Uint8Array(n),
    candidates: new Int32Array(n),
    count: 0,
    list: new Int32Array(n),
    awake: 0,
    version: 0,
    changed: false,
    mass: massOfFrames(points, weight, n),
    ownMass: new Float64Array(16 * n),
    reach: new Float64Array(144 * n * n),
    D: new Float64Array(12 * n),
    V: new Float64Array(12 * n),
    V0: new Float64Array(12 * n),
    pastOf: [new Float64Array(12 * n), new Float64Array(12 * n)],
    residual: new Float64Array(12 * n),
    all: new Float64Array(12 * n),
    impulse: new Float64Array(12 * n),
    force: new Float64Array(3 * points.count),
    asked: {
      nodes: new Int32Array(m),
      count: 0,
      matrix: new Float64Array(144 * m * m),
      mass: new Float64Array(16 * m * m),
      column: new Float64Array(12 * m),
      force: new Float64Array(12 * m),
      own: new Float64Array(12 * m),
      ownBefore: new Float64Array(12 * m),
      energy: new Float64Array(m),
    },
    place: new Int32Array(n).fill(-1),
    index: new Int32Array(n),
    half: new Float64Array(Math.max(144 * m * n, dense * dense)),
    none: noOffsets(n),
    before: new Uint8Array(n),
    was: new Uint8Array(n),
    thresholds: createThresholds(),
    needed: new Uint8Array(n),
    work: new Float64Array(60),
    flat: new Float64Array(32),
    chol: new Float64Array(20),
    size,
  };
  resetFrames(a);
  return a;
}

/** Σ m q_k q_lᵀ of the mass points at rest. */
function massOfFrames(points: LayerPoints, weight: Float64Array, nodes: number): Float64Array {
  const { ptr, fn, value } = points.following!.full;
  const mass = new Float64Array(16 * nodes * nodes);
  for (let i = 0; i < points.count; i++) {
    for (let a = ptr[i]; a < ptr[i + 1]; a++)
      for (let b = ptr[i]; b < ptr[i + 1]; b++)
        mass[fn[a] * 4 * nodes + fn[b]] += weight[i] * value[a] * value[b];
  }
  return mass;
}

/** The undeformed body on its coarsest frames, or on all of them. */
export function resetFrames(a: AdaptiveFrames): void {
  const { tree, active } = a;
  for (let k = 0; k < tree.nodes; k++)
    active[k] = a.settings[0] === 1 && tree.parentPtr[k + 1] > tree.parentPtr[k] ? 0 : 1;
  a.wait.fill(0);
  a.offsets.set(a.none);
}

/** After `active` or `offsets` changed: recomputes the contraction, the candidates and their masses. */
export function refreshFrames(a: AdaptiveFrames): void {
  const { tree, active, inWide, index, ownMass } = a;
  a.version++;
  a.count = 0;
  a.awake = 0;
  for (let k = 0; k < tree.nodes; k++) {
    const joins = canActivate(tree, active, k);
    inWide[k] = active[k] === 1 || joins ? 1 : 0;
    if (active[k] === 1) a.list[a.awake++] = k;
    if (joins) a.candidates[a.count++] = k;
  }
  findFollow(a.now, tree, active, a.offsets);
  findFollow(a.wide, tree, inWide, a.offsets);
  findFollow(a.still, tree, active, a.none);
  index.fill(-1);
  for (let k = 0; k < tree.nodes; k++) {
    if (inWide[k] === 0) continue;
    index[k] = 0;
    const { contraction } = active[k] === 1 ? a.now : a.wide;
    contractMatrix(a.flat, a.mass, 1, tree, contraction, index, 1, a.half);
    for (let c = 0; c < 16; c++) ownMass[16 * k + c] = a.flat[c];
    index[k] = -1;
  }
}

/** Brings a set's rows to the frames that are awake. */
export function followSet(a: AdaptiveFrames, set: LayerPoints): void {
  const { following } = set;
  if (following === null || following.version === a.version) return;
  following.version = a.version;
  followRows(set.rows[0], following, a.now.contraction, a.place);
}

/** out = 3×4 of all frames from those awake: unknowns u, and the identity if they are displacements. */
export function spreadUnknowns(
  out: Float64Array,
  a: AdaptiveFrames,
  u: Float64Array,
  places: boolean,
): void {
  for (let i = 0; i < a.awake; i++) {
    const k = a.list[i];
    for (let p = 0; p < 4; p++)
      for (let c = 0; c < 3; c++)
        out[12 * k + 4 * c + p] = u[3 * (4 * k + p) + c] + (places && p === c ? 1 : 0);
  }
  const { ptr, cols, W } = a.now.contraction;
  spreadFrames(out, ptr, cols, W, out, a.tree.nodes);
}

/** out += what `all` means to the frames awake and to those that could wake. */
export function gatherWide(out: Float64Array, a: AdaptiveFrames, all: Float64Array): void {
  const { ptr, cols, W } = a.wide.contraction;
  gatherFrames(out, ptr, cols, W, all, a.tree.nodes);
}

/** Keeps the forces on the mass points that a step was made with, and the strongest gravity. */
export function rememberForces(a: AdaptiveFrames, f: Float64Array, gravity: Float64Array): void {
  a.force.set(f);
  const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  a.settings[2] = Math.max(a.settings[2], g);
}
