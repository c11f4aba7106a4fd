import { apply3, applyTransposed3 } from '../../../math/mat3.ts';
import { rotateByQuat } from '../../../math/quat.ts';
import { findDepths } from '../build/thickness.ts';
import type { OctreeMemory } from '../memory.ts';
import { bindPoint, createPoints, type OctreePoints } from '../point-sets.ts';
import { bound, type OctreeRun, placeContacts } from '../runtime.ts';
import { findPaths } from '../topology/moore.ts';
import { createCandidates, type Near, REACH } from './candidates.ts';
import { balance, createCouple } from './couple.ts';
import { behindWalls, mapToRest, outward, voxelAt } from './inside.ts';

/** Leaves nearer than this along the material, in cells of the point's own leaf, are neighbours and never touch it. */
const NEAR = 3;
/** Part of a depth that is undone in a step. */
const PUSH_OUT = 0.3;
/** Cosine up to which a point's own normal is taken. */
const FACING = 0.5;
/** How far walls may lie beyond the grid's faces [voxels]. */
const BEYOND = 0.5;
/** Sweeps over the contacts. */
const SWEEPS = 5;
/** Depths below this part of a voxel are none: the sides of a fresh cut lie on each other. */
const SLOP = 0.02;

/**
 * Contact of a cut body with itself: pieces with pieces, the sides of a slit with each other. Contact points, those of cut faces
 * included, are looked up among the leaves by a spatial hash (`candidates.ts`); in a leaf that is far along the material the point is taken
 * back to rest, where flooding from the surface and from the cuts has told how deep it is and in which direction the surface lies.
 * Each contact asks that the depth shrinks, by equal and opposite impulses that are added to the step's right side.
 */
export interface SelfContact {
  /** Adds the impulses to `rhs`. Does nothing for a body without slits. */
  push(h: number): void;
  /** Contacts in the last step, and the deepest [m]. */
  readonly report: { count: number; depth: number };
}

export function createSelfContact(run: OctreeRun): SelfContact {
  const { data, memory, sampler } = run;
  const { voxels } = data;
  const room = data.contactHome.length;
  const depth = new Int32Array(voxels.count);
  const candidates = createCandidates(run);
  const x = new Float64Array(3 * room);
  const arms = new Float64Array(3 * room);
  const witness = createPoints(new Float64Array(3 * room), new Int32Array(room));
  const point = new Int32Array(room);
  const normal = new Float64Array(3 * room);
  const wanted = new Float64Array(room);
  const give = new Float64Array(room);
  const impulse = new Float64Array(3 * room);
  /** Velocities of the leaves that the right side leads to. */
  const u = new Float64Array(memory.rhs.length);
  const local = new Float64Array(4);
  const out = new Float64Array(4);
  const back = new Float64Array(9);
  const work = new Float64Array(9);
  const couple = createCouple();
  const report = { count: 0, depth: 0 };
  let near: Near = { ptr: new Int32Array(room + 1), leaves: new Int32Array(0) };
  let version = -1;
  let topology = -1;

  /** Leaves too near along the material to be touched, for each contact point. */
  const findNear = (): void => {
    const { tree } = sampler.now;
    const { paths, source } = sampler;
    const leaves: number[] = [];
    const ptr = new Int32Array(room + 1);
    for (let p = 0; p < run.contacts.count; p++) {
      source[0] = tree.leafOf[run.contacts.home[p]];
      findPaths(paths, tree, source, 1, NEAR * (2 << tree.level[source[0]]));
      for (let k = 0; k < paths.count; k++) leaves.push(paths.found[k]);
      ptr[p + 1] = leaves.length;
    }
    near = { ptr, leaves: Int32Array.from(leaves) };
  };

  /** The voxel of leaf j at `local`; walls may lie half a voxel beyond the grid's. −1 if there is none. */
  const voxelOf = (j: number): number => {
    const { leafOf } = sampler.now.tree;
    const v = voxelAt(run, local, j);
    if (v >= 0 && leafOf[v] === j) return v;
    const length = Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2]);
    const part = 1 - (BEYOND * voxels.cell) / length;
    if (!(part > 0)) return -1;
    for (let c = 0; c < 3; c++) out[c] = part * local[c];
    const u = voxelAt(run, out, j);
    return u >= 0 && leafOf[u] === j ? u : -1;
  };

  /** Adds a contact of point p with leaf j, if it is inside its material. */
  const touchLeaf = (p: number, j: number): void => {
    for (let c = 0; c < 3; c++) local[c] = x[3 * p + c] - memory.x[3 * j + c];
    mapToRest(run, j, back, work);
    apply3(local, 0, back, 0, local, 0);
    const v = voxelOf(j);
    if (v < 0) return;
    for (let c = 0; c < 3; c++) local[c] += memory.rest[3 * j + c];
    let pen = 0;
    if (depth[v] === 1) {
      behindWalls(run, v, local, out);
      pen = out[3];
    } else {
      if (!outward(run, depth, v, out)) return;
      pen = (depth[v] - 0.5) * voxels.cell;
      for (let c = 0; c < 3; c++) {
        const centre = voxels.origin[c] + voxels.cell * (voxels.at[3 * v + c] + 0.5);
        pen -= out[c] * (local[c] - centre);
      }
    }
    if (pen <= SLOP * voxels.cell || report.count === room) return;
    const k = report.count++;
    const n = 3 * k;
    applyTransposed3(normal, n, back, 0, out, 0);
    const steep = Math.sqrt(
      normal[n] * normal[n] + normal[n + 1] * normal[n + 1] + normal[n + 2] * normal[n + 2],
    );
    for (let c = n; c < n + 3; c++) normal[c] /= steep;
    pen /= steep;
    point[k] = p;
    wanted[k] = pen;
    witness.home[k] = v;
    witness.leaf[k] = j;
    faceOn(run, p, normal, 3 * k, out);
    report.depth = Math.max(report.depth, pen);
  };

  const detect = (): void => {
    const { tree } = sampler.now;
    // Leaves have turned since the world saw the points: its forces act where they were.
    arms.set(run.contacts.arm);
    placeContacts(run, x);
    run.contacts.arm.set(arms);
    candidates.refresh(x, near);
    const { ptr, leaves } = candidates;
    for (let p = 0; p < run.contacts.count; p++) {
      for (let k = ptr[p]; k < ptr[p + 1]; k++) {
        const n = leaves[k];
        const reach = REACH * voxels.cell * (1 << tree.level[n]);
        const dx = x[3 * p] - memory.x[3 * n];
        const dy = x[3 * p + 1] - memory.x[3 * n + 1];
        const dz = x[3 * p + 2] - memory.x[3 * n + 2];
        if (dx * dx + dy * dy + dz * dz < reach * reach) touchLeaf(p, n);
      }
    }
  };

  return {
    report,
    push(h) {
      report.count = 0;
      report.depth = 0;
      if (!run.skin.slits) return;
      if (topology !== run.topology) {
        topology = run.topology;
        findDepths(depth, voxels, memory.links);
      }
      const contacts = bound(run, run.contacts);
      if (version !== run.version) {
        version = run.version;
        findNear();
      }
      detect();
      if (report.count === 0) return;
      findVelocities(u, memory, sampler.now.tree.leaves);
      let at = 0;
      for (let k = 0; k < report.count; k++) {
        // The other side takes hold of the very place the impulse acts on: weights that lead there from where its leaves are now.
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
        wanted[k] = Math.min((PUSH_OUT * wanted[k]) / h, voxels.cell / h);
        impulse[3 * k] = 0;
        impulse[3 * k + 1] = 0;
        impulse[3 * k + 2] = 0;
      }
      for (let sweep = 0; sweep < SWEEPS; sweep++) {
        for (let k = 0; k < report.count; k++) relaxOne(contacts, witness, k);
      }
      for (let k = 0; k < report.count; k++) {
        balance(run.memory, contacts, point[k], witness, k, impulse, couple);
      }
    },
  };

  /** One contact: its impulse changes so that it parts at the wanted speed, and rubs within Coulomb's cone. */
  function relaxOne(contacts: OctreePoints, other: OctreePoints, k: number): void {
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
  }
}

/**
 * Depth on a grid has steps, and steps would push sideways. Where the point's own surface looks the other way, more or less, that is
 * the better normal.
 */
function faceOn(
  run: OctreeRun,
  p: number,
  normal: Float64Array,
  k: number,
  work: Float64Array,
): void {
  const leaf = run.sampler.now.tree.leafOf[run.contacts.home[p]];
  rotateByQuat(work, 0, run.memory.q, 4 * leaf, run.contactNormals, 3 * p);
  const facing = work[0] * normal[k] + work[1] * normal[k + 1] + work[2] * normal[k + 2];
  if (facing > -FACING) return;
  for (let c = 0; c < 3; c++) normal[k + c] = -work[c];
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
