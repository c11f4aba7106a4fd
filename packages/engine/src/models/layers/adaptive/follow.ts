import type { Contraction } from '../../frames/index.ts';
import type { Rows } from '../model.ts';
import type { FrameTree } from './tree.ts';

/**
 * Points as frames move them while some sleep. With D_k = Σ_j D_j W_k^j over the frames j that are awake, a point at
 * Σ_k D_k q_k is at Σ_j D_j (Σ_k W_k^j q_k): rows over fewer functions, and the rest of the step does not change. Since
 * layers use displacements, D = I + Q, `base` holds the contribution of the identities beyond the point's own position.
 */
export interface Following {
  /** The rows with all frames awake. */
  readonly full: Rows;
  /** Σ_j q_j − Σ_k q_k of the identities [m], shape [count, 3], and its gradient, shape [count, 9]. */
  readonly base: Float64Array;
  readonly baseSlope: Float64Array;
  /** What finer layers do here: displacement w_1 and gradient F_1 F_2 …, as of the last composition. */
  readonly w: Float64Array;
  readonly S: Float64Array;
  /** Which set of frames the rows are for. */
  version: number;
}

/** Entries that the rows of any set of frames awake need. Entries of a frame are four in a row. */
export function roomyEntries(full: Rows, tree: FrameTree): number {
  const seen = new Int32Array(tree.nodes).fill(-1);
  let entries = 0;
  for (let i = 0; i < full.ptr.length - 1; i++) {
    for (let e = full.ptr[i]; e < full.ptr[i + 1]; e += 4) {
      const k = full.fn[e] >> 2;
      for (let a = tree.ancestorPtr[k]; a < tree.ancestorPtr[k + 1]; a++) {
        if (seen[tree.ancestor[a]] === i) continue;
        seen[tree.ancestor[a]] = i;
        entries += 4;
      }
    }
  }
  return entries;
}

export function createFollowing(
  full: Rows,
  base: Float64Array,
  baseSlope: Float64Array,
): Following {
  const count = full.ptr.length - 1;
  const w = new Float64Array(3 * count);
  return { full, base, baseSlope, w, S: new Float64Array(9 * count), version: 0 };
}

/** Refills rows and base for a set of frames awake; `place` holds −1 for every node between calls. */
export function followRows(
  rows: Rows,
  own: Following,
  { ptr, cols, W }: Contraction,
  place: Int32Array,
): void {
  const { full, base, baseSlope } = own;
  let filled = 0;
  base.fill(0);
  baseSlope.fill(0);
  for (let i = 0; i < full.ptr.length - 1; i++) {
    const first = filled;
    rows.ptr[i] = first;
    for (let e = full.ptr[i]; e < full.ptr[i + 1]; e += 4) {
      const k = full.fn[e] >> 2;
      for (let p = 0; p < 3; p++) {
        base[3 * i + p] -= full.value[e + p];
        for (let d = 0; d < 3; d++) baseSlope[9 * i + 3 * p + d] -= full.slope[3 * (e + p) + d];
      }
      for (let c = ptr[k]; c < ptr[k + 1]; c++) {
        const j = cols[c];
        let at = place[j];
        if (at < 0) {
          at = filled;
          place[j] = at;
          filled += 4;
          for (let p = 0; p < 4; p++) {
            rows.fn[at + p] = 4 * j + p;
            rows.value[at + p] = 0;
            for (let d = 0; d < 3; d++) rows.slope[3 * (at + p) + d] = 0;
          }
        }
        for (let p = 0; p < 4; p++) {
          for (let b = 0; b < 4; b++) {
            const w = W[16 * c + 4 * p + b];
            if (w === 0) continue;
            rows.value[at + p] += w * full.value[e + b];
            for (let d = 0; d < 3; d++)
              rows.slope[3 * (at + p) + d] += w * full.slope[3 * (e + b) + d];
          }
        }
      }
    }
    for (let e = first; e < filled; e += 4) {
      place[rows.fn[e] >> 2] = -1;
      for (let p = 0; p < 3; p++) {
        base[3 * i + p] += rows.value[e + p];
        for (let d = 0; d < 3; d++) baseSlope[9 * i + 3 * p + d] += rows.slope[3 * (e + p) + d];
      }
    }
  }
  rows.ptr[full.ptr.length - 1] = filled;
}

/** out[12k..) += what forces f [.., 3] at the points do to all frames, asleep or not; 3×4 a frame. */
export function pullToAll(out: Float64Array, own: Following, f: Float64Array, count: number): void {
  const { full, w } = own;
  for (let i = 0; i < count; i++) {
    const x = w[3 * i];
    const y = w[3 * i + 1];
    const z = w[3 * i + 2];
    for (let e = full.ptr[i]; e < full.ptr[i + 1]; e++) {
      const n =
        full.value[e] +
        full.slope[3 * e] * x +
        full.slope[3 * e + 1] * y +
        full.slope[3 * e + 2] * z;
      const o = 12 * (full.fn[e] >> 2) + (full.fn[e] & 3);
      for (let c = 0; c < 3; c++) out[o + 4 * c] += n * f[3 * i + c];
    }
  }
}

const T = new Float64Array(9);

/** The same for stresses P [.., 9] at the points. */
export function pullStressToAll(
  out: Float64Array,
  own: Following,
  P: Float64Array,
  count: number,
): void {
  const { full, S } = own;
  for (let i = 0; i < count; i++) {
    const p = 9 * i;
    // T = P Sᵀ: the stress as the coarsest layer's own gradient meets it.
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        T[3 * a + b] =
          P[p + 3 * a] * S[p + 3 * b] +
          P[p + 3 * a + 1] * S[p + 3 * b + 1] +
          P[p + 3 * a + 2] * S[p + 3 * b + 2];
      }
    }
    for (let e = full.ptr[i]; e < full.ptr[i + 1]; e++) {
      const x = full.slope[3 * e];
      const y = full.slope[3 * e + 1];
      const z = full.slope[3 * e + 2];
      const o = 12 * (full.fn[e] >> 2) + (full.fn[e] & 3);
      for (let c = 0; c < 3; c++)
        out[o + 4 * c] += T[3 * c] * x + T[3 * c + 1] * y + T[3 * c + 2] * z;
    }
  }
}
