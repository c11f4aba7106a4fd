import { LEAF } from './numbers.ts';

/**
 * A tree of boxes over the cubes of a cage, in depth-first order: the left child follows its parent, `skip` leads past
 * the subtree. Built once at rest; in a step the boxes are refitted (kernel `refitCage`).
 */
export interface CageTree {
  /** [skip, first cube, cubes] of each box; no cubes for inner ones. Shape [boxes, 3]. */
  readonly nodes: Int32Array;
  /** Cubes in the order of the leaves: position → index before. */
  readonly order: Int32Array;
}

/** place: index of each cube along x, y, z, shape [cubes, 3]. Splits the longest side in the middle of the list. */
export function buildCageTree(place: Int32Array): CageTree {
  const order = Int32Array.from({ length: place.length / 3 }, (_, i) => i);
  const nodes: number[] = [];
  const build = (from: number, to: number): void => {
    const node = nodes.length;
    nodes.push(0, from, to - from);
    if (to - from > LEAF) {
      nodes[node + 2] = 0;
      const axis = longestAxis(place, order, from, to);
      sortAlong(place, order, from, to, axis);
      const middle = (from + to) >> 1;
      build(from, middle);
      build(middle, to);
    }
    nodes[node] = nodes.length / 3;
  };
  build(0, order.length);
  return { nodes: Int32Array.from(nodes), order };
}

/**
 * Sorts cubes by their place along an axis, equal ones by number: as numbers, which need no function to compare them.
 */
function sortAlong(
  place: Int32Array,
  order: Int32Array,
  from: number,
  to: number,
  axis: number,
): void {
  const keys = new Float64Array(to - from);
  for (let i = from; i < to; i++) {
    keys[i - from] = place[3 * order[i] + axis] * order.length + order[i];
  }
  keys.sort();
  for (let i = from; i < to; i++) order[i] = keys[i - from] % order.length;
}

function longestAxis(place: Int32Array, order: Int32Array, from: number, to: number): number {
  let best = 0;
  let longest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i++) {
      low = Math.min(low, place[3 * order[i] + axis]);
      high = Math.max(high, place[3 * order[i] + axis]);
    }
    if (high - low > longest) {
      longest = high - low;
      best = axis;
    }
  }
  return best;
}
