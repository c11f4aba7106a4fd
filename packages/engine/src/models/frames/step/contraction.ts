import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { FramesData } from '../model.ts';

/**
 * How every node follows from a set S of nodes: D_k = Σ_j D_j W_k^j over j ∈ S, with 4×4 blocks W. A node of S follows from
 * itself (W = I); any other from its parents, then moved by its offset Δ_k: W_k^j = (Σ_m φ_k^m W_m^j) Δ_k.
 * Blocks of node k are entries ptr[k] .. ptr[k+1), the nodes of S in `cols` ascending, 16 numbers each in `W`.
 */
export interface Contraction {
  readonly ptr: Int32Array;
  readonly cols: Int32Array;
  readonly W: Float64Array;
}

/** Room for a contraction of `entries` blocks. */
export function createContraction(
  nodes: number,
  entries: number,
  allocator: Allocator,
): Contraction {
  return {
    ptr: allocator.i32(nodes + 1),
    cols: allocator.i32(entries),
    W: allocator.f64(16 * entries),
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
 * Fills `out` for the set inS (1 for members, shape [nodes]); offsets are the nodes' Δ, shape [nodes, 12], 3×4 with the row
 * 0 0 0 1 understood. All nodes of level 0 must be members.
 */
export function contract(
  out: Contraction,
  data: Pick<FramesData, 'nodes' | 'parentPtr' | 'parent' | 'parentWeight'>,
  inS: Uint8Array,
  offsets: Float64Array,
  scratch: ContractScratch,
): void {
  const { ptr, cols, W } = out;
  const { place, row, sum } = scratch;
  let filled = 0;
  for (let k = 0; k < data.nodes; k++) {
    ptr[k] = filled;
    if (inS[k] === 1) {
      cols[filled] = k;
      const w = 16 * filled;
      for (let i = 0; i < 16; i++) W[w + i] = i % 5 === 0 ? 1 : 0;
      filled++;
      continue;
    }
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
