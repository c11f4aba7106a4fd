import { MOST_SITES } from '../../contact/numbers.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { type Factor, solve } from '../../math/sparse/cholesky.ts';

/** Largest length of kept columns: 64 MB in single precision. The least recently used are dropped. */
const MOST_KEPT = 2 ** 24;
/**
 * Nodes that sites may depend on together: the memory of one fill grows with their square (19 MB). Beyond it columns
 * are solved for, three times slower.
 */
const MOST_NODES = 512;
/** Largest mean number of nodes per site: four points of four nodes each. */
const PER_PLACE = 16;

/**
 * Columns of G, the inverse of an undeformed matrix, three for each node that was ever touched; found by three solves
 * and kept. They depend only on the mesh, the step and the held nodes, so bodies with the same share them.
 */
export interface KeptColumns {
  /** The matrix they belong to (`useColumns`); 0 for none. */
  scale: number;
  massFactor: number;
  readonly nodes: number;
  readonly room: number;
  readonly values: Float32Array;
  /**
   * Where the columns of each node are, −1 for nowhere; and the node each place in `values` is taken by, −1 for none.
   */
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
    massFactor: 0,
    nodes,
    room,
    values: new Float32Array(9 * nodes * room),
    at: new Int32Array(nodes).fill(-1),
    taken: new Int32Array(room).fill(-1),
    used: new Int32Array(room),
    clock: 0,
  };
}

/** One set of columns for all bodies of a world that are equal. */
export function sharedColumns(nodes: number): (kernels: Kernels) => KeptColumns {
  const shared = new WeakMap<Kernels, KeptColumns>();
  return (kernels) => {
    const known = shared.get(kernels) ?? createColumns(nodes);
    shared.set(kernels, known);
    return known;
  };
}

/** Forgets columns that were found for another matrix than massFactor·M + scale·K. */
export function useColumns(kept: KeptColumns, scale: number, massFactor: number): void {
  if (kept.scale === scale && kept.massFactor === massFactor) return;
  kept.at.fill(-1);
  kept.taken.fill(-1);
  kept.used.fill(0);
  kept.scale = scale;
  kept.massFactor = massFactor;
}

/** Returns the index of node i's columns, and computes them if necessary. `rhs` is scratch. */
function columnOf(
  kept: KeptColumns,
  i: number,
  kernels: Kernels,
  factor: Factor,
  rhs: Float64Array,
): number {
  const { nodes } = kept;
  let at = kept.at[i];
  if (at < 0) {
    at = 0;
    for (let k = 1; k < kept.room; k++) if (kept.used[k] < kept.used[at]) at = k;
    if (kept.taken[at] >= 0) kept.at[kept.taken[at]] = -1;
    kept.taken[at] = i;
    kept.at[i] = at;
    const start = 9 * nodes * at;
    for (let axis = 0; axis < 3; axis++) {
      rhs.fill(0, 0, 3 * nodes);
      rhs[3 * i + axis] = 1;
      solve(kernels, factor, rhs);
      for (let k = 0; k < 3 * nodes; k++) kept.values[start + 3 * k + axis] = rhs[k];
    }
  }
  kept.used[at] = ++kept.clock;
  return 9 * nodes * at;
}

/** Sites as weighted sums of the nodes they depend on, and the memory for it. */
export interface Gathering {
  readonly blocks: Float64Array;
  readonly work: Float64Array;
  /** Nodes in hand, and for each which rotation turns it. */
  readonly node: Int32Array;
  readonly turn: Int32Array;
  /** Site k is entries ptr[k]..ptr[k+1] of `which` (an index of `node`) and `weight`. */
  readonly ptr: Int32Array;
  readonly which: Int32Array;
  readonly weight: Float64Array;
}

export function allocateGathering(
  a: { f64(n: number): Float64Array; i32(n: number): Int32Array },
  nodes: number,
): Gathering {
  const q = Math.min(nodes, MOST_NODES);
  const places = nodes > 0 ? MOST_SITES : 0;
  return {
    blocks: a.f64(9 * q * q),
    work: a.f64(9 * q),
    node: a.i32(q),
    turn: a.i32(q),
    ptr: a.i32(places + 1),
    which: a.i32(PER_PLACE * places),
    weight: a.f64(PER_PLACE * places),
  };
}

/** Adds sites one after the other, then finds their compliance. */
export interface TurnedCompliance {
  begin(): void;
  /** The present site depends on `node` too, by the weight in `now`; false if there is no more room. */
  add(node: number, turn: number): boolean;
  readonly now: Float64Array;
  /** Ends the present site. */
  next(): void;
  /**
   * W = S (T G Tᵀ) Sᵀ between all sites: Ã⁻¹ = T G Tᵀ with T the rotation of each node out of R, and a site is Σ w x
   * of the nodes it depends on.
   */
  fill(W: Float64Array, kept: KeptColumns, R: Float64Array): void;
}

export function createTurnedCompliance(
  { blocks, work, node, turn, ptr, which, weight }: Gathering,
  nodes: number,
  kernels: Kernels,
  factor: Factor,
  rhs: Float64Array,
): TurnedCompliance {
  /** Where each node is among those in hand, −1 for those that are not. */
  const place = new Int32Array(nodes).fill(-1);
  const now = new Float64Array(1);
  let q = 0;
  let entries = 0;
  let n = 0;
  return {
    now,
    begin() {
      // All of it: others that gather in the same memory have written over `node`.
      place.fill(-1);
      q = 0;
      entries = 0;
      n = 0;
      ptr[0] = 0;
    },
    add(i, rotation) {
      if (place[i] < 0) {
        if (q === node.length) return false;
        place[i] = q;
        turn[q] = rotation;
        node[q++] = i;
      }
      for (let e = ptr[n]; e < entries; e++) {
        if (which[e] !== place[i]) continue;
        weight[e] += now[0];
        return true;
      }
      if (entries === which.length) return false;
      which[entries] = place[i];
      weight[entries++] = now[0];
      return true;
    },
    next() {
      ptr[++n] = entries;
    },
    fill(W, kept, R) {
      for (let a = 0; a < q; a++) {
        const column = columnOf(kept, node[a], kernels, factor, rhs);
        for (let i = 0; i <= a; i++) {
          const from = column + 9 * node[i];
          const o = 9 * (a * q + i);
          for (let k = 0; k < 9; k++) blocks[o + k] = kept.values[from + k];
        }
      }
      kernels.turnedCompliance(W, blocks, work, R, turn, q, ptr, which, weight, n);
    },
  };
}
