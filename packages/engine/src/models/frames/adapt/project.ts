import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { FramesData } from '../model.ts';
import type { ActiveSet } from '../step/active.ts';
import { gather } from '../step/contraction.ts';
import { type MassData, massProduct } from '../step/mass.ts';

/** Added to the diagonal, relative to it: frames that can do what others do leave the mass matrix singular. */
const RIDGE = 1e-12;

/** Scratch of `projectVelocity`: nodes vectors, and room for a matrix and a column. */
export interface ProjectScratch {
  readonly momentum: Float64Array;
  readonly onSet: Float64Array;
  readonly matrix: Float64Array;
  readonly column: Float64Array;
}

export function createProjectScratch(nodes: number, allocator: Allocator): ProjectScratch {
  return {
    momentum: allocator.f64(12 * nodes),
    onSet: allocator.f64(12 * nodes),
    matrix: allocator.f64(16 * nodes * nodes),
    column: allocator.f64(4 * nodes),
  };
}

/**
 * The velocity of the members that comes closest, in kinetic energy, to the velocity V of all nodes (12 numbers each):
 * v = (W M Wᵀ)⁻¹ W M V. Written back into V for the members. Momentum is kept, kinetic energy never grows.
 */
export function projectVelocity(
  V: Float64Array,
  data: FramesData,
  mass: MassData,
  set: ActiveSet,
  scratch: ProjectScratch,
  kernels: Kernels,
): void {
  const { momentum, onSet, column } = scratch;
  massProduct(momentum, V, mass, kernels);
  onSet.fill(0);
  gather(onSet, momentum, set.contraction, data.nodes, kernels);
  const n = 4 * set.count;
  const { matrix } = scratch;
  for (let i = 0; i < n * n; i++) matrix[i] = set.mass[i];
  // A root that nothing follows has no mass at all.
  for (let i = 0; i < n; i++) {
    const d = i * (n + 1);
    matrix[d] = matrix[d] === 0 ? 1 : matrix[d] * (1 + RIDGE);
  }
  if (kernels.choleskyFactor(matrix, n) < n) return;
  const x = column;
  for (let r = 0; r < 3; r++) {
    for (let i = 0; i < set.count; i++) {
      for (let p = 0; p < 4; p++) x[4 * i + p] = onSet[12 * set.list[i] + 4 * r + p];
    }
    kernels.choleskySolve(x, matrix, n);
    // The ridge and rounding may cost a little momentum: a translation of the whole gives it back.
    let missing = 0;
    for (let k = 0; k < data.nodes; k++) {
      for (let p = 0; p < 4; p++) missing += V[12 * k + 4 * r + p] * data.massVector[4 * k + p];
    }
    for (let i = 0; i < n; i++) missing -= x[i] * set.massVector[i];
    for (let i = 0; i < set.count; i++) x[4 * i + 3] += missing / data.totalMass;
    for (let i = 0; i < set.count; i++) {
      for (let p = 0; p < 4; p++) V[12 * set.list[i] + 4 * r + p] = x[4 * i + p];
    }
  }
}
