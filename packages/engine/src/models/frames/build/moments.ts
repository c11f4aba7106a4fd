import { cholesky, choleskySolve } from '../../../math/dense.ts';
import type { IntegrationPoints, PointMoments } from '../model.ts';
import type { CellShape } from './cell.ts';

/** Room for the moments of points whose influences are ptr[e] .. ptr[e+1). */
export function createMoments(ptr: Int32Array): PointMoments {
  const count = ptr.length - 1;
  const cPtr = new Int32Array(count + 1);
  for (let e = 0; e < count; e++) {
    const n = ptr[e + 1] - ptr[e];
    cPtr[e + 1] = cPtr[e] + (n * (n + 1)) / 2;
  }
  return {
    A: new Float64Array(16 * count),
    B: new Float64Array(4 * ptr[count]),
    cPtr,
    C: new Float64Array(cPtr[count]),
  };
}

/**
 * Adds volume·(b bᵀ, b φ_k, φ_k φ_l), b = [1, x, y, z], to point e: the values of a cell's shape functions at place p
 * ([x, y, z, 1]); place[k] is the entry of node k.
 */
export function addMoments(
  { ptr, moments }: IntegrationPoints,
  e: number,
  { count, node, value }: CellShape,
  place: Int32Array,
  p: Float64Array,
  volume: number,
): void {
  const { A, B, C, cPtr } = moments;
  for (let r = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) A[16 * e + 4 * r + c] += volume * (p[(r + 3) & 3] * p[(c + 3) & 3]);
  }
  const n = ptr[e + 1] - ptr[e];
  for (let k = 0; k < count; k++) {
    const i = place[node[k]];
    const own = volume * value[k];
    for (let d = 0; d < 4; d++) B[4 * i + d] += own * p[(d + 3) & 3];
    for (let l = 0; l < count; l++) {
      const j = place[node[l]];
      if (j >= i) C[cPtr[e] + triangle(i - ptr[e], j - ptr[e], n)] += own * value[l];
    }
  }
}

/** Place of entry (i, j ≥ i) in the upper triangle of an n×n matrix, row by row. */
export function triangle(i: number, j: number, n: number): number {
  return i * n - (i * (i - 1)) / 2 + (j - i);
}

const L = new Float64Array(16);
const x = new Float64Array(4);

/**
 * ∫ (φ − its best linear fit)² [m³] of one function with the moments A (16 numbers), B[b..b+4) and ∫ φ²: of a shape function,
 * or of a combination Σ c_k φ_k with B = Σ c_k B_k and square = Σ c_k c_l C_kl. Zero for a linear function, up to rounding.
 */
export function linearityError(
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
  square: number,
): number {
  for (let d = 0; d < 16; d++) L[d] = A[a + d];
  // Regions have thickness, so A is positive definite.
  cholesky(L, 4);
  for (let d = 0; d < 4; d++) x[d] = B[b + d];
  choleskySolve(x, L, 4);
  let fitted = 0;
  for (let d = 0; d < 4; d++) fitted += x[d] * B[b + d];
  return Math.max(0, square - fitted);
}
