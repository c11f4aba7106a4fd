/**
 * 3×3 matrices, row-major, nine numbers inside flat arrays. The result comes first, an offset follows each array.
 * Unless said otherwise the result may not overlap an operand.
 */

/** Below this fraction of (largest entry)³ a determinant is rounding noise and the matrix counts as singular. */
export const SINGULAR = 1e-14;

/** out = I. */
export function identity3(out: Float64Array, o: number): void {
  for (let i = 0; i < 9; i++) out[o + i] = i % 4 === 0 ? 1 : 0;
}

/** out[o..o+9) = A[p..p+9) · B[q..q+9). */
export function mul3(
  out: Float64Array,
  o: number,
  A: Float64Array,
  p: number,
  B: Float64Array,
  q: number,
): void {
  for (let i = 0; i < 9; i += 3) {
    const a = A[p + i];
    const b = A[p + i + 1];
    const c = A[p + i + 2];
    out[o + i] = a * B[q] + b * B[q + 3] + c * B[q + 6];
    out[o + i + 1] = a * B[q + 1] + b * B[q + 4] + c * B[q + 7];
    out[o + i + 2] = a * B[q + 2] + b * B[q + 5] + c * B[q + 8];
  }
}

/** out = Aᵀ · B. */
export function mulAtB3(
  out: Float64Array,
  o: number,
  A: Float64Array,
  p: number,
  B: Float64Array,
  q: number,
): void {
  for (let i = 0; i < 3; i++) {
    const a = A[p + i];
    const b = A[p + i + 3];
    const c = A[p + i + 6];
    out[o + 3 * i] = a * B[q] + b * B[q + 3] + c * B[q + 6];
    out[o + 3 * i + 1] = a * B[q + 1] + b * B[q + 4] + c * B[q + 7];
    out[o + 3 * i + 2] = a * B[q + 2] + b * B[q + 5] + c * B[q + 8];
  }
}

/** out = A · Bᵀ. */
export function mulABt3(
  out: Float64Array,
  o: number,
  A: Float64Array,
  p: number,
  B: Float64Array,
  q: number,
): void {
  for (let i = 0; i < 9; i += 3) {
    const a = A[p + i];
    const b = A[p + i + 1];
    const c = A[p + i + 2];
    out[o + i] = a * B[q] + b * B[q + 1] + c * B[q + 2];
    out[o + i + 1] = a * B[q + 3] + b * B[q + 4] + c * B[q + 5];
    out[o + i + 2] = a * B[q + 6] + b * B[q + 7] + c * B[q + 8];
  }
}

/** out = Aᵀ; `out` may be A itself. */
export function transpose3(out: Float64Array, o: number, A: Float64Array, p: number): void {
  const a01 = A[p + 1];
  const a02 = A[p + 2];
  const a12 = A[p + 5];
  out[o] = A[p];
  out[o + 4] = A[p + 4];
  out[o + 8] = A[p + 8];
  out[o + 1] = A[p + 3];
  out[o + 2] = A[p + 6];
  out[o + 5] = A[p + 7];
  out[o + 3] = a01;
  out[o + 6] = a02;
  out[o + 7] = a12;
}

/** out[o..o+3) = A · v; `out` may be v itself. */
export function apply3(
  out: Float64Array,
  o: number,
  A: Float64Array,
  p: number,
  v: Float64Array,
  q: number,
): void {
  const x = v[q];
  const y = v[q + 1];
  const z = v[q + 2];
  out[o] = A[p] * x + A[p + 1] * y + A[p + 2] * z;
  out[o + 1] = A[p + 3] * x + A[p + 4] * y + A[p + 5] * z;
  out[o + 2] = A[p + 6] * x + A[p + 7] * y + A[p + 8] * z;
}

/** out[o..o+3) = Aᵀ · v; `out` may be v itself. */
export function applyTransposed3(
  out: Float64Array,
  o: number,
  A: Float64Array,
  p: number,
  v: Float64Array,
  q: number,
): void {
  const x = v[q];
  const y = v[q + 1];
  const z = v[q + 2];
  out[o] = A[p] * x + A[p + 3] * y + A[p + 6] * z;
  out[o + 1] = A[p + 1] * x + A[p + 4] * y + A[p + 7] * z;
  out[o + 2] = A[p + 2] * x + A[p + 5] * y + A[p + 8] * z;
}

/** Determinant of A. */
export function det3(A: Float64Array, p: number): number {
  return (
    A[p] * (A[p + 4] * A[p + 8] - A[p + 5] * A[p + 7]) +
    A[p + 1] * (A[p + 5] * A[p + 6] - A[p + 3] * A[p + 8]) +
    A[p + 2] * (A[p + 3] * A[p + 7] - A[p + 4] * A[p + 6])
  );
}

/** out = cofactors of A: det(A)·A⁻ᵀ where that exists, and ∂det/∂A everywhere. */
export function cofactor3(out: Float64Array, o: number, A: Float64Array, p: number): void {
  out[o] = A[p + 4] * A[p + 8] - A[p + 5] * A[p + 7];
  out[o + 1] = A[p + 5] * A[p + 6] - A[p + 3] * A[p + 8];
  out[o + 2] = A[p + 3] * A[p + 7] - A[p + 4] * A[p + 6];
  out[o + 3] = A[p + 2] * A[p + 7] - A[p + 1] * A[p + 8];
  out[o + 4] = A[p] * A[p + 8] - A[p + 2] * A[p + 6];
  out[o + 5] = A[p + 1] * A[p + 6] - A[p] * A[p + 7];
  out[o + 6] = A[p + 1] * A[p + 5] - A[p + 2] * A[p + 4];
  out[o + 7] = A[p + 2] * A[p + 3] - A[p] * A[p + 5];
  out[o + 8] = A[p] * A[p + 4] - A[p + 1] * A[p + 3];
}

/** Largest absolute entry of A; NaN if one is NaN. */
export function maxAbs3(A: Float64Array, p: number): number {
  let m = 0;
  for (let i = 0; i < 9; i++) m = Math.max(m, Math.abs(A[p + i]));
  return m;
}

/**
 * out = A⁻¹, or false and `out` untouched when A is singular to rounding (or not finite). For the inverse of what can
 * be inverted of any matrix see `pseudoInverse3`. `out` may not overlap A.
 */
export function inverse3(out: Float64Array, o: number, A: Float64Array, p: number): boolean {
  const m = maxAbs3(A, p);
  if (!(m > 0 && m < Number.POSITIVE_INFINITY)) return false;
  // Entries are divided by the largest, so that the determinant of tiny or huge matrices neither vanishes nor
  // overflows.
  const a = A[p] / m;
  const b = A[p + 1] / m;
  const c = A[p + 2] / m;
  const d = A[p + 3] / m;
  const e = A[p + 4] / m;
  const f = A[p + 5] / m;
  const g = A[p + 6] / m;
  const h = A[p + 7] / m;
  const k = A[p + 8] / m;
  const c0 = e * k - f * h;
  const c1 = f * g - d * k;
  const c2 = d * h - e * g;
  const det = a * c0 + b * c1 + c * c2;
  if (!(Math.abs(det) > SINGULAR)) return false;
  const s = 1 / det;
  out[o] = (c0 * s) / m;
  out[o + 1] = ((c * h - b * k) * s) / m;
  out[o + 2] = ((b * f - c * e) * s) / m;
  out[o + 3] = (c1 * s) / m;
  out[o + 4] = ((a * k - c * g) * s) / m;
  out[o + 5] = ((c * d - a * f) * s) / m;
  out[o + 6] = (c2 * s) / m;
  out[o + 7] = ((b * g - a * h) * s) / m;
  out[o + 8] = ((a * e - b * d) * s) / m;
  return true;
}

/** out = (A + Aᵀ)/2; `out` may be A itself. */
export function symmetricPart3(out: Float64Array, o: number, A: Float64Array, p: number): void {
  const xy = 0.5 * (A[p + 1] + A[p + 3]);
  const xz = 0.5 * (A[p + 2] + A[p + 6]);
  const yz = 0.5 * (A[p + 5] + A[p + 7]);
  out[o] = A[p];
  out[o + 4] = A[p + 4];
  out[o + 8] = A[p + 8];
  out[o + 1] = xy;
  out[o + 3] = xy;
  out[o + 2] = xz;
  out[o + 6] = xz;
  out[o + 5] = yz;
  out[o + 7] = yz;
}

/** out = (A − Aᵀ)/2; `out` may be A itself. */
export function skewPart3(out: Float64Array, o: number, A: Float64Array, p: number): void {
  cross3(
    out,
    o,
    0.5 * (A[p + 7] - A[p + 5]),
    0.5 * (A[p + 2] - A[p + 6]),
    0.5 * (A[p + 3] - A[p + 1]),
  );
}

/** out = the matrix [w]ₓ of the cross product with w = (x, y, z). */
export function cross3(out: Float64Array, o: number, x: number, y: number, z: number): void {
  out[o] = 0;
  out[o + 1] = -z;
  out[o + 2] = y;
  out[o + 3] = z;
  out[o + 4] = 0;
  out[o + 5] = -x;
  out[o + 6] = -y;
  out[o + 7] = x;
  out[o + 8] = 0;
}

/** out[o..o+3) = axial vector of A: the g with g·w = [w]ₓ : A for all w (twice the vector of A's skew part). */
export function axial3(out: Float64Array, o: number, A: Float64Array, p: number): void {
  out[o] = A[p + 7] - A[p + 5];
  out[o + 1] = A[p + 2] - A[p + 6];
  out[o + 2] = A[p + 3] - A[p + 1];
}

/** Sum of the diagonal. */
export function trace3(A: Float64Array, p: number): number {
  return A[p] + A[p + 4] + A[p + 8];
}

/** A : B, the sum of products of entries. */
export function dot9(A: Float64Array, p: number, B: Float64Array, q: number): number {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += A[p + i] * B[q + i];
  return sum;
}

/** Frobenius norm: the root of the sum of squares. */
export function norm3(A: Float64Array, p: number): number {
  return Math.sqrt(dot9(A, p, A, p));
}

/** out += s · u vᵀ, for vectors of three. */
export function addOuter3(
  out: Float64Array,
  o: number,
  s: number,
  u: Float64Array,
  p: number,
  v: Float64Array,
  q: number,
): void {
  for (let i = 0; i < 3; i++) {
    const ui = s * u[p + i];
    for (let j = 0; j < 3; j++) out[o + 3 * i + j] += ui * v[q + j];
  }
}

/** out = u vᵀ, for vectors of three. */
export function outer3(
  out: Float64Array,
  o: number,
  u: Float64Array,
  p: number,
  v: Float64Array,
  q: number,
): void {
  for (let i = 0; i < 9; i++) out[o + i] = 0;
  addOuter3(out, o, 1, u, p, v, q);
}
