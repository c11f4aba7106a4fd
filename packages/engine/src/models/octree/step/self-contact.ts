import { rotateByQuat } from '../../../math/quat.ts';
import { findDepths } from '../build/thickness.ts';
import { FACE_MOVE } from '../build/voxels.ts';
import { bindPoint, createPoints, type OctreePoints } from '../points.ts';
import { bound, type OctreeRun, placeContacts } from '../runtime.ts';
import { findWays } from '../topology/moore.ts';
import { balance, createCouple } from './couple.ts';

/** Leaves nearer than this along the material, in cells of the point's own leaf, are neighbours and never touch it. */
const NEAR = 3;
/** Part of a depth that is undone in a step. */
const PUSH_OUT = 0.3;
/** Coulomb's coefficient of cut faces. */
const FRICTION = 0.3;
/** Cosine up to which a point's own normal is taken. */
const FACING = 0.5;
/** Sweeps over the contacts. */
const SWEEPS = 8;

/**
 * Contact of a cut body with itself: pieces with pieces, the sides of a slit with each other. Contact points, those of cut faces
 * included, are looked up among the leaves by a spatial hash; in a leaf that is far along the material the point is carried
 * back to rest, where flooding from the surface and from the cuts has told how deep it is and which way is out.
 * Each contact asks that the depth shrinks, by equal and opposite impulses that are added to the step's right side.
 */
export interface SelfContact {
  /** Adds the impulses to `rhs`. Does nothing for a body that was never cut. */
  push(h: number): void;
  /** Contacts in the last step, and the deepest [m]. */
  readonly report: { count: number; depth: number };
}

export function createSelfContact(run: OctreeRun): SelfContact {
  const { data, memory, sampler } = run;
  const { voxels } = data;
  const room = data.contactRoom;
  const depth = new Int32Array(voxels.count);
  const hash = createHash(data.capacity);
  const x = new Float64Array(3 * room);
  const witness = createPoints(new Float64Array(3 * room), new Int32Array(room));
  const point = new Int32Array(room);
  const normal = new Float64Array(3 * room);
  const wanted = new Float64Array(room);
  const give = new Float64Array(room);
  const impulse = new Float64Array(3 * room);
  const stamp = new Int32Array(data.capacity).fill(-1);
  const local = new Float64Array(4);
  const out = new Float64Array(3);
  const couple = createCouple();
  const report = { count: 0, depth: 0 };
  let near = { ptr: new Int32Array(room + 1), leaves: new Int32Array(0) };
  let version = -1;
  let topology = 0;

  /** Leaves too near along the material to be touched, for each contact point. */
  const findNear = (): void => {
    const { tree } = sampler.now;
    const { ways, source } = sampler.regions;
    const leaves: number[] = [];
    const ptr = new Int32Array(room + 1);
    for (let p = 0; p < run.contacts.count; p++) {
      source[0] = tree.leafOf[run.contacts.home[p]];
      findWays(ways, tree, source, 1, NEAR * (2 << tree.level[source[0]]));
      for (let k = 0; k < ways.count; k++) leaves.push(ways.found[k]);
      ptr[p + 1] = leaves.length;
    }
    near = { ptr, leaves: Int32Array.from(leaves) };
  };

  /** Adds a contact of point p with leaf j, if it is inside its material. */
  const touchLeaf = (p: number, j: number): void => {
    for (let c = 0; c < 3; c++) local[c] = x[3 * p + c] - memory.x[3 * j + c];
    turnBack(local, memory.q, 4 * j);
    const v = voxelAt(run, local, j);
    if (v < 0 || sampler.now.tree.leafOf[v] !== j) return;
    if (!outward(run, depth, v, out)) return;
    let pen = (depth[v] - 0.5) * voxels.cell;
    for (let c = 0; c < 3; c++) {
      const centre = voxels.origin[c] + voxels.cell * (voxels.at[3 * v + c] + 0.5);
      pen -= out[c] * (memory.rest[3 * j + c] + local[c] - centre);
    }
    if (pen <= 0 || report.count === room) return;
    const k = report.count++;
    point[k] = p;
    wanted[k] = pen;
    witness.home[k] = v;
    witness.leaf[k] = j;
    rotateByQuat(normal, 3 * k, memory.q, 4 * j, out, 0);
    faceOn(run, p, normal, 3 * k, out);
    report.depth = Math.max(report.depth, pen);
  };

  const detect = (): void => {
    const { tree } = sampler.now;
    placeContacts(run, x);
    const wide = voxels.cell * (1 << data.coarsest);
    fillHash(hash, memory.x, tree.leaves, wide);
    for (let p = 0; p < run.contacts.count; p++) {
      for (let k = near.ptr[p]; k < near.ptr[p + 1]; k++) stamp[near.leaves[k]] = p;
      for (let m = 0; m < 27; m++) {
        const slot = slotOf(hash, x, 3 * p, wide, m);
        for (let j = hash.head[slot]; j >= 0; j = hash.next[j]) {
          if (stamp[j] === p) continue;
          // Two boxes may share a slot: each leaf is looked at once.
          stamp[j] = p;
          touchLeaf(p, j);
        }
      }
    }
  };

  return {
    report,
    push(h) {
      report.count = 0;
      report.depth = 0;
      if (run.topology === 0) return;
      if (topology !== run.topology) {
        topology = run.topology;
        findDepths(depth, voxels, memory.links);
      }
      const contacts = bound(run, run.contacts);
      if (version !== run.version) {
        version = run.version;
        findNear();
      }
      stamp.fill(-1);
      detect();
      if (report.count === 0) return;
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
        at = bindPoint(witness, k, at, sampler.now, voxels.cell, memory.x, run.bind);
        witness.ptr[k + 1] = at;
        const both = mobility(run, contacts, point[k]) + mobility(run, witness, k);
        give[k] = both > 0 ? 1 / both : 0;
        wanted[k] = Math.min((PUSH_OUT * wanted[k]) / h, voxels.cell / h);
        impulse[3 * k] = 0;
        impulse[3 * k + 1] = 0;
        impulse[3 * k + 2] = 0;
      }
      for (let sweep = 0; sweep < SWEEPS; sweep++) {
        for (let k = 0; k < report.count; k++) relaxOne(run, contacts, witness, k);
      }
      for (let k = 0; k < report.count; k++) {
        balance(run.memory, contacts, point[k], witness, k, impulse, couple);
      }
    },
  };

  /** One contact: its impulse changes so that it parts at the wanted speed, and rubs within Coulomb's cone. */
  function relaxOne(r: OctreeRun, contacts: OctreePoints, other: OctreePoints, k: number): void {
    for (let c = 0; c < 3; c++) {
      local[c] = velocityOf(r, contacts, point[k], c) - velocityOf(r, other, k, c);
    }
    const n = 3 * k;
    const along = normal[n] * local[0] + normal[n + 1] * local[1] + normal[n + 2] * local[2];
    const before =
      normal[n] * impulse[n] + normal[n + 1] * impulse[n + 1] + normal[n + 2] * impulse[n + 2];
    const after = Math.max(0, before + give[k] * (wanted[k] - along));
    let tx = impulse[n] - before * normal[n] - give[k] * (local[0] - along * normal[n]);
    let ty = impulse[n + 1] - before * normal[n + 1] - give[k] * (local[1] - along * normal[n + 1]);
    let tz = impulse[n + 2] - before * normal[n + 2] - give[k] * (local[2] - along * normal[n + 2]);
    const drag = Math.sqrt(tx * tx + ty * ty + tz * tz);
    const most = FRICTION * after;
    const part = drag > most ? most / drag : 1;
    tx *= part;
    ty *= part;
    tz *= part;
    local[0] = after * normal[n] + tx - impulse[n];
    local[1] = after * normal[n + 1] + ty - impulse[n + 1];
    local[2] = after * normal[n + 2] + tz - impulse[n + 2];
    for (let c = 0; c < 3; c++) impulse[n + c] += local[c];
    kick(r, contacts, point[k], local, 1);
    kick(r, other, k, local, -1);
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

function velocityOf({ memory }: OctreeRun, set: OctreePoints, p: number, c: number): number {
  let sum = 0;
  for (let k = set.ptr[p]; k < set.ptr[p + 1]; k++) {
    const i = set.cols[k];
    const u =
      memory.held[i] > 0
        ? memory.heldVelocity[3 * i + c]
        : memory.rhs[3 * i + c] / memory.diagonal[i];
    sum += set.weights[k] * u;
  }
  return sum;
}

function kick(
  { memory }: OctreeRun,
  set: OctreePoints,
  p: number,
  f: Float64Array,
  sign: number,
): void {
  for (let k = set.ptr[p]; k < set.ptr[p + 1]; k++) {
    const i = 3 * set.cols[k];
    const w = sign * set.weights[k];
    for (let c = 0; c < 3; c++) memory.rhs[i + c] += w * f[c];
  }
}

/** How a point answers to an impulse on it [1/kg]. */
function mobility({ memory }: OctreeRun, set: OctreePoints, p: number): number {
  let sum = 0;
  for (let k = set.ptr[p]; k < set.ptr[p + 1]; k++) {
    const i = set.cols[k];
    if (memory.held[i] === 0) sum += (set.weights[k] * set.weights[k]) / memory.diagonal[i];
  }
  return sum;
}

function turnBack(v: Float64Array, q: Float64Array, k: number): void {
  const [x, y, z, w] = [q[k], q[k + 1], q[k + 2], -q[k + 3]];
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  const [a, b, c] = [v[0], v[1], v[2]];
  v[0] = a + w * tx + (y * tz - z * ty);
  v[1] = b + w * ty + (z * tx - x * tz);
  v[2] = c + w * tz + (x * ty - y * tx);
}

/** The voxel at an arm from leaf j at rest, −1 outside. */
function voxelAt({ data, memory }: OctreeRun, arm: Float64Array, j: number): number {
  const { origin, cell, dims, index } = data.voxels;
  let at = 0;
  for (let c = 2; c >= 0; c--) {
    const k = Math.floor((memory.rest[3 * j + c] + arm[c] - origin[c]) / cell);
    if (k < 0 || k >= dims[c]) return -1;
    at = at * dims[c] + k;
  }
  return index[at];
}

/** out = the direction in which depth falls fastest, across open links only. Gives false where there is none. */
function outward(
  { data, memory }: OctreeRun,
  depth: Int32Array,
  v: number,
  out: Float64Array,
): boolean {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    let slope = 0;
    for (let side = 0; side < 2; side++) {
      const f = 2 * axis + side;
      const open = (memory.links[v] & (1 << f)) !== 0;
      const there = open ? depth[data.voxels.near[27 * v + FACE_MOVE[f]]] : 0;
      slope += side === 0 ? there : -there;
    }
    out[axis] = -slope;
    square += slope * slope;
  }
  if (square === 0) return false;
  const length = Math.sqrt(square);
  for (let c = 0; c < 3; c++) out[c] /= length;
  return true;
}

interface Hash {
  readonly head: Int32Array;
  readonly next: Int32Array;
  readonly mask: number;
}

function createHash(capacity: number): Hash {
  let size = 64;
  while (size < 2 * capacity) size *= 2;
  return { head: new Int32Array(size).fill(-1), next: new Int32Array(capacity), mask: size - 1 };
}

/** The slot of the box m places (of 27) from the one that holds a point. */
function slotOf(hash: Hash, x: Float64Array, p: number, wide: number, m: number): number {
  const i = Math.floor(x[p] / wide) + (m % 3) - 1;
  const j = Math.floor(x[p + 1] / wide) + (Math.floor(m / 3) % 3) - 1;
  const k = Math.floor(x[p + 2] / wide) + Math.floor(m / 9) - 1;
  const mixed = Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791);
  return (mixed ^ (mixed >>> 15)) & hash.mask;
}

/** Leaves by the box of their centre; the last leaf stands first, so lists come in falling order. */
function fillHash(hash: Hash, x: Float64Array, leaves: number, wide: number): void {
  hash.head.fill(-1);
  for (let i = 0; i < leaves; i++) {
    const slot = slotOf(hash, x, 3 * i, wide, 13);
    hash.next[i] = hash.head[slot];
    hash.head[slot] = i;
  }
}
