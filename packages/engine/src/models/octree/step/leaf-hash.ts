import type { Tree } from '../topology/tree.ts';

/** Leaves by where they are now, in boxes that fit their level. */
export interface LeafHash {
  readonly head: Int32Array;
  readonly next: Int32Array;
  readonly mask: number;
  /** Leaves of each level. */
  readonly levels: Int32Array;
}

export function createHash(capacity: number): LeafHash {
  let size = 64;
  while (size < 2 * capacity) size *= 2;
  return {
    head: new Int32Array(size).fill(-1),
    next: new Int32Array(capacity),
    mask: size - 1,
    levels: new Int32Array(16),
  };
}

/** The slot of a box of a level. */
export function slotOf(hash: LeafHash, level: number, i: number, j: number, k: number): number {
  const mixed =
    Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791) ^ (level << 7);
  return (mixed ^ (mixed >>> 15)) & hash.mask;
}

/** Leaves by the box of their middle; `width` is that of the boxes of a level [m]. */
export function fillHash(
  hash: LeafHash,
  x: Float64Array,
  tree: Tree,
  width: (level: number) => number,
): void {
  hash.head.fill(-1);
  hash.levels.fill(0);
  for (let i = 0; i < tree.leaves; i++) {
    const level = tree.level[i];
    const wide = width(level);
    const slot = slotOf(
      hash,
      level,
      Math.floor(x[3 * i] / wide),
      Math.floor(x[3 * i + 1] / wide),
      Math.floor(x[3 * i + 2] / wide),
    );
    hash.levels[level]++;
    hash.next[i] = hash.head[slot];
    hash.head[slot] = i;
  }
}
