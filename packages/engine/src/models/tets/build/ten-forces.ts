import { pointShares } from '../front/ten-node.ts';
import { CHILDREN, EDGES, type TetTree } from './tree.ts';

/**
 * What a ten-node element does to the midpoints of its children's edges. Its stress is (nearly) linear, so with its value in the
 * middle of every grandchild the force −∫ P ∇φ_m on the finer level's shape function is exact; that value is a fixed share of
 * the four points' stresses. See `TetsData.tenForce`.
 */
export function tenForces(
  tree: TetTree,
  gradients: Float64Array,
  volumes: Float64Array,
  smooth: Uint8Array,
): { tenPlace: Int32Array; tenForce: Float64Array } {
  const parents = tree.tetStart[tree.levels];
  const tenPlace = new Int32Array(parents).fill(-1);
  let count = 0;
  for (let t = 0; t < parents; t++)
    if (smooth[t] === 1 && 8 * t + tree.roots < parents) tenPlace[t] = count++;
  const tenForce = new Float64Array(576 * count);
  const share = new Float64Array(4);
  const middle = new Float64Array(4);
  for (let t = 0; t < parents; t++) {
    if (tenPlace[t] < 0) continue;
    for (let c = 0; c < 8; c++) {
      const child = 8 * t + tree.roots + c;
      const outer = CHILDREN[tree.diagonal[t]][c];
      const table = CHILDREN[tree.diagonal[child]];
      for (let d = 0; d < 8; d++) {
        const grandchild = 8 * child + tree.roots + d;
        middle.fill(0);
        for (let a = 0; a < 4; a++) addPlace(middle, outer, table[d][a]);
        pointShares(share, middle);
        for (let a = 0; a < 4; a++) {
          const m = table[d][a] - 4;
          if (m < 0) continue;
          for (let p = 0; p < 4; p++) {
            const o = 576 * tenPlace[t] + 12 * (6 * c + m) + 3 * p;
            for (let i = 0; i < 3; i++)
              tenForce[o + i] +=
                volumes[grandchild] * share[p] * gradients[12 * grandchild + 3 * a + i];
          }
        }
      }
    }
  }
  return { tenPlace, tenForce };
}

/** Adds a quarter of the barycentric coordinates, in the parent, of one of the ten places of a child with corners `outer`. */
function addPlace(out: Float64Array, outer: readonly number[], place: number): void {
  const corners = place < 4 ? [place, place] : EDGES[place - 4];
  for (const k of corners) {
    const at = outer[k];
    if (at < 4) out[at] += 0.125;
    else for (const j of EDGES[at - 4]) out[j] += 0.0625;
  }
}
