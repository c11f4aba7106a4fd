import type { Kernels } from '../../../kernels/kernels.ts';
import type { FrameWeights } from '../model.ts';
import { MOST_MATRICES } from '../numbers.ts';

/**
 * What unit forces at points do to the frames of the undeformed body, A₀⁻¹ Jᵀ: found when a point is first touched, and
 * kept. It depends on the model, the step and the material alone, so equal bodies share it.
 */
export interface PointColumns {
  /** What A₀ was made of: factors of mass and stiffness, μ and λ [Pa]; and the cage. */
  readonly made: Float64Array;
  readonly cage: FrameWeights;
  /** By point, those of the cage after the contact points; [axes, nodes, 12] each. */
  readonly of: Map<number, Float32Array>;
}

/** The columns that bodies of a model share in a world, of a few matrices, the last one used first. */
export type SharedColumns = (kernels: Kernels) => PointColumns[];

export function shareColumns(): SharedColumns {
  const shared = new WeakMap<Kernels, PointColumns[]>();
  return (kernels) => {
    const known = shared.get(kernels) ?? [];
    shared.set(kernels, known);
    return known;
  };
}

/** The columns of a matrix. */
export function columnsOf(
  shared: PointColumns[],
  made: Float64Array,
  cage: FrameWeights,
): PointColumns {
  let k = 0;
  while (k < shared.length && !isMade(shared[k], made, cage)) k++;
  if (k === shared.length) {
    if (k === MOST_MATRICES) k--;
    const { ptr, cols, q } = cage;
    shared[k] = {
      made: made.slice(),
      cage: { ptr: ptr.slice(), cols: cols.slice(), q: q.slice() },
      of: new Map(),
    };
  }
  const found = shared[k];
  for (; k > 0; k--) shared[k] = shared[k - 1];
  shared[0] = found;
  return found;
}

function isMade({ made, cage }: PointColumns, by: Float64Array, other: FrameWeights): boolean {
  for (let i = 0; i < by.length; i++) if (made[i] !== by[i]) return false;
  if (cage.cols.length !== other.cols.length || cage.ptr.length !== other.ptr.length) return false;
  for (let i = 0; i < cage.cols.length; i++) if (cage.cols[i] !== other.cols[i]) return false;
  for (let i = 0; i < cage.q.length; i++) if (cage.q[i] !== other.q[i]) return false;
  return true;
}
