import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { polar3 } from '../../src/math/polar3.ts';
import { expQuat, mulQuat, quatToMat3 } from '../../src/math/quat.ts';
import { nearestRotation3, SVD_WORK } from '../../src/math/svd3.ts';
import {
  diagonal,
  difficultMatrices,
  gap,
  product,
  randomArray,
  randomQuat,
  randomRotation,
  rotationError,
} from './support.ts';

const random = createRandom(21);
const work = new Float64Array(SVD_WORK);
const R = new Float64Array(9);
const exact = new Float64Array(9);

/** tr(RᵀA), which the nearest rotation maximises. */
function alignment(M: Float64Array, A: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += M[i] * A[i];
  return sum;
}

function size(A: Float64Array): number {
  return Math.sqrt(alignment(A, A));
}

describe('nearest rotation', () => {
  it('is aligned better than any of many rotations, for inverted and flat matrices too', () => {
    for (const [name, A] of difficultMatrices(random)) {
      nearestRotation3(exact, 0, A, 0, work);
      const best = alignment(exact, A);
      for (let i = 0; i < 300; i++) {
        expect(alignment(randomRotation(random), A), name).toBeLessThanOrEqual(
          best + 1e-14 * Math.abs(best),
        );
      }
      expect(rotationError(exact), name).toBeLessThan(1e-14);
    }
  });

  it('comes out of a warm start from anywhere', () => {
    for (let i = 0; i < 3000; i++) {
      const A = randomArray(random, 9);
      const q = randomQuat(random);
      polar3(R, 0, q, 0, A, 0, work);
      nearestRotation3(exact, 0, A, 0, work);
      expect(alignment(exact, A) - alignment(R, A)).toBeLessThan(1e-9 * size(A));
      expect(rotationError(R)).toBeLessThan(1e-14);
      const fromQuat = new Float64Array(9);
      quatToMat3(fromQuat, 0, q, 0);
      expect(gap(fromQuat, R)).toBeLessThan(1e-14);
    }
  });

  it('comes out of difficult matrices, and the exact saddles where a turn by π is missing', () => {
    for (const [name, A] of difficultMatrices(random)) {
      for (const start of [
        [0, 0, 0, 1],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 0],
      ]) {
        const q = Float64Array.from(start);
        polar3(R, 0, q, 0, A, 0, work);
        nearestRotation3(exact, 0, A, 0, work);
        const lost = (alignment(exact, A) - alignment(R, A)) / (size(A) || 1);
        expect(name === 'subnormal' ? 0 : lost, name).toBeLessThan(1e-8);
        expect(rotationError(R), name).toBeLessThan(1e-14);
      }
    }
  });

  it('is exact to the stated tolerance for well-conditioned deformations', () => {
    for (let i = 0; i < 500; i++) {
      const Q = randomRotation(random);
      const stretch = diagonal([random.range(0.5, 2), random.range(0.5, 2), random.range(0.5, 2)]);
      const V = randomRotation(random);
      const sym = product(product(V, stretch, 3, 3, 3), transpose(V), 3, 3, 3);
      const q = Float64Array.of(0, 0, 0, 1);
      polar3(R, 0, q, 0, product(Q, sym, 3, 3, 3), 0, work);
      expect(gap(R, Q)).toBeLessThan(1e-9);
    }
  });

  it('takes two or three steps from the last rotation and never the slow way', () => {
    let worst = 0;
    for (let i = 0; i < 500; i++) {
      const q = randomQuat(random);
      const turn = new Float64Array(4);
      expQuat(
        turn,
        0,
        randomArray(random, 3).map((x) => 0.1 * x),
        0,
      );
      const moved = q.slice();
      mulQuat(moved, 0, turn, 0, q, 0);
      const Q = new Float64Array(9);
      quatToMat3(Q, 0, moved, 0);
      const S = diagonal([1.2, 0.9, 0.7]);
      const steps = polar3(R, 0, q, 0, product(Q, S, 3, 3, 3), 0, work);
      expect(steps).toBeGreaterThanOrEqual(0);
      worst = Math.max(worst, steps);
    }
    expect(worst).toBeLessThanOrEqual(4);
  });

  it('stays where it was when there is nothing to follow', () => {
    const bad = diagonal([1, Number.NaN, 1]);
    for (const A of [new Float64Array(9), bad, diagonal([Number.POSITIVE_INFINITY, 1, 1])]) {
      const q = randomQuat(random);
      const before = q.slice();
      expect(polar3(R, 0, q, 0, A, 0, work)).toBe(0);
      expect(gap(q, before)).toBe(0);
    }
  });

  it('turns a line only as far as the line needs, and leaves the twist alone', () => {
    const A = diagonal([2, 0, 0]);
    const q = new Float64Array(4);
    expQuat(q, 0, Float64Array.of(0.7, 0, 0), 0);
    const before = q.slice();
    polar3(R, 0, q, 0, A, 0, work);
    expect(gap(q, before)).toBeLessThan(1e-12);
  });
});

function transpose(M: Float64Array): Float64Array {
  return Float64Array.of(M[0], M[3], M[6], M[1], M[4], M[7], M[2], M[5], M[8]);
}
