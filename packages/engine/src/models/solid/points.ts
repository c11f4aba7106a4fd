import type { Kernels } from '../../kernels/kernels.ts';
import { skin4, skin4Transpose } from '../../kernels/reference/skinning4.ts';
import type { PointSet } from '../contract.ts';
import type { Embedding } from './model.ts';

/** Points tied to four nodes each. Those made at build time live in the arena, where the fast kernels reach them. */
export interface SolidPoints extends PointSet, Embedding {
  readonly inArena: boolean;
}

export function pointSet(embedding: Embedding, inArena: boolean): SolidPoints {
  return { count: embedding.indices.length / 4, ...embedding, inArena };
}

/** out_p = Σ w x */
export function pushPoints(
  kernels: Kernels,
  set: SolidPoints,
  x: Float64Array,
  out: Float64Array,
): void {
  if (set.inArena) kernels.skin4(out, set.indices, set.weights, x, set.count);
  else skin4(out, set.indices, set.weights, x, set.count);
}

/** out += Σ w f_p: the transpose. */
export function pullPoints(
  kernels: Kernels,
  set: SolidPoints,
  f: Float64Array,
  out: Float64Array,
): void {
  if (set.inArena) kernels.skin4Transpose(out, set.indices, set.weights, f, set.count);
  else skin4Transpose(out, set.indices, set.weights, f, set.count);
}
