import type { Allocator, Kernels } from '../../kernels/index.ts';

/** A linear map: out = map(x). Must not keep or change x. */
export type Apply = (out: Float64Array, x: Float64Array) => void;

/** Vectors that a solve needs, allocated once. Each [unknowns]. */
export interface CgWork {
  readonly residual: Float64Array;
  readonly corrected: Float64Array;
  readonly direction: Float64Array;
  readonly image: Float64Array;
}

/** Places in a result: iterations taken, |rhs − A x| / |rhs| by the recurrence, and one of `CG_STATUS`. */
export const CG_RESULT = { iterations: 0, residual: 1, status: 2, length: 3 } as const;

/**
 * How a solve ended. `broken`: A or the preconditioner is not positive definite (or not finite); x is the best so far.
 */
export const CG_STATUS = { converged: 1, exhausted: 0, broken: -1 } as const;

export interface CgOptions {
  /** Stop when the residual is at most this part of the right-hand side. */
  tolerance: number;
  iterations: number;
}

export const CG_DEFAULTS: Readonly<CgOptions> = { tolerance: 1e-8, iterations: 1000 };

export function allocateCg(allocator: Allocator, unknowns: number): CgWork {
  return {
    residual: allocator.f64(unknowns),
    corrected: allocator.f64(unknowns),
    direction: allocator.f64(unknowns),
    image: allocator.f64(unknowns),
  };
}

/**
 * Preconditioned conjugate gradients for A x = rhs, A and the preconditioner symmetric positive definite. `x`
 * [unknowns] starts from its given value and becomes the solution; `rhs` is kept. Writes `result` [CG_RESULT.length].
 * Allocates nothing; with WebAssembly kernels all vectors live in their arena.
 */
export function conjugateGradients(
  kernels: Pick<Kernels, 'dot' | 'axpy' | 'xpby'>,
  work: CgWork,
  x: Float64Array,
  rhs: Float64Array,
  multiply: Apply,
  precondition: Apply,
  result: Float64Array,
  options: Readonly<CgOptions> = CG_DEFAULTS,
): void {
  const n = x.length;
  const { residual, corrected, direction, image } = work;
  const size = Math.sqrt(kernels.dot(rhs, rhs, n));
  result[CG_RESULT.iterations] = 0;
  result[CG_RESULT.residual] = 0;
  result[CG_RESULT.status] = CG_STATUS.converged;
  if (size === 0) {
    x.fill(0);
    return;
  }
  multiply(image, x);
  residual.set(rhs);
  kernels.axpy(residual, -1, image, n);
  let rz = 0;
  for (let iteration = 0; ; iteration++) {
    const left = Math.sqrt(kernels.dot(residual, residual, n)) / size;
    result[CG_RESULT.iterations] = iteration;
    result[CG_RESULT.residual] = left;
    if (left <= options.tolerance) return;
    if (iteration >= options.iterations) {
      result[CG_RESULT.status] = CG_STATUS.exhausted;
      return;
    }
    precondition(corrected, residual);
    const rzNew = kernels.dot(residual, corrected, n);
    if (iteration === 0) direction.set(corrected);
    else kernels.xpby(direction, corrected, rzNew / rz, n);
    rz = rzNew;
    multiply(image, direction);
    const curvature = kernels.dot(direction, image, n);
    // Written so that NaN stops it too.
    if (!(curvature > 0) || !(rz > 0)) {
      result[CG_RESULT.status] = CG_STATUS.broken;
      return;
    }
    const step = rz / curvature;
    kernels.axpy(x, step, direction, n);
    kernels.axpy(residual, -step, image, n);
  }
}
