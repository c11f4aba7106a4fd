import type { Kernels } from '../../kernels/kernels.ts';
import { type AdaptiveFrames, createAdaptive } from './adaptive/adaptive.ts';
import { useFrames, wakeForRest } from './adaptive/use.ts';
import type { LayersData } from './build/build.ts';
import { restState } from './build/gauge.ts';
import { releasedGauge } from './build/released.ts';
import { denseUnknowns, type LayersMemory } from './memory.ts';
import type { Hierarchy } from './model.ts';
import { createMomentum, type Momentum } from './momentum.ts';
import { GAUGE, GAUGE_AHEAD, LAG, STRICT, TOO_MANY } from './numbers.ts';
import { keepBlocks, type RestBlocks, takeBlocks } from './rest-blocks.ts';
import { type LayerPoints, type LayerState, tiePoints } from './step/compose.ts';
import { assembleDense, createDense, factorDense } from './step/dense.ts';
import { createDetail, factorDetail, turnCouplings } from './step/detail.ts';
import { createShellState } from './step/shell.ts';
import type { LayerSolver } from './step/solver.ts';
import { createStress } from './step/stress.ts';
import { addProduct, evaluate, type LayerSystem, prepareProducts } from './step/system.ts';

/** A live layered body's working parts. */
export interface LayersRuntime {
  readonly data: LayersData;
  readonly memory: LayersMemory;
  readonly kernels: Kernels;
  /** Blocks at rest of equal bodies. */
  readonly blocks: RestBlocks;
  readonly hierarchy: Hierarchy;
  readonly system: LayerSystem;
  readonly solver: LayerSolver;
  /** The state, and the one a Newton iterate would lead to. */
  readonly state: LayerState;
  readonly trial: LayerState;
  /** Where the equation of the step was made, and the mass points' velocities with the momentum they have there. */
  readonly start: LayerState;
  readonly startV: Float64Array;
  readonly momentum: Momentum;
  readonly rest: LayerState;
  /** Scratch, shape [unknowns]. */
  readonly product: Float64Array;
  readonly probe: Float64Array;
  /** b − H v of a prefactored step, and what that step adds to the right side. */
  readonly change: Float64Array;
  readonly shift: Float64Array;
  readonly look: { composed: Float64Array; embedded: Float64Array };
  readonly rotations: { composed: Float64Array; embedded: Float64Array };
  /** Part of each function that shows, by layer: windows into memory. */
  readonly shown: readonly Float64Array[];
  readonly mask: readonly Float64Array[];
  /** Frames below the details that can sleep; null if the coarsest layer has none. */
  readonly adaptive: AdaptiveFrames | null;
  /** 1 for functions that have faded out: they stand still at zero. */
  readonly off: Uint8Array;
  /** 1 for unknowns that cannot move whatever frames sleep. */
  readonly heldFirm: Uint8Array;
  /** 1 for unknowns of frames that sleep. */
  readonly asleep: Uint8Array;
  /** Step and everything else for which the blocks at rest were made; 0 if they must be rebuilt. */
  factoredFor: number;
  /**
   * A second-order step is under way, from where `predict` went; and where its momentum says that the centre of mass of
   * a free body then is: layers that turn each other move it a little otherwise.
   */
  ahead: boolean;
  readonly begun: Float64Array;
}

export function createRuntime(
  data: LayersData,
  memory: LayersMemory,
  kernels: Kernels,
  blocks: RestBlocks,
): LayersRuntime {
  for (let k = 0; k < memory.order.length; k++) {
    memory.order[k] = k;
    memory.nextOrder[k] = k;
  }
  const hierarchy = { ...data.hierarchy, order: memory.order };
  const { points } = data;
  const tie = (X: Float64Array, rows: LayerPoints['rows'], room: LayersMemory['mass']) =>
    tiePoints(hierarchy, X, rows, null, room, kernels);
  const mass = tie(points.X, points.rows, memory.mass);
  const composed = tie(points.composed.X, points.composed.rows, memory.composed);
  const [v, f, strainV, strainF, startV] = memory.pointVectors;
  const [work, work2, product, trial, probe, change, shift, made] = memory.vectors;
  const { law } = data;
  const system: LayerSystem = {
    hierarchy,
    mass,
    weight: points.weight,
    alpha: points.alpha.slice(),
    composed,
    stress: createStress(memory.stress, { ...points.composed, count: composed.count, law }),
    embedded: points.embedded,
    fine: createStress(memory.fine, {
      ...points.embedded,
      count: points.embedded.volume.length,
      law,
    }),
    shells: data.shells.map(createShellState),
    coupledMass: points.coupledMass,
    coupledPoints: points.composed.coupled,
    coupledElements: points.embedded.coupled,
    v,
    f,
    gauges: data.gauges.map(({ layer, from, size, rows, Mz }) => ({
      layer,
      from,
      size,
      rows,
      values: Mz.slice(),
    })),
    all: new Uint8Array(hierarchy.layers.length).fill(1),
    straining: Uint8Array.from(hierarchy.layers, (l, k) => (k === 0 && l.form === 'rigid' ? 0 : 1)),
    from: new Uint8Array(hierarchy.layers.length),
    to: new Uint8Array(hierarchy.layers.length),
    strainV,
    strainF,
    kernels,
    h: 0,
  };
  const detailGauges = data.gauges
    .filter((g) => data.dense[g.layer] === 0)
    .reduce((sum, g) => sum + g.rows, 0);
  const n = hierarchy.unknowns;
  const windows = (all: Float64Array): Float64Array[] => {
    let at = 0;
    return hierarchy.layers.map((l) => {
      at += l.functions;
      return all.subarray(at - l.functions, at);
    });
  };
  memory.shown.fill(1);
  memory.mask.fill(1);
  const state = { q: memory.q, rigid: memory.rigid };
  const rest = restState(hierarchy);
  memory.rigid.set(rest.rigid);
  return {
    data,
    memory,
    kernels,
    blocks,
    hierarchy,
    system,
    solver: {
      dense: createDense(memory.dense, system, data.dense, data.samples),
      detail:
        data.plan && memory.detail ? createDetail(memory.detail, data.plan, detailGauges) : null,
      fixed: new Uint8Array(n),
      work,
      work2,
    },
    state,
    trial: { q: trial, rigid: new Float64Array(7 * hierarchy.layers.length) },
    start: { q: made, rigid: new Float64Array(7 * hierarchy.layers.length) },
    startV,
    momentum: createMomentum(system),
    rest,
    product,
    probe,
    change,
    shift,
    look: { composed: memory.stress.look, embedded: memory.fine.look },
    rotations: { composed: memory.stress.q, embedded: memory.fine.q },
    shown: windows(memory.shown),
    mask: windows(memory.mask),
    adaptive: createAdaptive(
      hierarchy,
      mass,
      points.weight,
      data.contactPoints.length / 3,
      data.size,
      denseUnknowns(data),
    ),
    off: new Uint8Array(memory.shown.length),
    heldFirm: new Uint8Array(n),
    asleep: new Uint8Array(n),
    factoredFor: 0,
    ahead: false,
    begun: new Float64Array(3),
  };
}

/** Points that are seen and touched: what a layer adds to them fades in and out. */
export function outerPoints(
  run: LayersRuntime,
  X: Float64Array,
  rows: LayerPoints['rows'],
  room: LayersMemory['contacts'] | null = null,
): LayerPoints {
  return tiePoints(run.hierarchy, X, rows, run.shown, room, room ? run.kernels : undefined);
}

/** Gauges scaled by the stiffness of what they hold, and all blocks that are made once, at rest. */
export function makeRestBlocks(run: LayersRuntime, h: number): void {
  const { system, solver, kernels, look } = run;
  if (run.factoredFor === h) return;
  run.factoredFor = h;
  if (takeBlocks(run, run.blocks, h)) return;
  if (run.adaptive !== null) wakeForRest(run, run.adaptive);
  system.h = h;
  look.composed.fill(0);
  look.embedded.fill(0);
  evaluate(system, run.rest, kernels, look);
  prepareProducts(system);
  makeGauges(run);
  if (solver.detail !== null)
    factorDetail(solver.detail, solver.dense, system, solver.fixed, kernels);
  if (run.adaptive !== null) useFrames(run, run.adaptive);
  keepBlocks(run, run.blocks, h);
}

/**
 * Γ: the directions that are redundant now, each scaled by the stiffness of what it holds; rows that are left over are
 * zero.
 */
function makeGauges({ system, solver, data, ahead }: LayersRuntime): void {
  const usual = ahead ? GAUGE_AHEAD : GAUGE;
  const x = solver.work2;
  const y = solver.work;
  for (const gauge of system.gauges) gauge.values.fill(0);
  const scaled = data.gauges.map((gauge) => {
    const { from, size, rows, z, Mz, strict } = gauge;
    const { count, mix } = releasedGauge(gauge, solver.fixed);
    const out = new Float64Array(rows * size);
    for (let r = 0; r < count; r++) {
      // z has unit energy of motion, so z·Hz is how much stiffer than its mass the direction is.
      x.fill(0);
      y.fill(0);
      for (let q = 0; q < rows; q++) {
        const part = mix[r * rows + q];
        if (part === 0) continue;
        for (let j = 0; j < size; j++) {
          if (solver.fixed[from + j] === 1) continue;
          x[from + j] += part * z[q * size + j];
          out[r * size + j] += part * Mz[q * size + j];
        }
      }
      addProduct(y, system, x, system.all, system.all);
      let stiffness = 0;
      for (let j = 0; j < size; j++) stiffness += x[from + j] * y[from + j];
      const scale = Math.sqrt((strict ? STRICT : usual) * stiffness);
      for (let j = 0; j < size; j++) out[r * size + j] *= scale;
    }
    return out;
  });
  scaled.forEach((values, g) => {
    system.gauges[g].values.set(values);
  });
}

/** The same after a snapshot was put back: the step's own block is part of it and must stay. Allocates. */
export function keepStepBlocks(run: LayersRuntime, h: number): void {
  const { matrix, factor } = run.solver.dense;
  const kept = [matrix.slice(), factor.slice()];
  makeRestBlocks(run, h);
  matrix.set(kept[0]);
  factor.set(kept[1]);
}

/**
 * The dense block and its factor at the state last evaluated, every few steps: what it is not that of now is made up
 * for by iterations, or seen by `prefactoredHolds`, which asks for a `rebuild`. A body with a rigid root, which turns
 * by large angles, rebuilds it in every step. True if it was made.
 */
export function makeStepBlocks(run: LayersRuntime, rebuild: boolean): boolean {
  const { solver, system, data } = run;
  const { dense, detail } = solver;
  const { age, madeFor } = run.memory;
  // Without dense unknowns there is nothing to be rebuilt.
  if (rebuild && (age[0] === 1 || dense.size === 0)) return false;
  if (detail !== null && !rebuild) turnCouplings(detail, dense, system, run.kernels);
  const exact = data.solve === 'coupled';
  const kept = age[0] > 0 && age[0] < LAG && age[1] <= TOO_MANY && isMadeFor(run, system.h);
  age[1] = 0;
  if (kept && !rebuild && !exact && run.hierarchy.layers[0].form !== 'rigid') {
    age[0]++;
    return false;
  }
  age[0] = 1;
  madeFor.step[0] = system.h;
  madeFor.fixed.set(run.heldFirm);
  // A block of which every unknown is prescribed needs no numbers, only a factor that does no harm.
  if (anyFree(dense.unknown, dense.size, solver.fixed))
    assembleDense(dense, system, exact ? 'exact' : 'samples');
  factorDense(dense, solver.fixed, run.kernels);
  return true;
}

/** True if the dense block was made for this step and for what cannot move now. */
function isMadeFor({ memory: { madeFor }, heldFirm }: LayersRuntime, h: number): boolean {
  if (madeFor.step[0] !== h) return false;
  for (let i = 0; i < heldFirm.length; i++) if (madeFor.fixed[i] !== heldFirm[i]) return false;
  return true;
}

function anyFree(unknown: Int32Array, size: number, fixed: Uint8Array): boolean {
  for (let a = 0; a < size; a++) if (fixed[unknown[a]] === 0) return true;
  return false;
}
