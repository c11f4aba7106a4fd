import { MOST_CONTRAST } from '../numbers.ts';
import { createTree, createTreeScratch, findLeaves, type Tree } from '../topology/tree.ts';
import type { Voxels } from './voxels.ts';

/** What leaves are to be like at the start. */
interface Wish {
  /** Factor on Young's modulus, and half the thickness of the body [voxels], at each voxel. */
  readonly factor: Float64Array;
  readonly thickness: Int32Array;
  readonly coarseness: number;
  readonly coarsest: number;
  readonly fewest: number;
}

/**
 * Levels of the leaves at the start: cells no wider than `coarseness` times the thickness of the body there and of one
 * stiffness, neighbours at most one level apart, and no fewer of them than `fewest` as long as there are finer ones. 0
 * makes every voxel a leaf.
 */
export function chooseLevels(voxels: Voxels, links: Uint8Array, wish: Wish): Uint8Array {
  const levels = new Uint8Array(voxels.count);
  if (wish.coarseness === 0) return levels;
  const tree = createTree(voxels, voxels.count);
  const scratch = createTreeScratch(voxels, voxels.count);
  for (let most = wish.coarsest; most > 0; most--) {
    levels.fill(most);
    divide({ voxels, links, tree, scratch, levels, ...wish });
    if (tree.leaves >= wish.fewest) return levels;
  }
  return levels.fill(0);
}

interface Dividing extends Wish {
  readonly voxels: Voxels;
  readonly links: Uint8Array;
  readonly tree: Tree;
  readonly scratch: ReturnType<typeof createTreeScratch>;
  /** Levels of the leaves, lowered where they are too coarse. */
  readonly levels: Uint8Array;
}

function divide(of: Dividing): void {
  const { voxels, links, factor, thickness, coarseness, tree, scratch, levels } = of;
  for (let changed = true; changed; ) {
    findLeaves(tree, scratch, voxels, links, levels);
    changed = false;
    for (let i = 0; i < tree.leaves; i++) {
      if (tree.level[i] === 0) continue;
      let most = 0;
      let soft = Number.POSITIVE_INFINITY;
      let stiff = 0;
      for (let k = tree.voxelPtr[i]; k < tree.voxelPtr[i + 1]; k++) {
        most = Math.max(most, thickness[tree.voxels[k]]);
        soft = Math.min(soft, factor[tree.voxels[k]]);
        stiff = Math.max(stiff, factor[tree.voxels[k]]);
      }
      if (1 << tree.level[i] <= coarseness * 2 * most && stiff <= MOST_CONTRAST * soft) continue;
      lower(levels, tree, i);
      changed = true;
    }
  }
  do findLeaves(tree, scratch, voxels, links, levels);
  while (gradeOnce(levels, tree, null));
}

/**
 * Lowers leaves that have a neighbour two or more levels finer. Returns whether there were any; then find the leaves
 * and ask again. `touched` marks the voxels.
 */
export function gradeOnce(levels: Uint8Array, tree: Tree, touched: Uint8Array | null): boolean {
  let changed = false;
  const { joints, level } = tree;
  for (let k = 0; k < 2 * tree.jointCount; k += 2) {
    const a = joints[k];
    const b = joints[k + 1];
    const coarse = level[a] > level[b] ? a : b;
    if (level[coarse] <= level[a + b - coarse] + 1) continue;
    // A leaf with several fine neighbours is lowered once.
    if (levels[tree.first[coarse]] === level[coarse]) lower(levels, tree, coarse);
    if (touched !== null) mark(touched, tree, coarse);
    changed = true;
  }
  return changed;
}

/** The voxels of a leaf ask for the next finer level. */
export function lower(levels: Uint8Array, tree: Tree, i: number): void {
  for (let k = tree.voxelPtr[i]; k < tree.voxelPtr[i + 1]; k++) levels[tree.voxels[k]]--;
}

export function mark(touched: Uint8Array, tree: Tree, i: number): void {
  for (let k = tree.voxelPtr[i]; k < tree.voxelPtr[i + 1]; k++) touched[tree.voxels[k]] = 1;
}
