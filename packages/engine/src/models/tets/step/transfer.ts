import type { CoarseSpace } from '../build/coarse.ts';
import type { Front } from '../front/front.ts';
import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';

/**
 * How levels hand numbers to each other in the preconditioner: vertices of level l follow coarser ones, in the middle
 * of their edges or, inside quadratic coarse elements, where their field says (curve.ts, without what leans). Rows by
 * place, for one front.
 */
export interface Transfer {
  /** Row p is entries start[p] … start[p+1]: places and weights. */
  readonly start: Int32Array;
  readonly places: Int32Array;
  readonly weights: Float64Array;
}

/** A vertex follows ten others at most, those of a tet. */
const MOST_FOLLOWED = 10;

export function createTransfer(data: TetsData): Transfer {
  const n = data.vertices;
  return {
    start: new Int32Array(n + 1),
    places: new Int32Array(MOST_FOLLOWED * n),
    weights: new Float64Array(MOST_FOLLOWED * n),
  };
}

/** Finds the rows of all vertices in use that are finer than a coarse space. */
export function fillTransfer(
  transfer: Transfer,
  data: TetsData,
  { pattern, bent }: CoarseSpace,
  front: Front,
  memory: TetsMemory,
): void {
  const { start } = transfer;
  const n = front.free + front.slaves;
  let end = 0;
  for (let i = 0; i < n; i++) {
    start[i] = end;
    if (memory.vertexOf[i] >= pattern.rows) end = addRow(transfer, data, bent, memory, i, end);
  }
  start[n] = end;
}

function addRow(
  transfer: Transfer,
  data: TetsData,
  bent: Uint8Array,
  { vertexOf, place }: TetsMemory,
  i: number,
  start: number,
): number {
  const { tree, above } = data;
  const v = vertexOf[i];
  const e = v - tree.baseVertices;
  let end = addEntry(transfer, start, start, place[tree.ends[2 * e]], 0.5);
  end = addEntry(transfer, start, end, place[tree.ends[2 * e + 1]], 0.5);
  if (bent[v] === 0) return end;
  const up = above[e];
  const t = -2 - up;
  for (let k = 0; k < (up >= 0 ? 1 : 6); k++) {
    const edge = up >= 0 ? up : tree.edges[6 * t + k];
    const m = edge + tree.baseVertices;
    // The inner edge of a tet bends with four of its edges and against the two between which it runs.
    const against = up < 0 && (tree.ends[2 * e] === m || tree.ends[2 * e + 1] === m);
    const w = against ? -0.25 : 0.25;
    end = addEntry(transfer, start, end, place[m], w);
    end = addEntry(transfer, start, end, place[tree.ends[2 * edge]], -0.5 * w);
    end = addEntry(transfer, start, end, place[tree.ends[2 * edge + 1]], -0.5 * w);
  }
  return end;
}

/** Adds a weight to the row from `start` to `end`; returns its end then. */
function addEntry(
  { places, weights }: Transfer,
  start: number,
  end: number,
  p: number,
  w: number,
): number {
  for (let k = start; k < end; k++) {
    if (places[k] !== p) continue;
    weights[k] += w;
    return end;
  }
  places[end] = p;
  weights[end] = w;
  return end + 1;
}

/** X of places from … to from what they follow. */
export function follow(X: Float64Array, transfer: Transfer, from: number, to: number): void {
  const { start, places, weights } = transfer;
  for (let i = from; i < to; i++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = start[i]; k < start[i + 1]; k++) {
      const p = 3 * places[k];
      const w = weights[k];
      x += w * X[p];
      y += w * X[p + 1];
      z += w * X[p + 2];
    }
    X[3 * i] = x;
    X[3 * i + 1] = y;
    X[3 * i + 2] = z;
  }
}

/** The transpose: X of places from … to is added to what they follow. */
export function handOn(X: Float64Array, transfer: Transfer, from: number, to: number): void {
  const { start, places, weights } = transfer;
  for (let i = from; i < to; i++) {
    const x = X[3 * i];
    const y = X[3 * i + 1];
    const z = X[3 * i + 2];
    for (let k = start[i]; k < start[i + 1]; k++) {
      const p = 3 * places[k];
      const w = weights[k];
      X[p] += w * x;
      X[p + 1] += w * y;
      X[p + 2] += w * z;
    }
  }
}
