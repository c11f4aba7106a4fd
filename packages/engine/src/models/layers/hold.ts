import { identityAffine } from '../../math/affine.ts';
import { fixSleeping } from './adaptive/use.ts';
import { createFreeMotion } from './free-motion.ts';
import { createHoldSpeeds } from './hold-speeds.ts';
import { perFunction } from './model.ts';
import type { LayersRuntime } from './runtime.ts';

/** Attachments and scripts: what is prescribed, and how fast. */
export function createHolds(run: LayersRuntime) {
  const { data, hierarchy, solver } = run;
  const { layers, offset } = hierarchy;
  const regions = data.held.length;
  const held = new Uint8Array(regions);
  /** Which layer and bone each track after the regions drives. */
  const drives: { layer: number; bone: number }[] = [];
  layers.forEach((layer, k) => {
    for (let b = 0; b < layer.tracks; b++) drives.push({ layer: k, bone: b });
  });
  const poses = new Float64Array(12 * (regions + drives.length));
  for (let i = 0; i < regions + drives.length; i++) identityAffine(poses, 12 * i);
  const speed = new Float64Array(hierarchy.unknowns);
  /** `heldFirm` as it was. */
  const before = new Uint8Array(hierarchy.unknowns);
  let dirty = true;
  let anyHeld = false;
  const scripted = layers.some((l) => l.scripted);
  const { linearSpeed, holdMatter, fadeOut } = createHoldSpeeds(run, { held, poses }, speed);
  const freely = createFreeMotion(run);
  const free = (): boolean => !scripted && !held.includes(1);

  /** Fixed unknowns: pinned, scripted, held and switched off. */
  const markFixed = (): void => {
    const { fixed } = solver;
    fixed.fill(0);
    let first = 0;
    layers.forEach((layer, k) => {
      const per = perFunction(layer.form);
      for (let f = 0; f < layer.functions; f++) {
        const gone = run.off[first + f] === 1 || run.memory.fading[first + f] > 0;
        if (!layer.scripted && layer.pinned[f] === 0 && !gone) continue;
        for (let c = 0; c < per; c++) fixed[offset[k] + per * f + c] = 1;
      }
      first += layer.functions;
    });
    for (let r = 0; r < regions; r++) {
      if (held[r] === 0) continue;
      data.held[r].forEach((functions, k) => {
        const per = perFunction(layers[k].form);
        for (const f of functions) for (let c = 0; c < per; c++) fixed[offset[k] + per * f + c] = 1;
      });
    }
    // A rigid layer whose motion a finer one can do as well is still while that one is held: `ride` moves it between
    // steps.
    for (let k = 0; k < data.riding; k++)
      if (anyHeld && layers[k].form === 'rigid') fixed.fill(1, offset[k], offset[k + 1]);
    run.heldFirm.set(fixed);
    if (run.adaptive !== null) fixSleeping(fixed, run.heldFirm, run.adaptive);
  };

  return {
    hold(index: number, pose: Float64Array): void {
      for (let c = 0; c < 12; c++) poses[12 * index + c] = pose[c];
      if (index >= regions || held[index] === 1) return;
      held[index] = 1;
      dirty = true;
    },
    release(index: number): void {
      if (index >= regions || held[index] === 0) return;
      held[index] = 0;
      dirty = true;
    },
    invalidate(): void {
      dirty = true;
    },
    /** Marks what is fixed; true if that has changed. */
    mark(): boolean {
      if (!dirty) return false;
      dirty = false;
      anyHeld = held.includes(1);
      before.set(run.heldFirm);
      markFixed();
      for (let i = 0; i < before.length; i++) if (before[i] !== run.heldFirm[i]) return true;
      return false;
    },
    /** Velocities that bring what is held or scripted to its place; finer layers in a held region add nothing to it. */
    findVelocities(h: number): void {
      speed.fill(0);
      fadeOut(h);
      for (let d = 0; d < drives.length; d++) {
        const { layer, bone } = drives[d];
        for (let p = 0; p < 4; p++) linearSpeed(layer, 4 * bone + p, poses, 12 * (regions + d), h);
      }
      for (let r = 0; r < regions; r++) if (held[r] === 1) holdMatter(r, h);
    },
    /** A rigid layer is still, and rides along between steps. */
    riding: (): boolean => anyHeld && data.riding > 0,
    prescribe(u: Float64Array): void {
      const { fixed } = solver;
      for (let i = 0; i < speed.length; i++) if (fixed[i] === 1) u[i] = speed[i];
    },
    /** True if nothing is held or moved by a script. */
    free,
    correctMomentum(u: Float64Array, b: Float64Array, solved: Float64Array, h: number): void {
      if (free()) freely.correctMomentum(u, b, solved, h);
    },
    limit(u: Float64Array, part: number): void {
      if (free()) freely.limit(u, part);
    },
  };
}

export type Holds = ReturnType<typeof createHolds>;
