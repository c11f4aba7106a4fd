import { note } from '../core/notes.ts';

/** Disjoint sets over 0…n−1: `parent[i] === i` at a root. */
export function createSets(n: number): Int32Array {
  const parent = new Int32Array(n);
  for (let i = 0; i < n; i++) parent[i] = i;
  return parent;
}

/** The smallest member of i's set. Halves the path on the way. */
export function findSet(parent: Int32Array, i: number): number {
  let at = i;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}

/** Joins the sets of i and j; the smaller root wins, so that the result does not depend on the order of joins. */
export function joinSets(parent: Int32Array, i: number, j: number): void {
  const a = findSet(parent, i);
  const b = findSet(parent, j);
  if (a < b) parent[b] = a;
  else parent[a] = b;
}

/** Pieces numbered 0…count−1 in the order of their smallest member. */
export interface Components {
  count: number;
  /** The piece of each item, shape [items]. */
  label: Int32Array;
  /** Items in each piece, shape [count]. */
  sizes: Int32Array;
}

/** Numbers the sets. */
export function labelSets(parent: Int32Array): Components {
  const n = parent.length;
  const label = new Int32Array(n);
  let count = 0;
  // A root is the smallest of its set, so it is always numbered before the others ask.
  for (let i = 0; i < n; i++) {
    const root = findSet(parent, i);
    label[i] = root === i ? count++ : label[root];
  }
  const sizes = new Int32Array(count);
  for (let i = 0; i < n; i++) sizes[label[i]]++;
  return { count, label, sizes };
}

/** The largest piece; the first one among equals. */
export function largestComponent(components: Components): number {
  let best = 0;
  for (let c = 1; c < components.count; c++) {
    if (components.sizes[c] > components.sizes[best]) best = c;
  }
  return best;
}

/** Notes that pieces of a shape are no part of the body made of it, and how large they are. */
export function noteDropped(sizes: ArrayLike<number>, isKept: (piece: number) => boolean): void {
  const all = Array.from(sizes);
  const dropped = all.filter((_, piece) => !isKept(piece));
  if (dropped.length === 0) return;
  const sum = (list: number[]): number => list.reduce((total, size) => total + size, 0);
  const part = ((100 * sum(dropped)) / sum(all)).toPrecision(2);
  const these = dropped.length === 1 ? 'a separate piece' : `${dropped.length} separate pieces`;
  note(
    `left out ${these} of the shape, about ${part} % of it. Make bodies of them, or cells smaller.`,
    'shape',
  );
}
