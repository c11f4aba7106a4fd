import { largestMove } from '../../../contact/detect/cage.kernel.ts';
import { LEAF_REACH, LIST_MARGIN } from '../numbers.ts';
import type { OctreeRun } from '../runtime.ts';
import type { Tree } from '../topology/tree.ts';
import { createHash, fillHash, slotOf } from './leaf-hash.ts';

/** Leaves that contact points may be in: those of point p are leaves[ptr[p]..ptr[p+1]), in order. */
export interface Candidates {
  readonly ptr: Int32Array;
  leaves: Int32Array;
  /**
   * Makes sure that every leaf within reach of a point at x (shape [points, 3]) is listed, unless it is `near` along
   * the material. A list holds until points and leaves have moved by its margin; what is in reach of a point does not
   * depend on when it was made.
   */
  refresh(x: Float64Array, near: Near): void;
}

/** Leaves too near along the material to be touched, for each contact point. */
export interface Near {
  readonly ptr: Int32Array;
  readonly leaves: Int32Array;
}

/** Less than one, by more than rounding. */
const NEARLY = 1 - 1e-9;
/** Leaves for each point there is room for at first. */
const ROOM = 16;

export function createCandidates(run: OctreeRun): Candidates {
  const { data, memory, sampler } = run;
  const { cell } = data.voxels;
  const room = data.contactHome.length;
  const hash = createHash(data.capacity);
  const stamp = new Int32Array(data.capacity);
  /** Where points and leaves were, and the sampling they are of. */
  const points = new Float64Array(3 * room);
  const leavesAt = new Float64Array(memory.x.length);
  let version = -1;
  let count = 0;

  const list = (p: number, n: number): void => {
    if (count === out.leaves.length) {
      const more = new Int32Array(2 * count);
      more.set(out.leaves);
      out.leaves = more;
    }
    // Each in its place: what is found must not depend on boxes.
    let at = count++;
    for (; at > out.ptr[p] && out.leaves[at - 1] > n; at--) out.leaves[at] = out.leaves[at - 1];
    out.leaves[at] = n;
  };

  /** Lists leaves of a level around point p. */
  const lookAt = (x: Float64Array, p: number, level: number, tree: Tree): void => {
    const reach = LEAF_REACH * cell * (1 << level) + LIST_MARGIN * cell;
    const wide = widthOf(cell, level);
    const a = x[3 * p] / wide;
    const b = x[3 * p + 1] / wide;
    const c = x[3 * p + 2] / wide;
    const i = Math.floor(a);
    const j = Math.floor(b);
    const k = Math.floor(c);
    // A leaf reaches half a box around its middle, so two boxes an axis are enough.
    const di = a - i < 0.5 ? -1 : 1;
    const dj = b - j < 0.5 ? -1 : 1;
    const dk = c - k < 0.5 ? -1 : 1;
    for (let m = 0; m < 8; m++) {
      const slot = slotOf(
        hash,
        level,
        (m & 1) === 0 ? i : i + di,
        (m & 2) === 0 ? j : j + dj,
        (m & 4) === 0 ? k : k + dk,
      );
      for (let n = hash.head[slot]; n >= 0; n = hash.next[n]) {
        // Slots are shared: each leaf is looked at once, at its own level.
        if (stamp[n] === p || tree.level[n] !== level) continue;
        stamp[n] = p;
        const dx = x[3 * p] - memory.x[3 * n];
        const dy = x[3 * p + 1] - memory.x[3 * n + 1];
        const dz = x[3 * p + 2] - memory.x[3 * n + 2];
        if (dx * dx + dy * dy + dz * dz < reach * reach) list(p, n);
      }
    }
  };

  const out: Candidates = {
    ptr: new Int32Array(room + 1),
    leaves: new Int32Array(ROOM * room),
    refresh(x, near) {
      const { tree } = sampler.now;
      const n = run.contacts.count;
      if (version === run.version) {
        // Common motion does not count: the first leaf represents it.
        const sx = memory.x[0] - leavesAt[0];
        const sy = memory.x[1] - leavesAt[1];
        const sz = memory.x[2] - leavesAt[2];
        const moved =
          largestMove(x, points, n, sx, sy, sz) +
          largestMove(memory.x, leavesAt, tree.leaves, sx, sy, sz);
        if (moved <= NEARLY * LIST_MARGIN * cell) return;
      }
      version = run.version;
      points.set(x);
      leavesAt.set(memory.x);
      fillHash(hash, memory.x, tree, (level) => widthOf(cell, level));
      stamp.fill(-1);
      count = 0;
      for (let p = 0; p < n; p++) {
        for (let k = near.ptr[p]; k < near.ptr[p + 1]; k++) stamp[near.leaves[k]] = p;
        for (let level = 0; level <= data.coarsest; level++) {
          if (hash.levels[level] > 0) lookAt(x, p, level, tree);
        }
        out.ptr[p + 1] = count;
      }
    },
  };
  return out;
}

/** Boxes of the hash [m]: twice what is looked at. */
function widthOf(cell: number, level: number): number {
  return 2 * (LEAF_REACH * (1 << level) + LIST_MARGIN) * cell;
}
