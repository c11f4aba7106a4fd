import {
  invertCholesky,
  multiplyLower,
  multiplyLowerTransposed,
  subtractProductTransposed,
} from './blocks.ts';
import type { BsrPattern } from './bsr.ts';

/** An incomplete Cholesky factor with the pattern of the matrix, by blocks. */
export interface IncompleteFactor {
  readonly blockSize: number;
  readonly rows: number;
  /** Where a row's blocks left of the diagonal start, shape [rows + 1]. */
  readonly ptr: Int32Array;
  /** Their columns, ascending. */
  readonly cols: Int32Array;
  /** Where they are in the matrix values. */
  readonly slots: Int32Array;
  readonly diagonalSlots: Int32Array;
  /** L left of the diagonal, shape [blocks, b, b]. */
  readonly lower: Float64Array;
  /** Inverse of L's diagonal blocks, shape [rows, b, b]. */
  readonly inverses: Float64Array;
  /** b numbers of scratch. */
  readonly row: Float64Array;
}

export interface ShiftOptions {
  /** First shift after a breakdown, as a part of A's diagonal. */
  first?: number;
  /** Each next one is so many times larger. */
  growth?: number;
  /** After so many the factorization gives up. */
  tries?: number;
}

export const SHIFT_DEFAULTS: Readonly<Required<ShiftOptions>> = {
  first: 1e-3,
  growth: 4,
  tries: 8,
};

export function createIncomplete(pattern: BsrPattern, blockSize: number): IncompleteFactor {
  const { rows, rowPtr, cols, diagonal } = pattern;
  const ptr = new Int32Array(rows + 1);
  for (let i = 0; i < rows; i++) ptr[i + 1] = ptr[i] + diagonal[i] - rowPtr[i];
  const slots = new Int32Array(ptr[rows]);
  for (let i = 0; i < rows; i++) {
    for (let k = ptr[i]; k < ptr[i + 1]; k++) slots[k] = rowPtr[i] + k - ptr[i];
  }
  const size = blockSize * blockSize;
  return {
    blockSize,
    rows,
    ptr,
    cols: slots.map((slot) => cols[slot]),
    slots,
    diagonalSlots: diagonal,
    lower: new Float64Array(slots.length * size),
    inverses: new Float64Array(rows * size),
    row: new Float64Array(blockSize),
  };
}

/**
 * Factors diag(d_i I) + scale·K without fill. Where that breaks down (a positive definite matrix need not have such a
 * factor) the diagonal is raised by a part of itself, more until it works. Returns the shift that worked, 0 at best, or
 * −1.
 */
export function factorIncomplete(
  factor: IncompleteFactor,
  values: Float64Array,
  diagonal: Float64Array,
  scale: number,
  options: ShiftOptions = SHIFT_DEFAULTS,
): number {
  const first = options.first ?? SHIFT_DEFAULTS.first;
  const growth = options.growth ?? SHIFT_DEFAULTS.growth;
  const tries = options.tries ?? SHIFT_DEFAULTS.tries;
  let shift = 0;
  for (let attempt = 0; attempt <= tries; attempt++) {
    if (factorShifted(factor, values, diagonal, scale, 1 + shift)) return shift;
    shift = attempt === 0 ? first : shift * growth;
  }
  return -1;
}

/** Row by row: L_ij = (A_ij − Σ_p L_ip L_jpᵀ) L_jj⁻ᵀ over the p < j that both rows have. */
function factorShifted(
  factor: IncompleteFactor,
  values: Float64Array,
  diagonal: Float64Array,
  scale: number,
  raise: number,
): boolean {
  const { blockSize: b, rows, ptr, cols, slots, diagonalSlots, lower, inverses, row } = factor;
  const size = b * b;
  for (let i = 0; i < rows; i++) {
    const own = i * size;
    const from = diagonalSlots[i] * size;
    for (let k = 0; k < size; k++) inverses[own + k] = scale * values[from + k];
    for (let r = 0; r < b; r++) {
      const at = own + r * (b + 1);
      inverses[at] = (inverses[at] + diagonal[i]) * raise;
    }
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const j = cols[e];
      const at = e * size;
      for (let k = 0; k < size; k++) lower[at + k] = scale * values[slots[e] * size + k];
      let p = ptr[i];
      let q = ptr[j];
      while (p < e && q < ptr[j + 1]) {
        if (cols[p] < cols[q]) p++;
        else if (cols[p] > cols[q]) q++;
        else subtractProductTransposed(lower, at, lower, p++ * size, lower, q++ * size, b);
      }
      for (let r = 0; r < b; r++) {
        for (let c = 0; c < b; c++) row[c] = lower[at + r * b + c];
        // (row · Wᵀ)ᵀ = W · rowᵀ
        multiplyLower(lower, at + r * b, inverses, j * size, row, 0, b);
      }
      subtractProductTransposed(inverses, own, lower, at, lower, at, b);
    }
    if (!invertCholesky(inverses, own, b)) return false;
  }
  return true;
}

/** z = (L·Lᵀ)⁻¹ r. z may be r. */
export function applyIncomplete(z: Float64Array, factor: IncompleteFactor, r: Float64Array): void {
  const { blockSize: b, rows, ptr, cols, lower, inverses } = factor;
  const size = b * b;
  for (let i = 0; i < rows; i++) {
    for (let c = 0; c < b; c++) {
      let sum = r[i * b + c];
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        const at = e * size + c * b;
        const from = cols[e] * b;
        for (let k = 0; k < b; k++) sum -= lower[at + k] * z[from + k];
      }
      z[i * b + c] = sum;
    }
    multiplyLower(z, i * b, inverses, i * size, z, i * b, b);
  }
  for (let i = rows - 1; i >= 0; i--) {
    multiplyLowerTransposed(z, i * b, inverses, i * size, z, i * b, b);
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const to = cols[e] * b;
      for (let c = 0; c < b; c++) {
        const value = z[i * b + c];
        const at = e * size + c * b;
        for (let k = 0; k < b; k++) z[to + k] -= lower[at + k] * value;
      }
    }
  }
}
