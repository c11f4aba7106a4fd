import { check } from '../../core/errors.ts';
import { PLAN, PLAN_HEADER, SLACK, SOLVE_WIDTH, STRIP } from '../../kernels/supernodal-plan.ts';
import type { BsrPattern } from './bsr.ts';
import { eliminate } from './elimination.ts';
import { type Ordering, orderGraph } from './ordering.ts';
import { invertOrder, isOrder } from './permutation.ts';
import { findSupernodes, type RelaxOptions, type Supernodes } from './supernodes.ts';

export interface SymbolicOptions extends RelaxOptions {
  /** A name, or an order of your own: order[place] = original row. */
  ordering?: Ordering | Int32Array;
  /** Rest positions of the block rows [m], shape [rows, 3]: lets the dissection try straight cuts. */
  positions?: Float64Array;
}

/** All that factoring needs to know about a pattern, computed once; the numbers may change as often as they like. */
export interface Symbolic {
  /** The whole structure as one array, see `PLAN`. */
  readonly plan: Int32Array;
  readonly blockSize: number;
  /** Scalar unknowns. */
  readonly unknowns: number;
  readonly supernodes: number;
  /** Elimination order: order[place] = original block row. */
  readonly order: Int32Array;
  /** Scalars of L that can be nonzero, diagonal included. */
  readonly fill: number;
  /** Scalars of the panels, with the zeros that came with merging, the unused upper triangles and the slack. */
  readonly panelLength: number;
  /** Double-precision scratch of the factorization and the solves. */
  readonly workLength: number;
  /** Integer scratch of the factorization. */
  readonly mapLength: number;
}

/** Orders the pattern, finds the structure of its Cholesky factor for b×b blocks and lays out the numeric work. */
export function analyse(
  pattern: BsrPattern,
  blockSize: number,
  options: SymbolicOptions = {},
): Symbolic {
  const n = pattern.rows;
  const b = blockSize;
  const { ordering, positions } = options;
  const given =
    ordering instanceof Int32Array ? ordering : orderGraph(pattern, ordering, positions);
  check(given.length === n && isOrder(given), () => 'ordering: must hold each row exactly once');
  const elimination = eliminate(pattern, given);
  const { order } = elimination;
  const nodes = findSupernodes(elimination, b, options);
  const count = nodes.start.length - 1;

  const panelPtr = new Int32Array(count + 1);
  let tallest = 0;
  let length = 0;
  for (let s = 0; s < count; s++) {
    const height = (nodes.rowPtr[s + 1] - nodes.rowPtr[s]) * b;
    length += height * (nodes.start[s + 1] - nodes.start[s]) * b;
    check(
      length < 2 ** 28,
      () => 'pattern: its factor would take more than 2 GB, use fewer unknowns',
    );
    panelPtr[s + 1] = length;
    tallest = Math.max(tallest, height);
  }
  const panelLength = length + SLACK;
  const updates = findUpdates(nodes);
  const blocks = placeBlocks(pattern, order, nodes);
  const plan = pack(
    [n, b, count, tallest, panelLength],
    [
      order,
      nodes.start,
      nodes.rowPtr,
      nodes.rowIndex,
      panelPtr,
      updates.ptr,
      updates.from,
      updates.first,
      updates.count,
      blocks.ptr,
      blocks.slot,
      blocks.row,
    ],
  );
  return {
    plan,
    blockSize: b,
    unknowns: n * b,
    supernodes: count,
    order,
    fill: elimination.ptr[n] * b * b + (n * b * (b + 1)) / 2,
    panelLength,
    workLength: Math.max(STRIP, SOLVE_WIDTH) * (tallest + SLACK + n * b),
    mapLength: n + tallest,
  };
}

/** For each supernode the earlier ones that reach it: those with rows among its columns, ascending. */
function findUpdates(nodes: Supernodes) {
  const { start, rowPtr, rowIndex } = nodes;
  const count = start.length - 1;
  const owner = new Int32Array(start[count]);
  for (let s = 0; s < count; s++) owner.fill(s, start[s], start[s + 1]);
  const ptr = new Int32Array(count + 1);
  const visit = (act: (to: number, from: number, first: number, rows: number) => void): void => {
    for (let s = 0; s < count; s++) {
      const base = rowPtr[s];
      const rows = rowPtr[s + 1] - base;
      let q = start[s + 1] - start[s];
      while (q < rows) {
        const to = owner[rowIndex[base + q]];
        const first = q;
        while (q < rows && rowIndex[base + q] < start[to + 1]) q++;
        act(to, s, first, q - first);
      }
    }
  };
  visit((to) => {
    ptr[to + 1]++;
  });
  for (let s = 0; s < count; s++) ptr[s + 1] += ptr[s];
  const total = ptr[count];
  const next = ptr.slice(0, count);
  const tables = {
    ptr,
    from: new Int32Array(total),
    first: new Int32Array(total),
    count: new Int32Array(total),
  };
  visit((to, from, first, rows) => {
    const at = next[to]++;
    tables.from[at] = from;
    tables.first[at] = first;
    tables.count[at] = rows;
  });
  return tables;
}

/**
 * Where the stored blocks of the matrix go: for each column the lower ones, diagonal first, as slot and row of the
 * panel.
 */
function placeBlocks(pattern: BsrPattern, order: Int32Array, nodes: Supernodes) {
  const n = pattern.rows;
  const places = invertOrder(order);
  const ptr = new Int32Array(n + 1);
  const total = (pattern.cols.length - n) / 2 + n;
  const slot = new Int32Array(total);
  const row = new Int32Array(total);
  const panelRow = new Int32Array(n);
  let at = 0;
  for (let s = 0; s + 1 < nodes.start.length; s++) {
    for (let q = nodes.rowPtr[s]; q < nodes.rowPtr[s + 1]; q++) {
      panelRow[nodes.rowIndex[q]] = q - nodes.rowPtr[s];
    }
    for (let j = nodes.start[s]; j < nodes.start[s + 1]; j++) {
      const column = order[j];
      slot[at] = pattern.diagonal[column];
      row[at++] = j - nodes.start[s];
      for (let k = pattern.rowPtr[column]; k < pattern.rowPtr[column + 1]; k++) {
        const i = places[pattern.cols[k]];
        if (i <= j) continue;
        // This is the block (j, i) of the upper half: the kernel reads it transposed.
        slot[at] = k;
        row[at++] = panelRow[i];
      }
      ptr[j + 1] = at;
    }
  }
  return { ptr, slot, row };
}

/** Header, then the tables in the order of `PLAN`, each at a multiple of four. */
function pack(counts: number[], tables: Int32Array[]): Int32Array {
  const at: number[] = [];
  let length = PLAN_HEADER;
  for (const table of tables) {
    at.push(length);
    length += (table.length + 3) & ~3;
  }
  const plan = new Int32Array(length);
  plan.set(counts, 0);
  plan.set(at, PLAN.order);
  tables.forEach((table, i) => {
    plan.set(table, at[i]);
  });
  return plan;
}
