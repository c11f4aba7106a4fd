import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import { addCurve, curveEdge, curveEdges, curvePart, returnCurve } from './curve.ts';
import type { Front } from './front.ts';

/** X of slaves from X of the free vertices: the middle of their edges, and what they lean on (see lean.ts). */
export function spreadSlaves(X: Float64Array, front: Front, memory: TetsMemory): void {
  const { slaveEnds, slaveCurve, slaveLeans, slaveCorners, slaveLean } = memory;
  let o = 3 * front.free;
  for (let s = 0; s < front.slaves; s++, o += 3) {
    const a = 3 * slaveEnds[2 * s];
    const b = 3 * slaveEnds[2 * s + 1];
    X[o] = 0.5 * (X[a] + X[b]);
    X[o + 1] = 0.5 * (X[a + 1] + X[b + 1]);
    X[o + 2] = 0.5 * (X[a + 2] + X[b + 2]);
    if (slaveCurve[3 * s] >= 0) bendSlave(X, slaveCurve, s, o);
    if (slaveLeans[s] === 0) continue;
    for (let k = 4 * s; k < 4 * s + 4; k++) {
      const w = slaveLean[k];
      const c = 3 * slaveCorners[k];
      X[o] += w * X[c];
      X[o + 1] += w * X[c + 1];
      X[o + 2] += w * X[c + 2];
    }
  }
}

function bendSlave(X: Float64Array, slaveCurve: Int32Array, s: number, o: number): void {
  const m = 3 * slaveCurve[3 * s];
  const p = 3 * slaveCurve[3 * s + 1];
  const q = 3 * slaveCurve[3 * s + 2];
  for (let c = 0; c < 3; c++) X[o + c] += 0.25 * X[m + c] - 0.125 * (X[p + c] + X[q + c]);
}

/**
 * Elastic forces on slaves are added to what they follow. What leans is left out beside unsplit elements:
 * those, which have no force on the midpoint of their own, would push back by as much (README, "Merging").
 * Slaves keep what they had in sum.
 */
export function gatherForces(f: Float64Array, front: Front, memory: TetsMemory): void {
  gather(f, front, memory, 2);
}

/** The transpose of `spreadSlaves`. */
export function gatherSlaves(f: Float64Array, front: Front, memory: TetsMemory): void {
  gather(f, front, memory, 1);
}

/** Leaves out what leans where `slaveLeans` is less than `least`. */
function gather(f: Float64Array, front: Front, memory: TetsMemory, least: number): void {
  const { slaveEnds, slaveCurve, slaveLeans, slaveCorners, slaveLean } = memory;
  for (let s = front.slaves - 1; s >= 0; s--) {
    const o = 3 * (front.free + s);
    const a = 3 * slaveEnds[2 * s];
    const b = 3 * slaveEnds[2 * s + 1];
    for (let c = 0; c < 3; c++) {
      f[a + c] += 0.5 * f[o + c];
      f[b + c] += 0.5 * f[o + c];
    }
    if (slaveCurve[3 * s] >= 0) {
      const m = 3 * slaveCurve[3 * s];
      const p = 3 * slaveCurve[3 * s + 1];
      const q = 3 * slaveCurve[3 * s + 2];
      for (let c = 0; c < 3; c++) {
        f[m + c] += 0.25 * f[o + c];
        f[p + c] -= 0.125 * f[o + c];
        f[q + c] -= 0.125 * f[o + c];
      }
    }
    if (slaveLeans[s] < least) continue;
    for (let k = 4 * s; k < 4 * s + 4; k++) {
      const w = slaveLean[k];
      const at = 3 * slaveCorners[k];
      for (let c = 0; c < 3; c++) f[at + c] += w * f[o + c];
    }
  }
}

/** The same for numbers kept for all vertices, shape [vertices, 3]: those of followers from those of the free. */
export function spreadFollowers(
  a: Float64Array,
  data: TetsData,
  front: Front,
  memory: TetsMemory,
): void {
  for (let i = 0; i < front.followerCount; i++) spreadFollower(a, data, memory, front.followers[i]);
}

/** Positions of all vertices into `out`: those that are hidden are not kept from step to step. */
export function placeAll(
  out: Float64Array,
  data: TetsData,
  front: Front,
  memory: TetsMemory,
): void {
  const { x, vertexOf } = memory;
  const end = front.free + front.slaves;
  for (let i = 0; i < end; i++)
    for (let c = 0; c < 3; c++) out[3 * vertexOf[i] + c] = x[3 * vertexOf[i] + c];
  for (let i = 0; i < front.followerCount; i++)
    if (memory.place[front.followers[i]] < 0) placeFollower(out, data, memory, front.followers[i]);
}

/** Position of a follower from those of the vertices it follows. */
export function placeFollower(
  x: Float64Array,
  data: TetsData,
  memory: TetsMemory,
  v: number,
): void {
  spreadFollower(x, data, memory, v);
  if (memory.leans[v] === 1) for (let c = 0; c < 3; c++) x[3 * v + c] += memory.offset[3 * v + c];
}

export function spreadFollower(
  a: Float64Array,
  data: TetsData,
  memory: TetsMemory,
  v: number,
): void {
  const { curved, leans, lean, ownerTet } = memory;
  const { tree } = data;
  const e = v - tree.baseVertices;
  const p = 3 * tree.ends[2 * e];
  const q = 3 * tree.ends[2 * e + 1];
  const o = 3 * v;
  a[o] = 0.5 * (a[p] + a[q]);
  a[o + 1] = 0.5 * (a[p + 1] + a[q + 1]);
  a[o + 2] = 0.5 * (a[p + 2] + a[q + 2]);
  if (curved[v] === 1) addCurve(a, o, a, tree, data.above, v, 1);
  if (leans[v] === 0) return;
  for (let k = 0; k < 4; k++) {
    const w = lean[4 * v + k];
    const c = 3 * tree.tets[4 * ownerTet[v] + k];
    a[o] += w * a[c];
    a[o + 1] += w * a[c + 1];
    a[o + 2] += w * a[c + 2];
  }
}

/** The transpose of `spreadFollower`: what acts on v is handed to what it follows. */
export function gatherFollower(
  a: Float64Array,
  data: TetsData,
  memory: TetsMemory,
  v: number,
): void {
  const { curved, leans, lean, ownerTet } = memory;
  const { tree } = data;
  const e = v - tree.baseVertices;
  const p = 3 * tree.ends[2 * e];
  const q = 3 * tree.ends[2 * e + 1];
  const o = 3 * v;
  for (let c = 0; c < 3; c++) {
    a[p + c] += 0.5 * a[o + c];
    a[q + c] += 0.5 * a[o + c];
  }
  if (curved[v] === 1) returnCurve(a, tree, data.above, v);
  if (leans[v] === 0) return;
  for (let k = 0; k < 4; k++) {
    const w = lean[4 * v + k];
    const at = 3 * tree.tets[4 * ownerTet[v] + k];
    for (let c = 0; c < 3; c++) a[at + c] += w * a[o + c];
  }
}

/** What a follower follows, as vertices and weights. */
export interface FollowerRow {
  count: number;
  readonly vertices: Int32Array;
  readonly weights: Float64Array;
}

export function createFollowerRow(): FollowerRow {
  // Two ends, three vertices for each of six edges, four corners.
  return { count: 0, vertices: new Int32Array(24), weights: new Float64Array(24) };
}

/** The row of v in `spreadFollower`; a vertex may come more than once. */
export function findFollowerRow(
  row: FollowerRow,
  data: TetsData,
  { curved, leans, lean, ownerTet }: TetsMemory,
  v: number,
): void {
  const { tree } = data;
  const e = v - tree.baseVertices;
  row.count = 0;
  addTo(row, tree.ends[2 * e], 0.5);
  addTo(row, tree.ends[2 * e + 1], 0.5);
  if (curved[v] === 1) {
    const many = curveEdges(tree, data.above, v);
    for (let k = 0; k < many; k++) {
      const edge = curveEdge(tree, data.above, v, k);
      const part = curvePart(tree, data.above, v, k);
      addTo(row, edge + tree.baseVertices, part);
      addTo(row, tree.ends[2 * edge], -0.5 * part);
      addTo(row, tree.ends[2 * edge + 1], -0.5 * part);
    }
  }
  if (leans[v] === 0) return;
  for (let k = 0; k < 4; k++) addTo(row, tree.tets[4 * ownerTet[v] + k], lean[4 * v + k]);
}

function addTo(row: FollowerRow, v: number, w: number): void {
  row.vertices[row.count] = v;
  row.weights[row.count++] = w;
}
