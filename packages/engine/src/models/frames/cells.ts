import { skinAffine } from '../../math/skinning-affine.kernel.ts';
import type { Cells } from '../views.ts';
import type { Groups } from './adapt/groups.ts';
import { AROUND } from './build/blocks.ts';
import type { Blocks, FramesData } from './model.ts';
import { STRONG } from './numbers.ts';

/** Blocks of voxels, told apart by the integration points they belong to, and the points around them. */
export interface FrameCells extends Cells {
  readonly around: Float64Array;
}

export function createFrameCells({ count, point }: Blocks): FrameCells {
  return {
    shape: 'box',
    capacity: count,
    count,
    poses: new Float32Array(12 * count),
    keys: Int32Array.from(point),
    values: new Float32Array(count),
    label: 'integration region',
    valueLabel: 'strain',
    around: new Float64Array(12 * count),
  };
}

/**
 * Where the blocks are for displacements D, and what is merged: blocks of a group have the key of its smallest
 * integration point, so that colours stay when groups are renumbered.
 */
export function drawFrameCells(
  cells: FrameCells,
  data: FramesData,
  D: Float64Array,
  groups: Groups,
): void {
  const { count, point, size, shift, anchors, spread } = data.blocks;
  const { around, keys, poses, values } = cells;
  skinAffine(around, anchors.ptr, anchors.cols, anchors.q, D, 4 * count);
  for (let b = 0; b < count; b++) {
    const o = 12 * b;
    keys[b] = groups.leader[point[b]];
    for (let r = 0; r < 3; r++) {
      let middle = 0;
      for (let s = 0; s < 4; s++) middle += 0.25 * around[o + 3 * s + r];
      for (let c = 0; c < 3; c++) {
        let slope = 0;
        for (let s = 0; s < 4; s++) slope += AROUND[3 * s + c] * around[o + 3 * s + r];
        slope /= 4 * spread;
        middle += slope * shift[3 * b + c];
        poses[o + 4 * r + c] = slope * size[3 * b + c];
      }
      poses[o + 4 * r + 3] = middle;
    }
    values[b] = Math.min(1, strain(poses, o, size, 3 * b) / STRONG);
  }
}

/** |FᵀF − I| / 2 of a block whose pose is F times its size. */
function strain(poses: Float32Array, o: number, size: Float64Array, s: number): number {
  let sum = 0;
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      let product = 0;
      for (let r = 0; r < 3; r++) product += poses[o + 4 * r + a] * poses[o + 4 * r + b];
      const green = product / (size[s + a] * size[s + b]) - (a === b ? 1 : 0);
      sum += green * green;
    }
  }
  return 0.5 * Math.sqrt(sum);
}
