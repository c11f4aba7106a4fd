import type { F64s, f64, I32s, i32 } from '../../kernels/prelude.ts';
/**
 * All n nodes from the members of a set: all_k = Σ_j set_j W_k^j, 3×4 each, shape [nodes, 12] both. The blocks of
 * node k are ptr[k] … ptr[k+1]−1, block e comes from node cols[e], 4×4, shape [blocks, 16]. A node that has itself
 * as its only block is a member and is copied. `all` and `set` may be the same array.
 */
export function spreadFrames(all: F64s, ptr: I32s, cols: I32s, W: F64s, set: F64s, n: i32): void {
  for (let k = 0; k < n; k++) {
    const from = ptr[k];
    const to = ptr[k + 1];
    const o = 12 * k;
    if (to === from + 1 && cols[from] === k) {
      // @lanes
      for (let c = 0; c < 12; c++) all[o + c] = set[o + c];
      continue;
    }
    for (let r = 0; r < 3; r++) {
      // @lanes
      for (let c = 0; c < 4; c++) {
        let sum: f64 = 0;
        for (let e = from; e < to; e++) {
          const s = 12 * cols[e] + 4 * r;
          const w = 16 * e + c;
          sum +=
            set[s] * W[w] + set[s + 1] * W[w + 4] + set[s + 2] * W[w + 8] + set[s + 3] * W[w + 12];
        }
        all[o + 4 * r + c] = sum;
      }
    }
  }
}

/**
 * The transpose of `spreadFrames`: forces on all nodes as the members feel them, set_j += Σ_k all_k (W_k^j)ᵀ. Each
 * product of rows is the sum of its even entries plus the sum of its odd ones.
 * @pairs
 */
export function gatherFrames(set: F64s, ptr: I32s, cols: I32s, W: F64s, all: F64s, n: i32): void {
  for (let k = 0; k < n; k++) {
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      // @lanes
      for (let r = 0; r < 3; r++) {
        const s = 12 * cols[e] + 4 * r;
        const a = 12 * k + 4 * r;
        // @lanes
        for (let c = 0; c < 4; c++) {
          const w = 16 * e + 4 * c;
          const even = all[a] * W[w] + all[a + 2] * W[w + 2];
          const odd = all[a + 1] * W[w + 1] + all[a + 3] * W[w + 3];
          set[s + c] += even + odd;
        }
      }
    }
  }
}
