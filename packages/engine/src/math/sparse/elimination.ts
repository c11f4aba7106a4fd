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

/** The structure of L: each column has the rows of A below its diagonal and those of its children in the tree. */
export function eliminate(graph: Graph, given: Int32Array): Elimination {
  const n = graph.rows;
  const order = composeOrders(given, postorder(eliminationTree(graph, given)));
  const parent = eliminationTree(graph, order);
  const places = invertOrder(order);
  const columns: Int32Array[] = [];
  const children: number[][] = [];
  for (let j = 0; j < n; j++) children.push([]);
  const ptr = new Int32Array(n + 1);
  const mark = new Int32Array(n).fill(-1);
  const rows: number[] = [];
  for (let j = 0; j < n; j++) {
    rows.length = 0;
    mark[j] = j;
    for (let k = graph.rowPtr[order[j]]; k < graph.rowPtr[order[j] + 1]; k++) {
      const i = places[graph.cols[k]];
      if (i <= j || mark[i] === j) continue;
      mark[i] = j;
      rows.push(i);
    }
    for (const child of children[j]) {
      for (const i of columns[child]) {
        if (mark[i] === j) continue;
        mark[i] = j;
        rows.push(i);
      }
    }
    const column = Int32Array.from(rows).sort();
    columns.push(column);
    ptr[j + 1] = ptr[j] + column.length;
    if (parent[j] >= 0) children[parent[j]].push(j);
  }
  const index = new Int32Array(ptr[n]);
  for (let j = 0; j < n; j++) index.set(columns[j], ptr[j]);
  return { order, parent, ptr, index };
}
