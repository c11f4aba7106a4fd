import { MOST_SITES } from '../../contact/numbers.ts';
import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { rowOf4 } from '../../kernels/single.ts';
import { mul3 } from '../../math/mat3.ts';
import { MOST_COLUMN_SETS, MOST_KEPT, MOST_NODES } from './numbers.ts';

/** Rows that the kernel works on at a time: three for each of 32 sites. */
const AT_ONCE = 96;
/** Largest mean number of nodes per site: four points of four nodes each. */
const PER_PLACE = 16;

/**
 * Columns of G, the inverse of an undeformed matrix, three for each node that was ever touched; found by three solves
 * and kept. They depend only on the mesh, the step and the held nodes, so bodies with the same share them. Rows are
 * kept for all nodes; where not all columns fit then, also for the nodes of contact points alone (`near`), so that a
 * body that touches obstacles in many places at once does not find its columns again in every step.
 */
export interface KeptColumns {
  /** The matrix they belong to; 0 for none. */
  scale: number;
  massFactor: number;
  /** How often it has changed. */
  version: number;
  readonly nodes: number;
  readonly room: number;
  /** Number of rows that are kept, and the row of each node, −1 for none. */
  readonly rows: number;
  readonly row: Int32Array;
  readonly near: KeptColumns | null;
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

/**
 * Room for columns of so many nodes, of a length of at most `most`; `touching`: nodes that contact points depend on, in
 * any order and number.
 */
export function createColumns(nodes: number, touching?: Int32Array, most = MOST_KEPT): KeptColumns {
  const each = Int32Array.from({ length: nodes }, (_, i) => i);
  const all = columnsFor(nodes, each, nodes, most);
  if (touching === undefined || all.room === nodes) return all;
  const row = new Int32Array(nodes).fill(-1);
  for (let k = 0; k < touching.length; k++) row[touching[k]] = 0;
  let rows = 0;
  for (let i = 0; i < nodes; i++) if (row[i] === 0) row[i] = rows++;
  return { ...all, near: columnsFor(nodes, row, rows, most) };
}

function columnsFor(nodes: number, row: Int32Array, rows: number, most: number): KeptColumns {
  const room = Math.max(PER_PLACE, Math.min(rows, Math.floor(most / (9 * rows))));
  return {
    scale: 0,
    massFactor: 0,
    version: 0,
    nodes,
    room,
    rows,
    row,
    near: null,
    values: new Float32Array(9 * rows * room),
    at: new Int32Array(nodes).fill(-1),
    taken: new Int32Array(room).fill(-1),
    used: new Int32Array(room),
    clock: 0,
  };
}

/** Columns for the last few matrices, the last one used first, each made when it is needed. */
export interface ColumnSets {
  readonly kept: KeptColumns[];
  readonly make: () => KeptColumns;
}

export function createColumnSets(nodes: number, touching?: Int32Array): ColumnSets {
  return { kept: [], make: () => createColumns(nodes, touching) };
}

/** Columns for all bodies of a world that are equal. */
export function sharedColumns(
  nodes: number,
  touching?: Int32Array,
): (kernels: Kernels) => ColumnSets {
  const shared = new WeakMap<Kernels, ColumnSets>();
  return (kernels) => {
    const known = shared.get(kernels) ?? createColumnSets(nodes, touching);
    shared.set(kernels, known);
    return known;
  };
}

/**
 * Columns of the inverse of massFactor·M + scale·K. Of equal bodies some may take steps of first order and some of
 * second, which are two matrices.
 */
export function useColumns(
  { kept, make }: ColumnSets,
  scale: number,
  massFactor: number,
): KeptColumns {
  let at = 0;
  while (at < kept.length && (kept[at].scale !== scale || kept[at].massFactor !== massFactor)) at++;
  if (at === kept.length) {
    if (at < MOST_COLUMN_SETS) kept.push(make());
    else at--;
    beginColumns(kept[at], scale, massFactor);
  }
  const found = kept[at];
  for (; at > 0; at--) kept[at] = kept[at - 1];
  kept[0] = found;
  return found;
}

/** All of them must be found again. */
export function forgetColumns({ kept }: ColumnSets): void {
  for (let k = 0; k < kept.length; k++) kept[k].scale = 0;
}

function beginColumns(kept: KeptColumns, scale: number, massFactor: number): void {
  if (kept.near !== null) beginColumns(kept.near, scale, massFactor);
  kept.at.fill(-1);
  kept.taken.fill(-1);
  kept.used.fill(0);
  kept.scale = scale;
  kept.massFactor = massFactor;
  kept.version++;
}

/** Solves for three right-hand sides at once, interleaved: X := A₀⁻¹ X, shape [3·nodes, 3]. */
export type SolveThree = (X: Float64Array) => void;

/** Where node i's columns begin in `values`; computes them if necessary. `rhs` is scratch. */
function columnOf(kept: KeptColumns, i: number, solve: SolveThree, rhs: Float64Array): number {
  const { nodes, rows, row } = kept;
  let at = kept.at[i];
  if (at < 0) {
    at = 0;
    for (let k = 1; k < kept.room; k++) if (kept.used[k] < kept.used[at]) at = k;
    if (kept.taken[at] >= 0) kept.at[kept.taken[at]] = -1;
    kept.taken[at] = i;
    kept.at[i] = at;
    const start = 9 * rows * at;
    rhs.fill(0, 0, 9 * nodes);
    for (let axis = 0; axis < 3; axis++) rhs[9 * i + 4 * axis] = 1;
    solve(rhs);
    for (let j = 0; j < nodes; j++) {
      if (row[j] < 0) continue;
      const to = start + 9 * row[j];
      for (let k = 0; k < 9; k++) kept.values[to + k] = rhs[9 * j + k];
    }
  }
  kept.used[at] = ++kept.clock;
  return 9 * rows * at;
}

/** The columns to take for the first q nodes of a list: those near contact points, if all of them are there. */
function columnsThatHave(kept: KeptColumns, node: Int32Array, q: number): KeptColumns {
  const { near } = kept;
  if (near === null || q > near.room) return kept;
  for (let a = 0; a < q; a++) if (near.row[node[a]] < 0) return kept;
  return near;
}

/** Sites as weighted sums of the nodes they depend on, and the memory for it. */
export interface Gathering {
  /**
   * G between nodes that were in hand before, by slots, with who wrote it; the slots of those in hand; and rows for the
   * kernel (`turnedCompliance`).
   */
  readonly all: Float32Array;
  owner: object | null;
  readonly slot: Int32Array;
  readonly G: Float32Array;
  readonly half: Float32Array;
  readonly turned: Float32Array;
  readonly work: Float64Array;
  /** Room for three columns. */
  readonly columns: Float64Array;
  /** Nodes in hand, and for each which rotation turns it. */
  readonly node: Int32Array;
  readonly turn: Int32Array;
  /** Site k is entries ptr[k]..ptr[k+1] of `which` (an index of `node`) and `weight`. */
  readonly ptr: Int32Array;
  readonly which: Int32Array;
  readonly weight: Float64Array;
}

export function allocateGathering(
  a: Pick<Allocator, 'f64' | 'f32' | 'i32'>,
  nodes: number,
): Gathering {
  const q = Math.min(nodes, MOST_NODES);
  const places = nodes > 0 ? MOST_SITES : 0;
  return {
    all: a.f32(9 * q * q),
    owner: null,
    slot: a.i32(nodes),
    G: a.f32(3 * q * rowOf4(3 * q)),
    half: a.f32(AT_ONCE * rowOf4(3 * q)),
    turned: a.f32(AT_ONCE * rowOf4(3 * q)),
    work: a.f64(9 * nodes),
    columns: a.f64(9 * nodes),
    node: a.i32(nodes),
    turn: a.i32(nodes),
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
   * W = S (T G Tᵀ) Sᵀ between all sites, as `Compliance.single` asks for it: Ã⁻¹ = T G Tᵀ with T the rotation of each
   * node out of R, and a site is Σ w x of the nodes it depends on. False if there is no room for all columns.
   */
  fill(W: Float32Array, kept: KeptColumns, R: Float64Array): boolean;
}

export function createTurnedCompliance(
  gathering: Gathering,
  nodes: number,
  kernels: Pick<Kernels, 'turnedCompliance'>,
  solve: SolveThree,
): TurnedCompliance {
  const { all, slot, G, half, turned, work, columns, node, turn, ptr, which, weight } = gathering;
  const most = Math.floor(Math.sqrt(all.length / 9));
  const known = createSlots(nodes);
  /** Where each node is among those in hand, −1 for those that are not. */
  const place = new Int32Array(nodes).fill(-1);
  /** The last entry of each of those in hand. */
  const entryOf = new Int32Array(nodes);
  const now = new Float64Array(1);
  let q = 0;
  let entries = 0;
  let n = 0;

  /** The same for more nodes than there are blocks for: G Tᵀ Sᵀ is found for one site after the other. */
  const fillWide = (W: Float32Array, kept: KeptColumns, R: Float64Array): void => {
    const stride = rowOf4(3 * n);
    W.fill(0, 0, 3 * n * stride);
    for (let j = 0; j < n; j++) {
      work.fill(0, 0, 9 * q);
      for (let e = ptr[j]; e < ptr[j + 1]; e++) {
        const a = which[e];
        const column = columnOf(kept, node[a], solve, columns);
        addTurned(work, kept, column, node, q, R, 9 * turn[a], weight[e]);
      }
      for (let k = 0; k <= j; k++) {
        block.fill(0);
        for (let e = ptr[k]; e < ptr[k + 1]; e++) {
          mul3(one, 0, R, 9 * turn[which[e]], work, 9 * which[e]);
          for (let c = 0; c < 9; c++) block[c] += weight[e] * one[c];
        }
        for (let r = 0; r < 3; r++) {
          for (let c = 0; c < 3; c++) {
            W[(3 * k + r) * stride + 3 * j + c] = block[3 * r + c];
            W[(3 * j + c) * stride + 3 * k + r] = block[3 * r + c];
          }
        }
      }
    }
  };

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
      const a = place[i];
      const last = entryOf[a];
      if (last >= ptr[n] && last < entries && which[last] === a) {
        weight[last] += now[0];
        return true;
      }
      if (entries === which.length) return false;
      entryOf[a] = entries;
      which[entries] = a;
      weight[entries++] = now[0];
      return true;
    },
    next() {
      ptr[++n] = entries;
    },
    fill(W, from, R) {
      const kept = columnsThatHave(from, node, q);
      if (q > most) {
        if (q > kept.room) return false;
        fillWide(W, kept, R);
        return true;
      }
      if (gathering.owner !== known || known.of !== kept || known.version !== kept.version)
        known.count = 0;
      gathering.owner = known;
      if (!takeSlots(known, kept, slot, node, q, most) || isDropped(known, kept)) {
        known.count = 0;
        takeSlots(known, kept, slot, node, q, most);
      }
      for (let s = 0; s < known.count && known.found < known.count; s++) {
        const column = columnOf(kept, known.node[s], solve, columns);
        const t = s < known.found ? known.found : 0;
        writeRows(all, most, s, t, known.count, kept.values, column, kept.row, known.node);
      }
      known.found = known.count;
      const { turnedCompliance } = kernels;
      turnedCompliance(W, all, most, slot, G, half, turned, R, turn, q, ptr, which, weight, n);
      return true;
    },
  };
}

/** Nodes whose part of G is written out, each with a slot. Found again from the columns whenever it is lost. */
interface Slots {
  of: KeptColumns | null;
  version: number;
  /** Nodes with a slot, those of which the numbers are there, and which they are. */
  count: number;
  found: number;
  readonly node: Int32Array;
  readonly slotOf: Int32Array;
}

function createSlots(nodes: number): Slots {
  return {
    of: null,
    version: 0,
    count: 0,
    found: 0,
    node: new Int32Array(nodes),
    slotOf: new Int32Array(nodes),
  };
}

/** Gives the first q nodes of a list their slots; false if there are not enough. */
function takeSlots(
  known: Slots,
  kept: KeptColumns,
  slot: Int32Array,
  node: Int32Array,
  q: number,
  most: number,
): boolean {
  known.of = kept;
  known.version = kept.version;
  known.found = Math.min(known.found, known.count);
  for (let a = 0; a < q; a++) {
    let s = known.slotOf[node[a]];
    if (s >= known.count || known.node[s] !== node[a]) {
      if (known.count === most) return false;
      s = known.count++;
      known.node[s] = node[a];
      known.slotOf[node[a]] = s;
    }
    slot[a] = s;
  }
  return true;
}

/** True if there are new slots, and columns of old ones, which must now be read, are not kept any more. */
function isDropped({ node, count, found }: Slots, { at }: KeptColumns): boolean {
  if (found === count) return false;
  for (let s = 0; s < found; s++) if (at[node[s]] < 0) return true;
  return false;
}

/** Writes out G between slot s and those from `from` to `to`, from the columns of its node. */
function writeRows(
  all: Float32Array,
  most: number,
  s: number,
  from: number,
  to: number,
  values: Float32Array,
  column: number,
  row: Int32Array,
  node: Int32Array,
): void {
  for (let t = from; t < to; t++) {
    const f = column + 9 * row[node[t]];
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) all[3 * (3 * s + r) * most + 3 * t + c] = values[f + 3 * c + r];
    }
  }
}

const one = new Float64Array(9);
const block = new Float64Array(9);

/** out += w G_a R_aᵀ for the columns of node a, between it and q nodes. */
function addTurned(
  out: Float64Array,
  { values, row }: KeptColumns,
  column: number,
  node: Int32Array,
  q: number,
  R: Float64Array,
  r: number,
  w: number,
): void {
  for (let i = 0; i < q; i++) {
    const from = column + 9 * row[node[i]];
    for (let k = 0; k < 9; k += 3) {
      const x = w * values[from + k];
      const y = w * values[from + k + 1];
      const z = w * values[from + k + 2];
      for (let c = 0; c < 3; c++)
        out[9 * i + k + c] += x * R[r + 3 * c] + y * R[r + 3 * c + 1] + z * R[r + 3 * c + 2];
    }
  }
}
