import { typescriptKernels } from '../../../kernels/kernels.ts';
import { CG_RESULT, conjugateGradients } from '../../../math/sparse/cg.ts';
import { CALM_STEP, SMALL_PART } from '../numbers.ts';
import type { OctreeRun } from '../runtime.ts';
import { findPulls } from './constants.ts';
import { pullToGoals } from './dynamics.ts';

/**
 * out = K u: forces of an undeformed body under small displacements u of its leaves [N], shape [leaves, 3]: the slope of
 * the pulls of a step.
 */
export function createStiffness(run: OctreeRun) {
  const { memory, facts, data, sampler, summation } = run;
  const { x, v, q, rest, rhs } = memory;
  const n = sampler.now.tree.leaves;
  let rate = 0;
  for (let r = 0; r < n; r++) rate = Math.max(rate, facts.rate[r] * facts.top[r]);
  const h = Math.sqrt(CALM_STEP / rate);
  findPulls(facts, memory, data, sampler, summation, h);
  v.fill(0);
  memory.gravity.fill(0);
  const bumped = (u: Float64Array, part: number): void => {
    for (let k = 0; k < 3 * n; k++) x[k] = rest[k] + part * u[k];
    for (let i = 0; i < n; i++) for (let c = 0; c < 4; c++) q[4 * i + c] = c === 3 ? 1 : 0;
    pullToGoals(run, h, false);
  };
  return (out: Float64Array, u: Float64Array): void => {
    let most = 0;
    for (let k = 0; k < 3 * n; k++) most = Math.max(most, Math.abs(u[k]));
    const part = most > 0 ? (SMALL_PART * data.voxels.cell) / most : 0;
    bumped(u, part);
    for (let k = 0; k < 3 * n; k++) out[k] = rhs[k];
    bumped(u, -part);
    for (let k = 0; k < 3 * n; k++) out[k] = part > 0 ? (rhs[k] - out[k]) / (2 * part * h) : 0;
  };
}

/** Part of the force that may be left over, and iterations at most. */
const SOLVE = { tolerance: 1e-2, iterations: 400 } as const;
const keep = (out: Float64Array, x: Float64Array): void => out.set(x);

/** Solves K u = force, from the u that is given on. Returns the work force · u. */
export function solveStatic(
  u: Float64Array,
  apply: (out: Float64Array, u: Float64Array) => void,
  force: Float64Array,
): number {
  const vector = (): Float64Array => new Float64Array(force.length);
  const work = { residual: vector(), corrected: vector(), direction: vector(), image: vector() };
  const result = new Float64Array(CG_RESULT.length);
  conjugateGradients(typescriptKernels, work, u, force, apply, keep, result, SOLVE);
  return typescriptKernels.dot(force, u, force.length);
}
