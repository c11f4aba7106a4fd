import { tick } from '../../core/watch.ts';
import type { Graph } from './graph.ts';

/** Sides of a dissected vertex set. */
export const LEFT = 0;
export const RIGHT = 1;
export const SEPARATOR = 2;

export interface SeparatorOptions {
  /** The larger side may have at most this part of all vertices. */
  balance?: number;
  /** Sweeps of improvement. */
  sweeps?: number;
  /** Moves in a row without improvement that end a sweep. */
  patience?: number;
}

export const SEPARATOR_DEFAULTS: Readonly<Required<SeparatorOptions>> = {
  balance: 0.6,
  sweeps: 8,
  patience: 30,
};

/**
 * Cuts a vertex set in two halves by a key: the lower half is LEFT, the rest RIGHT, and the smaller of the two rims
 * becomes the SEPARATOR. `side` [rows] is −1 outside the set. Ties go by index.
 */
export function splitByKey(
  graph: Graph,
  set: Int32Array,
  key: Float64Array,
  side: Int32Array,
): void {
  const sorted = set.slice().sort((a, b) => key[a] - key[b] || a - b);
  const half = sorted.length >> 1;
  for (let i = 0; i < sorted.length; i++) side[sorted[i]] = i < half ? LEFT : RIGHT;
  const rims: [number[], number[]] = [[], []];
  for (const v of set) {
    const other = 1 - side[v];
    for (let k = graph.rowPtr[v]; k < graph.rowPtr[v + 1]; k++) {
      if (side[graph.cols[k]] !== other) continue;
      rims[side[v]].push(v);
      break;
    }
  }
  for (const v of rims[0].length < rims[1].length ? rims[0] : rims[1]) side[v] = SEPARATOR;
}

/**
 * Makes a separator smaller (Fiduccia and Mattheyses' moves on vertex separators): a separator vertex goes to one side
 * and pulls its neighbours of the other side in. Moves that make it worse are tried too, each vertex once a sweep, and
 * the best state seen is kept. Returns the cost of the result (see `separatorCost`).
 */
export function refineSeparator(
  graph: Graph,
  set: Int32Array,
  side: Int32Array,
  options: SeparatorOptions = {},
): number {
  const { balance, sweeps, patience } = { ...SEPARATOR_DEFAULTS, ...options };
  const sizes = [0, 0, 0];
  for (const v of set) sizes[side[v]]++;
  const largest = Math.max(balance * set.length, Math.max(sizes[0], sizes[1]));
  let best = separatorCost(sizes[0], sizes[1], sizes[2]);
  let separator: number[] = [];
  for (const v of set) if (side[v] === SEPARATOR) separator.push(v);
  const locked = new Uint8Array(side.length);
  /** Neighbours of each vertex on each side: of the set alone, for others are on none. */
  const near = [0, 0, 0].map(() => new Int32Array(side.length));
  const move = (v: number, to: number): void => {
    const here = near[side[v]];
    const there = near[to];
    for (let k = graph.rowPtr[v]; k < graph.rowPtr[v + 1]; k++) {
      here[graph.cols[k]]--;
      there[graph.cols[k]]++;
    }
    sizes[side[v]]--;
    sizes[to]++;
    side[v] = to;
  };
  for (const v of set) {
    const here = near[side[v]];
    for (let k = graph.rowPtr[v]; k < graph.rowPtr[v + 1]; k++) here[graph.cols[k]]++;
  }
  /** Undo log: vertex, its side before. */
  const log: number[] = [];
  const put = (v: number, to: number): void => {
    log.push(v, side[v]);
    move(v, to);
  };
  for (let sweep = 0; sweep < sweeps; sweep++) {
    log.length = 0;
    let keep = 0;
    let improved = false;
    for (let idle = 0; idle < patience; idle++) {
      tick('the order of elimination');
      let chosen = -1;
      let chosenSide = LEFT;
      let chosenScore = Number.POSITIVE_INFINITY;
      for (const v of separator) {
        if (locked[v] === 1) continue;
        // Growth of the separator, then the balance as the tie-breaker.
        if (sizes[LEFT] < largest) {
          const score = near[RIGHT][v] + (sizes[LEFT] - sizes[RIGHT]) / (4 * set.length);
          if (score < chosenScore) {
            chosen = v;
            chosenSide = LEFT;
            chosenScore = score;
          }
        }
        if (sizes[RIGHT] < largest) {
          const score = near[LEFT][v] + (sizes[RIGHT] - sizes[LEFT]) / (4 * set.length);
          if (score < chosenScore) {
            chosen = v;
            chosenSide = RIGHT;
            chosenScore = score;
          }
        }
      }
      if (chosen < 0) break;
      locked[chosen] = 1;
      put(chosen, chosenSide);
      for (let k = graph.rowPtr[chosen]; k < graph.rowPtr[chosen + 1]; k++) {
        const w = graph.cols[k];
        if (side[w] !== 1 - chosenSide) continue;
        put(w, SEPARATOR);
        separator.push(w);
      }
      separator = separator.filter((v) => side[v] === SEPARATOR);
      const cost = separatorCost(sizes[0], sizes[1], sizes[2]);
      if (cost < best) {
        best = cost;
        keep = log.length;
        improved = true;
        idle = 0;
      }
    }
    for (let i = log.length - 2; i >= keep; i -= 2) move(log[i], log[i + 1]);
    separator.length = 0;
    for (const v of set) {
      locked[v] = 0;
      if (side[v] === SEPARATOR) separator.push(v);
    }
    if (!improved) break;
  }
  return best;
}

/**
 * What a dissection costs: vertices in the separator, more when the sides are uneven. Infinite when one side is empty.
 */
export function separatorCost(left: number, right: number, separator: number): number {
  if (left === 0 || right === 0) return Number.POSITIVE_INFINITY;
  const uneven = (left - right) / (left + right);
  return separator * (1 + uneven * uneven);
}
