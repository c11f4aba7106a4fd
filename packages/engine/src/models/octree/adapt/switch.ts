import { gradeOnce } from '../build/sampling.ts';
import { bindPoints, createPoints } from '../points.ts';
import {
  afterSampling,
  bound,
  chooseContacts,
  findKept,
  fixedContacts,
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
  /** Where contact points and surface were, and where the new weights put them. */
  readonly contacts: Float64Array;
  readonly contactsAfter: Float64Array;
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
    contacts: new Float64Array(run.contactDrift.length),
    contactsAfter: new Float64Array(run.contactDrift.length),
    skin: new Float64Array(run.skinDrift.length),
    skinAfter: new Float64Array(run.skinDrift.length),
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
 * Samples the body for the links and levels as they are now (voxels marked in `touched`). Nothing visible moves: what the surface
 * would jump is kept as a drift that fades. If there is no room all is as before, and the answer is false.
 */
export function endSwitch(run: OctreeRun, scratch: SwitchScratch, cut: boolean): boolean {
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
  placeContacts(run, scratch.contacts);
  rememberState(run);
  if (!resample(sampler, memory.links, moves, memory.levels, touched, true)) {
    return undo(run, scratch, true);
  }
  if (!afterSampling(run)) return undo(run, scratch, true);
  transfer(run);
  findKept(run);
  keepSurface(run, scratch, cut);
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

/** Drift = where the surface was − where the new weights put it. */
function keepSurface(run: OctreeRun, scratch: SwitchScratch, cut: boolean): void {
  const before = scratch.skin;
  let origin: Int32Array | null = null;
  if (cut) {
    const old = run.skin;
    run.skin = buildSkin(run.sampler.voxels, run.data.corners, run.corners, run.memory.links);
    const points = createPoints(run.skin.positions, run.skin.home, false);
    run.skinDrift = new Float64Array(run.skin.positions.length);
    origin = oldVertices(old.vertexOf, run.skin.vertexOf, run.skin.home.length);
    const { sampler, memory, bind, version } = run;
    const { rest, held } = memory;
    bindPoints(points, sampler, rest, held, run.kept, bind, version, run.skinPoints, origin);
    run.skinPoints = points;
    chooseContacts(run);
    run.topology++;
  }
  run.skinDrifts = false;
  run.contactsDrift = false;
  if (scratch.skinAfter.length < run.skinDrift.length)
    scratch.skinAfter = new Float64Array(run.skinDrift.length);
  const after = scratch.skinAfter;
  placeSkin(run, after);
  scratch.averted = 0;
  for (let i = 0; i < run.skinDrift.length / 3; i++) {
    const from = origin === null ? i : origin[i];
    let square = 0;
    for (let c = 0; c < 3; c++) {
      // Vertices that were not there before, on a fresh cut, are where they are.
      const d = from < 0 ? 0 : before[3 * from + c] - after[3 * i + c];
      run.skinDrift[3 * i + c] = d;
      square += d * d;
    }
    if (square > scratch.averted) scratch.averted = square;
  }
  scratch.averted = Math.sqrt(scratch.averted);
  const contacts = scratch.contactsAfter;
  placeContacts(run, contacts);
  const fixed = cut ? fixedContacts(run) : run.data.contactHome.length;
  for (let k = 0; k < run.contactDrift.length; k++) {
    run.contactDrift[k] = k < 3 * fixed ? scratch.contacts[k] - contacts[k] : 0;
  }
  run.skinDrifts = true;
  run.contactsDrift = true;
  // A vertex is before + rounding again.
  placeSkin(run, after);
  scratch.jump = 0;
  for (let i = 0; i < after.length / 3; i++) {
    const from = origin === null ? i : origin[i];
    if (from < 0) continue;
    for (let c = 0; c < 3; c++) {
      scratch.jump = Math.max(scratch.jump, Math.abs(after[3 * i + c] - before[3 * from + c]));
    }
  }
  bound(run, run.contacts);
}

/** The vertex that each vertex was before a cut, −1 for new ones. */
function oldVertices(old: Int32Array, now: Int32Array, count: number): Int32Array {
  const out = new Int32Array(count).fill(-1);
  for (let k = 0; k < now.length; k++) if (now[k] >= 0 && old[k] >= 0) out[now[k]] = old[k];
  return out;
}
