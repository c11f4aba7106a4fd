import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { BodyModel, PointSet } from '../body.ts';
import { levelCounts } from '../shared/levels.ts';
import type { LevelCounts } from '../views.ts';
import { type AdaptiveFrames, followSet, spreadUnknowns } from './adaptive/adaptive.ts';
import { startWoken, switchFrames, useFrames } from './adaptive/use.ts';
import type { LayersData } from './build/build.ts';
import { type Controls, createControls } from './controls.ts';
import { createHolds, type Holds } from './hold.ts';
import { allocateLayers, type LayersMemory } from './memory.ts';
import type { RestBlocks } from './rest-blocks.ts';
import { createRide, type Ride } from './ride.ts';
import { createRuntime, type LayersRuntime, outerPoints } from './runtime.ts';
import { compose, type LayerPoints } from './step/compose.ts';

/** Points outside the body's own that its layers move. */
export interface OuterPoints extends PointSet, LayerPoints {
  /** The state it was composed for. */
  stamp: number;
  /** Scratch of the compliance: positions of points, shape [count]. */
  readonly place: Int32Array;
}

/** The runtime record that all facets of a live layered body work on. */
export interface LayersLive extends LayersRuntime {
  readonly model: BodyModel;
  /** Young's modulus it was built with [Pa]. */
  readonly young: number;
  readonly holds: Holds;
  readonly ride: Ride;
  /** Finds out what is prescribed, if that may have changed. */
  markFixed(): void;
  readonly controls: Controls;
  readonly contacts: OuterPoints;
  readonly skin: OuterPoints;
  readonly levels: LevelCounts;
  /** Counts states: points composed for an older one are composed again. */
  stamp: number;
  /** The state that the mass points were last brought to, if it was one of the body and not of an iterate. */
  massStamp: number;
  /** Length of the step [s]. */
  step: number;
  /** The dense block came with a snapshot. */
  restoredBlocks: boolean;
  /** This step takes details as prefactored. */
  linear: boolean;
}

export function createLive(
  data: LayersData,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
  young: number,
  blocks: RestBlocks,
): LayersLive {
  const memory = allocateLayers(allocator, data);
  memory.triangles.set(data.surface.triangles);
  const base = createRuntime(data, memory, kernels, blocks);
  const contacts = outer(base, data.contactPoints, data.contacts, memory.contacts);
  const skin = outer(base, data.surface.positions, data.skin, null);
  const holds = createHolds(base);
  const points = base.system.composed.count + base.system.fine.data.count;
  const run: LayersLive = Object.assign(base, {
    model,
    young,
    holds,
    ride: createRide(base),
    controls: createControls(base, holds),
    contacts,
    skin,
    levels: levelCounts(base.hierarchy.unknowns, points, 0),
    stamp: 1,
    massStamp: 0,
    step: 0,
    restoredBlocks: false,
    linear: false,
    markFixed() {
      if (holds.mark()) run.factoredFor = 0;
    },
  });
  if (base.adaptive !== null) useFrames(base, base.adaptive);
  countActive(run);
  return run;
}

export function outer(
  run: LayersRuntime,
  X: Float64Array,
  rows: LayerPoints['rows'],
  room: LayersMemory['contacts'] | null,
): OuterPoints {
  const place = new Int32Array(X.length / 3);
  return Object.assign(outerPoints(run, X, rows, room), { stamp: 0, place });
}

/** The points, composed for the state now. */
export function composed(run: LayersLive, set: PointSet): OuterPoints {
  const points = set as OuterPoints;
  if (points.stamp !== run.stamp) {
    if (run.adaptive !== null) followSet(run.adaptive, points);
    compose(points, run.hierarchy, run.state);
    points.stamp = run.stamp;
  }
  return points;
}

/** levels.activeDofs = unknowns that can move now. */
export function countActive({ levels, controls, adaptive }: LayersLive): void {
  const asleep = adaptive ? 12 * (adaptive.tree.nodes - adaptive.awake) : 0;
  levels.activeDofs = controls.activeUnknowns() - asleep;
}

/** Everything at the present state, so that momentum can be read off. */
export function composeMass(run: LayersLive): void {
  compose(run.system.mass, run.hierarchy, run.state);
  run.stamp++;
}

/** The mass points where the step's equation was made: the J of its velocities. */
export function composeAsMade(run: LayersLive): void {
  if (run.massStamp === run.stamp) return;
  compose(run.system.mass, run.hierarchy, run.start);
  run.massStamp = run.stamp;
}

/** A rigid root that nothing held in the last step. */
export function turnedFreely({ hierarchy, memory }: LayersRuntime): boolean {
  return hierarchy.layers[0].form === 'rigid' && memory.madeFor.fixed[0] === 0;
}

/** A rigid root that nothing holds turns as a rigid body does. */
export function turnsFreely({ hierarchy, solver }: LayersRuntime): boolean {
  return hierarchy.layers[0].form === 'rigid' && solver.fixed[0] === 0;
}

/** After frames woke or fell asleep. */
export function switched(run: LayersLive, a: AdaptiveFrames): void {
  const { mean, change } = run.memory.past;
  spreadUnknowns(a.pastOf[0], a, mean, false);
  spreadUnknowns(a.pastOf[1], a, change, false);
  run.levels.jump = switchFrames(run, a);
  startWoken(run.memory.velocity, a, a.V);
  startWoken(mean, a, a.pastOf[0]);
  startWoken(change, a, a.pastOf[1]);
  run.stamp++;
}

/** Places and velocities of all frames, between steps. */
export function findFrames({ state, memory }: LayersRuntime, a: AdaptiveFrames): void {
  spreadUnknowns(a.D, a, state.q, true);
  spreadUnknowns(a.V, a, memory.velocity, false);
  a.before.set(a.active);
}
