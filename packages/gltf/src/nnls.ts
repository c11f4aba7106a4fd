/** Room for problems of up to this many unknowns. */
const MOST = 64;
const gradient = new Float64Array(MOST);
const free = new Int32Array(MOST);
const isFree = new Uint8Array(MOST);
const part = new Float64Array(MOST * MOST);
const z = new Float64Array(MOST);

/**
 * The x ≥ 0 that makes xᵀGx − 2xᵀb least, for a positive definite G of size n ≤ 64 (row-major): non-negative least
 * squares by Lawson and Hanson's active set, on the normal equations. `out` gets it.
 */
export function nonNegative(out: Float64Array, G: Float64Array, b: Float64Array, n: number): void {
  let count = 0;
  out.fill(0, 0, n);
  isFree.fill(0, 0, n);
  for (let round = 0; round < 3 * n; round++) {
    const best = steepest(out, G, b, n);
    if (best < 0) return;
    isFree[best] = 1;
    free[count++] = best;
    while (count > 0) {
      solvePart(G, b, n, count);
      let reach = 1;
      for (let k = 0; k < count; k++) {
        const at = out[free[k]];
        if (z[k] <= 0) reach = Math.min(reach, at / Math.max(at - z[k], Number.MIN_VALUE));
      }
      for (let k = 0; k < count; k++) out[free[k]] += reach * (z[k] - out[free[k]]);
      if (reach === 1) break;
      count = dropSpent(out, count);
    }
  }
}

/** The unknown at rest that would lower the sum fastest; −1 if none would. */
function steepest(out: Float64Array, G: Float64Array, b: Float64Array, n: number): number {
  let best = -1;
  for (let i = 0; i < n; i++) {
    if (isFree[i] === 1) continue;
    let g = b[i];
    for (let j = 0; j < n; j++) g -= G[i * n + j] * out[j];
    gradient[i] = g;
    if (!(g > 1e-12 * Math.abs(b[i]))) continue;
    if (best < 0 || g > gradient[best]) best = i;
  }
  return best;
}

/** Takes unknowns that have come to zero off the list of free ones; returns how many are left. */
function dropSpent(out: Float64Array, count: number): number {
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const i = free[k];
    if (out[i] > 1e-14) free[kept++] = i;
    else {
      out[i] = 0;
      isFree[i] = 0;
    }
  }
  return kept;
}

/** z = the solution for the free unknowns alone, by Cholesky. */
function solvePart(G: Float64Array, b: Float64Array, n: number, count: number): void {
  for (let i = 0; i < count; i++) {
    z[i] = b[free[i]];
    for (let j = 0; j <= i; j++) part[i * count + j] = G[free[i] * n + free[j]];
  }
  factor(part, count);
  solveFactored(part, count, z, 1);
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
