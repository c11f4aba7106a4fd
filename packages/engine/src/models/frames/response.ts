import { MOST_ROWS } from '../../contact/detect/rows.ts';
import { type Constraints, constrainRows } from './constraints.ts';
import type { FramesData, FrameWeights } from './model.ts';
import type { FramesRuntime } from './runtime.ts';

/** Several solids answer at that many points each, up to so many times. */
const MOST_SHARES = 2;

/** Contact points whose response can be asked for together. */
export function mostAnswers({ solid }: FramesData): number {
  let solids = 1;
  for (let k = 0; k < solid.length; k++) solids = Math.max(solids, solid[k] + 1);
  return MOST_ROWS * Math.min(MOST_SHARES, solids);
}

/**
 * W = J A⁻¹ Jᵀ for contact points, exactly: with A = L Lᵀ each point's three columns are X = L⁻¹ Jᵀ, and W = Xᵀ X.
 */
export function createResponse(
  run: FramesRuntime,
  fixed: Constraints,
  contacts: FrameWeights,
): (points: Int32Array, count: number, W: Float64Array) => void {
  const { set, memory, data, kernels } = run;
  const { columns, factor } = memory;
  const { L, pattern } = factor;
  const weights = new Float64Array(4 * data.nodes);

  return (points, count, W) => {
    const n = 12 * set.count;
    for (let i = 0; i < count; i++) {
      pointWeights(weights, run, contacts, points[i]);
      for (let r = 0; r < 3; r++) {
        const row = (3 * i + r) * n;
        columns.fill(0, row, row + n);
        for (let m = 0; m < set.count; m++) {
          for (let p = 0; p < 4; p++) columns[row + 12 * m + 4 * r + p] = weights[4 * m + p];
        }
        constrainRows(fixed, data, set, columns, row);
      }
    }
    kernels.blockForward(columns, L, set.count, pattern.ptr, pattern.cols, 3 * count);
    kernels.rowProducts(W, columns, 3 * count, n);
  };
}

/** q of a point as the members feel it: Σ_k W_k^j q_k, 4 numbers a member. */
function pointWeights(
  out: Float64Array,
  run: FramesRuntime,
  contacts: FrameWeights,
  point: number,
): void {
  const { set } = run;
  const { ptr, cols, W } = set.contraction;
  out.fill(0, 0, 4 * set.count);
  for (let e = contacts.ptr[point]; e < contacts.ptr[point + 1]; e++) {
    const k = contacts.cols[e];
    for (let f = ptr[k]; f < ptr[k + 1]; f++) {
      const o = 4 * set.index[cols[f]];
      for (let r = 0; r < 4; r++) {
        for (let c = 0; c < 4; c++) out[o + r] += W[16 * f + 4 * r + c] * contacts.q[4 * e + c];
      }
    }
  }
}
