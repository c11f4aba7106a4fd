import { append } from '../../../core/append.ts';
import { identityAffine } from '../../../math/affine.ts';
import type { FramesData } from '../../frames/index.ts';
import {
  type Contraction,
  type ContractScratch,
  contract,
  createContraction,
  createContractScratch,
  type KeptContraction,
} from '../../frames/index.ts';

/**
 * The hierarchy of adaptive frames: the parents that each follows while asleep. As in the frames model, parents precede
 * their children.
 */
export interface FrameTree
  extends Pick<
    FramesData,
    'nodes' | 'level' | 'positions' | 'parentPtr' | 'parent' | 'parentWeight'
  > {
  /** Nodes that node k can follow from, itself included: ancestor[ancestorPtr[k] .. ancestorPtr[k+1]), ascending. */
  readonly ancestorPtr: Int32Array;
  readonly ancestor: Int32Array;
  readonly adaptive: boolean;
  readonly tolerance: number;
}

export function findAncestors(
  tree: Pick<FramesData, 'nodes' | 'parentPtr' | 'parent'>,
): Pick<FrameTree, 'ancestorPtr' | 'ancestor'> {
  const own: Set<number>[] = [];
  const ancestorPtr = new Int32Array(tree.nodes + 1);
  const ancestor: number[] = [];
  for (let k = 0; k < tree.nodes; k++) {
    const set = new Set([k]);
    for (let i = tree.parentPtr[k]; i < tree.parentPtr[k + 1]; i++)
      for (const a of own[tree.parent[i]]) set.add(a);
    own.push(set);
    append(
      ancestor,
      [...set].sort((a, b) => a - b),
    );
    ancestorPtr[k + 1] = ancestor.length;
  }
  return { ancestorPtr, ancestor: Int32Array.from(ancestor) };
}

/** How all frames follow from a set of them; see the frames model. */
export interface Follow {
  readonly contraction: KeptContraction;
  readonly scratch: ContractScratch;
}

const HEAP = {
  f64: (n: number) => new Float64Array(n),
  f32: (n: number) => new Float32Array(n),
  i32: (n: number) => new Int32Array(n),
  u8: (n: number) => new Uint8Array(n),
};

export function createFollow(tree: FrameTree): Follow {
  return {
    contraction: createContraction(tree.nodes, tree.ancestor.length, HEAP),
    scratch: createContractScratch(tree.nodes),
  };
}

/**
 * Fills it for the members (1 in `inSet`), with the offsets of the others; without offsets as in the undeformed body.
 */
export function findFollow(
  follow: Follow,
  tree: FrameTree,
  inSet: Uint8Array,
  offsets: Float64Array,
): void {
  contract(follow.contraction, tree, inSet, offsets, follow.scratch);
}

export function noOffsets(nodes: number): Float64Array {
  const out = new Float64Array(12 * nodes);
  for (let k = 0; k < nodes; k++) identityAffine(out, 12 * k);
  return out;
}

/**
 * out = Σ W_kᵀ A_kl W_l: a symmetric matrix over all nodes as the nodes of `list` feel it. A has shape [4·per·nodes]²,
 * entry (k, p, c) at per·(4k + p) + c; out likewise over the list. half: 4·per·count × 4·per·nodes numbers.
 */
export function contractMatrix(
  out: Float64Array,
  A: Float64Array,
  per: number,
  tree: FrameTree,
  { ptr, cols, W }: Contraction,
  index: Int32Array,
  count: number,
  half: Float64Array,
): void {
  const wide = 4 * per * tree.nodes;
  const n = 4 * per * count;
  half.fill(0, 0, n * wide);
  for (let k = 0; k < tree.nodes; k++) {
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      const i = index[cols[e]];
      if (i < 0) continue;
      for (let p = 0; p < 4; p++) {
        for (let b = 0; b < 4; b++) {
          const w = W[16 * e + 4 * p + b];
          if (w === 0) continue;
          for (let c = 0; c < per; c++) {
            const to = (per * (4 * i + p) + c) * wide;
            const from = (per * (4 * k + b) + c) * wide;
            for (let j = 0; j < wide; j++) half[to + j] += w * A[from + j];
          }
        }
      }
    }
  }
  out.fill(0, 0, n * n);
  for (let k = 0; k < tree.nodes; k++) {
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      const i = index[cols[e]];
      if (i < 0) continue;
      for (let p = 0; p < 4; p++) {
        for (let b = 0; b < 4; b++) {
          const w = W[16 * e + 4 * p + b];
          if (w === 0) continue;
          for (let c = 0; c < per; c++) {
            const to = per * (4 * i + p) + c;
            const from = per * (4 * k + b) + c;
            for (let r = 0; r < n; r++) out[r * n + to] += w * half[r * wide + from];
          }
        }
      }
    }
  }
}
