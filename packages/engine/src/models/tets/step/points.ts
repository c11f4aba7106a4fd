import type { PointSet } from '../../contract.ts';
import type { TetTree } from '../build/tree.ts';
import type { Front } from '../front/front.ts';
import type { Embedding } from '../model.ts';
import type { TetsMemory } from '../state.ts';

/** Points tied to leaves, and the vertices they depend on: their own, and the ends of the edges those are in the middle of. */
export interface TetPoints extends PointSet, Embedding {
  /** Ascending: coarse before fine. */
  readonly needs: Int32Array;
}

export function tetPoints(tree: TetTree, embedding: Embedding): TetPoints {
  const needed = new Uint8Array(tree.positions.length / 3);
  for (const v of embedding.indices) needed[v] = 1;
  let count = 0;
  for (let v = needed.length - 1; v >= 0; v--) {
    if (needed[v] === 0) continue;
    count++;
    if (v < tree.baseVertices) continue;
    const e = v - tree.baseVertices;
    needed[tree.ends[2 * e]] = 1;
    needed[tree.ends[2 * e + 1]] = 1;
  }
  const needs = new Int32Array(count);
  for (let v = 0, i = 0; v < needed.length; v++) if (needed[v] === 1) needs[i++] = v;
  return { count: embedding.indices.length / 4, ...embedding, needs };
}

/** out_p = Σ w a_v for numbers known at all vertices. */
export function pushAll(set: TetPoints, a: Float64Array, out: Float64Array): void {
  const { indices, weights } = set;
  for (let i = 0; i < set.count; i++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 4 * i; k < 4 * i + 4; k++) sum += weights[k] * a[3 * indices[k] + c];
      out[3 * i + c] = sum;
    }
  }
}

/** out_p for a velocity u of the free vertices; `all` is scratch for all vertices. */
export function pushFree(
  set: TetPoints,
  tree: TetTree,
  front: Front,
  memory: TetsMemory,
  u: Float64Array,
  out: Float64Array,
): void {
  const { all, place } = memory;
  const { needs } = set;
  for (let n = 0; n < needs.length; n++) {
    const v = needs[n];
    const p = place[v];
    if (p >= 0 && p < front.free) {
      for (let c = 0; c < 3; c++) all[3 * v + c] = u[3 * p + c];
      continue;
    }
    const e = v - tree.baseVertices;
    const a = 3 * tree.ends[2 * e];
    const b = 3 * tree.ends[2 * e + 1];
    for (let c = 0; c < 3; c++) all[3 * v + c] = 0.5 * (all[a + c] + all[b + c]);
  }
  pushAll(set, all, out);
}

/** out += Jᵀ f on the free vertices: the transpose. What each vertex would feel if it were free is added to `through`, if given. */
export function pullFree(
  set: TetPoints,
  tree: TetTree,
  front: Front,
  memory: TetsMemory,
  f: Float64Array,
  out: Float64Array,
  through: Float64Array | null,
): void {
  const { all, place } = memory;
  const { needs, indices, weights } = set;
  for (let n = 0; n < needs.length; n++) for (let c = 0; c < 3; c++) all[3 * needs[n] + c] = 0;
  for (let i = 0; i < set.count; i++) {
    for (let c = 0; c < 3; c++) {
      const force = f[3 * i + c];
      if (force === 0) continue;
      for (let k = 4 * i; k < 4 * i + 4; k++) all[3 * indices[k] + c] += weights[k] * force;
    }
  }
  for (let n = needs.length - 1; n >= 0; n--) {
    const v = needs[n];
    const p = place[v];
    if (through !== null) for (let c = 0; c < 3; c++) through[3 * v + c] += all[3 * v + c];
    if (p >= 0 && p < front.free) {
      for (let c = 0; c < 3; c++) out[3 * p + c] += all[3 * v + c];
      continue;
    }
    const e = v - tree.baseVertices;
    const a = 3 * tree.ends[2 * e];
    const b = 3 * tree.ends[2 * e + 1];
    for (let c = 0; c < 3; c++) {
      const half = 0.5 * all[3 * v + c];
      all[a + c] += half;
      all[b + c] += half;
    }
  }
}
