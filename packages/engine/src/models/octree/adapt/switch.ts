import { gradeOnce } from '../build/sampling.ts';
import { bindPoints, createPoints, POINT_USE } from '../point-sets.ts';
import {
  afterSampling,
  bound,
  chooseContacts,
  findKept,
  fixedContacts,
  kernelsFor,
  type OctreeRun,
  placeContacts,
  placeSkin,
  rememberState,
  transfer,
} from '../runtime.ts';
import { buildSkin } from '../surface/skin.ts';
import { findMoves } from '../topology/links.ts';
import { resample } from '../topology/sample.ts';
import { findLeaves } from '../topology/tree.ts';

/** What a switch works with: links and levels to go back to, and where the surface was. */
export interface SwitchScratch {
  readonly links: Uint8Array;
  readonly levels: Uint8Array;
  /** Where the surface was, and where the new weights put it. */
  skin: Float64Array;
  skinAfter: Float64Array;
  /** Largest jump of a surface vertex that the last switch left [m], and what it would have been [m]. */
  jump: number;
  averted: number;
}

export function createSwitchScratch(run: OctreeRun): SwitchScratch {
  return {
    links: new Uint8Array(run.memory.links.length),
    levels: new Uint8Array(run.memory.levels.length),
    skin: run.memory.surface.before,
    skinAfter: run.memory.surface.after,
    jump: 0,
    averted: 0,
  };
}

/** To be called before links or levels are changed. */
export function beginSwitch(run: OctreeRun, scratch: SwitchScratch): void {
  scratch.links.set(run.memory.links);
  scratch.levels.set(run.memory.levels);
  run.touched.fill(0);
}

/**
 * Samples the body for the links and levels as they are now (voxels marked in `touched`). The surface does not jump:
 * the difference becomes a drift that fades. After a cut, `settle` limits the energy. Returns false and changes nothing
 * if there is no room.
 */
export function endSwitch(
  run: OctreeRun,
  scratch: SwitchScratch,
  settle: (() => void) | null,
): boolean {
  const { memory, sampler, touched, moves } = run;
  const spare = sampler.before.tree;
  do {
    if (!findLeaves(spare, sampler.trees, sampler.voxels, memory.links, memory.levels)) {
      return undo(run, scratch, false);
    }
  } while (gradeOnce(memory.levels, spare, touched));
  if (scratch.skin.length < run.skinDrift.length)
    scratch.skin = new Float64Array(run.skinDrift.length);
  placeSkin(run, scratch.skin);
  placeContacts(run, memory.touching.before);
  rememberState(run);
  if (!resample(sampler, memory.links, moves, memory.levels, touched, true)) {
    return undo(run, scratch, true);
  }
  if (!afterSampling(run)) return undo(run, scratch, true);
  transfer(run);
  settle?.();
  findKept(run);
  keepSurface(run, scratch, settle !== null);
  return true;
}

function undo(run: OctreeRun, scratch: SwitchScratch, sampled: boolean): false {
  const { memory, sampler } = run;
  memory.links.set(scratch.links);
  memory.levels.set(scratch.levels);
  findMoves(run.moves, memory.links, sampler.voxels);
  if (sampled) {
    resample(sampler, memory.links, run.moves, memory.levels, null);
    afterSampling(run);
    run.kept.fill(0);
  }
  return false;
}

/**
 * Drift = where the surface was − where the new weights put it. By kernels: a switch is too rare to be compiled, and
 * uncompiled code puts every number on the heap.
 */
function keepSurface(run: OctreeRun, scratch: SwitchScratch, cut: boolean): void {
  const origin = cut ? renewSkin(run) : null;
  const n = run.skinDrift.length / 3;
  run.skinDrifts = false;
  run.contactsDrift = false;
  if (scratch.skinAfter.length < 3 * n) scratch.skinAfter = new Float64Array(3 * n);
  const after = scratch.skinAfter;
  placeSkin(run, after);
  if (origin !== null) scratch.skin = seenFrom(scratch.skin, after, origin);
  const before = scratch.skin;
  const kernels = kernelsFor(run, run.skinDrift, before, after);
  scratch.averted = Math.sqrt(kernels.movesBetween(run.skinDrift, before, after, n));
  const { touching } = run.memory;
  placeContacts(run, touching.after);
  const fixed = cut ? fixedContacts(run) : run.contacts.count;
  run.kernels.movesBetween(touching.drift, touching.before, touching.after, fixed);
  touching.drift.fill(0, 3 * fixed);
  run.skinDrifts = true;
  run.contactsDrift = true;
  // A vertex is before + rounding again.
  placeSkin(run, after);
  scratch.jump = Math.sqrt(kernels.movesBetween(after, before, after, n));
  bound(run, run.contacts);
}

/** The surface of the links as they are now; returns the vertex that each vertex was, −1 for new ones. */
function renewSkin(run: OctreeRun): Int32Array {
  const old = run.skin;
  run.skin = buildSkin(run.sampler.voxels, run.data.corners, run.corners, run.memory.links);
  const points = createPoints(run.skin.positions, run.skin.home, POINT_USE.drawn);
  const { drift } = run.memory.surface;
  const length = run.skin.positions.length;
  run.skinDrift = length <= drift.length ? drift.subarray(0, length) : new Float64Array(length);
  const origin = oldVertices(old.vertexOf, run.skin.vertexOf, run.skin.home.length);
  const { sampler, memory, bind, version } = run;
  const { rest, held } = memory;
  bindPoints(points, sampler, rest, held, run.kept, bind, version, run.skinPoints, origin);
  run.skinPoints = points;
  chooseContacts(run);
  run.topology++;
  return origin;
}

/** Where the vertices of a new surface were; those that were not there before, on a fresh cut, are where they are. */
function seenFrom(old: Float64Array, now: Float64Array, origin: Int32Array): Float64Array {
  const out = new Float64Array(3 * origin.length);
  for (let i = 0; i < origin.length; i++) {
    const from = origin[i] < 0 ? now : old;
    const p = origin[i] < 0 ? i : origin[i];
    for (let c = 0; c < 3; c++) out[3 * i + c] = from[3 * p + c];
  }
  return out;
}

/** The vertex that each vertex was before a cut, −1 for new ones. */
function oldVertices(old: Int32Array, now: Int32Array, count: number): Int32Array {
  const out = new Int32Array(count).fill(-1);
  for (let k = 0; k < now.length; k++) if (now[k] >= 0 && old[k] >= 0) out[now[k]] = old[k];
  return out;
}
