import type { Sdf, TetMesh } from '../../../geometry/types.ts';
import { filledMoments } from '../../shared/filled.ts';
import { OUTSIDE } from '../numbers.ts';
import type { TetTree } from './tree.ts';

/** What of the elements a shape fills: coarsest elements are larger than it. */
export interface Filled {
  /**
   * Part of each tet, with what lies outside the mesh beside it: more than 1 where that outweighs what is empty. Shape
   * [tets].
   */
  readonly parts: Float64Array;
  /** Which of `moments` a leaf has, −1 for those that are full; shape [leaves]. */
  readonly crossed: Int32Array;
  /** ∫ λ_i λ_j over what is filled, in parts of it; shape [crossed, 4, 4]. */
  readonly moments: Float64Array;
}

/** Elements that are their shape. */
export function allFilled(tree: TetTree): Filled {
  const tets = tree.tets.length / 4;
  return {
    parts: new Float64Array(tets).fill(1),
    crossed: new Int32Array(tets - tree.tetStart[tree.levels]).fill(-1),
    moments: new Float64Array(0),
  };
}

/** Integrates over what of each leaf is inside; parents have the sum. `width` [m] is about the size of a leaf. */
export function findFilled(
  tree: TetTree,
  volumes: Float64Array,
  leaves: TetMesh,
  shape: Sdf,
  width: number,
): Filled {
  const parents = tree.tetStart[tree.levels];
  const parts = new Float64Array(volumes.length).fill(1);
  const { crossed, moments } = filledMoments(leaves, shape, width, OUTSIDE);
  for (let n = 0; n < crossed.length; n++) {
    if (crossed[n] < 0) continue;
    const m = 16 * crossed[n];
    let part = 0;
    for (let k = m; k < m + 16; k++) part += moments[k];
    for (let k = m; k < m + 16; k++) moments[k] /= part;
    parts[parents + n] = part;
  }
  for (let t = parents - 1; t >= 0; t--) {
    const first = 8 * t + tree.roots;
    parts[t] = 0;
    for (let c = first; c < first + 8; c++) parts[t] += (parts[c] * volumes[c]) / volumes[t];
  }
  return { parts, crossed, moments };
}
