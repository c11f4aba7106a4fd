import type { Kernels } from '../../kernels/kernels.ts';
import { identity3 } from '../../math/mat3.ts';
import { rotateByQuat } from '../../math/quat.ts';
import type { OctreeData } from './model.ts';
import {
  type BindScratch,
  bindPoints,
  createPoints,
  type OctreePoints,
  placePoints,
} from './points.ts';
import type { OctreeMemory } from './state.ts';
import { createFacts, findMasses, findRegionFacts } from './step/constants.ts';
import { type Matching, matchShapes } from './step/dynamics.ts';
import { createPlasticScratch } from './step/plastic.ts';
import { copyRegions, latticeSums, treeSums } from './step/sums.ts';
import { restNormals, type Skin } from './surface/skin.ts';
import { findMoves, openLinks } from './topology/links.ts';
import { createSampler, resample } from './topology/sample.ts';

/** A live body's working parts. */
export interface OctreeRun extends Matching {
  /** Open moves of the voxels. */
  readonly moves: Int32Array;
  /** Voxels whose links or levels changed since the last sampling. */
  readonly touched: Uint8Array;
  /** Corners of the voxels at rest [m]; cuts move those on a blade. */
  readonly corners: Float64Array;
  /** 1 for corners that a cut has put in place. */
  readonly cornerCut: Uint8Array;
  skin: Skin;
  /** The skin's vertices and the contact points as points, and how far they are kept from where their weights put them [m]. */
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
  /** 1 for regions that are held now, and whether any leaf is: `memory.held` tells which. */
  readonly heldRegions: Uint8Array;
  anyHeld: boolean;
  /** Leaves around which nothing changed in the last sampling. */
  readonly kept: Uint8Array;
  /** Counts samplings, and changes of the triangles. */
  version: number;
  topology: number;
  /** Whether it was cut since it was made. */
  isCut: boolean;
  /** Length of the step the pulls are for [s]; 0 if they must be found again. */
  stepLength: number;
  /** What the last sampling did. */
  readonly scratch: {
    x: Float64Array;
    v: Float64Array;
    q: Float64Array;
    stretch: Float64Array;
    rest: Float64Array;
    spin: Float64Array;
  };
}

export function createRun(data: OctreeData, memory: OctreeMemory, kernels: Kernels): OctreeRun {
  const { voxels, capacity } = data;
  const sampler = createSampler(voxels, data.wanted, capacity, data.coarsest, {
    kernels,
    room: memory.finder,
  });
  const skin = data.surface;
  startLinks(memory.links, data);
  memory.levels.set(data.part?.seed.levels ?? data.levels);
  const contacts = createPoints(
    new Float64Array(3 * data.contactHome.length),
    new Int32Array(data.contactHome.length),
  );
  const run: OctreeRun = {
    data,
    memory,
    kernels,
    sampler,
    summation:
      data.lattice > 0
        ? latticeSums(memory, kernels, sampler, data.lattice)
        : treeSums(memory, kernels, sampler),
    facts: createFacts(capacity),
    plastic: createPlasticScratch(),
    moves: new Int32Array(voxels.count),
    touched: new Uint8Array(voxels.count),
    corners: data.corners.positions.slice(),
    cornerCut: data.part?.seed.cornerCut.slice() ?? new Uint8Array(data.corners.count),
    skin,
    skinPoints: createPoints(skin.positions, skin.home, false),
    skinDrift: new Float64Array(skin.positions.length),
    contacts,
    inner: createPoints(new Float64Array(contacts.rest.length), contacts.home),
    contactDrift: new Float64Array(3 * data.contactHome.length),
    contactNormals: new Float64Array(3 * data.contactHome.length),
    skinDrifts: false,
    contactsDrift: false,
    bind: { kernels, finder: memory.finder, ties: memory.ties, cell: voxels.cell },
    heldRegions: new Uint8Array(data.regions.length),
    anyHeld: false,
    kept: new Uint8Array(capacity),
    version: 0,
    topology: 0,
    isCut: false,
    stepLength: 0,
    scratch: {
      x: new Float64Array(3 * capacity),
      v: new Float64Array(3 * capacity),
      q: new Float64Array(4 * capacity),
      stretch: new Float64Array(memory.stretch.length),
      rest: new Float64Array(3 * capacity),
      spin: new Float64Array(3 * capacity),
    },
  };
  chooseContacts(run);
  findMoves(run.moves, memory.links, voxels);
  const known = data.part?.regions ?? null;
  resample(sampler, memory.links, run.moves, memory.levels, null, false, known);
  afterSampling(run);
  const n = sampler.now.tree.leaves;
  memory.x.set(memory.rest.subarray(0, 3 * n));
  for (let i = 0; i < n; i++) memory.q[4 * i + 3] = 1;
  if (data.plastic !== null) for (let i = 0; i < capacity; i++) identity3(memory.stretch, 9 * i);
  return run;
}

function startLinks(links: Uint8Array, data: OctreeData): void {
  if (data.part === null) openLinks(links, data.voxels);
  else links.set(data.part.seed.links);
}

/** Part of the contact points that a cut body spends on its cut faces: the last ones, which are the finest. */
const FOR_CUTS = 1 / 3;

/** Contact points that stay where they were built; the others lie on cut faces. */
export function fixedContacts(run: OctreeRun): number {
  const n = run.data.contactHome.length;
  return run.isCut ? n - Math.floor(FOR_CUTS * n) : n;
}

/** Whether links were severed since the model was built, which knows the slits it began with. */
function findCuts({ memory, data }: OctreeRun): boolean {
  const start = new Uint8Array(memory.links.length);
  startLinks(start, data);
  return start.some((bits, v) => bits !== memory.links[v]);
}

/** Depth of the inner points, in voxels. */
const INNER = 0.5;

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

/** Everything that follows from a new sampling, except the state of the leaves. Gives false if the regions do not fit. */
export function afterSampling(run: OctreeRun): boolean {
  const { memory, data, sampler, summation } = run;
  if (data.lattice === 0 && !copyRegions(memory, sampler)) return false;
  findMasses(memory, data, sampler);
  findRegionFacts(run.facts, memory, data, sampler, summation);
  markHeld(run);
  run.version++;
  run.stepLength = 0;
  return true;
}

/** Leaves with a voxel in a held region. */
function markHeld(run: OctreeRun): void {
  const { data, memory, heldRegions } = run;
  const { leafOf } = run.sampler.now.tree;
  memory.held.fill(0);
  run.anyHeld = false;
  for (let r = 0; r < heldRegions.length; r++) {
    if (heldRegions[r] === 0) continue;
    const inside = data.regions[r];
    for (let i = 0; i < inside.length; i++) {
      if (inside[i] === 0) continue;
      memory.held[leafOf[i]] = r + 1;
      run.anyHeld = true;
    }
  }
}

/** Holds region r from now on, or lets it go. Points of held leaves are tied to those alone, others are not; contact points stay where they are. */
export function changeHold(run: OctreeRun, r: number, isHeld: boolean): void {
  const before = new Float64Array(run.contactDrift.length);
  if (!isHeld) placeContacts(run, before);
  run.heldRegions[r] = isHeld ? 1 : 0;
  markHeld(run);
  run.kept.fill(0);
  run.version++;
  if (isHeld) return;
  const after = new Float64Array(before.length);
  placeContacts(run, after);
  for (let k = 0; k < before.length; k++) run.contactDrift[k] += before[k] - after[k];
  run.contactsDrift = true;
}

/** Weights of a point set for the sampling in use; those of another are made anew when somebody asks. */
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
  placePoints(bound(run, run.skinPoints), run.memory.x, run.memory.q, out);
  if (run.skinDrifts) for (let k = 0; k < run.skinDrift.length; k++) out[k] += run.skinDrift[k];
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

/** Rotations and spins of the regions at the state now, kept for `transfer`. */
export function rememberState(run: OctreeRun): void {
  const { memory, sampler, kernels, scratch } = run;
  const n = sampler.now.tree.leaves;
  scratch.q.set(memory.q.subarray(0, 4 * n));
  matchShapes(run, true);
  // What is held turns as it is told.
  for (let i = 0; i < n; i++) {
    if (memory.held[i] === 0) continue;
    for (let c = 4 * i; c < 4 * i + 4; c++) memory.q[c] = scratch.q[c];
  }
  // Only scratch until the next step finds it again.
  memory.dragged.fill(1, 0, n);
  kernels.matchSpins(
    memory.acts,
    memory.sums,
    memory.centre,
    memory.regionMass,
    memory.dragged,
    n,
    18,
  );
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) scratch.spin[3 * i + c] = memory.acts[18 * i + 12 + c];
  }
  scratch.x.set(memory.x.subarray(0, 3 * n));
  scratch.v.set(memory.v.subarray(0, 3 * n));
  scratch.q.set(memory.q.subarray(0, 4 * n));
  scratch.rest.set(memory.rest.subarray(0, 3 * n));
  scratch.stretch.set(memory.stretch);
}

const arm = new Float64Array(3);
const sumX = new Float64Array(3);
const sumV = new Float64Array(3);

/**
 * State of the leaves from that of the sampling before: each old leaf moves its voxels as a rigid body, and a new leaf is the mean of
 * its voxels. Mass, centre of mass and momentum stay; a leaf that is the same as before stays to the bit.
 */
export function transfer(run: OctreeRun): void {
  const { memory, sampler, scratch, data } = run;
  const now = sampler.now.tree;
  const old = sampler.before.tree;
  const { origin, cell, at } = data.voxels;
  for (let j = 0; j < now.leaves; j++) {
    const from = now.voxelPtr[j];
    const to = now.voxelPtr[j + 1];
    const size = to - from;
    const first = old.leafOf[now.first[j]];
    const same =
      old.first[first] === now.first[j] && old.voxelPtr[first + 1] - old.voxelPtr[first] === size;
    let like = first;
    if (same) {
      for (let c = 0; c < 3; c++) {
        memory.x[3 * j + c] = scratch.x[3 * first + c];
        memory.v[3 * j + c] = scratch.v[3 * first + c];
      }
    } else {
      sumX.fill(0);
      sumV.fill(0);
      for (let k = from; k < to; k++) {
        const v = now.voxels[k];
        const i = old.leafOf[v];
        if (old.voxelPtr[i + 1] - old.voxelPtr[i] > old.voxelPtr[like + 1] - old.voxelPtr[like])
          like = i;
        for (let c = 0; c < 3; c++) {
          arm[c] = origin[c] + cell * (at[3 * v + c] + 0.5) - scratch.rest[3 * i + c];
        }
        rotateByQuat(arm, 0, scratch.q, 4 * i, arm, 0);
        const w = 3 * i;
        const wx = scratch.spin[w];
        const wy = scratch.spin[w + 1];
        const wz = scratch.spin[w + 2];
        sumX[0] += scratch.x[w] + arm[0];
        sumX[1] += scratch.x[w + 1] + arm[1];
        sumX[2] += scratch.x[w + 2] + arm[2];
        sumV[0] += scratch.v[w] + wy * arm[2] - wz * arm[1];
        sumV[1] += scratch.v[w + 1] + wz * arm[0] - wx * arm[2];
        sumV[2] += scratch.v[w + 2] + wx * arm[1] - wy * arm[0];
      }
      for (let c = 0; c < 3; c++) {
        memory.x[3 * j + c] = sumX[c] / size;
        memory.v[3 * j + c] = sumV[c] / size;
      }
    }
    for (let c = 0; c < 4; c++) memory.q[4 * j + c] = scratch.q[4 * like + c];
    if (data.plastic !== null) {
      for (let c = 0; c < 9; c++) memory.stretch[9 * j + c] = scratch.stretch[9 * like + c];
    }
  }
  // Unused records stay as they were made, so that equal states have equal bytes.
  memory.x.fill(0, 3 * now.leaves);
  memory.v.fill(0, 3 * now.leaves);
  memory.q.fill(0, 4 * now.leaves);
  if (data.plastic !== null)
    for (let i = now.leaves; i < data.capacity; i++) identity3(memory.stretch, 9 * i);
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
