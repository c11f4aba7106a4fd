/**
 * The x ≥ 0 that makes xᵀGx − 2xᵀb least, for a positive definite G of size n (row-major): non-negative least squares
 * by Lawson and Hanson's active set, on the normal equations. `out` gets it.
 */
export function nonNegative(out: Float64Array, G: Float64Array, b: Float64Array, n: number): void {
  const free: number[] = [];
  const gradient = new Float64Array(n);
  out.fill(0, 0, n);
  for (let round = 0; round < 3 * n; round++) {
    let best = -1;
    for (let i = 0; i < n; i++) {
      let g = b[i];
      for (let j = 0; j < n; j++) g -= G[i * n + j] * out[j];
      gradient[i] = g;
      if (free.includes(i) || !(g > 1e-12 * Math.abs(b[i]))) continue;
      if (best < 0 || g > gradient[best]) best = i;
    }
    if (best < 0) return;
    free.push(best);
    while (free.length > 0) {
      const z = solvePart(G, b, n, free);
      let part = 1;
      for (let k = 0; k < free.length; k++) {
        const at = out[free[k]];
        if (z[k] <= 0) part = Math.min(part, at / Math.max(at - z[k], Number.MIN_VALUE));
      }
      for (let k = 0; k < free.length; k++) out[free[k]] += part * (z[k] - out[free[k]]);
      if (part === 1) break;
      for (let k = free.length - 1; k >= 0; k--) {
        if (out[free[k]] > 1e-14) continue;
        out[free[k]] = 0;
        free.splice(k, 1);
      }
    }
  }
}

/** The solution for the listed unknowns alone, by Cholesky. */
function solvePart(
  G: Float64Array,
  b: Float64Array,
  n: number,
  list: readonly number[],
): Float64Array {
  const m = list.length;
  const L = new Float64Array(m * m);
  const z = Float64Array.from(list, (i) => b[i]);
  for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) L[i * m + j] = G[list[i] * n + list[j]];
  factor(L, m);
  solveFactored(L, m, z, 1);
  return z;
}

/**
 * L Lᵀ = A in the lower triangle of A (row-major, n × n), in place. Pivots that are not positive count as tiny: their
 * unknowns stay near zero.
 */
export function factor(A: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) {
    let d = A[j * n + j];
    for (let k = 0; k < j; k++) d -= A[j * n + k] * A[j * n + k];
    const root = Math.sqrt(d > 1e-12 * A[j * n + j] ? d : 1e30);
    A[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let s = A[i * n + j];
      const [p, q] = [i * n, j * n];
      for (let k = 0; k < j; k++) s -= A[p + k] * A[q + k];
      A[p + j] = s / root;
    }
  }
}

/** x = A⁻¹ x for `columns` right sides (row-major, n × columns), with the factor of A. */
export function solveFactored(L: Float64Array, n: number, x: Float64Array, columns: number): void {
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      const l = L[i * n + k];
      if (l !== 0) for (let c = 0; c < columns; c++) x[i * columns + c] -= l * x[k * columns + c];
    }
    for (let c = 0; c < columns; c++) x[i * columns + c] /= L[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) {
      const l = L[k * n + i];
      if (l !== 0) for (let c = 0; c < columns; c++) x[i * columns + c] -= l * x[k * columns + c];
    }
    for (let c = 0; c < columns; c++) x[i * columns + c] /= L[i * n + i];
  }
}
