import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { vertexNormals } from '../../kernels/reference/normals.kernel.ts';
import { quatFromMat3 } from '../../math/quat.ts';
import { type BodyModel, type CagePoints, MEASURE, type Metric } from '../contract.ts';
import { movePlaces, turnQuats, turnVectors } from '../move.ts';
import { easeMotion, polishMomentum, WHOLE } from '../polish.ts';
import { createAdaptation } from './adapt/adapt.ts';
import { createOctreeCells, drawOctreeCells } from './cells.ts';
import { measureOctree } from './measure.ts';
import { leafCompliance, MOST_PLACES } from './metric.ts';
import type { OctreeData } from './model.ts';
import { adoptState, type OctreeBody, type PartOf, splitOff } from './pieces.ts';
import {
  cageHomes,
  createPoints,
  GRIPS,
  homesOf,
  movePoints,
  type OctreePoints,
  placePoints,
  pullPoints,
} from './points.ts';
import { longestStep, remarksOf } from './remarks.ts';
import {
  bound,
  changeHold,
  createRun,
  type OctreeRun,
  placeContacts,
  placeSkin,
} from './runtime.ts';
import { allocateOctree } from './state.ts';
import { findPulls, findRegionFacts } from './step/constants.ts';
import { elasticEnergy, pullToGoals } from './step/dynamics.ts';
import { createLevers } from './step/levers.ts';
import { createSelfContact } from './step/self-contact.ts';
import { createWalls } from './step/walls.ts';

/** Seconds in which what a switch kept of the surface fades to a third. */
const FADE = 0.2;
/** A drift below this part of a voxel is gone. */
const GONE = 1e-6;

/**
 * A live body of shape-matched leaves. A step is explicit in the goals: A is the diagonal mass and
 * b = M (v + pulls + region damping) + h f, so contacts, springs and holds meet it like any other body.
 */
export function createOctree(
  built: OctreeData,
  model: BodyModel,
  partOf: PartOf,
  allocator: Allocator,
  kernels: Kernels,
): OctreeBody {
  // What a running body is made of is its own.
  const data = { ...built, damping: { ...built.damping } };
  const memory = allocateOctree(allocator, data);
  const run = createRun(data, memory, kernels);
  // As it was built: cells that are divided later do not ask for shorter steps.
  let longest = longestStep(run);
  const { x, v, q, rest, diagonal, mobility, rhs, held, heldVelocity, mass } = memory;
  const { heldLeaves, poses, turns } = memory;
  const look = new Float64Array(q.length);
  const turned = new Float64Array(9);
  let drawn = new Float64Array(0);
  const work = new Float64Array(data.capacity);
  const momentum = new Float64Array(3 * data.capacity);
  /** The sampling that `mobility` is for, with the step and holds of now; −1 for none. */
  let mobile = -1;
  const count = (): number => run.sampler.now.tree.leaves;
  const adaptation = createAdaptation(run);
  const { clock } = adaptation;
  const cells = createOctreeCells(data);
  const selfContact = createSelfContact(run);
  const levers = createLevers(run);
  const whole = new Float64Array(WHOLE.length);

  /** What is held moves and turns as it is told, whatever the free leaves of its region do: so its surface stays where it is held. */
  const followHolds = (h: number): void =>
    kernels.followHolds(heldVelocity, q, x, rest, held, heldLeaves, poses, turns, h, run.heldCount);
  const zeroHeld = (r: Float64Array): void => {
    for (let k = 0; k < run.heldCount; k++) {
      const i = heldLeaves[k];
      r[3 * i] = 0;
      r[3 * i + 1] = 0;
      r[3 * i + 2] = 0;
    }
  };
  const polishLinear = (u: Float64Array, b: Float64Array, n: number): void => {
    let weight = 0;
    for (let i = 0; i < n; i++) weight += diagonal[i];
    for (let c = 0; c < 3; c++) {
      let missing = 0;
      for (let i = 0; i < n; i++) missing += b[3 * i + c] - diagonal[i] * u[3 * i + c];
      missing /= weight;
      for (let i = 0; i < n; i++) u[3 * i + c] += missing;
    }
  };
  const preparePulls = (h: number): void => {
    if (run.stepLength === h) return;
    run.stepLength = h;
    findPulls(run.facts, memory, data, run.sampler, run.summation, h);
    mobile = -1;
  };
  const setHold = (index: number, isHeld: boolean): void => {
    changeHold(run, index, isHeld);
    levers.stale();
    mobile = -1;
  };
  const findMobility = (): void => {
    if (mobile === run.version) return;
    mobile = run.version;
    const n = count();
    for (let i = 0; i < n; i++) mobility[i] = held[i] > 0 ? 0 : 1 / diagonal[i];
  };
  const sets: OctreePoints[] = [];
  const metric: Metric = {
    exact: true,
    apply(z, r) {
      const n = count();
      for (let i = 0; i < n; i++) {
        z[3 * i] = mobility[i] * r[3 * i];
        z[3 * i + 1] = mobility[i] * r[3 * i + 1];
        z[3 * i + 2] = mobility[i] * r[3 * i + 2];
      }
    },
    compliance(groups, places, n, W) {
      if (n > MOST_PLACES) return false;
      sets.length = 0;
      for (let k = 0; k < groups.length; k++)
        sets.push(bound(run, groups[k].points as OctreePoints));
      leafCompliance(W, sets, places, n, mobility, work);
      levers.respond(W, sets, places, n, mobility);
      return true;
    },
  };

  const body: OctreeBody = {
    model,
    run,
    velocity: v,
    rhs,
    diagonal: true,
    impulse: memory.impulse,
    contacts: run.contacts,
    inner: run.inner,
    get topology() {
      return run.topology;
    },
    get surface() {
      return run.skin;
    },
    parts: null,
    drawParts() {},
    cells,
    drawCells: () => drawOctreeCells(cells, run),
    tune: (tuning) => adaptation.tune(tuning),
    levels: adaptation.levels,
    state: {
      x,
      v,
      q,
      stretch: memory.stretch,
      links: memory.links,
      nodeLevels: memory.levels,
      corners: run.corners,
      cornerCut: run.cornerCut,
      contactDrift: run.contactDrift,
      ...adaptation.state,
    },
    unknowns: () => 3 * count(),

    hold(index, pose) {
      for (let k = 0; k < 12; k++) poses[12 * index + k] = pose[k];
      rotationOf(turns, 4 * index, pose, turned);
      if (run.heldRegions[index] === 0) setHold(index, true);
    },
    release(index) {
      if (run.heldRegions[index] === 1) setHold(index, false);
    },
    touch(_h, points, n) {
      adaptation.touchContacts(points, n);
    },

    assemble(h, gravity) {
      preparePulls(h);
      findMobility();
      for (let c = 0; c < 3; c++) memory.gravity[c] = gravity[c];
      // The sides of slits find each other through the maps of the regions.
      pullToGoals(run, h, run.skin.slits);
      followHolds(h);
      selfContact.push(h);
    },
    multiply(y, u) {
      const n = count();
      for (let i = 0; i < n; i++) {
        y[3 * i] = diagonal[i] * u[3 * i];
        y[3 * i + 1] = diagonal[i] * u[3 * i + 1];
        y[3 * i + 2] = diagonal[i] * u[3 * i + 2];
      }
    },
    metric,
    prescribe(u) {
      for (let k = 0; k < run.heldCount; k++) {
        const i = heldLeaves[k];
        for (let c = 0; c < 3; c++) u[3 * i + c] = heldVelocity[3 * i + c];
      }
    },
    constrain: zeroHeld,
    polish(u, b) {
      const n = count();
      // The matrix is diagonal: without couplings the exact solution is at hand.
      if (b === rhs) kernels.solvePoints(u, b, mobility, n);
      if (run.heldCount > 0) return;
      if (run.sampler.now.tree.pieces > 1) {
        if (b !== rhs) polishLinear(u, b, n);
        return;
      }
      // What the leaves of one piece do to each other changes neither its momentum nor its spin.
      const h = run.stepLength;
      for (let i = 0; i < n; i++) {
        for (let c = 0; c < 3; c++) {
          const k = 3 * i + c;
          momentum[k] = mass[i] * (v[k] + h * memory.gravity[c]) + b[k] - rhs[k];
        }
      }
      polishMomentum(u, x, diagonal, momentum, n, whole);
    },
    ease(u, part) {
      const whole = run.heldCount === 0 && run.sampler.now.tree.pieces === 1;
      if (whole) easeMotion(u, mass, count(), part);
    },
    merit(_h, _gravity, u) {
      let value = 0;
      const n = count();
      for (let i = 0; i < n; i++) {
        for (let c = 0; c < 3; c++) {
          const d = u[3 * i + c] - rhs[3 * i + c] / diagonal[i];
          value += 0.5 * diagonal[i] * d * d;
        }
      }
      return value;
    },

    embed: (points) => createPoints(Float64Array.from(points), homesOf(data.voxels, points)),
    embedCage(corners, cell) {
      const set = createPoints(corners, cageHomes(data.voxels, corners), true, GRIPS);
      set.walls = createWalls(run, set, cell);
      return set as OctreePoints & CagePoints;
    },
    pushPositions(set, out) {
      if (set === run.contacts) placeContacts(run, out);
      else placePoints(bound(run, set as OctreePoints), x, q, out);
    },
    pushVelocities(set, u, out) {
      const points = bound(run, set as OctreePoints);
      movePoints(points, u, out);
      levers.push(points, u, out);
    },
    pullForces(set, f, out) {
      if (set !== run.contacts) adaptation.touchSet(set as OctreePoints, f);
      const points = bound(run, set as OctreePoints);
      pullPoints(points, f, out);
      levers.pull(points, f, out);
    },
    drawSurface(positions, normals) {
      const n = run.skin.positions.length;
      if (drawn.length !== n) drawn = new Float64Array(n);
      placeSkin(run, drawn);
      positions.set(drawn);
      vertexNormals(normals, positions, run.skin.triangles, n / 3, run.skin.triangles.length / 3);
    },

    adapt(h, u) {
      adaptation.adapt(h, u);
    },
    finish(h, u) {
      moveOn(run, h, u);
      clock[0] += h;
      levers.stale();
    },
    measure(gravity, out) {
      const h = run.stepLength > 0 ? run.stepLength : 1 / 60;
      preparePulls(h);
      measureOctree(out, run, gravity);
      out[MEASURE.elastic] = elasticEnergy(run, h, look);
    },
    place(pose) {
      const n = count();
      const turn = new Float64Array(4);
      rotationOf(turn, 0, pose, turned);
      for (let i = 0; i < n; i++) {
        for (let c = 0; c < 3; c++) {
          const o = 4 * c;
          x[3 * i + c] =
            pose[o] * rest[3 * i] +
            pose[o + 1] * rest[3 * i + 1] +
            pose[o + 2] * rest[3 * i + 2] +
            pose[o + 3];
        }
        q.set(turn, 4 * i);
      }
      levers.stale();
    },
    move(pose, keep) {
      const n = count();
      movePlaces(x, n, pose);
      turnVectors(v, n, pose, keep);
      turnQuats(q, n, pose);
      for (const drift of [run.skinDrift, run.contactDrift])
        turnVectors(drift, drift.length / 3, pose, 1);
      levers.stale();
    },
    addVelocity(linear, spin) {
      const n = count();
      const centre = [0, 0, 0];
      for (let i = 0; i < n; i++) {
        for (let c = 0; c < 3; c++) centre[c] += (mass[i] * x[3 * i + c]) / model.mass;
      }
      for (let i = 0; i < 3 * n; i += 3) {
        const [dx, dy, dz] = [x[i] - centre[0], x[i + 1] - centre[1], x[i + 2] - centre[2]];
        v[i] += linear[0] + spin[1] * dz - spin[2] * dy;
        v[i + 1] += linear[1] + spin[2] * dx - spin[0] * dz;
        v[i + 2] += linear[2] + spin[0] * dy - spin[1] * dx;
      }
    },
    cut(blade) {
      levers.stale();
      return adaptation.cut(blade);
    },
    refine(where, radius, levels) {
      levers.stale();
      return adaptation.refine(where, radius, levels);
    },
    adjust(matter) {
      data.young = matter.young;
      data.damping = { ...matter.damping };
      findRegionFacts(run.facts, memory, data, run.sampler, run.summation);
      run.stepLength = 0;
      mobile = -1;
      longest = longestStep(run);
    },
    substeps: (h) => Math.max(1, Math.ceil(h / longest)),
    remarks: (h) => remarksOf(run, h),
    split: () => splitOff(body, partOf),
    adopt(from, piece, voxels) {
      adoptState(run, from.run, piece);
      adaptation.adopt(from.state, voxels);
      levers.stale();
    },
    restored() {
      adaptation.restored();
      levers.stale();
    },
  };
  return body;
}

/** q[k..k+4) = the rotation of a 3×4 rigid map; `R` holds nine numbers. */
function rotationOf(q: Float64Array, k: number, pose: Float64Array, R: Float64Array): void {
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) R[3 * r + c] = pose[4 * r + c];
  quatFromMat3(q, k, R, 0);
}

/** v = u, x += h u; drifts fade. One function for all bodies: closures of each would be compiled anew for every other body. */
function moveOn(run: OctreeRun, h: number, u: Float64Array): void {
  const n = 3 * run.sampler.now.tree.leaves;
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
