import type { Parts } from '../../views.ts';
import { type AdaptiveFrames, spreadUnknowns } from './adaptive.ts';

export function createParts({ tree }: AdaptiveFrames): Parts {
  return {
    count: tree.nodes,
    poses: new Float32Array(12 * tree.nodes),
    status: new Uint8Array(tree.nodes),
    level: Uint8Array.from(tree.level),
    parents: { ptr: tree.parentPtr, parent: tree.parent, weight: tree.parentWeight },
  };
}

/** Where the frames are and which of them are awake, for looking at. */
export function drawFrames(
  parts: Parts,
  a: AdaptiveFrames,
  q: Float64Array,
  fixed: Uint8Array,
): void {
  const { all, tree } = a;
  spreadUnknowns(all, a, q, true);
  for (let k = 0; k < tree.nodes; k++) {
    for (let r = 0; r < 3; r++) {
      const d = 12 * k + 4 * r;
      for (let c = 0; c < 3; c++) parts.poses[d + c] = all[d + c];
      parts.poses[d + 3] =
        all[d] * tree.positions[3 * k] +
        all[d + 1] * tree.positions[3 * k + 1] +
        all[d + 2] * tree.positions[3 * k + 2] +
        all[d + 3];
    }
    parts.status[k] = a.active[k] === 0 ? 0 : fixed[12 * k] === 1 ? 2 : 1;
  }
}
