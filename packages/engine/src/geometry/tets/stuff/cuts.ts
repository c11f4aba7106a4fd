import { CUT_ROUNDS } from '../../numbers.ts';
import { createTripleMap, findTriple, type TripleMap, tripleId } from '../../triple-map.ts';
import type { Sdf } from '../../types.ts';
import { forEdges, type Lattice, latticePoint } from './lattice.ts';

/** Points where lattice edges cross the surface. */
export interface Cuts {
  /** Numbers the edges: (smaller point, larger point, 0). */
  map: TripleMap;
  /** Where along the edge from the smaller point, 0…1. */
  along: Float64Array;
  /** 1 for the long edges (parallel to the axes). */
  long: Uint8Array;
  /** Places of the cuts [m], shape [cuts, 3]. */
  positions: Float64Array;
}

/** Finds all cuts. Edges with an end exactly on the surface have none. */
export function findCuts(lattice: Lattice, sdf: Sdf, grow: number): Cuts {
  const { values } = lattice;
  const map = createTripleMap();
  const long: number[] = [];
  forEdges(lattice, (a, b, isLong) => {
    if (values[a] * values[b] < 0) {
      tripleId(map, Math.min(a, b), Math.max(a, b), 0);
      long.push(isLong ? 1 : 0);
    }
  });
  const cuts: Cuts = {
    map,
    along: new Float64Array(map.count),
    long: Uint8Array.from(long),
    positions: new Float64Array(3 * map.count),
  };
  findRoots(cuts, lattice, sdf, grow);
  return cuts;
}

/** The cut on edge a–b, −1 if there is none. */
export function cutOn(cuts: Cuts, a: number, b: number): number {
  return a < b ? findTriple(cuts.map, a, b, 0) : findTriple(cuts.map, b, a, 0);
}

/**
 * All roots together, false position with the Illinois rule: the end that stays twice counts half. Whole batches,
 * because that is what shapes evaluate fast.
 */
function findRoots(cuts: Cuts, lattice: Lattice, sdf: Sdf, grow: number): void {
  const n = cuts.map.count;
  const keys = cuts.map.keys;
  const ends = new Float64Array(6 * n);
  const low = new Float64Array(n);
  const high = new Float64Array(n).fill(1);
  const atLow = new Float64Array(n);
  const atHigh = new Float64Array(n);
  const stayed = new Int8Array(n);
  const value = new Float64Array(n);
  for (let e = 0; e < n; e++) {
    latticePoint(ends, 6 * e, lattice, keys[3 * e]);
    latticePoint(ends, 6 * e + 3, lattice, keys[3 * e + 1]);
    atLow[e] = lattice.values[keys[3 * e]];
    atHigh[e] = lattice.values[keys[3 * e + 1]];
  }
  const { along, positions } = cuts;
  for (let round = 0; ; round++) {
    for (let e = 0; e < n; e++) {
      const t = low[e] + ((high[e] - low[e]) * atLow[e]) / (atLow[e] - atHigh[e]);
      along[e] = t;
      for (let d = 0; d < 3; d++) {
        positions[3 * e + d] = ends[6 * e + d] + t * (ends[6 * e + 3 + d] - ends[6 * e + d]);
      }
    }
    if (round === CUT_ROUNDS) return;
    sdf.evaluate(positions, n, value);
    for (let e = 0; e < n; e++) {
      const f = value[e] - grow;
      // A root hit exactly stays where it is: both ends close in on it.
      if (f === 0) {
        low[e] = high[e] = along[e];
        continue;
      }
      if (f * atLow[e] > 0) {
        low[e] = along[e];
        atLow[e] = f;
        if (stayed[e] === 1) atHigh[e] /= 2;
        stayed[e] = 1;
      } else {
        high[e] = along[e];
        atHigh[e] = f;
        if (stayed[e] === -1) atLow[e] /= 2;
        stayed[e] = -1;
      }
    }
  }
}
