import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { FramesData } from '../model.ts';

/**
 * How every node follows from a set S of nodes: D_k = Σ_j D_j W_k^j over j ∈ S, with 4×4 blocks W. A node of S follows
 * from itself (W = I); any other from its parents, then moved by its offset Δ_k: W_k^j = (Σ_m φ_k^m W_m^j) Δ_k. Blocks
 * of node k are entries ptr[k] .. ptr[k+1), the nodes of S in `cols` ascending, 16 numbers each in `W`. Tournier et al.
 * 2014, eq. 6.
 */
export interface Contraction {
  ptr: Int32Array;
  cols: Int32Array;
  W: Float64Array;
}

/** One that is rebuilt from the last: what has not changed is copied. */
export interface KeptContraction extends Contraction {
  /** 1 for nodes whose blocks the last `contract` changed, shape [nodes]. */
  readonly changed: Uint8Array;
  /** Offsets that the blocks were made with, shape [nodes, 12]. */
  readonly offsets: Float64Array;
  /** Room for the next one. */
  readonly next: Contraction;
}

/** Room for a contraction of `entries` blocks. */
export function createContraction(
  nodes: number,
  entries: number,
  allocator: Allocator,
): KeptContraction {
  const room = (): Contraction => ({
    ptr: allocator.i32(nodes + 1),
    cols: allocator.i32(entries),
    W: allocator.f64(16 * entries),
  });
  return {
    ...room(),
    changed: allocator.u8(nodes),
    offsets: allocator.f64(12 * nodes),
    next: room(),
  };
}

/** Scratch for `contract`: where each node's block is in the row being made, and the nodes of that row. */
export interface ContractScratch {
  readonly place: Int32Array;
  readonly row: Int32Array;
  readonly sum: Float64Array;
}

export function createContractScratch(nodes: number): ContractScratch {
  return {
    place: new Int32Array(nodes).fill(-1),
    row: new Int32Array(nodes),
    sum: new Float64Array(16 * nodes),
  };
}

/**
 * Fills `out` for the set inS (1 for members, shape [nodes]); offsets are the nodes' Δ, shape [nodes, 12], 3×4 with the
 * row 0 0 0 1 understood. All nodes of level 0 must be members. A passive node whose parents' blocks and whose offset
 * are as they were keeps its blocks. Tournier et al. 2014, eq. 4.
 */
export function contract(
  out: KeptContraction,
  data: Pick<FramesData, 'nodes' | 'parentPtr' | 'parent' | 'parentWeight'>,
  inS: Uint8Array,
  offsets: Float64Array,
  scratch: ContractScratch,
): void {
  const { ptr: oldPtr, cols: oldCols, W: oldW, next, changed } = out;
  const { ptr, cols, W } = next;
  const { place, row, sum } = scratch;
  let filled = 0;
  for (let k = 0; k < data.nodes; k++) {
    ptr[k] = filled;
    const from = oldPtr[k];
    const had = oldPtr[k + 1] - from;
    const wasIn = had === 1 && oldCols[from] === k;
    if (inS[k] === 1) {
      cols[filled] = k;
      const w = 16 * filled;
      for (let i = 0; i < 16; i++) W[w + i] = i % 5 === 0 ? 1 : 0;
      filled++;
      changed[k] = wasIn ? 0 : 1;
      continue;
    }
    changed[k] = had === 0 || wasIn || isChanged(out, data, offsets, k) ? 1 : 0;
    if (changed[k] === 0) {
      for (let e = 0; e < had; e++) cols[filled + e] = oldCols[from + e];
      for (let i = 0; i < 16 * had; i++) W[16 * filled + i] = oldW[16 * from + i];
      filled += had;
      continue;
    }
    for (let c = 12 * k; c < 12 * k + 12; c++) out.offsets[c] = offsets[c];
    let count = 0;
    for (let i = data.parentPtr[k]; i < data.parentPtr[k + 1]; i++) {
      const m = data.parent[i];
      const phi = data.parentWeight[i];
      for (let e = ptr[m]; e < ptr[m + 1]; e++) {
        const j = cols[e];
        let at = place[j];
        if (at < 0) {
          at = count++;
          place[j] = at;
          row[at] = j;
          for (let c = 0; c < 16; c++) sum[16 * at + c] = 0;
        }
        for (let c = 0; c < 16; c++) sum[16 * at + c] += phi * W[16 * e + c];
      }
    }
    sortRow(row, count);
    for (let r = 0; r < count; r++) {
      const j = row[r];
      cols[filled] = j;
      timesOffset(W, 16 * filled, sum, 16 * place[j], offsets, 12 * k);
      place[j] = -1;
      filled++;
    }
  }
  ptr[data.nodes] = filled;
  next.ptr = oldPtr;
  next.cols = oldCols;
  next.W = oldW;
  out.ptr = ptr;
  out.cols = cols;
  out.W = W;
}

/** True if a passive node's offset or the blocks of one of its parents are not what they were. */
function isChanged(
  { changed, offsets: old }: KeptContraction,
  { parentPtr, parent }: Pick<FramesData, 'parentPtr' | 'parent'>,
  offsets: Float64Array,
  k: number,
): boolean {
  for (let i = parentPtr[k]; i < parentPtr[k + 1]; i++) if (changed[parent[i]] === 1) return true;
  for (let c = 12 * k; c < 12 * k + 12; c++) if (offsets[c] !== old[c]) return true;
  return false;
}

/** out = A·[Δ; 0 0 0 1], A 4×4. */
function timesOffset(
  out: Float64Array,
  o: number,
  A: Float64Array,
  a: number,
  D: Float64Array,
  d: number,
): void {
  for (let r = 0; r < 4; r++) {
    const x = A[a + 4 * r];
    const y = A[a + 4 * r + 1];
    const z = A[a + 4 * r + 2];
    for (let c = 0; c < 4; c++) {
      out[o + 4 * r + c] = x * D[d + c] + y * D[d + 4 + c] + z * D[d + 8 + c];
    }
    out[o + 4 * r + 3] += A[a + 4 * r + 3];
  }
}

/** Insertion sort: rows are a handful of nodes. */
function sortRow(row: Int32Array, n: number): void {
  for (let i = 1; i < n; i++) {
    const value = row[i];
    let j = i;
    for (; j > 0 && row[j - 1] > value; j--) row[j] = row[j - 1];
    row[j] = value;
  }
}

/** all_k = Σ_j set_j W_k^j for every node: positions or velocities of all nodes from those of the set. 3×4 each. */
export function expand(
  all: Float64Array,
  set: Float64Array,
  { ptr, cols, W }: Contraction,
  nodes: number,
  kernels: Kernels,
): void {
  kernels.spreadFrames(all, ptr, cols, W, set, nodes);
}

/** set_j += Σ_k all_k (W_k^j)ᵀ: forces on all nodes as the set feels them; the transpose of `expand`. */
export function gather(
  set: Float64Array,
  all: Float64Array,
  { ptr, cols, W }: Contraction,
  nodes: number,
  kernels: Kernels,
): void {
  kernels.gatherFrames(set, ptr, cols, W, all, nodes);
}
