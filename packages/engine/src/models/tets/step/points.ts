import type { PointSet } from '../../body.ts';
import type { TetTree } from '../build/tree.ts';
import { needCurve } from '../front/curve.ts';
import type { Front } from '../front/front.ts';
import { gatherFollower, placeFollower, spreadFollower } from '../front/spread.ts';
import type { TetsMemory } from '../memory.ts';
import type { Embedding, TetsData } from '../model.ts';

/** Points tied to leaves, and the vertices they depend on now: their own, and all that those follow. */
export interface TetPoints extends PointSet, Embedding {
  /** The first `needed` are in use, ascending: coarse before fine; found for front number `stamp`. */
  readonly needs: Int32Array;
  needed: number;
  stamp: number;
}

export function tetPoints(tree: TetTree, embedding: Embedding): TetPoints {
  const needs = new Int32Array(tree.positions.length / 3);
  return { count: embedding.indices.length / 4, ...embedding, needs, needed: 0, stamp: -1 };
}

/** Finds what a set depends on in this front. */
function refresh(set: TetPoints, data: TetsData, front: Front, memory: TetsMemory): void {
  if (set.stamp === front.stamp) return;
  const { tree } = data;
  set.stamp = front.stamp;
  const { place, curved, leans, ownerTet } = memory;
  const { needs, indices } = set;
  needs.fill(0);
  for (let i = 0; i < indices.length; i++) needs[indices[i]] = 1;
  for (let v = needs.length - 1; v >= tree.baseVertices; v--) {
    if (needs[v] === 0 || (place[v] >= 0 && place[v] < front.free)) continue;
    const e = v - tree.baseVertices;
    needs[tree.ends[2 * e]] = 1;
    needs[tree.ends[2 * e + 1]] = 1;
    if (curved[v] === 1) needCurve(needs, tree, data.above, v);
    if (leans[v] === 1) for (let a = 0; a < 4; a++) needs[tree.tets[4 * ownerTet[v] + a]] = 1;
  }
  let count = 0;
  for (let v = 0; v < needs.length; v++) if (needs[v] === 1) needs[count++] = v;
  set.needed = count;
}

/** out_p = Σ w a_v for numbers known at all vertices. */
function pushAll(set: TetPoints, a: Float64Array, out: Float64Array): void {
  const { indices, weights } = set;
  for (let i = 0; i < set.count; i++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 4 * i; k < 4 * i + 4; k++) sum += weights[k] * a[3 * indices[k] + c];
      out[3 * i + c] = sum;
    }
  }
}

/** Where the points are. */
export function pushPositions(
  set: TetPoints,
  data: TetsData,
  front: Front,
  memory: TetsMemory,
  out: Float64Array,
): void {
  const { all, place, x } = memory;
  if (front.followerCount === front.slaves) {
    pushAll(set, x, out);
    return;
  }
  refresh(set, data, front, memory);
  for (let n = 0; n < set.needed; n++) {
    const v = set.needs[n];
    if (place[v] < 0) placeFollower(all, data, memory, v);
    else for (let c = 0; c < 3; c++) all[3 * v + c] = x[3 * v + c];
  }
  pushAll(set, all, out);
}

/** out_p for a velocity u of the free vertices; `all` is scratch for all vertices. */
export function pushFree(
  set: TetPoints,
  data: TetsData,
  front: Front,
  memory: TetsMemory,
  u: Float64Array,
  out: Float64Array,
): void {
  const { all, place } = memory;
  const { needs } = set;
  refresh(set, data, front, memory);
  for (let n = 0; n < set.needed; n++) {
    const v = needs[n];
    const p = place[v];
    if (p >= 0 && p < front.free) {
      for (let c = 0; c < 3; c++) all[3 * v + c] = u[3 * p + c];
      continue;
    }
    spreadFollower(all, data, memory, v);
  }
  pushAll(set, all, out);
}

/** out += Jᵀ f on the free vertices: the transpose. What leaves' vertices get of it is added to `leaves`, if given. */
export function pullFree(
  set: TetPoints,
  data: TetsData,
  front: Front,
  memory: TetsMemory,
  f: Float64Array,
  out: Float64Array,
  leaves: Float64Array | null,
): void {
  const { all, place } = memory;
  const { needs, indices, weights } = set;
  refresh(set, data, front, memory);
  for (let n = 0; n < set.needed; n++) for (let c = 0; c < 3; c++) all[3 * needs[n] + c] = 0;
  for (let i = 0; i < set.count; i++) {
    for (let c = 0; c < 3; c++) {
      const force = f[3 * i + c];
      if (force === 0) continue;
      for (let k = 4 * i; k < 4 * i + 4; k++) all[3 * indices[k] + c] += weights[k] * force;
    }
  }
  if (leaves !== null)
    for (let n = 0; n < set.needed; n++)
      for (let c = 0; c < 3; c++) leaves[3 * needs[n] + c] += all[3 * needs[n] + c];
  for (let n = set.needed - 1; n >= 0; n--) {
    const v = needs[n];
    const p = place[v];
    if (p >= 0 && p < front.free) {
      for (let c = 0; c < 3; c++) out[3 * p + c] += all[3 * v + c];
      continue;
    }
    gatherFollower(all, data, memory, v);
  }
}
