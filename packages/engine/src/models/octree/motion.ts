import type { Motion } from '../body.ts';
import { movePlaces, turnQuats, turnVectors } from '../shared/move.ts';
import { addRigidVelocity, centreOfMass, placePoints } from '../shared/point-masses.ts';
import { MEASURE } from '../views.ts';
import { leavesOf, type OctreeLive, preparePulls, rotationOf } from './live.ts';
import { measureOctree } from './measure.ts';
import { FADE } from './numbers.ts';
import { elasticEnergy } from './step/dynamics.ts';

/** A drift below this part of a voxel is gone. */
const GONE = 1e-6;

export function octreeMotion(run: OctreeLive): Motion {
  const { model, memory, levers, adaptation } = run;
  const { x, v, q, rest, mass } = memory;
  const look = new Float64Array(q.length);
  return {
    advance(h, u) {
      moveOn(run, h, u);
      adaptation.clock[0] += h;
      levers.stale();
    },
    place(pose) {
      const n = leavesOf(run);
      const turn = new Float64Array(4);
      rotationOf(turn, 0, pose);
      placePoints(x, rest, n, pose);
      for (let i = 0; i < n; i++) q.set(turn, 4 * i);
      levers.stale();
    },
    move(pose, keep) {
      const n = leavesOf(run);
      movePlaces(x, n, pose);
      turnVectors(v, n, pose, keep);
      turnQuats(q, n, pose);
      for (const drift of [run.skinDrift, run.contactDrift])
        turnVectors(drift, drift.length / 3, pose, 1);
      levers.stale();
    },
    addVelocity(linear, spin) {
      const n = leavesOf(run);
      addRigidVelocity(v, x, n, centreOfMass(x, mass, n, null, model.mass), linear, spin);
    },
    measure(gravity, out) {
      const h = run.lastStep > 0 ? run.lastStep : Math.min(1 / 60, run.longest);
      preparePulls(run, h);
      measureOctree(out, run, gravity);
      out[MEASURE.elastic] = elasticEnergy(run, h, look);
    },
    substeps: (h) => Math.max(1, Math.ceil(h / run.longest)),
  };
}

/**
 * v = u, x += h u; drifts fade. One function for all bodies: closures of each would be compiled again for every other
 * body.
 */
function moveOn(run: OctreeLive, h: number, u: Float64Array): void {
  const n = 3 * leavesOf(run);
  run.kernels.copy(run.memory.v, u, n);
  run.kernels.axpy(run.memory.x, h, u, n);
  const keep = Math.max(0, 1 - h / FADE);
  const gone = GONE * run.data.voxels.cell;
  if (run.skinDrifts && fadeOut(run.skinDrift, keep, gone)) run.skinDrifts = false;
  if (run.contactsDrift && fadeOut(run.contactDrift, keep, gone)) run.contactsDrift = false;
}

/** Shortens the drift; clears it, and says so, when all of it is below `gone`. */
function fadeOut(drift: Float64Array, keep: number, gone: number): boolean {
  let most = 0;
  for (let k = 0; k < drift.length; k++) {
    drift[k] *= keep;
    most = Math.max(most, Math.abs(drift[k]));
  }
  if (most > gone) return false;
  drift.fill(0);
  return true;
}
