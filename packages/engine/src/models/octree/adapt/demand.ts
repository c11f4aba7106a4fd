import { log } from '../../../math/elementary.ts';
import type { Arrays } from '../../body.ts';
import type { Tuning } from '../../tuning.ts';
import { lower, mark } from '../build/sampling.ts';
import { CALM, WARM } from '../numbers.ts';
import type { OctreeRun } from '../runtime.ts';
import { regionStrain } from '../step/dynamics.ts';
import { findPaths } from '../topology/moore.ts';
import { placeVoxels } from './place.ts';

/** Levels asked for by hand are stored with this added, so that bytes hold them. */
const NONE = 16;

/** The required level of each voxel: by actions, by touch, by motion, by distance from the camera. */
export interface Demand {
  readonly state: Readonly<Record<string, Float64Array | Uint8Array>>;
  /** True if anything but the hand can change levels. */
  active(): boolean;
  /** After the state was replaced. */
  restored(): void;
  /** Takes over what was wanted of the body that this is a piece of. */
  adopt(from: Arrays, voxels: Int32Array): void;
  tune(tuning: Tuning): void;
  /** A voxel was touched: it and what is near it stays fine for a while. */
  heat(voxel: number, time: number): void;
  /** By hand: `by` levels finer (coarser if negative) than at the start within `radius` [m] of a place in the world. */
  ask(where: Float64Array, radius: number, by: number): void;
  /** Changes the levels of leaves that are too coarse or too fine, by one. Returns how many leaves it changed. */
  apply(time: number): number;
}

export function createDemand(run: OctreeRun): Demand {
  const { data, memory, sampler } = run;
  const { detail, voxels } = data;
  /** Until when a voxel is warm [s], and levels asked for by hand plus `NONE`. */
  const warm = new Float64Array(voxels.count).fill(-1);
  const asked = new Uint8Array(voxels.count).fill(NONE);
  /** Eye of the camera, 1 if there is one, and 1 if nothing is to change by itself. */
  const eye = new Float64Array(5);
  let anyWarm = false;

  const coarserByCamera = (i: number): number => {
    if (detail.camera === 0 || eye[3] === 0) return 0;
    const { x } = memory;
    let square = 0;
    for (let c = 0; c < 3; c++) square += (x[3 * i + c] - eye[c]) ** 2;
    const ratio = Math.sqrt(square) / detail.camera;
    return ratio <= 1 ? 0 : Math.floor(log(ratio) / Math.LN2 + 1e-9);
  };
  /** Level wanted at leaf i. */
  const wantedAt = (i: number, time: number): number => {
    const { tree } = sampler.now;
    let wanted = 255;
    for (let k = tree.voxelPtr[i]; k < tree.voxelPtr[i + 1]; k++) {
      const v = tree.voxels[k];
      let level = data.levels[v] - (asked[v] - NONE);
      if (warm[v] > time) level -= detail.touch;
      if (level < wanted) wanted = level;
    }
    wanted += coarserByCamera(i);
    if (detail.motion > 0) {
      const strain = regionStrain(run, i);
      const now = tree.level[i];
      if (strain > detail.motion) wanted = Math.min(wanted, now - 1);
      else if (strain > CALM * detail.motion) wanted = Math.min(wanted, now);
    }
    return Math.max(0, Math.min(data.coarsest, wanted));
  };

  /** Once nothing is warm any more there is nothing to watch. */
  const forgetCold = (time: number): void => {
    for (let v = 0; v < warm.length; v++) if (warm[v] > time) return;
    warm.fill(-1);
    anyWarm = false;
  };

  return {
    state: { warm, asked, eye },
    active: () =>
      eye[4] === 0 && (detail.motion > 0 || (detail.camera > 0 && eye[3] > 0) || anyWarm),
    restored() {
      anyWarm = warm.some((time) => time >= 0);
    },
    adopt(from, kept) {
      for (let v = 0; v < kept.length; v++) {
        warm[v] = from.warm[kept[v]];
        asked[v] = from.asked[kept[v]];
      }
      eye.set(from.eye);
      anyWarm = warm.some((time) => time >= 0);
    },
    tune(tuning) {
      if (tuning.adaptive !== undefined) eye[4] = tuning.adaptive ? 0 : 1;
      if (tuning.camera === undefined) return;
      eye.fill(0, 0, 4);
      if (tuning.camera === null) return;
      eye.set(tuning.camera.eye);
      eye[3] = 1;
    },
    heat(voxel, time) {
      if (warm[voxel] > time + 0.8 * WARM) return;
      anyWarm = true;
      const { tree } = sampler.now;
      const { paths, source } = sampler;
      source[0] = tree.leafOf[voxel];
      findPaths(paths, tree, source, 1, Math.max(1, (2 * detail.reach) / voxels.cell));
      for (let k = 0; k < paths.count; k++) {
        const i = paths.found[k];
        for (let j = tree.voxelPtr[i]; j < tree.voxelPtr[i + 1]; j++) {
          warm[tree.voxels[j]] = time + WARM;
        }
      }
    },
    ask(where, radius, by) {
      const at = placeVoxels(run);
      for (let v = 0; v < voxels.count; v++) {
        let square = 0;
        for (let c = 0; c < 3; c++) square += (at[3 * v + c] - where[c]) ** 2;
        if (square <= radius * radius) asked[v] = Math.max(0, Math.min(2 * NONE, NONE + by));
      }
    },
    apply(time) {
      const { tree } = sampler.now;
      const wanted = sampler.sources;
      let changed = 0;
      for (let i = 0; i < tree.leaves; i++) {
        wanted[i] = wantedAt(i, time);
        if (wanted[i] >= tree.level[i]) continue;
        lower(memory.levels, tree, i);
        mark(run.touched, tree, i);
        changed++;
      }
      for (let n = tree.leaves; n < tree.nodes; n++) changed += tryMerge(run, wanted, n);
      if (changed === 0 && anyWarm) forgetCold(time);
      return changed;
    },
  };
}

/** Merges the leaves under an inner node if all of them want it and no neighbour is too fine. Returns 1 if it did. */
function tryMerge(run: OctreeRun, wanted: Int32Array, n: number): number {
  const { tree } = run.sampler.now;
  const level = tree.level[n];
  if (level > run.data.coarsest) return 0;
  const from = tree.childPtr[n - tree.leaves];
  const to = tree.childPtr[n - tree.leaves + 1];
  for (let k = from; k < to; k++) {
    const i = tree.child[k];
    if (i >= tree.leaves || wanted[i] < level) return 0;
    for (let g = tree.graphPtr[i]; g < tree.graphPtr[i + 1]; g++) {
      const j = tree.graph[g];
      if (tree.parent[j] !== n && Math.min(tree.level[j], wanted[j]) < level - 1) return 0;
    }
  }
  for (let k = from; k < to; k++) {
    const i = tree.child[k];
    mark(run.touched, tree, i);
    for (let v = tree.voxelPtr[i]; v < tree.voxelPtr[i + 1]; v++) {
      run.memory.levels[tree.voxels[v]] = level;
    }
  }
  return 1;
}
