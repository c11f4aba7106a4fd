import { createSets, findSet, joinSets } from '../../../geometry/disjoint-sets.ts';
import { FACE_MOVE, type Voxels } from '../build/voxels.ts';
import { SMALLEST_PIECE } from '../numbers.ts';
import { joinLink } from '../topology/links.ts';

/**
 * A piece of fewer than `SMALLEST_PIECE` voxels stays with the neighbour to which it has most severed links: these
 * links are restored, others are not. `severed` holds a voxel and a face for each of n links; returns 1 for those that
 * were joined, null if none was.
 */
export function keepCrumbs(
  links: Uint8Array,
  voxels: Voxels,
  severed: Int32Array,
  n: number,
): Uint8Array | null {
  if (!anyCrumbs(links, voxels, severed, n)) return null;
  const kept = new Uint8Array(n);
  const sets = joinedSets(links, voxels);
  const size = new Int32Array(voxels.count);
  for (let v = 0; v < voxels.count; v++) size[findSet(sets, v)]++;
  // The two sides of each link. Two crumbs that were joined may still be one.
  const sides = new Int32Array(2 * n);
  for (;;) {
    findSides(sides, sets, voxels, severed, n);
    const [crumb, best] = largestNeighbour(sides, size, n);
    if (best < 0) break;
    const total = size[crumb] + size[best];
    for (let j = 0; j < n; j++) {
      const low = Math.min(sides[2 * j], sides[2 * j + 1]);
      const high = Math.max(sides[2 * j], sides[2 * j + 1]);
      if (low === Math.min(crumb, best) && high === Math.max(crumb, best)) kept[j] = 1;
    }
    joinSets(sets, crumb, best);
    size[findSet(sets, crumb)] = total;
  }
  for (let j = 0; j < n; j++) {
    if (kept[j] === 1) joinLink(links, voxels, severed[2 * j], severed[2 * j + 1]);
  }
  return kept;
}

/** Whether some voxel at a severed link hangs together with too few others: looks no farther than that. */
function anyCrumbs(links: Uint8Array, voxels: Voxels, severed: Int32Array, n: number): boolean {
  const { near } = voxels;
  const seen = new Uint8Array(voxels.count);
  const found = new Int32Array(SMALLEST_PIECE);
  for (let j = 0; j < n; j++) {
    const v = severed[2 * j];
    if (isCrumb(links, near, v, seen, found)) return true;
    if (isCrumb(links, near, near[27 * v + FACE_MOVE[severed[2 * j + 1]]], seen, found))
      return true;
  }
  return false;
}

/** `seen` is 1 for voxels of which it is known that they are in no crumb. */
function isCrumb(
  links: Uint8Array,
  near: Int32Array,
  start: number,
  seen: Uint8Array,
  found: Int32Array,
): boolean {
  if (seen[start] === 1) return false;
  let count = 1;
  found[0] = start;
  for (let k = 0; k < count; k++) {
    const v = found[k];
    for (let f = 0; f < 6; f++) {
      if ((links[v] & (1 << f)) === 0) continue;
      const u = near[27 * v + FACE_MOVE[f]];
      if (seen[u] === 0 && found.lastIndexOf(u, count - 1) >= 0) continue;
      if (seen[u] === 0) found[count++] = u;
      if (seen[u] === 0 && count < SMALLEST_PIECE) continue;
      for (let i = 0; i < count; i++) seen[found[i]] = 1;
      return false;
    }
  }
  return true;
}

/** Sets of the voxels that open links join. */
function joinedSets(links: Uint8Array, { count, near }: Voxels): Int32Array {
  const sets = createSets(count);
  for (let v = 0; v < count; v++) {
    for (let f = 0; f < 6; f += 2) {
      if ((links[v] & (1 << f)) !== 0) joinSets(sets, v, near[27 * v + FACE_MOVE[f]]);
    }
  }
  return sets;
}

function findSides(
  sides: Int32Array,
  sets: Int32Array,
  { near }: Voxels,
  severed: Int32Array,
  n: number,
): void {
  for (let j = 0; j < n; j++) {
    sides[2 * j] = findSet(sets, severed[2 * j]);
    sides[2 * j + 1] = findSet(sets, near[27 * severed[2 * j] + FACE_MOVE[severed[2 * j + 1]]]);
  }
}

/** A crumb, and the piece that most links led to; [−1, −1] if there is none. */
function largestNeighbour(sides: Int32Array, size: Int32Array, n: number): [number, number] {
  let crumb = -1;
  const votes = new Map<number, number>();
  for (let j = 0; j < n; j++) {
    const a = sides[2 * j];
    const b = sides[2 * j + 1];
    if (a === b) continue;
    if (crumb < 0 && Math.min(size[a], size[b]) < SMALLEST_PIECE) crumb = size[a] < size[b] ? a : b;
    if (a === crumb) votes.set(b, (votes.get(b) ?? 0) + 1);
    if (b === crumb) votes.set(a, (votes.get(a) ?? 0) + 1);
  }
  let best = -1;
  for (const [piece, count] of votes) if (best < 0 || count > votes.get(best)!) best = piece;
  return [crumb, best];
}
