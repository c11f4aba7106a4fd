import type { Embedded } from '../body/body.ts';
import type { FrameSet } from './active.ts';

/**
 * Places as a set of frames moves them: p_i = Σ D_j q_j over entries ptr[i] .. ptr[i+1), slot the member's place in the
 * set, q four numbers.
 */
export interface Rows {
  count: number;
  readonly ptr: Int32Array;
  slot: Int32Array;
  q: Float64Array;
  /**
   * The same for the template's vertices, each worked out when it is first asked for: entries from[v] .. to[v), from −1
   * if it was not.
   */
  readonly vertices: {
    readonly from: Int32Array;
    readonly to: Int32Array;
    used: number;
    slot: Int32Array;
    q: Float64Array;
  };
  /** Scratch: where a slot's entry is. */
  readonly place: Int32Array;
}

export function createRows(places: number, vertices: number, nodes: number): Rows {
  return {
    count: 0,
    ptr: new Int32Array(places + 1),
    slot: new Int32Array(16 * places),
    q: new Float64Array(64 * places),
    vertices: {
      from: new Int32Array(vertices).fill(-1),
      to: new Int32Array(vertices),
      used: 0,
      slot: new Int32Array(8 * vertices),
      q: new Float64Array(32 * vertices),
    },
    place: new Int32Array(nodes).fill(-1),
  };
}

/** Forgets all rows: for another set of frames. */
export function clearRows(rows: Rows): void {
  rows.count = 0;
  rows.vertices.from.fill(-1);
  rows.vertices.used = 0;
}

/** Adds the place with weights corners[o..o+3) among vertices[t..t+3) of the template. */
export function addRow(
  rows: Rows,
  points: Embedded,
  set: FrameSet,
  vertices: Int32Array,
  t: number,
  corners: Float64Array,
  o: number,
): void {
  const { place, vertices: known } = rows;
  const start = rows.ptr[rows.count];
  if (rows.slot.length < start + set.count) grow(rows, start + set.count);
  let end = start;
  for (let k = t; k < t + 3; k++)
    if (known.from[vertices[k]] < 0) addVertex(rows, points, set, vertices[k]);
  for (let k = 0; k < 3; k++) {
    const share = corners[o + k];
    if (share === 0) continue;
    const v = vertices[t + k];
    for (let e = known.from[v]; e < known.to[v]; e++) {
      const s = known.slot[e];
      let at = place[s];
      if (at < 0) {
        at = end++;
        place[s] = at;
        rows.slot[at] = s;
        for (let c = 0; c < 4; c++) rows.q[4 * at + c] = share * known.q[4 * e + c];
      } else {
        for (let c = 0; c < 4; c++) rows.q[4 * at + c] += share * known.q[4 * e + c];
      }
    }
  }
  for (let e = start; e < end; e++) place[rows.slot[e]] = -1;
  rows.ptr[++rows.count] = end;
}

/** The row of a vertex: its nodes' shares, each handed on to the members that the node follows. */
function addVertex(
  rows: Rows,
  { rest, ptr, node, phi }: Embedded,
  { slot, contraction, count }: FrameSet,
  v: number,
): void {
  const { place, vertices: known } = rows;
  const { ptr: wPtr, cols, W } = contraction;
  const start = known.used;
  if (known.slot.length < start + count) grow(known, start + count);
  const { q } = known;
  let end = start;
  for (let i = ptr[v]; i < ptr[v + 1]; i++) {
    const w = phi[i];
    const x = w * rest[3 * v];
    const y = w * rest[3 * v + 1];
    const z = w * rest[3 * v + 2];
    for (let e = wPtr[node[i]]; e < wPtr[node[i] + 1]; e++) {
      const s = slot[cols[e]];
      let at = place[s];
      if (at < 0) {
        at = end++;
        place[s] = at;
        known.slot[at] = s;
        q.fill(0, 4 * at, 4 * at + 4);
      }
      const b = 16 * e;
      q[4 * at] += W[b] * x + W[b + 1] * y + W[b + 2] * z + W[b + 3] * w;
      q[4 * at + 1] += W[b + 4] * x + W[b + 5] * y + W[b + 6] * z + W[b + 7] * w;
      q[4 * at + 2] += W[b + 8] * x + W[b + 9] * y + W[b + 10] * z + W[b + 11] * w;
      q[4 * at + 3] += W[b + 12] * x + W[b + 13] * y + W[b + 14] * z + W[b + 15] * w;
    }
  }
  for (let e = start; e < end; e++) place[known.slot[e]] = -1;
  known.from[v] = start;
  known.to[v] = end;
  known.used = end;
}

/** Makes room for more entries. */
function grow(rows: { slot: Int32Array; q: Float64Array }, least: number): void {
  const size = Math.max(least, 2 * rows.slot.length);
  const slot = new Int32Array(size);
  const q = new Float64Array(4 * size);
  slot.set(rows.slot);
  q.set(rows.q);
  rows.slot = slot;
  rows.q = q;
}
