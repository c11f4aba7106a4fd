import type { Allocator, Kernels } from '../../kernels/index.ts';
import type { Symbolic } from './symbolic.ts';

type FactorKernels = Pick<
  Kernels,
  | 'supernodalFactor'
  | 'supernodalSolve'
  | 'supernodalSolveF32'
  | 'supernodalSolveMany'
  | 'roundToF32'
>;

/** A sparse Cholesky factor with its plan and scratch, in one arena. */
export interface Factor {
  readonly symbolic: Symbolic;
  readonly plan: Int32Array;
  /** L, see `supernodalFactor`. */
  readonly panels: Float64Array;
  /** L in single precision; empty unless asked for. */
  readonly panels32: Float32Array;
  readonly work: Float64Array;
  readonly map: Int32Array;
}

/**
 * Allocates a factor. `single` adds a copy in single precision for `solveSingle`. Only allocates (so it can be
 * measured): call `initFactor` once after.
 */
export function allocateFactor(
  allocator: Allocator,
  symbolic: Symbolic,
  { single = false }: { single?: boolean } = {},
): Factor {
  return {
    symbolic,
    plan: allocator.i32(symbolic.plan.length),
    panels: allocator.f64(symbolic.panelLength),
    panels32: allocator.f32(single ? symbolic.panelLength : 0),
    work: allocator.f64(symbolic.workLength),
    map: allocator.i32(symbolic.mapLength),
  };
}

/** Copies the plan into the factor's arena. */
export function initFactor(factor: Factor): void {
  factor.plan.set(factor.symbolic.plan);
}

/**
 * Factors diag(d_i I) + scale·K. `values` [blocks, b, b]: K in the pattern that was analysed, symmetric, both halves;
 * `diagonal` [rows]: d. Returns −1, or the scalar index of the first pivot that is not positive: the factor must not be
 * used then.
 */
export function factorize(
  kernels: FactorKernels,
  factor: Factor,
  values: Float64Array,
  diagonal: Float64Array,
  scale: number,
): number {
  const { panels, panels32, plan, work, map } = factor;
  const bad = kernels.supernodalFactor(panels, plan, values, diagonal, scale, work, map);
  if (bad < 0 && panels32.length > 0) kernels.roundToF32(panels32, panels, panels32.length);
  return bad;
}

/** x := A⁻¹ x, x [unknowns] in the original order. */
export function solve(kernels: FactorKernels, factor: Factor, x: Float64Array): void {
  kernels.supernodalSolve(x, factor.panels, factor.plan, factor.work);
}

/** x := A⁻¹ x through the single-precision copy: about seven digits, for preconditioning. */
export function solveSingle(kernels: FactorKernels, factor: Factor, x: Float64Array): void {
  kernels.supernodalSolveF32(x, factor.panels32, factor.plan, factor.work);
}

/** X := A⁻¹ X for several right-hand sides, interleaved: X [unknowns, count]. */
export function solveMany(
  kernels: FactorKernels,
  factor: Factor,
  X: Float64Array,
  count: number,
): void {
  kernels.supernodalSolveMany(X, count, factor.panels, factor.plan, factor.work);
}

/**
 * z = A⁻¹ r with a factor kept from an earlier, similar matrix: a preconditioner for `conjugateGradients`. Goes through
 * the single-precision copy where there is one.
 */
export function applyFactor(
  kernels: FactorKernels,
  factor: Factor,
  z: Float64Array,
  r: Float64Array,
): void {
  z.set(r);
  if (factor.panels32.length > 0) solveSingle(kernels, factor, z);
  else solve(kernels, factor, z);
}
