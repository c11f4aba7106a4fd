import { check } from '../../core/errors.ts';
import { finish } from '../../core/steps.ts';
import { BINS, LEAF } from '../numbers.ts';
import type { TriangleMesh } from '../types.ts';

/**
 * Boxes around boxes around triangles, in flat arrays. Nodes are stored depth first: the left child of node i is i + 1.
 * The arrays `positions` and `triangles` are the mesh's own; after moving the positions call `refitBvh`.
 */
export interface Bvh {
  positions: Float64Array;
  triangles: Int32Array;
  /** Nodes in use. */
  nodes: number;
  /** Box of each node [m]: min xyz, max xyz. Shape [nodes, 6]. */
  boxes: Float64Array;
  /** Right child of an inner node, shape [nodes]. */
  right: Int32Array;
  /** First place in `order` of a leaf's triangles, shape [nodes]. */
  start: Int32Array;
  /** Triangles in a leaf, 0 for an inner node; shape [nodes]. */
  count: Int32Array;
  /** Triangle indices, leaf after leaf; shape [triangles]. */
  order: Int32Array;
  /** Scratch of the walks: node indices, as deep as the tree. */
  stack: Int32Array;
  /** Scratch of the walks: a key per entry of the stack. */
  keys: Float64Array;
  /** Scratch of the queries: closest point xyz, squared distance, then one candidate of the same shape. */
  hit: Float64Array;
  /** Scratch of the queries: one point. */
  point: Float64Array;
}

/** Builds the tree. Splits where the surface area heuristic says a query is cheapest. */
export function buildBvh(mesh: TriangleMesh): Bvh {
  return finish(bvhSteps(mesh));
}

/** `buildBvh` in steps of some milliseconds. */
export function* bvhSteps(mesh: TriangleMesh): Generator<void, Bvh> {
  const { positions, triangles } = mesh;
  const n = triangles.length / 3;
  check(n >= 1, () => 'a mesh needs at least one triangle. Is it the right file?', 'triangles');
  const room = 2 * n;
  const bvh: Bvh = {
    positions,
    triangles,
    nodes: 0,
    boxes: new Float64Array(6 * room),
    right: new Int32Array(room),
    start: new Int32Array(room),
    count: new Int32Array(room),
    order: new Int32Array(n),
    stack: new Int32Array(0),
    keys: new Float64Array(0),
    hit: new Float64Array(8),
    point: new Float64Array(3),
  };
  for (let i = 0; i < n; i++) bvh.order[i] = i;
  const depth = yield* split(bvh, centresOf(mesh));
  bvh.stack = new Int32Array(2 * depth + 4);
  bvh.keys = new Float64Array(2 * depth + 4);
  bvh.boxes = bvh.boxes.slice(0, 6 * bvh.nodes);
  bvh.right = bvh.right.slice(0, bvh.nodes);
  bvh.start = bvh.start.slice(0, bvh.nodes);
  bvh.count = bvh.count.slice(0, bvh.nodes);
  yield* refitSteps(bvh);
  return bvh;
}

/** Boxes computed between two pauses. */
const BOXES_AT_ONCE = 1 << 17;

/** `refitBvh` in steps. */
export function* refitSteps(bvh: Bvh): Generator<void, void> {
  for (let end = bvh.nodes; end > 0; end -= BOXES_AT_ONCE) {
    yield;
    refitBvh(bvh, Math.max(0, end - BOXES_AT_ONCE), end);
  }
}

/**
 * Recomputes the boxes after the positions moved; the tree keeps its shape. Allocates nothing. Of a range of nodes only
 * if those after it are done.
 */
export function refitBvh(bvh: Bvh, from = 0, to = bvh.nodes): void {
  const { positions: x, triangles, boxes, right, start, count, order } = bvh;
  // Children come after their parent, so one backwards sweep sees them first.
  for (let node = to - 1; node >= from; node--) {
    const o = 6 * node;
    if (count[node] === 0) {
      const p = o + 6;
      const q = 6 * right[node];
      for (let d = 0; d < 3; d++) {
        boxes[o + d] = Math.min(boxes[p + d], boxes[q + d]);
        boxes[o + d + 3] = Math.max(boxes[p + d + 3], boxes[q + d + 3]);
      }
      continue;
    }
    let lx = Infinity;
    let ly = Infinity;
    let lz = Infinity;
    let hx = -Infinity;
    let hy = -Infinity;
    let hz = -Infinity;
    const end = start[node] + count[node];
    for (let e = start[node]; e < end; e++) {
      const t = 3 * order[e];
      for (let c = t; c < t + 3; c++) {
        const v = 3 * triangles[c];
        lx = Math.min(lx, x[v]);
        ly = Math.min(ly, x[v + 1]);
        lz = Math.min(lz, x[v + 2]);
        hx = Math.max(hx, x[v]);
        hy = Math.max(hy, x[v + 1]);
        hz = Math.max(hz, x[v + 2]);
      }
    }
    boxes[o] = lx;
    boxes[o + 1] = ly;
    boxes[o + 2] = lz;
    boxes[o + 3] = hx;
    boxes[o + 4] = hy;
    boxes[o + 5] = hz;
  }
}

/** Middles of the triangles' boxes, three numbers each. */
function centresOf({ positions: x, triangles }: TriangleMesh): Float64Array {
  const out = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let d = 0; d < 3; d++) {
      const a = x[3 * triangles[t] + d];
      const b = x[3 * triangles[t + 1] + d];
      const c = x[3 * triangles[t + 2] + d];
      out[t + d] = (Math.min(a, b, c) + Math.max(a, b, c)) / 2;
    }
  }
  return out;
}

/** Triangles sorted between two steps. */
const SORTED_AT_ONCE = 20_000;

/** Splits all nodes from the root down; returns the depth. */
function* split(bvh: Bvh, centres: Float64Array): Generator<void, number> {
  const { order, right, start, count } = bvh;
  // Waiting ranges, each: from, to, depth, and the node whose right child it will be (−1: none).
  const waiting: number[] = [0, order.length, 1, -1];
  let depth = 1;
  let sorted = 0;
  while (waiting.length > 0) {
    const parent = waiting.pop()!;
    const level = waiting.pop()!;
    const to = waiting.pop()!;
    const from = waiting.pop()!;
    const node = bvh.nodes++;
    if (parent >= 0) right[parent] = node;
    depth = Math.max(depth, level);
    if (to - from <= LEAF) {
      start[node] = from;
      count[node] = to - from;
      continue;
    }
    sorted += to - from;
    if (sorted > SORTED_AT_ONCE) {
      sorted = 0;
      yield;
    }
    const middle = partition(bvh, centres, from, to);
    waiting.push(middle, to, level + 1, node, from, middle, level + 1, -1);
  }
  return depth;
}

/** Reorders order[from..to) into two parts and returns where the second begins. */
function partition(bvh: Bvh, centres: Float64Array, from: number, to: number): number {
  const { order } = bvh;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let e = from; e < to; e++) {
    for (let d = 0; d < 3; d++) {
      const c = centres[3 * order[e] + d];
      low[d] = Math.min(low[d], c);
      high[d] = Math.max(high[d], c);
    }
  }
  const size = [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
  const axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
  const half = (from + to) >> 1;
  if (!(size[axis] > 0)) return half;
  const scale = BINS / size[axis];
  const binOf = (t: number): number =>
    Math.min(BINS - 1, Math.floor((centres[3 * t + axis] - low[axis]) * scale));
  const cut = cheapestCut(bvh, binOf, from, to);
  let i = from;
  let j = to - 1;
  while (i <= j) {
    if (binOf(order[i]) < cut) i++;
    else {
      const t = order[i];
      order[i] = order[j];
      order[j--] = t;
    }
  }
  return i > from && i < to ? i : half;
}

/** Scratch of a cut. */
const bins = {
  boxes: new Float64Array(6 * BINS),
  counts: new Int32Array(BINS),
  cost: new Float64Array(BINS),
  box: new Float64Array(6),
};

/** The first bin of the right part, by area × count of both parts. */
function cheapestCut(bvh: Bvh, binOf: (t: number) => number, from: number, to: number): number {
  const { positions: x, triangles, order } = bvh;
  const { boxes, counts, cost, box } = bins;
  counts.fill(0);
  cost.fill(0);
  for (let o = 0; o < boxes.length; o += 6) clearBox(boxes, o);
  for (let e = from; e < to; e++) {
    const t = order[e];
    const bin = binOf(t);
    counts[bin]++;
    for (let c = 3 * t; c < 3 * t + 3; c++) growBox(boxes, 6 * bin, x, 3 * triangles[c], 0);
  }
  for (const forward of [true, false]) {
    clearBox(box, 0);
    let n = 0;
    for (let s = 0; s + 1 < BINS; s++) {
      const bin = forward ? s : BINS - 1 - s;
      n += counts[bin];
      if (counts[bin] > 0) growBox(box, 0, boxes, 6 * bin, 3);
      if (n > 0) cost[forward ? bin + 1 : bin] += n * area(box);
    }
  }
  let best = 1;
  for (let cut = 2; cut < BINS; cut++) if (cost[cut] < cost[best]) best = cut;
  return best;
}

function clearBox(box: Float64Array, o: number): void {
  for (let d = 0; d < 3; d++) {
    box[o + d] = Infinity;
    box[o + d + 3] = -Infinity;
  }
}

/** Grows box o by the point at p, or by the box at p if `high` is 3. */
function growBox(box: Float64Array, o: number, from: Float64Array, p: number, high: number): void {
  for (let d = 0; d < 3; d++) {
    box[o + d] = Math.min(box[o + d], from[p + d]);
    box[o + d + 3] = Math.max(box[o + d + 3], from[p + d + high]);
  }
}

function area(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}
