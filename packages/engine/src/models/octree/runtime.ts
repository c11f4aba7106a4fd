import type { Kernels } from '../../kernels/kernels.ts';
import { typescriptKernels } from '../../kernels/kernels.ts';
import { identity3 } from '../../math/mat3.ts';
import { startOf } from './build/start.ts';
import { bends, type OctreeMemory, PATCHES } from './memory.ts';
import { blendOf, type OctreeData } from './model.ts';
import { FOR_CUTS, INNER } from './numbers.ts';
import {
  type BindScratch,
  bindPoints,
  createPoints,
  type OctreePoints,
  POINT_USE,
  placePoints,
} from './point-sets.ts';
import { createFacts, findMasses, findRegionFacts } from './step/constants.ts';
import { type Matching, matchShapes } from './step/dynamics.ts';
import { createPlasticScratch } from './step/plastic.ts';
import { copyRegions, latticeSums, treeSums } from './step/sums.ts';
import { restNormals, type Skin } from './surface/skin.ts';
import { copyOfSample, createSampler, resample, takeSample } from './topology/sample.ts';
import type { Tree } from './topology/tree.ts';

/** A live body's working parts. */
export interface OctreeRun extends Matching {
  /** Open moves of the voxels. */
  readonly moves: Int32Array;
  /** The links, levels and stiffness that the last sampling was made from. */
  readonly sampled: { readonly links: Uint8Array; readonly levels: Uint8Array; softened: number };
  /** Voxels whose links or levels changed since the last sampling. */
  readonly touched: Uint8Array;
  /** Corners of the voxels at rest [m]; cuts move those on a blade. */
  readonly corners: Float64Array;
  /** 1 for corners that a cut has put in place. */
  readonly cornerCut: Uint8Array;
  skin: Skin;
  /**
   * The skin's vertices and the contact points as points, and how far they are kept from where their weights put them
   * [m].
   */
  skinPoints: OctreePoints;
  skinDrift: Float64Array;
  readonly contacts: OctreePoints;
  /** Points a little below the contact points. */
  readonly inner: OctreePoints;
  readonly contactDrift: Float64Array;
  /** Outward normals of the surface at the contact points, at rest. */
  readonly contactNormals: Float64Array;
  /** True while some drift is left. */
  skinDrifts: boolean;
  contactsDrift: boolean;
  readonly bind: BindScratch;
  /**
   * 1 for regions that are held now, and how many leaves are: `memory.heldLeaves`, and `memory.held` tells by which.
   */
  readonly heldRegions: Uint8Array;
  heldCount: number;
  /** Leaves around which nothing changed in the last sampling. */
  readonly kept: Uint8Array;
  /** Counts samplings, and changes of the triangles. */
  version: number;
  topology: number;
  /** Whether it was cut since it was made. */
  isCut: boolean;
  /** Length of the step the pulls are for [s]; 0 if they must be found again. */
  stepLength: number;
}

export function createRun(data: OctreeData, memory: OctreeMemory, kernels: Kernels): OctreeRun {
  const { voxels, capacity } = data;
  const sampler = createSampler(voxels, data.wanted, capacity, data.coarsest, {
    kernels,
    room: memory.finder,
  });
  const skin = data.surface;
  const start = startOf(data);
  memory.links.set(start.links);
  memory.softened[0] = 1;
  memory.levels.set(data.part?.seed.levels ?? data.levels);
  const contacts = createPoints(
    new Float64Array(3 * data.contactHome.length),
    new Int32Array(data.contactHome.length),
    POINT_USE.pushed,
    0,
    memory.contacts,
    kernels,
  );
  const run: OctreeRun = {
    data,
    memory,
    kernels,
    sampler,
    summation:
      data.lattice > 0
        ? latticeSums(memory, kernels, sampler, data.lattice, blendOf(data))
        : treeSums(memory, kernels, sampler),
    facts: createFacts(capacity),
    plastic: createPlasticScratch(),
    moves: start.moves.slice(),
    sampled: {
      links: new Uint8Array(voxels.count),
      levels: new Uint8Array(voxels.count),
      softened: 1,
    },
    touched: new Uint8Array(voxels.count),
    corners: data.corners.positions.slice(),
    cornerCut: data.part?.seed.cornerCut.slice() ?? new Uint8Array(data.corners.count),
    skin,
    skinPoints: createPoints(skin.positions, skin.home, POINT_USE.drawn),
    skinDrift: memory.surface.drift,
    contacts,
    inner: createPoints(
      new Float64Array(contacts.rest.length),
      contacts.home,
      POINT_USE.pushed,
      0,
      memory.inner,
      kernels,
    ),
    contactDrift: memory.touching.drift,
    contactNormals: new Float64Array(3 * data.contactHome.length),
    skinDrifts: false,
    contactsDrift: false,
    bind: { kernels, finder: memory.finder, ties: memory.ties, cell: voxels.cell },
    heldRegions: new Uint8Array(data.regions.length),
    heldCount: 0,
    kept: new Uint8Array(capacity),
    version: 0,
    topology: 0,
    isCut: false,
    stepLength: 0,
  };
  chooseContacts(run);
  if (start.sample === null || !takeSample(sampler, start.sample)) {
    resample(sampler, memory.links, run.moves, memory.levels, null, false, start.regions);
    if (data.lattice === 0) start.sample = copyOfSample(sampler.now);
  }
  afterSampling(run);
  const n = sampler.now.tree.leaves;
  memory.x.set(memory.rest.subarray(0, 3 * n));
  for (let i = 0; i < n; i++) memory.q[4 * i + 3] = 1;
  if (data.plastic !== null) for (let i = 0; i < capacity; i++) identity3(memory.stretch, 9 * i);
  return run;
}

/** Contact points that stay where they were built; the others lie on cut faces. */
export function fixedContacts(run: OctreeRun): number {
  const n = run.data.contactHome.length;
  return run.isCut ? n - Math.floor(FOR_CUTS * n) : n;
}

/** Whether links were severed since the model was built, which knows the slits it began with. */
export function findCuts({ memory, data }: OctreeRun): boolean {
  return differ(startOf(data).links, memory.links);
}

/** Whether two arrays of one length are not the same. */
export function differ(a: Uint8Array | Float64Array, b: Uint8Array | Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return true;
  return false;
}

/** Contact points: those of the whole body, and in place of the finest ones vertices of cut faces. */
export function chooseContacts(run: OctreeRun): void {
  const { data, contacts, inner, contactNormals } = run;
  contacts.rest.set(data.contactPoints);
  contacts.home.set(data.contactHome);
  contactNormals.set(data.contactNormals);
  run.isCut = findCuts(run);
  if (run.isCut) moveToSlits(run);
  for (let k = 0; k < inner.rest.length; k++) {
    inner.rest[k] = contacts.rest[k] - INNER * data.voxels.cell * contactNormals[k];
  }
  contacts.version = -1;
  inner.version = -1;
}

function moveToSlits(run: OctreeRun): void {
  const { contacts, skin, contactNormals } = run;
  const { count } = contacts;
  let cut = 0;
  for (const flag of skin.cut) cut += flag;
  const normals = restNormals(skin);
  const fixed = fixedContacts(run);
  const stride = Math.max(1, Math.ceil(cut / (count - fixed)));
  let n = fixed;
  for (let i = 0, seen = 0; i < skin.cut.length && n < count; i++) {
    if (skin.cut[i] === 0 || seen++ % stride !== 0) continue;
    for (let c = 0; c < 3; c++) {
      contacts.rest[3 * n + c] = skin.positions[3 * i + c];
      contactNormals[3 * n + c] = normals[3 * i + c];
    }
    contacts.home[n++] = skin.home[i];
  }
}

/**
 * Everything that follows from a new sampling, except the state of the leaves. Returns false if the regions do not fit.
 */
export function afterSampling(run: OctreeRun): boolean {
  const { memory, data, sampler, summation } = run;
  if (data.lattice === 0 && !copyRegions(memory, sampler)) return false;
  findMasses(memory, data, sampler);
  markHeld(run);
  findRegionFacts(run.facts, memory, data, sampler, summation);
  run.sampled.links.set(memory.links);
  run.sampled.levels.set(memory.levels);
  run.sampled.softened = memory.softened[0];
  run.version++;
  run.stepLength = 0;
  return true;
}

/** Leaves with a voxel in a held region. */
function markHeld(run: OctreeRun): void {
  const { data, memory, heldRegions } = run;
  const { leafOf } = run.sampler.now.tree;
  memory.held.fill(0);
  for (let r = 0; r < heldRegions.length; r++) {
    if (heldRegions[r] === 0) continue;
    const inside = data.regions[r];
    for (let i = 0; i < inside.length; i++) {
      if (inside[i] === 0) continue;
      memory.held[leafOf[i]] = r + 1;
    }
  }
  run.heldCount = 0;
  for (let i = 0; i < run.sampler.now.tree.leaves; i++) {
    if (memory.held[i] > 0) memory.heldLeaves[run.heldCount++] = i;
  }
}

/**
 * Holds region r from now on, or lets it go. Points of held leaves are tied to those alone, others are not; contact
 * points stay where they are.
 */
export function changeHold(run: OctreeRun, r: number, isHeld: boolean): void {
  const before = new Float64Array(run.contactDrift.length);
  if (!isHeld) placeContacts(run, before);
  run.heldRegions[r] = isHeld ? 1 : 0;
  markHeld(run);
  if (bends(run.data)) findRegionFacts(run.facts, run.memory, run.data, run.sampler, run.summation);
  run.stepLength = 0;
  run.kept.fill(0);
  run.version++;
  if (isHeld) return;
  const after = new Float64Array(before.length);
  placeContacts(run, after);
  for (let k = 0; k < before.length; k++) run.contactDrift[k] += before[k] - after[k];
  run.contactsDrift = true;
}

/** Weights of a point set for the sampling in use; those of another are rebuilt when asked for. */
export function bound(run: OctreeRun, set: OctreePoints): OctreePoints {
  if (set.version !== run.version) {
    const kept = run.data.lattice > 0 ? null : run.kept;
    const { rest, held } = run.memory;
    bindPoints(set, run.sampler, rest, held, kept, run.bind, run.version);
  }
  return set;
}

/** Surface vertices now [m], with what is left of earlier switches. */
export function placeSkin(run: OctreeRun, out: Float64Array): void {
  const { skinDrift, skinDrifts } = run;
  placePoints(bound(run, run.skinPoints), run.memory.x, run.memory.q, out);
  if (skinDrifts) kernelsFor(run, out, skinDrift).axpy(out, 1, skinDrift, skinDrift.length);
}

/** A surface that a cut made larger than the arena has room for is left to the TypeScript kernels. */
export function kernelsFor(
  { memory, kernels }: OctreeRun,
  a: Float64Array,
  b: Float64Array,
  c = a,
): Kernels {
  const { buffer } = memory.x;
  const ours = a.buffer === buffer && b.buffer === buffer && c.buffer === buffer;
  return ours ? kernels : typescriptKernels;
}

export function placeContacts(run: OctreeRun, out: Float64Array): void {
  placePoints(bound(run, run.contacts), run.memory.x, run.memory.q, out);
  const n = 3 * run.contacts.count;
  if (!run.contactsDrift) return;
  for (let k = 0; k < n; k++) {
    out[k] += run.contactDrift[k];
    run.contacts.arm[k] += run.contactDrift[k];
  }
}

/** The state now with the rotations and spins of the regions, kept for `transfer`. */
export function rememberState(run: OctreeRun): void {
  const { memory, sampler, kernels } = run;
  const { old, acts } = memory;
  const n = sampler.now.tree.leaves;
  old.q.set(memory.q);
  matchShapes(run, true);
  // Held leaves turn with the prescribed pose.
  for (let k = 0; k < run.heldCount; k++) {
    const i = 4 * memory.heldLeaves[k];
    for (let c = i; c < i + 4; c++) memory.q[c] = old.q[c];
  }
  // Only scratch until the next step finds it again.
  memory.dragged.fill(1, 0, n);
  kernels.matchSpins(acts, memory.sums, memory.centre, memory.regionMass, memory.dragged, n);
  // The last four of sixteen numbers.
  for (let i = 0; i < n; i++) old.like[i] = 4 * i + 3;
  kernels.takeRecords(old.spin, old.like, acts, n, 4);
  old.x.set(memory.x);
  old.v.set(memory.v);
  old.q.set(memory.q);
  old.rest.set(memory.rest);
  old.stretch.set(memory.stretch);
}

/**
 * State of the leaves from that of the sampling before: each old leaf moves its voxels as a rigid body, and a new leaf
 * is the mean of its voxels. Mass, centre of mass and momentum stay; a leaf that is the same as before stays to the
 * bit. Numbers are touched by kernels alone: this runs too seldom to be compiled, and what is not compiled puts every
 * number on the heap.
 */
export function transfer(run: OctreeRun): void {
  const { memory, sampler, kernels, data } = run;
  const now = sampler.now.tree;
  const before = sampler.before.tree;
  const { old } = memory;
  const n = now.leaves;
  for (let j = 0; j < n; j++) {
    old.size[j] = now.voxelPtr[j + 1] - now.voxelPtr[j];
    old.like[j] = largestPart(now, before, j);
  }
  kernels.takeRecords(memory.q, old.like, old.q, n, 4);
  if (data.plastic !== null) kernels.takeRecords(memory.stretch, old.like, old.stretch, n, 9);
  kernels.takeRecords(memory.x, old.like, old.x, n, 3);
  kernels.takeRecords(memory.v, old.like, old.v, n, 3);
  let patches = 0;
  for (let j = 0; j < n; j++) {
    if (isSame(now, before, j, old.like[j])) continue;
    memory.x.fill(0, 3 * j, 3 * j + 3);
    memory.v.fill(0, 3 * j, 3 * j + 3);
    for (let k = now.voxelPtr[j]; k < now.voxelPtr[j + 1]; ) {
      if (patches === PATCHES) patches = flushPatches(run, patches);
      k = addPatch(run, patches++, j, k);
    }
  }
  flushPatches(run, patches);
  // Unused records stay as they were made, so that equal states have equal bytes.
  memory.x.fill(0, 3 * n);
  memory.v.fill(0, 3 * n);
  memory.q.fill(0, 4 * n);
  if (data.plastic !== null)
    for (let i = n; i < data.capacity; i++) identity3(memory.stretch, 9 * i);
}

/** Whether leaf j is the old leaf i: leaves that begin with the same voxel contain each other. */
function isSame(now: Tree, before: Tree, j: number, i: number): boolean {
  return (
    before.first[i] === now.first[j] &&
    before.voxelPtr[i + 1] - before.voxelPtr[i] === now.voxelPtr[j + 1] - now.voxelPtr[j]
  );
}

/** The largest of the old leaves that leaf j has voxels of. */
function largestPart(now: Tree, before: Tree, j: number): number {
  let like = before.leafOf[now.first[j]];
  let most = before.voxelPtr[like + 1] - before.voxelPtr[like];
  if (isSame(now, before, j, like)) return like;
  for (let k = now.voxelPtr[j]; k < now.voxelPtr[j + 1]; k++) {
    const i = before.leafOf[now.voxels[k]];
    const size = before.voxelPtr[i + 1] - before.voxelPtr[i];
    if (size <= most) continue;
    like = i;
    most = size;
  }
  return like;
}

/** Patch p: the voxels of leaf j from the k-th on that were in the same leaf. Returns where the next one begins. */
function addPatch({ memory, sampler }: OctreeRun, p: number, j: number, k: number): number {
  const now = sampler.now.tree;
  const { leafOf } = sampler.before.tree;
  const { at } = sampler.voxels;
  const { patches } = memory.old;
  const from = leafOf[now.voxels[k]];
  patches[6 * p] = j;
  patches[6 * p + 1] = from;
  patches.fill(0, 6 * p + 2, 6 * p + 6);
  let next = k;
  for (; next < now.voxelPtr[j + 1] && leafOf[now.voxels[next]] === from; next++) {
    patches[6 * p + 2]++;
    for (let c = 0; c < 3; c++) patches[6 * p + 3 + c] += at[3 * now.voxels[next] + c];
  }
  return next;
}

function flushPatches({ memory, kernels, data }: OctreeRun, n: number): number {
  const { x, v, old } = memory;
  const { cell, origin } = data.voxels;
  kernels.transferPatches(
    x,
    v,
    old.x,
    old.v,
    old.q,
    old.rest,
    old.spin,
    old.patches,
    old.size,
    cell,
    origin[0],
    origin[1],
    origin[2],
    n,
  );
  return 0;
}

/** kept[i] = 1 for leaves that were not touched and have no neighbour that was, in both samplings. */
export function findKept(run: OctreeRun): void {
  const { sampler, touched, kept } = run;
  const calm = sampler.far;
  const old = sampler.before.tree;
  const flags = sampler.trees.fresh;
  for (const tree of [old, sampler.now.tree]) {
    calm.fill(1, 0, tree.leaves);
    for (let v = 0; v < touched.length; v++) if (touched[v] === 1) calm[tree.leafOf[v]] = 0;
    const out = tree === old ? flags : kept;
    for (let i = 0; i < tree.leaves; i++) {
      let ok = calm[i];
      for (let k = tree.graphPtr[i]; k < tree.graphPtr[i + 1] && ok === 1; k++)
        ok = calm[tree.graph[k]];
      out[i] = ok;
    }
  }
  const now = sampler.now.tree;
  for (let j = 0; j < now.leaves; j++) {
    if (kept[j] === 1 && flags[old.leafOf[now.first[j]]] === 0) kept[j] = 0;
  }
}
