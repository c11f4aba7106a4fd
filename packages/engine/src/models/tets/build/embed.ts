import { embedPoints } from '../../../geometry/tets/embed.ts';
import type { Embedding } from '../model.ts';
import { levelMesh, type TetTree } from './tree.ts';

/** Ties points [m] to leaves: found in the coarsest mesh, then down the tree to the child they are deepest in. */
export function embedInTree(
  tree: TetTree,
  gradients: Float64Array,
  points: Float64Array,
): Embedding {
  const found = embedPoints(levelMesh(tree, 0), points);
  const n = points.length / 3;
  const indices = new Int32Array(4 * n);
  const weights = new Float64Array(4 * n);
  const w = new Float64Array(4);
  for (let i = 0; i < n; i++) {
    let t = found.tets[i];
    for (let level = 0; level < tree.levels; level++) {
      let best = -1;
      let most = Number.NEGATIVE_INFINITY;
      for (let c = 8 * t + tree.roots; c < 8 * t + tree.roots + 8; c++) {
        weightsIn(w, tree, gradients, c, points, 3 * i);
        const least = Math.min(w[0], w[1], w[2], w[3]);
        if (least <= most) continue;
        most = least;
        best = c;
      }
      t = best;
    }
    weightsIn(w, tree, gradients, t, points, 3 * i);
    for (let k = 0; k < 4; k++) {
      indices[4 * i + k] = tree.tets[4 * t + k];
      weights[4 * i + k] = w[k];
    }
  }
  return { indices, weights };
}

function weightsIn(
  out: Float64Array,
  { positions, tets }: TetTree,
  gradients: Float64Array,
  t: number,
  points: Float64Array,
  p: number,
): void {
  const v = 3 * tets[4 * t];
  const x = points[p] - positions[v];
  const y = points[p + 1] - positions[v + 1];
  const z = points[p + 2] - positions[v + 2];
  let sum = 0;
  for (let k = 1; k < 4; k++) {
    const g = 12 * t + 3 * k;
    out[k] = gradients[g] * x + gradients[g + 1] * y + gradients[g + 2] * z;
    sum += out[k];
  }
  out[0] = 1 - sum;
}
