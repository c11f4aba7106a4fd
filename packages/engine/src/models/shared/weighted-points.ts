import type { Subset } from '../../contact/detect/live.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { skin4, skin4Transpose } from '../../math/skinning4.kernel.ts';
import type { PointSet, Points, Tied } from '../body.ts';

/** Points between nodes: each a weighted mean of four of them, shape [n, 4]. */
export interface Embedding {
  readonly indices: Int32Array;
  readonly weights: Float64Array;
}

/** Points tied to four nodes each. Those made at build time live in the arena, where the fast kernels reach them. */
export interface WeightedPoints extends PointSet, Embedding {
  readonly inArena: boolean;
}

export function pointSet(embedding: Embedding, inArena: boolean): WeightedPoints {
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
  set: WeightedPoints,
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
  set: WeightedPoints,
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

/** How points between nodes move, by positions x of the nodes; impulses on them are recorded in `impulse`. */
export function weightedPoints(
  kernels: Kernels,
  contacts: Embedding & { readonly inArena?: boolean },
  embed: (points: Float64Array) => Embedding,
  x: Float64Array,
  impulse: Float64Array,
): Points {
  const own = (set: PointSet): WeightedPoints => set as WeightedPoints;
  return {
    contacts: pointSet(contacts, contacts.inArena ?? false),
    embed: (points) => pointSet(embed(points), false),
    positions: (set, out) => pushPoints(kernels, own(set), x, out),
    velocities: (set, u, out, subset) => pushPoints(kernels, own(set), u, out, subset),
    forces: (set, f, out, subset) => pullPoints(kernels, own(set), f, out, subset),
    record: (set, f, subset) => pullPoints(kernels, own(set), f, impulse, subset),
  };
}
