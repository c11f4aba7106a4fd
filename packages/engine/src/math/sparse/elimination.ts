import { tickEvery } from '../../core/watch.ts';
import type { Graph } from './graph.ts';
import { composeOrders, invertOrder } from './permutation.ts';

/** What eliminating the rows in a given order does to the pattern, in places of that order. */
export interface Elimination {
  /** order[place] = original row; the given order, postordered. */
  readonly order: Int32Array;
  /** Parent in the elimination tree, −1 at a root: the first row below the diagonal of the column. Shape [rows]. */
  readonly parent: Int32Array;
  /** Where a column's rows start, shape [rows + 1]. */
  readonly ptr: Int32Array;
  /** Rows of L below the diagonal in each column, ascending. */
  readonly index: Int32Array;
}

/** The elimination tree of the graph in an order: parent[place], −1 at roots. */
export function eliminationTree(graph: Graph, order: Int32Array): Int32Array {
  const n = graph.rows;
  const places = invertOrder(order);
  const parent = new Int32Array(n).fill(-1);
  // Shortcut to the root of the subtree built so far, shortened as it is used.
  const ancestor = new Int32Array(n).fill(-1);
  for (let i = 0; i < n; i++) {
    const row = order[i];
    for (let k = graph.rowPtr[row]; k < graph.rowPtr[row + 1]; k++) {
      let j = places[graph.cols[k]];
      while (j >= 0 && j < i) {
        const up = ancestor[j];
        ancestor[j] = i;
        if (up < 0) parent[j] = i;
        j = up;
      }
    }
  }
  return parent;
}

/** Children before parents, subtrees together, children in ascending order: post[k] = k-th node. */
export function postorder(parent: Int32Array): Int32Array {
  const n = parent.length;
  const firstChild = new Int32Array(n).fill(-1);
  const sibling = new Int32Array(n).fill(-1);
  for (let i = n - 1; i >= 0; i--) {
    if (parent[i] < 0) continue;
    sibling[i] = firstChild[parent[i]];
    firstChild[parent[i]] = i;
  }
  const post = new Int32Array(n);
  const stack: number[] = [];
  let count = 0;
  for (let root = 0; root < n; root++) {
    if (parent[root] >= 0) continue;
    stack.push(root);
    while (stack.length > 0) {
      const v = stack[stack.length - 1];
      const child = firstChild[v];
      if (child >= 0) {
        firstChild[v] = sibling[child];
        stack.push(child);
      } else {
        post[count++] = v;
        stack.pop();
      }
    }
  }
  return post;
}

/**
 * The entries of L below its diagonal in an order, or at least `most` if they are as many: row i has those columns that
 * lie on the paths in the tree from its entries in A up to i.
 */
export function fillOf(graph: Graph, order: Int32Array, most: number): number {
  const parent = eliminationTree(graph, order);
  const places = invertOrder(order);
  const mark = new Int32Array(graph.rows).fill(-1);
  let count = 0;
  for (let i = 0; i < graph.rows && count < most; i++) {
    tickEvery(i, STAGE);
    mark[i] = i;
    for (let k = graph.rowPtr[order[i]]; k < graph.rowPtr[order[i] + 1]; k++) {
      for (let j = places[graph.cols[k]]; j < i && mark[j] !== i; j = parent[j]) {
        mark[j] = i;
        count++;
      }
    }
  }
  return count;
}

const STAGE = 'the order of elimination';

/** The structure of L: see `fillOf`. Rows are visited in rising order, so that columns are in order, too. */
export function eliminate(graph: Graph, given: Int32Array): Elimination {
  const n = graph.rows;
  const order = composeOrders(given, postorder(eliminationTree(graph, given)));
  const parent = eliminationTree(graph, order);
  const places = invertOrder(order);
  const mark = new Int32Array(n).fill(-1);
  const ptr = new Int32Array(n + 1);
  const end = new Int32Array(n);
  let index = new Int32Array(0);
  for (const isCounted of [false, true]) {
    if (isCounted) {
      for (let j = 0; j < n; j++) ptr[j + 1] = ptr[j] + end[j];
      end.set(ptr.subarray(0, n));
      index = new Int32Array(ptr[n]);
      mark.fill(-1);
    }
    for (let i = 0; i < n; i++) {
      tickEvery(i, STAGE);
      mark[i] = i;
      for (let k = graph.rowPtr[order[i]]; k < graph.rowPtr[order[i] + 1]; k++) {
        for (let j = places[graph.cols[k]]; j < i && mark[j] !== i; j = parent[j]) {
          mark[j] = i;
          if (isCounted) index[end[j]] = i;
          end[j]++;
        }
      }
    }
  }
  return { order, parent, ptr, index };
}
