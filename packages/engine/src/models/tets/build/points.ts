import { FAR, fourPoints, NEAR } from '../../shared/four-points.ts';
import type { Estimate } from './estimate.ts';
import { CHILDREN, EDGES, type TetTree } from './tree.ts';

/** Barycentric coordinates of the four points of an element of one stiffness, coordinate i of point q at (i, q). */
export const EVEN_POINTS = Float64Array.from({ length: 16 }, (_, k) => (k % 5 === 0 ? NEAR : FAR));

/**
 * Integration points of ten-node elements whose leaves differ in stiffness, shape [places, 4, 4]: with the parent's
 * mean factor they integrate the energy of a quadratic field over the leaves exactly. All that takes are the moments ∫
 * w λ_i λ_j, which are handed up the tree.
 */
export function findPoints(
  tree: TetTree,
  { place }: Estimate,
  factors: Float64Array,
  count: number,
): Float64Array {
  const points = new Float64Array(16 * count);
  const moments = new Float64Array(16 * count);
  const child = new Float64Array(16);
  for (let t = place.length - 1; t >= 0; t--) {
    if (place[t] < 0) continue;
    const m = moments.subarray(16 * place[t], 16 * place[t] + 16);
    for (let c = 0; c < 8; c++) {
      const below = 8 * t + tree.roots + c;
      const p = below < place.length ? place[below] : -1;
      for (let k = 0; k < 16; k++) {
        const even = (factors[below] * (k % 5 === 0 ? 2 : 1)) / 20;
        child[k] = p < 0 ? even : moments[16 * p + k];
      }
      addMoments(m, child, CHILDREN[tree.diagonal[t]][c]);
    }
    fourPoints(points, 16 * place[t], m);
  }
  return points;
}

const corner = new Float64Array(16);

/** m += the moments of a child (its own volume 1) on four of the ten places of a tet of volume 1. */
function addMoments(m: Float64Array, child: Float64Array, places: readonly number[]): void {
  corner.fill(0);
  for (let a = 0; a < 4; a++) {
    if (places[a] < 4) corner[4 * a + places[a]] = 1;
    else for (const k of EDGES[places[a] - 4]) corner[4 * a + k] = 0.5;
  }
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++)
      for (let a = 0; a < 4; a++)
        for (let b = 0; b < 4; b++)
          m[4 * i + j] += 0.125 * corner[4 * a + i] * child[4 * a + b] * corner[4 * b + j];
}
