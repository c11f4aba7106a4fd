import { cholesky, choleskySolve } from '../../../math/dense.ts';
import { STIFFNESS_COUNTS } from '../numbers.ts';

/** Functions of each node: the three components of a gradient. */
export const COMPONENTS = 3;

/**
 * Sums that tell how well functions given at cell centres are fitted by linear ones, by least squares with b = [1, x,
 * y, z]: the error is Σ_k [Σg_k² − B_kᵀA⁻¹B_k] with A = Σ b bᵀ, B_k = Σ b g_k, for each component of the functions g_k
 * of all nodes k.
 */
export interface LinearFit {
  count: number;
  readonly A: Float64Array;
  /** Shape [nodes, components, 4] and [nodes]; only the nodes in `seen` are in use. */
  readonly B: Float64Array;
  readonly square: Float64Array;
  readonly seen: Int32Array;
  seenCount: number;
  readonly isSeen: Uint8Array;
  /** Sums of a stiffness factor and its square. */
  factor: number;
  factorSquare: number;
}

export function createLinearFit(nodes: number): LinearFit {
  return {
    count: 0,
    A: new Float64Array(16),
    B: new Float64Array(4 * COMPONENTS * nodes),
    square: new Float64Array(nodes),
    seen: new Int32Array(nodes),
    seenCount: 0,
    isSeen: new Uint8Array(nodes),
    factor: 0,
    factorSquare: 0,
  };
}

export function clearFit(fit: LinearFit): void {
  for (let s = 0; s < fit.seenCount; s++) {
    const k = fit.seen[s];
    fit.isSeen[k] = 0;
    fit.square[k] = 0;
    fit.B.fill(0, 4 * COMPONENTS * k, 4 * COMPONENTS * (k + 1));
  }
  fit.A.fill(0);
  fit.seenCount = 0;
  fit.count = 0;
  fit.factor = 0;
  fit.factorSquare = 0;
}

/**
 * Adds a place (in cells, from anywhere near) with functions of nodes node[from..to), shape [entries, components], and
 * its stiffness factor.
 */
export function addToFit(
  fit: LinearFit,
  x: number,
  y: number,
  z: number,
  node: Int32Array,
  functions: Float64Array,
  from: number,
  to: number,
  factor: number,
): void {
  const { A, B, square, isSeen, seen } = fit;
  fit.count++;
  fit.factor += factor;
  fit.factorSquare += factor * factor;
  A[0] += 1;
  A[4] += x;
  A[5] += x * x;
  A[8] += y;
  A[9] += x * y;
  A[10] += y * y;
  A[12] += z;
  A[13] += x * z;
  A[14] += y * z;
  A[15] += z * z;
  for (let e = from; e < to; e++) {
    const k = node[e];
    if (isSeen[k] === 0) {
      isSeen[k] = 1;
      seen[fit.seenCount++] = k;
    }
    for (let c = 0; c < COMPONENTS; c++) {
      const v = functions[COMPONENTS * e + c];
      const b = 4 * (COMPONENTS * k + c);
      square[k] += v * v;
      B[b] += v;
      B[b + 1] += v * x;
      B[b + 2] += v * y;
      B[b + 3] += v * z;
    }
  }
}

/** A layer of cells has no extent across itself: this [cells²] keeps A invertible and changes nothing else. */
const THIN = 1e-9;

const L = new Float64Array(16);
const x = new Float64Array(4);

/** Sum of squared errors over the points added. Tournier et al. 2014, eq. 16. */
export function fitError(fit: LinearFit): number {
  const { count, A, B, square, seen, seenCount } = fit;
  if (count === 0) return 0;
  L.set(A);
  for (let d = 5; d < 16; d += 5) L[d] += THIN * count;
  cholesky(L, 4);
  let error = 0;
  for (let s = 0; s < seenCount; s++) {
    const k = seen[s];
    let fitted = 0;
    for (let b = 4 * COMPONENTS * k; b < 4 * COMPONENTS * (k + 1); b += 4) {
      for (let d = 0; d < 4; d++) x[d] = B[b + d];
      choleskySolve(x, L, 4);
      for (let d = 0; d < 4; d++) fitted += x[d] * B[b + d];
    }
    error += Math.max(0, square[k] - fitted);
  }
  const mean = fit.factor / count;
  return error + STIFFNESS_COUNTS * Math.max(0, fit.factorSquare / (mean * mean) - count);
}
