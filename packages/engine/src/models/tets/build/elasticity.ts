import { cholesky, eigenSymmetric } from '../../../math/dense.ts';

/** Scratch of the 6×6 functions here: made once, used for every parent. */
export interface SixScratch {
  readonly L: Float64Array;
  readonly M: Float64Array;
  readonly vectors: Float64Array;
  readonly values: Float64Array;
}

export function createSixScratch(): SixScratch {
  const six = (): Float64Array => new Float64Array(36);
  return { L: six(), M: six(), vectors: six(), values: new Float64Array(6) };
}

/**
 * out = A # B = A^½ (A^−½ B A^−½)^½ A^½, the geometric mean of two symmetric positive definite 6×6 matrices: symmetric,
 * positive definite, between both, and A where A = B. Computed as L Q √Λ Qᵀ Lᵀ with A = LLᵀ and L⁻¹ B L⁻ᵀ = Q Λ Qᵀ.
 * Returns the largest ratio of a strain's energies under A and under B: how far the two are apart.
 */
export function geometricMean(
  out: Float64Array,
  o: number,
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
  scratch: SixScratch,
): number {
  const { L, M, vectors, values } = scratch;
  for (let i = 0; i < 36; i++) {
    L[i] = A[a + i];
    M[i] = B[b + i];
  }
  cholesky(L, 6);
  // M ← L⁻¹ M, then M ← M L⁻ᵀ by the same on the transpose.
  for (let pass = 0; pass < 2; pass++) {
    for (let c = 0; c < 6; c++) {
      for (let r = 0; r < 6; r++) {
        let sum = M[6 * r + c];
        for (let k = 0; k < r; k++) sum -= L[6 * r + k] * M[6 * k + c];
        M[6 * r + c] = sum / L[7 * r];
      }
    }
    for (let r = 0; r < 6; r++) {
      for (let c = 0; c < r; c++) {
        const t = M[6 * r + c];
        M[6 * r + c] = M[6 * c + r];
        M[6 * c + r] = t;
      }
    }
  }
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < r; c++) {
      M[6 * r + c] = 0.5 * (M[6 * r + c] + M[6 * c + r]);
      M[6 * c + r] = M[6 * r + c];
    }
  }
  eigenSymmetric(values, vectors, M, 6);
  // M = L Q, then out = M √Λ Mᵀ.
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < 6; c++) {
      let sum = 0;
      for (let k = 0; k <= r; k++) sum += L[6 * r + k] * vectors[6 * k + c];
      M[6 * r + c] = sum;
    }
  }
  let apart = 1;
  for (let k = 0; k < 6; k++) {
    apart = Math.max(apart, 1 / values[k]);
    values[k] = Math.sqrt(values[k]);
  }
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c <= r; c++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += M[6 * r + k] * values[k] * M[6 * c + k];
      out[o + 6 * r + c] = sum;
      out[o + 6 * c + r] = sum;
    }
  }
  return apart;
}

/** out = A⁻¹ for a symmetric positive definite 6×6 matrix; symmetric to the bit. False if A is not definite. */
export function invertSix(
  out: Float64Array,
  o: number,
  A: Float64Array,
  a: number,
  scratch: SixScratch,
): boolean {
  const { L, M } = scratch;
  for (let i = 0; i < 36; i++) {
    L[i] = A[a + i];
    M[i] = i % 7 === 0 ? 1 : 0;
  }
  if (!cholesky(L, 6)) return false;
  // M = L⁻¹, then A⁻¹ = Mᵀ M.
  for (let c = 0; c < 6; c++) {
    for (let r = c; r < 6; r++) {
      let sum = M[6 * r + c];
      for (let k = c; k < r; k++) sum -= L[6 * r + k] * M[6 * k + c];
      M[6 * r + c] = sum / L[7 * r];
    }
  }
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c <= r; c++) {
      let sum = 0;
      for (let k = r; k < 6; k++) sum += M[6 * k + r] * M[6 * k + c];
      out[o + 6 * r + c] = sum;
      out[o + 6 * c + r] = sum;
    }
  }
  return true;
}

/**
 * out[o..o+18) = strain from the displacement of one corner with gradient g[p..p+3): 6×3, order xx yy zz yz xz xy,
 * engineering shear.
 */
export function strainOfCorner(out: Float64Array, o: number, g: Float64Array, p: number): void {
  const x = g[p];
  const y = g[p + 1];
  const z = g[p + 2];
  out.fill(0, o, o + 18);
  out[o] = x;
  out[o + 4] = y;
  out[o + 8] = z;
  out[o + 10] = z;
  out[o + 11] = y;
  out[o + 12] = z;
  out[o + 14] = x;
  out[o + 15] = y;
  out[o + 16] = x;
}

/** K_ab += V·B_aᵀ C B_b for all corners of one tet; K is n×n and corner a's rows start at 3·places[a]. */
export function addTetStiffness(
  K: Float64Array,
  n: number,
  places: readonly number[],
  gradients: Float64Array,
  g: number,
  volume: number,
  C: Float64Array,
  c: number,
  B: Float64Array,
): void {
  for (let a = 0; a < 4; a++) strainOfCorner(B, 18 * a, gradients, g + 3 * a);
  for (let b = 0; b < 4; b++) {
    for (let j = 0; j < 3; j++) {
      for (let r = 0; r < 6; r++) {
        let s = 0;
        for (let k = 0; k < 6; k++) s += C[c + 6 * r + k] * B[18 * b + 3 * k + j];
        B[72 + r] = volume * s;
      }
      for (let a = 0; a < 4; a++) {
        for (let i = 0; i < 3; i++) {
          let sum = 0;
          for (let r = 0; r < 6; r++) sum += B[18 * a + 3 * r + i] * B[72 + r];
          K[(3 * places[a] + i) * n + 3 * places[b] + j] += sum;
        }
      }
    }
  }
}
