import type { Random } from '../../src/core/random.ts';
import { normaliseQuat, quatToMat3 } from '../../src/math/quat.ts';

/** n numbers, uniform in [−1, 1). */
export function randomArray(random: Random, n: number): Float64Array {
  return Float64Array.from({ length: n }, () => random.range(-1, 1));
}

export function randomQuat(random: Random): Float64Array {
  const q = randomArray(random, 4);
  normaliseQuat(q, 0);
  return q;
}

export function randomRotation(random: Random): Float64Array {
  const R = new Float64Array(9);
  quatToMat3(R, 0, randomQuat(random), 0);
  return R;
}

/** The triple loop, for any sizes: C[n×m] = A[n×k]·B[k×m]. */
export function product(
  A: ArrayLike<number>,
  B: ArrayLike<number>,
  n: number,
  k: number,
  m: number,
): Float64Array {
  const C = new Float64Array(n * m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      for (let l = 0; l < k; l++) C[i * m + j] += A[i * k + l] * B[l * m + j];
    }
  }
  return C;
}

export function transposed(A: ArrayLike<number>, n: number, m = n): Float64Array {
  return Float64Array.from({ length: n * m }, (_, i) => A[(i % n) * m + Math.floor(i / n)]);
}

export function diagonal(d: ArrayLike<number>): Float64Array {
  const n = d.length;
  const D = new Float64Array(n * n);
  for (let i = 0; i < n; i++) D[i * n + i] = d[i];
  return D;
}

/** Largest absolute difference of entries; NaN if one is NaN. */
export function gap(A: ArrayLike<number>, B: ArrayLike<number>): number {
  let worst = 0;
  for (let i = 0; i < A.length; i++) worst = Math.max(worst, Math.abs(A[i] - B[i]));
  return worst;
}

/** How far a 3×3 matrix is from being a rotation: |RᵀR − I| and |det − 1|. */
export function rotationError(R: Float64Array): number {
  const det =
    R[0] * (R[4] * R[8] - R[5] * R[7]) +
    R[1] * (R[5] * R[6] - R[3] * R[8]) +
    R[2] * (R[3] * R[7] - R[4] * R[6]);
  return Math.max(
    gap(product(transposed(R, 3), R, 3, 3, 3), diagonal([1, 1, 1])),
    Math.abs(det - 1),
  );
}

/** 3×3 matrices that break careless code, each with a name. */
export function difficultMatrices(random: Random): [string, Float64Array][] {
  const turned = (d: number[]): Float64Array =>
    product(product(randomRotation(random), diagonal(d), 3, 3, 3), randomRotation(random), 3, 3, 3);
  return [
    ['zero', new Float64Array(9)],
    ['identity', diagonal([1, 1, 1])],
    ['minus identity', diagonal([-1, -1, -1])],
    ['half turn', diagonal([1, -1, -1])],
    ['mirror', diagonal([1, 1, -1])],
    ['rank one', turned([2, 0, 0])],
    ['rank one, plain', Float64Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1)],
    ['rank two', turned([2, 1, 0])],
    ['nilpotent', Float64Array.of(0, 1, 0, 0, 0, 1, 0, 0, 0)],
    ['cyclic', Float64Array.of(0, 1, 0, 0, 0, 1, 1, 0, 0)],
    ['repeated', turned([2, 2, 1])],
    ['repeated small', turned([2, 1, 1])],
    ['inverted', turned([2, 1, -0.5])],
    ['inverted and repeated', turned([2, 1, -1])],
    ['nearly flat', turned([1, 1, 1e-12])],
    ['nearly a line', turned([1, 1e-9, 1e-12])],
    ['tiny', turned([3e-60, 2e-60, 1e-60])],
    ['huge', turned([3e120, 2e120, 1e120])],
    ['badly scaled', diagonal([1e100, 1, 1e-100])],
    ['subnormal', diagonal([1e-310, 1e-312, 5e-324])],
  ];
}
