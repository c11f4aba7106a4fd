import { FAR, fourPoints, NEAR } from '../../shared/four-points.ts';
import type { Filled } from './filled.ts';
import { CHILDREN, EDGES, type TetTree } from './tree.ts';

/** Barycentric coordinates of the four points of an element of one stiffness, coordinate i of point q at (i, q). */
export const EVEN_POINTS = Float64Array.from({ length: 16 }, (_, k) => (k % 5 === 0 ? NEAR : FAR));

/** Integration points of ten-node elements that are not alike all through. */
export interface Points {
  /** Which of `coordinates` a parent has; −1 for `EVEN_POINTS`. Shape [parents]. */
  readonly place: Int32Array;
  /** Shape [places, 4, 4]. */
  readonly coordinates: Float64Array;
}

/** Factors that differ by less than this part are one. */
const SAME = 1e-12;

/**
 * Integration points of ten-node elements whose leaves differ in stiffness, or are filled in part: with the parent's
 * mean factor they integrate the energy of a quadratic field over what is inside exactly. All that takes are the
 * moments ∫ w λ_i λ_j, which are handed up the tree.
 */
export function findPoints(
  tree: TetTree,
  factors: Float64Array,
  { crossed, moments: ofLeaves }: Filled,
): Points {
  const parents = tree.tetStart[tree.levels];
  const place = new Int32Array(parents).fill(-1);
  let count = 0;
  for (let t = parents - 1; t >= 0; t--) {
    const first = 8 * t + tree.roots;
    let even = true;
    for (let c = first; c < first + 8; c++) {
      if (Math.abs(factors[c] - factors[first]) > SAME * factors[first]) even = false;
      if ((c < parents ? place[c] : crossed[c - parents]) >= 0) even = false;
    }
    if (!even) place[t] = count++;
  }
  const coordinates = new Float64Array(16 * count);
  const moments = new Float64Array(16 * count);
  const child = new Float64Array(16);
  for (let t = parents - 1; t >= 0; t--) {
    if (place[t] < 0) continue;
    const m = moments.subarray(16 * place[t], 16 * place[t] + 16);
    for (let c = 0; c < 8; c++) {
      const below = 8 * t + tree.roots + c;
      const isLeaf = below >= parents;
      const p = isLeaf ? crossed[below - parents] : place[below];
      // Those of leaves are in parts of what fills them.
      for (let k = 0; k < 16; k++) {
        if (p < 0) child[k] = (factors[below] * (k % 5 === 0 ? 2 : 1)) / 20;
        else child[k] = isLeaf ? factors[below] * ofLeaves[16 * p + k] : moments[16 * p + k];
      }
      addMoments(m, child, CHILDREN[tree.diagonal[t]][c]);
    }
    fourPoints(coordinates, 16 * place[t], m);
  }
  return { place, coordinates };
}

/** The points of parent t, shape [4, 4]. */
export function pointsOf({ place, coordinates }: Points, t: number): Float64Array {
  const p = place[t];
  return p < 0 ? EVEN_POINTS : coordinates.subarray(16 * p, 16 * p + 16);
}

const corner = new Float64Array(16);

/** m += the moments of a child (its own volume 1) on four of the ten nodes of a tet of volume 1. */
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
