import { createSets, findSet, joinSets } from '../geometry/disjoint-sets.ts';
import { type MeshEdges, meshEdges, nextSide } from '../geometry/mesh/edges.ts';
import { applyToPoint } from '../math/affine.ts';
import { fitSimilarity } from './align/similarity.ts';
import { foldedEdges } from './measure.ts';
import {
  FIRST_RINGS,
  FLATTEN_PART,
  FLATTEN_ROUNDS,
  MOST_RINGS,
  SMOOTHING_SWEEPS,
} from './numbers.ts';

/**
 * Lays folds smooth, in place: vertices about an edge whose faces are folded now and were not at rest follow those
 * around them. Their places are the patch at rest under the similarity that fits it best, and what is left is spread
 * from its rim without a kink. Patches grow until nothing is folded; what does not help is taken back. Near limbs are
 * moved by different frames, and where they meet the surface may fold.
 */
export function unfold(now: Float64Array, rest: Float64Array, triangles: Int32Array): void {
  const edges = meshEdges(triangles);
  for (let rings = FIRST_RINGS; rings <= MOST_RINGS; rings++) {
    const folds = foldedEdges(rest, now, triangles, edges);
    if (folds.length === 0) return;
    const before = now.slice();
    const isFree = new Uint8Array(now.length / 3);
    for (const e of folds) {
      for (const s of edges.sides.subarray(edges.start[e], edges.start[e + 1])) {
        const t = s - (s % 3);
        for (let k = t; k < t + 3; k++) isFree[triangles[k]] = 1;
      }
    }
    for (let r = 0; r < rings; r++) growPatch(isFree, edges);
    smoothPatches(now, rest, isFree, edges);
    if (foldedEdges(rest, now, triangles, edges).length >= folds.length) now.set(before);
    flatten(now, rest, triangles, edges);
  }
}

/**
 * Moves folded edges a little towards the line between the corners across from them. Taken back where it does not help.
 */
function flatten(
  now: Float64Array,
  rest: Float64Array,
  triangles: Int32Array,
  edges: MeshEdges,
): void {
  const before = now.slice();
  const first = foldedEdges(rest, now, triangles, edges);
  let folds = first;
  for (let round = 0; round < FLATTEN_ROUNDS && folds.length > 0; round++) {
    for (const e of folds) {
      const [a, b] = [3 * edges.ends[3 * e], 3 * edges.ends[3 * e + 1]];
      const [s, t] = edges.sides.subarray(edges.start[e], edges.start[e] + 2);
      const [c, d] = [s, t].map((side) => 3 * triangles[nextSide(nextSide(side))]);
      for (let i = 0; i < 3; i++) {
        const step = (FLATTEN_PART * (now[c + i] + now[d + i] - now[a + i] - now[b + i])) / 2;
        now[a + i] += step;
        now[b + i] += step;
      }
    }
    folds = foldedEdges(rest, now, triangles, edges);
  }
  if (folds.length > 0) now.set(before);
}

function growPatch(isFree: Uint8Array, { ends, count }: MeshEdges): void {
  const before = isFree.slice();
  for (let e = 0; e < count; e++) {
    if (before[ends[3 * e]] === 1) isFree[ends[3 * e + 1]] = 1;
    if (before[ends[3 * e + 1]] === 1) isFree[ends[3 * e]] = 1;
  }
}

function smoothPatches(
  now: Float64Array,
  rest: Float64Array,
  isFree: Uint8Array,
  { ends, count }: MeshEdges,
): void {
  const sets = createSets(isFree.length);
  const near = new Map<number, number[]>();
  const link = (v: number, u: number): void => {
    const list = near.get(v);
    if (list === undefined) near.set(v, [u]);
    else list.push(u);
  };
  for (let e = 0; e < count; e++) {
    const [a, b] = [ends[3 * e], ends[3 * e + 1]];
    if (isFree[a] === 0 && isFree[b] === 0) continue;
    if (isFree[a] === 1 && isFree[b] === 1) joinSets(sets, a, b);
    if (isFree[a] === 1) link(a, b);
    if (isFree[b] === 1) link(b, a);
  }
  const patches = new Map<number, number[]>();
  for (const v of [...near.keys()].sort((a, b) => a - b)) {
    const root = findSet(sets, v);
    const list = patches.get(root);
    if (list === undefined) patches.set(root, [v]);
    else list.push(v);
  }
  for (const free of patches.values()) smoothPatch(now, rest, free, near);
}

/** What is left of the motion beside the best similarity becomes the mean of that around, for the free vertices. */
function smoothPatch(
  now: Float64Array,
  rest: Float64Array,
  free: readonly number[],
  near: ReadonlyMap<number, readonly number[]>,
): void {
  const isInside = new Set(free);
  const all = [...new Set(free.flatMap((v) => [v, ...near.get(v)!]))];
  const a = Float64Array.from(all.flatMap((v) => [...rest.subarray(3 * v, 3 * v + 3)]));
  const b = Float64Array.from(all.flatMap((v) => [...now.subarray(3 * v, 3 * v + 3)]));
  // The rim decides: inside it the surface is folded.
  const weight = Float64Array.from(all, (v) => (isInside.has(v) ? 1e-3 : 1));
  const map = new Float64Array(12);
  fitSimilarity(map, a, b, weight, all.length, true);
  const moved = new Float64Array(3 * all.length);
  const left = new Map<number, number[]>();
  all.forEach((v, i) => {
    applyToPoint(moved, 3 * i, map, 0, a, 3 * i);
    left.set(
      v,
      isInside.has(v) ? [0, 0, 0] : [0, 1, 2].map((d) => b[3 * i + d] - moved[3 * i + d]),
    );
  });
  for (let sweep = 0; sweep < SMOOTHING_SWEEPS; sweep++) {
    for (const v of free) {
      const own = left.get(v)!;
      const around = near.get(v)!;
      for (let d = 0; d < 3; d++) {
        let sum = 0;
        for (const u of around) sum += left.get(u)![d];
        own[d] = sum / around.length;
      }
    }
  }
  all.forEach((v, i) => {
    if (!isInside.has(v)) return;
    for (let d = 0; d < 3; d++) now[3 * v + d] = moved[3 * i + d] + left.get(v)![d];
  });
}
