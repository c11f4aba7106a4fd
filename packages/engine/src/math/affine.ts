/** Affine maps x ↦ A·x + t as 3×4 row-major matrices [A | t], twelve numbers inside flat arrays. */
import { inverse3 } from './mat3.ts';
import { quatToMat3 } from './quat.ts';

/** out = I. */
export function identityAffine(out: Float64Array, o: number): void {
  for (let i = 0; i < 12; i++) out[o + i] = i % 5 === 0 ? 1 : 0;
}

/** out = P ∘ Q: first Q, then P. `out` may not overlap an operand. */
export function composeAffine(
  out: Float64Array,
  o: number,
  P: Float64Array,
  p: number,
  Q: Float64Array,
  q: number,
): void {
  for (let i = 0; i < 12; i += 4) {
    const a = P[p + i];
    const b = P[p + i + 1];
    const c = P[p + i + 2];
    for (let j = 0; j < 4; j++) {
      out[o + i + j] = a * Q[q + j] + b * Q[q + 4 + j] + c * Q[q + 8 + j];
    }
    out[o + i + 3] += P[p + i + 3];
  }
}

/** out[o..o+3) = A·v + t for the point v; `out` may be v. */
export function applyToPoint(
  out: Float64Array,
  o: number,
  P: Float64Array,
  p: number,
  v: Float64Array,
  q: number,
): void {
  const x = v[q];
  const y = v[q + 1];
  const z = v[q + 2];
  out[o] = P[p] * x + P[p + 1] * y + P[p + 2] * z + P[p + 3];
  out[o + 1] = P[p + 4] * x + P[p + 5] * y + P[p + 6] * z + P[p + 7];
  out[o + 2] = P[p + 8] * x + P[p + 9] * y + P[p + 10] * z + P[p + 11];
}

/** out[o..o+3) = A·v for the direction v; `out` may be v. */
export function applyToVector(
  out: Float64Array,
  o: number,
  P: Float64Array,
  p: number,
  v: Float64Array,
  q: number,
): void {
  const x = v[q];
  const y = v[q + 1];
  const z = v[q + 2];
  out[o] = P[p] * x + P[p + 1] * y + P[p + 2] * z;
  out[o + 1] = P[p + 4] * x + P[p + 5] * y + P[p + 6] * z;
  out[o + 2] = P[p + 8] * x + P[p + 9] * y + P[p + 10] * z;
}

/** out[o..o+9) = the linear part A, row-major 3×3. */
export function linearPart(out: Float64Array, o: number, P: Float64Array, p: number): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[o + 3 * i + j] = P[p + 4 * i + j];
  }
}

/** out = [A | t] from A[a..a+9) and t[b..b+3). */
export function affineFromLinear(
  out: Float64Array,
  o: number,
  A: Float64Array,
  a: number,
  t: Float64Array,
  b: number,
): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[o + 4 * i + j] = A[a + 3 * i + j];
    out[o + 4 * i + 3] = t[b + i];
  }
}

/**
 * out = P⁻¹, or false and `out` untouched when the linear part is singular to rounding. `work` holds 18 numbers and may
 * not overlap anything else; `out` may be P itself.
 */
export function inverseAffine(
  out: Float64Array,
  o: number,
  P: Float64Array,
  p: number,
  work: Float64Array,
): boolean {
  linearPart(work, 9, P, p);
  if (!inverse3(work, 0, work, 9)) return false;
  const x = P[p + 3];
  const y = P[p + 7];
  const z = P[p + 11];
  for (let i = 0; i < 3; i++) {
    const a = work[3 * i];
    const b = work[3 * i + 1];
    const c = work[3 * i + 2];
    out[o + 4 * i] = a;
    out[o + 4 * i + 1] = b;
    out[o + 4 * i + 2] = c;
    out[o + 4 * i + 3] = -(a * x + b * y + c * z);
  }
  return true;
}

/**
 * out = the map that scales along its own axes, then turns, then moves: A = R(q)·diag(scale), t = position [m].
 * position and scale are three numbers, q a unit quaternion. `work` holds nine numbers.
 */
export function affineFromParts(
  out: Float64Array,
  o: number,
  position: ArrayLike<number>,
  q: Float64Array,
  k: number,
  scale: ArrayLike<number>,
  work: Float64Array,
): void {
  quatToMat3(work, 0, q, k);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[o + 4 * i + j] = work[3 * i + j] * scale[j];
    out[o + 4 * i + 3] = position[i];
  }
}
