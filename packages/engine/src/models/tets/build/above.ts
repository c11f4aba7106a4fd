import { CHILDREN, EDGES, type TetTree } from './tree.ts';

/**
 * Which edge of its parent tet an edge is parallel to, shape [edges]: half of it, or across one of its faces. −1 for
 * edges of the coarsest level; −2 − t for the one inner edge of parent t, which is parallel to none.
 *
 * In a quadratic field all edges of one direction bend alike: an edge half as long stands off its middle by a quarter
 * of what the longer one does, wherever in the element it is. So this is all that is needed to follow one.
 */
export function edgesAbove(tree: TetTree): Int32Array {
  const above = new Int32Array(tree.edges.length === 0 ? 0 : tree.edgeStart[tree.levels + 1]);
  above.fill(-1);
  for (let t = 0; t < tree.tetStart[tree.levels]; t++) {
    const table = CHILDREN[tree.diagonal[t]];
    for (let c = 0; c < 8; c++) {
      const child = 8 * t + tree.roots + c;
      for (let k = 0; k < 6; k++) {
        const [a, b] = EDGES[k];
        const parallel = PARALLEL[10 * table[c][a] + table[c][b]];
        above[tree.edges[6 * child + k]] = parallel < 0 ? -2 - t : tree.edges[6 * t + parallel];
      }
    }
  }
  return above;
}

/** Edge of a tet that the line between two of its ten places is parallel to, −1 if there is none, shape [10, 10]. */
const PARALLEL: readonly number[] = Array.from({ length: 100 }, (_, i) => {
  const [p, q] = [Math.floor(i / 10), i % 10].map(cornersOf);
  // The corners of which one place has more than the other.
  const apart = [0, 1, 2, 3].filter((k) => p[k] !== q[k]);
  return apart.length === 2 ? EDGES.findIndex(([a, b]) => a === apart[0] && b === apart[1]) : -1;
});

function cornersOf(place: number): number[] {
  const ends = place < 4 ? [place, place] : EDGES[place - 4];
  return [0, 1, 2, 3].map((k) => ends.filter((end) => end === k).length);
}
