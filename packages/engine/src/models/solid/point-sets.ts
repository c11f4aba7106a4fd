import type { Subset } from '../../contact/detect/live.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { skin4, skin4Transpose } from '../../math/skinning4.kernel.ts';
import type { PointSet, Tied } from '../body.ts';
import type { Embedding } from './model.ts';

/** Points tied to four nodes each. Those made at build time live in the arena, where the fast kernels reach them. */
export interface SolidPoints extends PointSet, Embedding {
  readonly inArena: boolean;
}

export function pointSet(embedding: Embedding, inArena: boolean): SolidPoints {
  return { count: embedding.indices.length / 4, ...embedding, inArena };
}

/** Points that are laid out in the arena once there is one. */
export function tiePoints({ indices, weights }: Embedding): Tied {
  return {
    allocate(a) {
      const room = { indices: a.i32(indices.length), weights: a.f64(weights.length) };
      // Nothing to fill while bytes are counted.
      if (room.indices.length > 0) {
        room.indices.set(indices);
        room.weights.set(weights);
      }
      return pointSet(room, true);
    },
  };
}

/** out_p = Σ w x, of all points or a few. */
export function pushPoints(
  kernels: Kernels,
  set: SolidPoints,
  x: Float64Array,
  out: Float64Array,
  subset?: Subset,
): void {
  if (subset !== undefined) {
    for (let j = 0; j < subset.count; j++) {
      const p = subset.list[j];
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let s = 4 * p; s < 4 * p + 4; s++) sum += set.weights[s] * x[3 * set.indices[s] + c];
        out[3 * p + c] = sum;
      }
    }
    return;
  }
  if (set.inArena) kernels.skin4(out, set.indices, set.weights, x, set.count);
  else skin4(out, set.indices, set.weights, x, set.count);
}

/** out += Σ w f_p: the transpose. */
export function pullPoints(
  kernels: Kernels,
  set: SolidPoints,
  f: Float64Array,
  out: Float64Array,
  subset?: Subset,
): void {
  if (subset !== undefined) {
    for (let j = 0; j < subset.count; j++) {
      const p = subset.list[j];
      for (let c = 0; c < 3; c++) {
        const force = f[3 * p + c];
        for (let s = 4 * p; s < 4 * p + 4; s++) {
          out[3 * set.indices[s] + c] += set.weights[s] * force;
        }
      }
    }
    return;
  }
  if (set.inArena) kernels.skin4Transpose(out, set.indices, set.weights, f, set.count);
  else skin4Transpose(out, set.indices, set.weights, f, set.count);
}
