import { findSet, joinSets } from '../../../geometry/disjoint-sets.ts';
import { FACE_MOVE, type Voxels } from '../build/voxels.ts';
import { joinLink } from '../topology/links.ts';

/** The smallest piece that a cut may leave [voxels]: less is a splinter that nobody wants to see roll about. */
const SMALLEST_PIECE = 8;

/**
 * What a cut would leave of fewer than `SMALLEST_PIECE` voxels stays with the neighbour it has most severed links to: these are joined
 * again, those to others are not. `severed` holds a voxel and a face for each link; gives 1 for those that were joined.
 */
export function keepCrumbs(
  links: Uint8Array,
  voxels: Voxels,
  severed: readonly number[],
): Uint8Array {
  const { count, near } = voxels;
  const kept = new Uint8Array(severed.length / 2);
  const sets = Int32Array.from({ length: count }, (_, v) => v);
  for (let v = 0; v < count; v++) {
    for (let f = 0; f < 6; f += 2) {
      if ((links[v] & (1 << f)) !== 0) joinSets(sets, v, near[27 * v + FACE_MOVE[f]]);
    }
  }
  const size = new Int32Array(count);
  for (let v = 0; v < count; v++) size[findSet(sets, v)]++;
  const other = (j: number): number => near[27 * severed[2 * j] + FACE_MOVE[severed[2 * j + 1]]];
  // Two crumbs that were joined may still be one.
  for (let crumb = 0; crumb >= 0; ) {
    crumb = -1;
    const votes = new Map<number, number>();
    for (let j = 0; j < kept.length; j++) {
      const [a, b] = [findSet(sets, severed[2 * j]), findSet(sets, other(j))];
      if (a === b) continue;
      if (crumb < 0 && Math.min(size[a], size[b]) < SMALLEST_PIECE)
        crumb = size[a] < size[b] ? a : b;
      if (a === crumb) votes.set(b, (votes.get(b) ?? 0) + 1);
      if (b === crumb) votes.set(a, (votes.get(a) ?? 0) + 1);
    }
    let best = -1;
    for (const [piece, n] of votes) if (best < 0 || n > votes.get(best)!) best = piece;
    if (best < 0) break;
    const total = size[crumb] + size[best];
    for (let j = 0; j < kept.length; j++) {
      const [a, b] = [findSet(sets, severed[2 * j]), findSet(sets, other(j))];
      if (Math.min(a, b) !== Math.min(crumb, best) || Math.max(a, b) !== Math.max(crumb, best))
        continue;
      kept[j] = 1;
    }
    joinSets(sets, crumb, best);
    size[findSet(sets, crumb)] = total;
  }
  for (let j = 0; j < kept.length; j++) {
    if (kept[j] === 1) joinLink(links, voxels, severed[2 * j], severed[2 * j + 1]);
  }
  return kept;
}
