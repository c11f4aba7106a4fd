import { apply3, applyTransposed3 } from '../../../math/mat3.ts';
import { rotateByQuat } from '../../../math/quat.ts';
import { findDepths } from '../build/thickness.ts';
import { BEYOND, LEAF_REACH, NEIGHBOURHOOD, OPPOSITE, SLOP } from '../numbers.ts';
import { createPoints, type OctreePoints } from '../point-sets.ts';
import { type OctreeRun, placeContacts } from '../runtime.ts';
import { findPaths } from '../topology/moore.ts';
import { createCandidates, type Near } from './candidates.ts';
import { behindWalls, mapToRest, outward, voxelAt } from './inside.ts';

/** Places where a body touches itself: the first `count` entries, and the deepest [m]. */
export interface SelfTouches {
  count: number;
  depth: number;
  /** Contact point that is inside, depth [m], and the direction out of the material, shape [room, 3]. */
  readonly point: Int32Array;
  readonly pen: Float64Array;
  readonly normal: Float64Array;
  /** The same place as a point of the material that it is in. */
  readonly witness: OctreePoints;
}

export function createSelfTouches(room: number): SelfTouches {
  return {
    count: 0,
    depth: 0,
    point: new Int32Array(room),
    pen: new Float64Array(room),
    normal: new Float64Array(3 * room),
    witness: createPoints(new Float64Array(3 * room), new Int32Array(room)),
  };
}

/** Finds where a cut body touches itself now. */
export function createSelfDetection(run: OctreeRun, found: SelfTouches): () => void {
  const { data, memory, sampler } = run;
  const { voxels } = data;
  const room = data.contactHome.length;
  const { point, pen: depths, normal, witness } = found;
  const depth = new Int32Array(voxels.count);
  const candidates = createCandidates(run);
  const x = new Float64Array(3 * room);
  const arms = new Float64Array(3 * room);
  const local = new Float64Array(4);
  const out = new Float64Array(4);
  const back = new Float64Array(9);
  const work = new Float64Array(9);
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
      findPaths(paths, tree, source, 1, NEIGHBOURHOOD * (2 << tree.level[source[0]]));
      for (let k = 0; k < paths.count; k++) leaves.push(paths.found[k]);
      ptr[p + 1] = leaves.length;
    }
    near = { ptr, leaves: Int32Array.from(leaves) };
  };

  /** Adds a contact of point p with leaf j, if it is inside its material. */
  const touchLeaf = (p: number, j: number): void => {
    // At rest nothing is in anything: what looks deep then is a corner that was moved onto a blade, into a voxel that
    // no face tells of the cut.
    for (let c = 0; c < 3; c++) local[c] = run.contacts.rest[3 * p + c] - memory.rest[3 * j + c];
    const atRest = depthIn(run, depth, j, local, out) < 0 ? 0 : Math.max(0, out[3]);
    for (let c = 0; c < 3; c++) local[c] = x[3 * p + c] - memory.x[3 * j + c];
    mapToRest(run, j, back, work);
    apply3(local, 0, back, 0, local, 0);
    const v = depthIn(run, depth, j, local, out);
    if (v < 0) return;
    let pen = out[3] - atRest;
    if (pen <= SLOP * voxels.cell || found.count === room) return;
    const k = found.count++;
    const n = 3 * k;
    applyTransposed3(normal, n, back, 0, out, 0);
    const steep = Math.sqrt(
      normal[n] * normal[n] + normal[n + 1] * normal[n + 1] + normal[n + 2] * normal[n + 2],
    );
    for (let c = n; c < n + 3; c++) normal[c] /= steep;
    pen /= steep;
    point[k] = p;
    depths[k] = pen;
    witness.home[k] = v;
    witness.leaf[k] = j;
    faceOn(run, p, normal, 3 * k, out);
    found.depth = Math.max(found.depth, pen);
  };

  return () => {
    found.count = 0;
    found.depth = 0;
    if (topology !== run.topology) {
      topology = run.topology;
      findDepths(depth, voxels, memory.links);
    }
    if (version !== run.version) {
      version = run.version;
      findNear();
    }
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
        const reach = LEAF_REACH * voxels.cell * (1 << tree.level[n]);
        const dx = x[3 * p] - memory.x[3 * n];
        const dy = x[3 * p + 1] - memory.x[3 * n + 1];
        const dz = x[3 * p + 2] - memory.x[3 * n + 2];
        if (dx * dx + dy * dy + dz * dz < reach * reach) touchLeaf(p, n);
      }
    }
  };
}

/**
 * The voxel of leaf j that a place is in, −1 if there is none; `local` is its arm from the leaf, taken back to rest,
 * and becomes the place at rest. `out` = the way out and how deep it is.
 */
function depthIn(
  run: OctreeRun,
  depth: Int32Array,
  j: number,
  local: Float64Array,
  out: Float64Array,
): number {
  const { voxels } = run.data;
  const v = voxelOf(run, j, local, out);
  out[3] = 0;
  if (v < 0) return v;
  for (let c = 0; c < 3; c++) local[c] += run.memory.rest[3 * j + c];
  if (depth[v] === 1) {
    behindWalls(run, v, local, out);
    return v;
  }
  if (!outward(run, depth, v, out)) return -1;
  out[3] = (depth[v] - 0.5) * voxels.cell;
  for (let c = 0; c < 3; c++) {
    const centre = voxels.origin[c] + voxels.cell * (voxels.at[3 * v + c] + 0.5);
    out[3] -= out[c] * (local[c] - centre);
  }
  return v;
}

/** The voxel of leaf j at `local`; walls may lie half a voxel beyond the grid's. −1 if there is none. */
function voxelOf(run: OctreeRun, j: number, local: Float64Array, work: Float64Array): number {
  const { leafOf } = run.sampler.now.tree;
  const v = voxelAt(run, local, j);
  if (v >= 0 && leafOf[v] === j) return v;
  const length = Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2]);
  const part = 1 - (BEYOND * run.data.voxels.cell) / length;
  if (!(part > 0)) return -1;
  for (let c = 0; c < 3; c++) work[c] = part * local[c];
  const u = voxelAt(run, work, j);
  return u >= 0 && leafOf[u] === j ? u : -1;
}

/**
 * Depth on a grid has steps, and steps would push sideways. Where the point's own surface looks the other way, more or
 * less, that is the better normal.
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
  if (facing > -OPPOSITE) return;
  for (let c = 0; c < 3; c++) normal[k + c] = -work[c];
}
