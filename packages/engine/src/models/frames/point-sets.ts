import type { Subset } from '../../contact/detect/live.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { skinAffine, skinAffineTranspose } from '../../math/skinning-affine.kernel.ts';
import type { PointSet, Tied } from '../body.ts';
import type { FrameWeights } from './model.ts';

/** Points tied to frames. Those known before the body is made live in the arena, where the fast kernels reach them. */
export interface FramePoints extends PointSet, FrameWeights {
  readonly inArena: boolean;
}

export function framePoints(weights: FrameWeights, inArena = false): FramePoints {
  return { count: weights.ptr.length - 1, ...weights, inArena };
}

/** Points that are laid out in the arena once there is one. */
export function tieFramePoints(weights: FrameWeights): Tied {
  return {
    allocate(a) {
      const { ptr, cols, q } = weights;
      const room = { ptr: a.i32(ptr.length), cols: a.i32(cols.length), q: a.f64(q.length) };
      // Nothing to fill while bytes are counted.
      if (room.ptr.length > 0) copyWeights(room, weights);
      return { ...framePoints(room, true), count: ptr.length - 1 };
    },
  };
}

export function copyWeights(to: FrameWeights, from: FrameWeights): void {
  to.ptr.set(from.ptr);
  to.cols.set(from.cols);
  to.q.set(from.q);
}

/** out = Σ_k D_k q_k of all points, or of a few. Tournier et al. 2014, eq. 1. */
export function pushFrames(
  kernels: Kernels,
  points: FramePoints,
  nodes: Float64Array,
  out: Float64Array,
  subset?: Subset,
): void {
  const { ptr, cols, q, count, inArena } = points;
  if (subset === undefined) {
    if (inArena) kernels.skinAffine(out, ptr, cols, q, nodes, count);
    else skinAffine(out, ptr, cols, q, nodes, count);
    return;
  }
  for (let j = 0; j < subset.count; j++) {
    const p = 3 * subset.list[j];
    let x = 0;
    let y = 0;
    let z = 0;
    for (let e = ptr[subset.list[j]]; e < ptr[subset.list[j] + 1]; e++) {
      const d = 12 * cols[e];
      for (let c = 0; c < 4; c++) {
        const w = q[4 * e + c];
        x += nodes[d + c] * w;
        y += nodes[d + 4 + c] * w;
        z += nodes[d + 8 + c] * w;
      }
    }
    out[p] = x;
    out[p + 1] = y;
    out[p + 2] = z;
  }
}

/** out_k += f q_kᵀ: the transpose. */
export function pullFrames(
  kernels: Kernels,
  points: FramePoints,
  f: Float64Array,
  out: Float64Array,
  subset?: Subset,
): void {
  const { ptr, cols, q, count, inArena } = points;
  if (subset === undefined) {
    if (inArena) kernels.skinAffineTranspose(out, ptr, cols, q, f, count);
    else skinAffineTranspose(out, ptr, cols, q, f, count);
    return;
  }
  for (let j = 0; j < subset.count; j++) {
    const p = 3 * subset.list[j];
    const x = f[p];
    const y = f[p + 1];
    const z = f[p + 2];
    if (x === 0 && y === 0 && z === 0) continue;
    for (let e = ptr[subset.list[j]]; e < ptr[subset.list[j] + 1]; e++) {
      const o = 12 * cols[e];
      for (let c = 0; c < 4; c++) {
        const w = q[4 * e + c];
        out[o + c] += x * w;
        out[o + 4 + c] += y * w;
        out[o + 8 + c] += z * w;
      }
    }
  }
}
