import { MOST_ROWS } from '../../contact/detect/numbers.ts';
import { EXCHANGE } from '../../contact/solve/exchange.ts';
import type { Allocator } from '../../kernels/arena.ts';
import type { LayersData } from './build/build.ts';
import { allocatePoints, roomFor } from './step/compose.ts';
import { allocateDense } from './step/dense.ts';
import { allocateDetail } from './step/detail.ts';
import { allocateSites, turnsAsOne } from './step/site-memory.ts';
import { allocateStress } from './step/stress.ts';

/** Functions of elements that a point can know. */
const CELL = 8;

/** All memory of a live layered body that kernels work on. Allocates and nothing else. */
export function allocateLayers(a: Allocator, data: LayersData) {
  const n = data.hierarchy.unknowns;
  const dense = denseUnknowns(data);
  const { layers } = data.hierarchy;
  const gauges = data.gauges
    .filter((g) => data.dense[g.layer] === 0)
    .reduce((sum, g) => sum + g.rows, 0);
  const points = (count: number, rows: LayersData['contacts'], gradients = false) =>
    allocatePoints(a, layers, count, roomFor(data.hierarchy, rows), gradients);
  const functions = layers.reduce((sum, l) => sum + l.functions, 0);
  return {
    /** Coefficients, poses of rigid layers [layers, 7], velocity of the unknowns. */
    q: a.f64(n),
    rigid: a.f64(7 * layers.length),
    velocity: a.f64(n),
    /**
     * Steps since the dense block was made, preconditionings since the last step; what was factored is part of the
     * state.
     */
    age: a.i32(2),
    /** What the dense block was made for: the step [s] and what could not move. */
    madeFor: { step: a.f64(1), fixed: a.u8(n) },
    /** Velocities of the mass points [m/s], shape [points, 3]: what momentum is made of. */
    v: a.f64(3 * data.points.weight.length),
    /**
     * Part of each function that shows, and where that goes; by layer: mute, solo, weight, factor on stiffness, on
     * damping.
     */
    shown: a.f64(functions),
    mask: a.f64(functions),
    /** Seconds until each function has vanished; 0 if it does not. */
    fading: a.f64(functions),
    controls: a.f64(5 * layers.length),
    /** Order of composition, and the one that is waited for. */
    order: a.i32(layers.length),
    nextOrder: a.i32(layers.length),
    /** What second-order steps remember (`history.ts`): of the unknowns, of the mass points, of the whole. */
    past: {
      mean: a.f64(n),
      change: a.f64(n),
      before: a.f64(n),
      pointChange: a.f64(3 * data.points.weight.length),
      pointBefore: a.f64(3 * data.points.weight.length),
      whole: a.f64(13 + EXCHANGE.length),
    },
    rhs: a.f64(n),
    impulse: a.f64(n),
    stress: allocateStress(a, {
      ...data.points.composed,
      count: data.points.composed.volume.length,
      law: data.law,
    }),
    fine: allocateStress(a, {
      ...data.points.embedded,
      count: data.points.embedded.volume.length,
      law: data.law,
    }),
    /** Points of the step and those that touch; velocities and forces of mass points, vectors of the solver. */
    mass: points(data.points.weight.length, data.points.rows),
    composed: points(data.points.composed.volume.length, data.points.composed.rows, true),
    contacts: points(data.contactPoints.length / 3, data.contacts),
    /**
     * Room for the points below those that touch, which the world embeds; frames that can sleep would need too much of
     * it.
     */
    inner:
      layers[0].tree === undefined
        ? allocatePoints(a, layers, data.contactPoints.length / 3, mostEntries(data), false)
        : null,
    pointVectors: [0, 1, 2, 3, 4].map(() => a.f64(3 * data.points.weight.length)),
    vectors: [0, 1, 2, 3, 4, 5, 6, 7].map(() => a.f64(n)),
    dense: allocateDense(a, dense, data.hierarchy, {
      composed: data.points.composed.volume.length,
      mass: data.points.weight.length,
    }),
    detail:
      data.plan &&
      allocateDetail(a, data.plan, dense, gauges, layers[0].tree !== undefined, data.hierarchy),
    sites: allocateSites(a, data.plan, dense, turnsAsOne(layers, data.dense)),
    columns: a.f64(3 * MOST_ROWS * dense),
    drawn: a.f32(data.surface.positions.length),
    drawnNormals: a.f32(data.surface.positions.length),
    triangles: a.i32(data.surface.triangles.length),
  };
}

export type LayersMemory = ReturnType<typeof allocateLayers>;

/** Entries that rows of points as many as those that touch can have, by layer. */
function mostEntries({ hierarchy, contactPoints, contacts }: LayersData): number[] {
  return hierarchy.layers.map(({ functions }, k) => {
    const { ptr } = contacts[k];
    let most = contacts[k].fn.length === 0 ? 0 : CELL;
    for (let i = 0; i + 1 < ptr.length; i++) most = Math.max(most, ptr[i + 1] - ptr[i]);
    return (contactPoints.length / 3) * Math.min(functions, most);
  });
}

/** Unknowns of the dense block. */
export function denseUnknowns(data: LayersData): number {
  return data.hierarchy.layers.reduce(
    (sum, l, k) => sum + (data.dense[k] === 1 ? l.unknowns : 0),
    0,
  );
}
