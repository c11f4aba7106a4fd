import type { Allocator } from '../../kernels/arena.ts';
import { composeAffine, inverseAffine } from '../../math/affine.ts';
import {
  type ContractScratch,
  contract,
  createContraction,
  createContractScratch,
  type KeptContraction,
} from '../../models/frames/step/contraction.ts';
import type { FrameBody } from '../body/body.ts';

const heap: Allocator = {
  f64: (n) => new Float64Array(n),
  f32: (n) => new Float32Array(n),
  i32: (n) => new Int32Array(n),
  u8: (n) => new Uint8Array(n),
};

/** The frames that are solved for, how all others follow from them, and the prior as they feel it. */
export interface FrameSet {
  /** Members, ascending; place of a node among them, −1 for others. */
  count: number;
  readonly members: Int32Array;
  readonly slot: Int32Array;
  readonly contraction: KeptContraction;
  /** Contracted prior, lower triangle, [4·count, 4·count] at the start. */
  readonly P: Float64Array;
  /** Scratch. */
  readonly T: Float64Array;
  readonly scratch: ContractScratch;
}

export function createFrameSet(body: FrameBody): FrameSet {
  const { nodes } = body;
  return {
    count: 0,
    members: new Int32Array(nodes),
    slot: new Int32Array(nodes),
    contraction: createContraction(nodes, nodes * nodes, heap),
    P: new Float64Array(16 * nodes * nodes),
    T: new Float64Array(16 * nodes * nodes),
    scratch: createContractScratch(nodes),
  };
}

/** Makes `set` the nodes with inSet = 1; the others follow with the given offsets. P is the prior over all nodes. */
export function chooseSet(
  set: FrameSet,
  body: FrameBody,
  inSet: Uint8Array,
  offsets: Float64Array,
  P: Float64Array,
): void {
  set.count = 0;
  for (let k = 0; k < body.nodes; k++) {
    set.slot[k] = inSet[k] === 1 ? set.count : -1;
    if (inSet[k] === 1) set.members[set.count++] = k;
  }
  contract(set.contraction, body, inSet, offsets, set.scratch);
  contractMatrix(set, body.nodes, P);
}

/** set.P = W P Wᵀ. */
function contractMatrix(set: FrameSet, nodes: number, P: Float64Array): void {
  const { contraction, slot, T, P: out } = set;
  const { ptr, cols, W } = contraction;
  const n = 4 * nodes;
  const m = 4 * set.count;
  T.fill(0, 0, m * n);
  for (let k = 0; k < nodes; k++) {
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      for (let r = 0; r < 4; r++) {
        const to = (4 * slot[cols[e]] + r) * n;
        for (let c = 0; c < 4; c++) {
          const w = W[16 * e + 4 * r + c];
          if (w === 0) continue;
          const from = (4 * k + c) * n;
          for (let i = 0; i < n; i++) T[to + i] += w * P[from + i];
        }
      }
    }
  }
  out.fill(0, 0, m * m);
  for (let k = 0; k < nodes; k++) {
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      const j = 4 * slot[cols[e]];
      for (let i = 0; i < m; i++) {
        const from = i * n + 4 * k;
        for (let r = 0; r < 4; r++) {
          const w = 16 * e + 4 * r;
          out[i * m + j + r] +=
            W[w] * T[from] +
            W[w + 1] * T[from + 1] +
            W[w + 2] * T[from + 2] +
            W[w + 3] * T[from + 3];
        }
      }
    }
  }
}

/** D of all nodes from those of the members. */
export function followSet(D: Float64Array, { contraction, slot }: FrameSet, nodes: number): void {
  const { ptr, cols, W } = contraction;
  for (let k = 0; k < nodes; k++) {
    if (slot[k] >= 0) continue;
    const d = 12 * k;
    for (let i = 0; i < 12; i++) D[d + i] = 0;
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      const s = 12 * cols[e];
      for (let r = 0; r < 12; r += 4) {
        for (let c = 0; c < 4; c++) {
          const w = 16 * e + c;
          D[d + r + c] +=
            D[s + r] * W[w] +
            D[s + r + 1] * W[w + 4] +
            D[s + r + 2] * W[w + 8] +
            D[s + r + 3] * W[w + 12];
        }
      }
    }
  }
}

const mean = new Float64Array(12);
const inverse = new Float64Array(12);
const work = new Float64Array(18);

/**
 * Offsets (eq. 7) Δ_k = D̄_k⁻¹ D_k of all nodes below the first level, with which they follow their parents from where
 * they are; `active` is then one frame. A node whose parents' mean cannot be inverted stays awake.
 */
export function coarsenAll(
  offsets: Float64Array,
  active: Uint8Array,
  body: FrameBody,
  D: Float64Array,
): void {
  const { parentPtr, parent, parentWeight, level } = body;
  for (let k = 0; k < body.nodes; k++) {
    if (level[k] === 0) continue;
    mean.fill(0);
    for (let i = parentPtr[k]; i < parentPtr[k + 1]; i++) {
      for (let c = 0; c < 12; c++) mean[c] += parentWeight[i] * D[12 * parent[i] + c];
    }
    active[k] = 0;
    if (inverseAffine(inverse, 0, mean, 0, work))
      composeAffine(offsets, 12 * k, inverse, 0, D, 12 * k);
    else active[k] = 1;
  }
}

/** Passive nodes whose parents are all awake: those that may be freed next. */
export function addCandidates(inSet: Uint8Array, body: FrameBody, active: Uint8Array): number {
  const { parentPtr, parent } = body;
  let found = 0;
  for (let k = 0; k < body.nodes; k++) {
    inSet[k] = active[k];
    if (active[k] === 1) continue;
    let isReady = true;
    for (let i = parentPtr[k]; i < parentPtr[k + 1]; i++)
      if (active[parent[i]] === 0) isReady = false;
    if (!isReady) continue;
    inSet[k] = 1;
    found++;
  }
  return found;
}
