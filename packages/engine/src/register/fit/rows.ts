import type { Embedded } from '../body/body.ts';
import type { FrameSet } from './active.ts';

/** Places as a set of frames moves them: p_i = Σ D_j q_j over entries ptr[i] .. ptr[i+1), slot the member's place in the set, q four numbers. */
export interface Rows {
  count: number;
  readonly ptr: Int32Array;
  slot: Int32Array;
  q: Float64Array;
  /** Scratch over all nodes. */
  readonly fine: Float64Array;
  readonly fineList: Int32Array;
  readonly fineMark: Uint8Array;
  readonly place: Int32Array;
}

export function createRows(places: number, nodes: number): Rows {
  return {
    count: 0,
    ptr: new Int32Array(places + 1),
    slot: new Int32Array(16 * places),
    q: new Float64Array(64 * places),
    fine: new Float64Array(4 * nodes),
    fineList: new Int32Array(nodes),
    fineMark: new Uint8Array(nodes),
    place: new Int32Array(nodes).fill(-1),
  };
}

/** Forgets all rows. */
export function clearRows(rows: Rows): void {
  rows.count = 0;
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
  const { fine, fineList, fineMark, place } = rows;
  const found = gatherFine(rows, points, vertices, t, corners, o);
  const { slot, contraction } = set;
  const { ptr: wPtr, cols, W } = contraction;
  const start = rows.ptr[rows.count];
  if (rows.slot.length < start + set.count) grow(rows, start + set.count);
  let end = start;
  for (let i = 0; i < found; i++) {
    const k = fineList[i];
    fineMark[k] = 0;
    const x = fine[4 * k];
    const y = fine[4 * k + 1];
    const z = fine[4 * k + 2];
    const w = fine[4 * k + 3];
    for (let e = wPtr[k]; e < wPtr[k + 1]; e++) {
      const s = slot[cols[e]];
      let at = place[s];
      if (at < 0) {
        at = end++;
        place[s] = at;
        rows.slot[at] = s;
        rows.q.fill(0, 4 * at, 4 * at + 4);
      }
      const b = 16 * e;
      const { q } = rows;
      q[4 * at] += W[b] * x + W[b + 1] * y + W[b + 2] * z + W[b + 3] * w;
      q[4 * at + 1] += W[b + 4] * x + W[b + 5] * y + W[b + 6] * z + W[b + 7] * w;
      q[4 * at + 2] += W[b + 8] * x + W[b + 9] * y + W[b + 10] * z + W[b + 11] * w;
      q[4 * at + 3] += W[b + 12] * x + W[b + 13] * y + W[b + 14] * z + W[b + 15] * w;
    }
  }
  for (let e = start; e < end; e++) place[rows.slot[e]] = -1;
  rows.ptr[++rows.count] = end;
}

/** fine = the place's q over all nodes; gives how many nodes move it. */
function gatherFine(
  { fine, fineList, fineMark }: Rows,
  { rest, ptr, node, phi }: Embedded,
  vertices: Int32Array,
  t: number,
  corners: Float64Array,
  o: number,
): number {
  let found = 0;
  for (let k = 0; k < 3; k++) {
    const share = corners[o + k];
    if (share === 0) continue;
    const v = vertices[t + k];
    for (let e = ptr[v]; e < ptr[v + 1]; e++) {
      const at = node[e];
      if (fineMark[at] === 0) {
        fineMark[at] = 1;
        fineList[found++] = at;
        fine.fill(0, 4 * at, 4 * at + 4);
      }
      const w = share * phi[e];
      fine[4 * at] += w * rest[3 * v];
      fine[4 * at + 1] += w * rest[3 * v + 1];
      fine[4 * at + 2] += w * rest[3 * v + 2];
      fine[4 * at + 3] += w;
    }
  }
  return found;
}

function grow(rows: Rows, least: number): void {
  const size = Math.max(least, 2 * rows.slot.length);
  const slot = new Int32Array(size);
  const q = new Float64Array(4 * size);
  slot.set(rows.slot);
  q.set(rows.q);
  rows.slot = slot;
  rows.q = q;
}
