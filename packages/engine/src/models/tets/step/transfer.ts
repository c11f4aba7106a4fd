import type { Front } from '../front/front.ts';
import type { TetsData } from '../model.ts';
import type { TetsMemory } from '../state.ts';

/**
 * How levels hand numbers to each other in the preconditioner, by place: vertices of level l follow coarser ones, in the middle of their edges or,
 * inside quadratic coarse elements, where their field says (curve.ts, without what leans). `handDown` is the transpose of `handUp`.
 */
export function handUp(
  X: Float64Array,
  l: number,
  data: TetsData,
  front: Front,
  memory: TetsMemory,
): void {
  for (let i = front.freeUpTo[l - 1]; i < front.freeUpTo[l]; i++) up(X, i, data, memory);
  for (let s = front.slavesUpTo[l - 1]; s < front.slavesUpTo[l]; s++)
    up(X, front.free + s, data, memory);
}

export function handDown(
  X: Float64Array,
  l: number,
  data: TetsData,
  front: Front,
  memory: TetsMemory,
): void {
  for (let s = front.slavesUpTo[l] - 1; s >= front.slavesUpTo[l - 1]; s--)
    down(X, front.free + s, data, memory);
  for (let i = front.freeUpTo[l] - 1; i >= front.freeUpTo[l - 1]; i--) down(X, i, data, memory);
}

function up(X: Float64Array, i: number, data: TetsData, { vertexOf, place }: TetsMemory): void {
  const { tree, above } = data;
  const v = vertexOf[i];
  const e = v - tree.baseVertices;
  const a = 3 * place[tree.ends[2 * e]];
  const b = 3 * place[tree.ends[2 * e + 1]];
  const o = 3 * i;
  X[o] = 0.5 * (X[a] + X[b]);
  X[o + 1] = 0.5 * (X[a + 1] + X[b + 1]);
  X[o + 2] = 0.5 * (X[a + 2] + X[b + 2]);
  if (data.coarse.bent[v] === 0) return;
  const from = above[e];
  if (from >= 0) upFrom(X, o, from, 0.25, data, place);
  else
    for (let k = 0; k < 6; k++)
      upFrom(X, o, tree.edges[6 * (-2 - from) + k], part(data, v, -2 - from, k), data, place);
}

function down(X: Float64Array, i: number, data: TetsData, { vertexOf, place }: TetsMemory): void {
  const { tree, above } = data;
  const v = vertexOf[i];
  const e = v - tree.baseVertices;
  const a = 3 * place[tree.ends[2 * e]];
  const b = 3 * place[tree.ends[2 * e + 1]];
  const o = 3 * i;
  for (let c = 0; c < 3; c++) {
    const half = 0.5 * X[o + c];
    X[a + c] += half;
    X[b + c] += half;
  }
  if (data.coarse.bent[v] === 0) return;
  const from = above[e];
  if (from >= 0) downTo(X, o, from, 0.25, data, place);
  else
    for (let k = 0; k < 6; k++)
      downTo(X, o, tree.edges[6 * (-2 - from) + k], part(data, v, -2 - from, k), data, place);
}

/** The inner edge of tet t, with midpoint v, bends with four of its edges and against the two between which it runs. */
function part({ tree }: TetsData, v: number, t: number, k: number): number {
  const m = tree.edges[6 * t + k] + tree.baseVertices;
  const e = v - tree.baseVertices;
  return tree.ends[2 * e] === m || tree.ends[2 * e + 1] === m ? -0.25 : 0.25;
}

function upFrom(
  X: Float64Array,
  o: number,
  e: number,
  w: number,
  { tree }: TetsData,
  place: Int32Array,
): void {
  const m = 3 * place[e + tree.baseVertices];
  const p = 3 * place[tree.ends[2 * e]];
  const q = 3 * place[tree.ends[2 * e + 1]];
  for (let c = 0; c < 3; c++) X[o + c] += w * (X[m + c] - 0.5 * (X[p + c] + X[q + c]));
}

function downTo(
  X: Float64Array,
  o: number,
  e: number,
  w: number,
  { tree }: TetsData,
  place: Int32Array,
): void {
  const m = 3 * place[e + tree.baseVertices];
  const p = 3 * place[tree.ends[2 * e]];
  const q = 3 * place[tree.ends[2 * e + 1]];
  for (let c = 0; c < 3; c++) {
    const f = w * X[o + c];
    X[m + c] += f;
    X[p + c] -= 0.5 * f;
    X[q + c] -= 0.5 * f;
  }
}
