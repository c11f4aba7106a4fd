/** A symmetric matrix with all entries within `width` of the diagonal; row i holds columns i − width … i. */
export interface Banded {
  readonly size: number;
  readonly width: number;
  /** Shape [size, width + 1]; the last entry of a row is the diagonal. */
  readonly rows: Float64Array;
}

export function createBanded(size: number, width: number): Banded {
  return { size, width, rows: new Float64Array(size * (width + 1)) };
}

/** Adds to entry (i, j), either side of the diagonal. */
export function addTo(A: Banded, i: number, j: number, value: number): void {
  const [row, column] = i >= j ? [i, j] : [j, i];
  A.rows[row * (A.width + 1) + column - row + A.width] += value;
}

/** y = A x. */
export function multiplyBanded(A: Banded, x: Float64Array): Float64Array {
  const { size, width, rows } = A;
  const y = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const at = i * (width + 1) + width - i;
    let sum = rows[at + i] * x[i];
    for (let j = Math.max(0, i - width); j < i; j++) {
      sum += rows[at + j] * x[j];
      y[j] += rows[at + j] * x[i];
    }
    y[i] += sum;
  }
  return y;
}

/** Overwrites A by the factors of L D Lᵀ: D on the diagonal, L below. No pivoting: A must not be near singular on the way. */
export function factorBanded(A: Banded): void {
  const { size, width, rows } = A;
  const span = width + 1;
  const scaled = new Float64Array(span);
  for (let i = 0; i < size; i++) {
    const first = Math.max(0, i - width);
    const at = i * span + width - i;
    // Row i of L·D, column by column; `scaled` keeps it, the row keeps L itself.
    let diagonal = rows[at + i];
    for (let j = first; j < i; j++) {
      const other = j * span + width - j;
      const start = Math.max(first, j - width);
      let sum = rows[at + j];
      for (let k = start; k < j; k++) sum -= scaled[k - first] * rows[other + k];
      scaled[j - first] = sum;
    }
    for (let j = first; j < i; j++) {
      const entry = scaled[j - first] / rows[j * span + width];
      diagonal -= entry * scaled[j - first];
      rows[at + j] = entry;
    }
    rows[at + i] = diagonal;
  }
}

/** Solves with the factors of `factorBanded`, in place. */
export function solveBanded(A: Banded, x: Float64Array): void {
  const { size, width, rows } = A;
  const span = width + 1;
  for (let i = 0; i < size; i++) {
    const at = i * span + width - i;
    let sum = x[i];
    for (let j = Math.max(0, i - width); j < i; j++) sum -= rows[at + j] * x[j];
    x[i] = sum;
  }
  for (let i = 0; i < size; i++) x[i] /= rows[i * span + width];
  for (let i = size - 1; i >= 0; i--) {
    const at = i * span + width - i;
    for (let j = Math.max(0, i - width); j < i; j++) x[j] -= rows[at + j] * x[i];
  }
}
