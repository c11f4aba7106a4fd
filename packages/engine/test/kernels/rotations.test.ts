import './all.ts';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../src/core/random.ts';
import { typescriptKernels } from '../../src/kernels/kernels.ts';
import { awkwardMatrix } from './cases/rotations.ts';

const { extractRotations } = typescriptKernels;
const random = createRandom(5);

function unitQuaternion(r: Random): number[] {
  const q = [0, 0, 0, 0].map(() => r.range(-1, 1) + r.range(-1, 1) + r.range(-1, 1));
  const norm = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return q.map((x) => x / norm);
}

/** Row-major matrix of a unit quaternion, by turning the axes with q v q*. */
function matrixOf([x, y, z, w]: ArrayLike<number> & Iterable<number>): number[] {
  const columns = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map(([a, b, c]) => {
    const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    return [
      a + w * t[0] + (y * t[2] - z * t[1]),
      b + w * t[1] + (z * t[0] - x * t[2]),
      c + w * t[2] + (x * t[1] - y * t[0]),
    ];
  });
  return [0, 1, 2].flatMap((i) => columns.map((column) => column[i]));
}

const multiply = (A: ArrayLike<number>, B: ArrayLike<number>) =>
  Array.from({ length: 9 }, (_, k) => {
    const [i, j] = [Math.floor(k / 3), k % 3];
    return A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
  });
const transpose = (A: ArrayLike<number>) => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((i) => A[i]);
const inner = (A: ArrayLike<number>, B: ArrayLike<number>) =>
  Array.from(A).reduce((sum, a, i) => sum + a * B[i], 0);
const others = Array.from({ length: 300 }, () => matrixOf(unitQuaternion(random)));

function extract(A: ArrayLike<number>, start: ArrayLike<number> = [0, 0, 0, 1]) {
  const q = Float64Array.from(start);
  const R = new Float64Array(9);
  extractRotations(q, R, Float64Array.from(A), 1);
  return { q, R };
}

function expectRotation(R: ArrayLike<number>, q: ArrayLike<number> & Iterable<number>): void {
  const unit = multiply(transpose(R), R);
  const turned = matrixOf(q);
  let error = 0;
  for (let i = 0; i < 9; i++) {
    error = Math.max(error, Math.abs(unit[i] - (i % 4 === 0 ? 1 : 0)), Math.abs(R[i] - turned[i]));
  }
  expect(error).toBeLessThan(3e-15);
  const minor = R[0] * (R[4] * R[8] - R[5] * R[7]) - R[1] * (R[3] * R[8] - R[5] * R[6]);
  expect(minor + R[2] * (R[3] * R[7] - R[4] * R[6])).toBeCloseTo(1, 14);
}

/** No small turn and no other rotation makes tr(RᵀA) larger. */
function expectBest(R: ArrayLike<number>, A: ArrayLike<number>): void {
  const size = Math.sqrt(inner(A, A));
  const B = multiply(transpose(R), A);
  const g = [B[7] - B[5], B[2] - B[6], B[3] - B[1]];
  expect(Math.max(...g.map(Math.abs)) / size).toBeLessThan(2e-10);
  // H = tr(B) I − sym(B), probed in many directions.
  const trace = B[0] + B[4] + B[8];
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 50; k++) {
    const [x, y, z] = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
    const along =
      B[0] * x * x +
      B[4] * y * y +
      B[8] * z * z +
      (B[1] + B[3]) * x * y +
      (B[2] + B[6]) * x * z +
      (B[5] + B[7]) * y * z;
    least = Math.min(least, trace * (x * x + y * y + z * z) - along);
  }
  expect(least / size).toBeGreaterThan(-1e-8);
  const rival = Math.max(...others.map((other) => inner(other, A)));
  expect(rival).toBeLessThanOrEqual(inner(R, A) + 1e-9 * size);
}

describe('the nearest rotation', () => {
  it('is the best one, from any start, for inverted, flat and thin matrices too', () => {
    for (let trial = 0; trial < 640; trial++) {
      const A = new Float64Array(9);
      const kind = trial % 16;
      if (kind >= 10 && kind <= 13) continue;
      awkwardMatrix(A, 0, kind, random);
      const start = trial % 3 === 0 ? [0, 0, 0, 1] : unitQuaternion(random);
      const { q, R } = extract(A, start);
      expectRotation(R, q);
      expectBest(R, A);
    }
  });

  it('of a stretched and turned body is the turn', () => {
    for (let trial = 0; trial < 100; trial++) {
      const Q = matrixOf(unitQuaternion(random));
      const [a, b, c, u, v, w] = [1.3, 0.8, 0.6, 0.1, -0.05, 0.2];
      const { R } = extract(multiply(Q, [a, u, v, u, b, w, v, w, c]), [0, 0, 0, 0]);
      for (let i = 0; i < 9; i++) expect(R[i]).toBeCloseTo(Q[i], 9);
    }
  });

  it('leaves a saddle: a half turn away from the best', () => {
    for (const start of [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
    ]) {
      const { R } = extract([2, 0, 0, 0, 1, 0, 0, 0, 0.5], start);
      expect(Array.from(R, Math.abs)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
      expectBest(R, [2, 0, 0, 0, 1, 0, 0, 0, 0.5]);
    }
  });

  it('stays the last one where the matrix says nothing', () => {
    const q = unitQuaternion(random);
    for (const value of [0, 1e-35, Number.NaN, Number.POSITIVE_INFINITY]) {
      const result = extract(new Array(9).fill(value), q);
      for (let i = 0; i < 4; i++) expect(result.q[i]).toBeCloseTo(q[i], 15);
      expectRotation(result.R, result.q);
    }
  });

  it('keeps its spin about the axis of a thin matrix, where every spin is as good', () => {
    const [s, c] = [Math.sin(0.4), Math.cos(0.4)];
    const { R } = extract([1, 0, 0, 0, 0, 0, 0, 0, 0], [s, 0, 0, c]);
    const kept = matrixOf([s, 0, 0, c]);
    for (let i = 0; i < 9; i++) expect(R[i]).toBeCloseTo(kept[i], 12);
  });

  it('does not depend on the scale', () => {
    const A = [1, 2, -1, 0.3, 0.2, 0.5, -2, 1, 1];
    const { R } = extract(A);
    const small = extract(A.map((x) => x * 2 ** -60)).R;
    expect([...small]).toEqual([...R]);
  });
});
