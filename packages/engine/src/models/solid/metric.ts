import { MOST_PLACES } from '../../contact/numbers.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { type Factor, solve } from '../../math/sparse/cholesky.ts';
import type { Metric, Places, PointGroup } from '../contract.ts';
import type { SolidData } from './model.ts';
import type { SolidPoints } from './points.ts';
import type { SolidMemory } from './state.ts';

/** Numbers of kept columns, at most: 64 MB in single precision. What was used longest ago is found again. */
const MOST_KEPT = 2 ** 24;
/** Nodes that places may hang on together: the memory of one fill grows with their square. */
export const MOST_NODES = 256;
/** Nodes a place hangs on, at most: four points of four nodes each. */
const PER_PLACE = 16;

/**
 * Columns of G, the inverse of a solid's undeformed matrix, three for each node that was ever touched; found by three solves and kept. They
 * depend on the mesh, the step and the held nodes alone, so bodies for which these are the same share them.
 */
export interface KeptColumns {
  /** What they were found for: the factor of K in A; 0 for nothing. */
  scale: number;
  readonly room: number;
  readonly values: Float32Array;
  /** Where the columns of each node are, −1 for nowhere; and the node each place in `values` is taken by, −1 for none. */
  readonly at: Int32Array;
  readonly taken: Int32Array;
  /** When each was used last. */
  readonly used: Int32Array;
  clock: number;
}

export function createColumns(nodes: number): KeptColumns {
  const room = Math.max(PER_PLACE, Math.min(nodes, Math.floor(MOST_KEPT / (9 * nodes))));
  return {
    scale: 0,
    room,
    values: new Float32Array(9 * nodes * room),
    at: new Int32Array(nodes).fill(-1),
    taken: new Int32Array(room).fill(-1),
    used: new Int32Array(room),
    clock: 0,
  };
}

/** Memory in which places are put together from nodes. */
export function allocateGathering(
  a: { f64(n: number): Float64Array; i32(n: number): Int32Array },
  nodes: number,
) {
  const q = Math.min(nodes, MOST_NODES);
  const places = nodes > 0 ? MOST_PLACES : 0;
  return {
    blocks: a.f64(9 * q * q),
    work: a.f64(9 * q),
    node: a.i32(q),
    ptr: a.i32(places + 1),
    which: a.i32(PER_PLACE * places),
    weight: a.f64(PER_PLACE * places),
  };
}

/**
 * The compliance of the kept factor, exactly: Ã⁻¹ = T G Tᵀ with T the rotation of each node, and a place is Σ w x of the nodes it hangs on, so
 * W = S (T G Tᵀ) Sᵀ between those nodes.
 */
export function keptCompliance(
  data: SolidData,
  memory: SolidMemory,
  kernels: Kernels,
  factor: Factor,
  columnsNow: () => KeptColumns,
): NonNullable<Metric['compliance']> {
  const { nodeR, work: rhs, held, gathering } = memory;
  const { blocks, work, node, ptr, which, weight } = gathering;
  const { nodes } = data;
  /** Where each node is among those in hand, −1 for those that are not. */
  const place = new Int32Array(nodes).fill(-1);
  let q = 0;
  let entries = 0;

  const add = (i: number, w: number, from: number): boolean => {
    if (w === 0 || held[i] === 1) return true;
    if (place[i] < 0) {
      if (q === node.length) return false;
      place[i] = q;
      node[q++] = i;
    }
    for (let e = from; e < entries; e++) {
      if (which[e] !== place[i]) continue;
      weight[e] += w;
      return true;
    }
    which[entries] = place[i];
    weight[entries++] = w;
    return true;
  };
  /** The nodes that places hang on, each once a place. */
  const gather = (
    groups: readonly PointGroup[],
    { group, points, weights }: Places,
    n: number,
  ): boolean => {
    for (let a = 0; a < q; a++) place[node[a]] = -1;
    q = 0;
    entries = 0;
    for (let s = 0; s < n; s++) {
      ptr[s] = entries;
      const from = entries;
      const set = groups[group[s]].points as SolidPoints;
      for (let k = 4 * s; k < 4 * s + 4; k++) {
        if (weights[k] === 0) continue;
        const p = 4 * points[k];
        for (let c = p; c < p + 4; c++) {
          if (!add(set.indices[c], weights[k] * set.weights[c], from)) return false;
        }
      }
    }
    ptr[n] = entries;
    return true;
  };

  /** Where the columns of a node are, found if they are not there. */
  const columnOf = (kept: KeptColumns, i: number): number => {
    let at = kept.at[i];
    if (at < 0) {
      at = 0;
      for (let k = 1; k < kept.room; k++) if (kept.used[k] < kept.used[at]) at = k;
      if (kept.taken[at] >= 0) kept.at[kept.taken[at]] = -1;
      kept.taken[at] = i;
      kept.at[i] = at;
      const start = 9 * nodes * at;
      for (let axis = 0; axis < 3; axis++) {
        rhs.fill(0);
        rhs[3 * i + axis] = 1;
        solve(kernels, factor, rhs);
        for (let k = 0; k < 3 * nodes; k++) kept.values[start + 3 * k + axis] = rhs[k];
      }
    }
    kept.used[at] = ++kept.clock;
    return 9 * nodes * at;
  };

  return (groups, places, n, W) => {
    if (!gather(groups, places, n)) return false;
    const kept = columnsNow();
    for (let a = 0; a < q; a++) {
      const column = columnOf(kept, node[a]);
      for (let i = 0; i <= a; i++) {
        const from = column + 9 * node[i];
        const o = 9 * (a * q + i);
        for (let k = 0; k < 9; k++) blocks[o + k] = kept.values[from + k];
      }
    }
    kernels.turnedCompliance(W, blocks, work, nodeR, node, q, ptr, which, weight, n);
    return true;
  };
}
