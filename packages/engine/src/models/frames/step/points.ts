import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { IntegrationPoints } from '../model.ts';
import type { Contraction } from './contraction.ts';

/** Integration points as a set of nodes moves them: F_a = Σ_j D_j H_{a,j} over members j. */
export interface SetPoints {
  /** Members of point e: node[ptr[e] .. ptr[e+1]), ascending. */
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  /** Transposes of H_{a,j}, 3×4, so that rows of frames meet rows of H: shape [entries, 4, 12]. */
  readonly H: Float64Array;
}

/** Room for `entries` members of points in all. */
export function createSetPoints(
  points: IntegrationPoints,
  entries: number,
  allocator: Allocator,
): SetPoints {
  return {
    ptr: allocator.i32(points.count + 1),
    node: allocator.i32(entries),
    H: allocator.f64(48 * entries),
  };
}

/** Points as the builder made them: moved by all nodes. */
export function fillSetPoints(out: SetPoints, points: IntegrationPoints): void {
  out.ptr.set(points.ptr);
  out.node.set(points.node);
  for (let i = 0; i < points.H.length; i += 12) {
    for (let r = 0; r < 4; r++) {
      for (let c = 0; c < 3; c++) out.H[i + 4 * c + r] = points.H[i + 3 * r + c];
    }
  }
}

/** The first `count` points as a smaller set moves them: H_{a,j} = Σ_k W_k^j H_{a,k} over the members k they had. */
export function contractPoints(
  out: SetPoints,
  points: SetPoints,
  count: number,
  { ptr, cols, W }: Contraction,
  place: Int32Array,
  kernels: Kernels,
): void {
  const { ptr: outPtr, node, H } = out;
  kernels.contractPoints(
    outPtr,
    node,
    H,
    points.ptr,
    points.node,
    points.H,
    count,
    ptr,
    cols,
    W,
    place,
  );
}
