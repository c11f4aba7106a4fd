import { WARP_LONG, WARP_SHORT } from '../../numbers.ts';
import type { Cuts } from './cuts.ts';
import type { Lattice } from './lattice.ts';

/**
 * Moves lattice points onto nearby cuts, so that no tet gets a tiny piece cut off. A moved point's value becomes 0,
 * which ends all cuts on its edges. Returns the cut each point moved to, −1 for points that stay; shape [points].
 */
export function warpLattice(lattice: Lattice, cuts: Cuts): Int32Array {
  const { values } = lattice;
  const { map, along, long } = cuts;
  const n = map.count;
  const target = new Int32Array(values.length).fill(-1);
  // Cuts at each point, in point order: a list per end.
  const start = new Int32Array(values.length + 1);
  for (let e = 0; e < n; e++) {
    start[map.keys[3 * e] + 1]++;
    start[map.keys[3 * e + 1] + 1]++;
  }
  for (let v = 0; v < values.length; v++) start[v + 1] += start[v];
  const fill = start.slice(0, values.length);
  const list = new Int32Array(2 * n);
  for (let e = 0; e < n; e++) {
    list[fill[map.keys[3 * e]]++] = e;
    list[fill[map.keys[3 * e + 1]]++] = e;
  }
  for (let v = 0; v < values.length; v++) {
    let best = -1;
    let least = Infinity;
    for (let i = start[v]; i < start[v + 1]; i++) {
      const e = list[i];
      const first = map.keys[3 * e] === v;
      // The other end already moved: this cut is gone.
      if (values[map.keys[3 * e + (first ? 1 : 0)]] === 0) continue;
      const part = first ? along[e] : 1 - along[e];
      const limit = long[e] === 1 ? WARP_LONG : WARP_SHORT;
      // Long edges are 2/√3 as long as short ones; the nearest cut moves the point least.
      const distance = long[e] === 1 ? (part * 2) / Math.sqrt(3) : part;
      if (part < limit && distance < least) {
        least = distance;
        best = e;
      }
    }
    if (best < 0) continue;
    target[v] = best;
    values[v] = 0;
  }
  return target;
}
