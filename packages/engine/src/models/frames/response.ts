import type { FrameWeights } from './model.ts';
import type { FramesRuntime } from './runtime.ts';

/**
 * W = J A⁻¹ Jᵀ for contact points, exactly: with A = L Lᵀ each point's three columns are X = L⁻¹ Jᵀ, and W = Xᵀ X.
 */
export function createResponse(
  run: FramesRuntime,
  held: Uint8Array,
  contacts: FrameWeights,
): (points: Int32Array, count: number, W: Float64Array) => void {
  const { set, memory, data } = run;
  let columns = new Float64Array(0);
  const weights = new Float64Array(4 * data.nodes);

  return (points, count, W) => {
    const n = 12 * set.count;
    if (columns.length < 3 * count * n) columns = new Float64Array(3 * count * n);
    for (let i = 0; i < count; i++) {
      pointWeights(weights, run, contacts, points[i]);
      for (let r = 0; r < 3; r++) {
        const at = (3 * i + r) * n;
        columns.fill(0, at, at + n);
        for (let m = 0; m < set.count; m++) {
          if (held[set.list[m]] === 1) continue;
          for (let p = 0; p < 4; p++) columns[at + 12 * m + 4 * r + p] = weights[4 * m + p];
        }
        forward(columns, at, memory.factor, n);
      }
    }
    const stride = 3 * count;
    for (let a = 0; a < stride; a++) {
      for (let b = 0; b <= a; b++) {
        let sum = 0;
        for (let k = 0; k < n; k++) sum += columns[a * n + k] * columns[b * n + k];
        W[a * stride + b] = sum;
        W[b * stride + a] = sum;
      }
    }
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

/** x := L⁻¹ x, L lower in the first n columns of a row-major [n, n] matrix as the dense Cholesky kernel leaves it. */
function forward(x: Float64Array, at: number, L: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    let sum = x[at + i];
    for (let j = 0; j < i; j++) sum -= L[i * n + j] * x[at + j];
    x[at + i] = sum / L[i * n + i];
  }
}
