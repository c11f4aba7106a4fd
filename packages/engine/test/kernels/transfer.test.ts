import { expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { rotateByQuat } from '../../src/math/quat.ts';
import {
  movesBetween,
  takeRecords,
  transferPatches,
} from '../../src/models/octree/step/transfer.kernel.ts';

const CELL = 0.1;
const CORNER = [-0.3, 0.2, 0.7];

/** A rigid body that is somewhere, turned and turning: where its matter at rest place X is, and how it moves. */
function rigidBody() {
  const q = Float64Array.of(0.1, -0.5, 0.3, 0.8);
  const length = Math.sqrt(q.reduce((s, c) => s + c * c, 0));
  q.forEach((c, k) => {
    q[k] = c / length;
  });
  const spin = [0.7, -1.1, 0.4];
  const place = (X: readonly number[]): number[] => {
    const out = Float64Array.from(X);
    rotateByQuat(out, 0, q, 0, out, 0);
    return [out[0] + 2, out[1] - 1, out[2] + 3];
  };
  const speed = (X: readonly number[]): number[] => {
    const [x, y, z] = place(X);
    return [
      5 + spin[1] * z - spin[2] * y,
      6 + spin[2] * x - spin[0] * z,
      7 + spin[0] * y - spin[1] * x,
    ];
  };
  return { q, spin, place, speed };
}

test('points that patches of a turning rigid body make up are where it is, and move as it moves', () => {
  const body = rigidBody();
  const random = createRandom(3);
  const n = 20;
  const [oldX, oldV, oldRest] = [0, 1, 2].map(() => new Float64Array(3 * n));
  const [oldQ, oldSpin] = [0, 1].map(() => new Float64Array(4 * n));
  for (let i = 0; i < n; i++) {
    const X = [0, 1, 2].map(() => random.range(-1, 1));
    oldRest.set(X, 3 * i);
    oldX.set(body.place(X), 3 * i);
    oldV.set(body.speed(X), 3 * i);
    oldQ.set(body.q, 4 * i);
    oldSpin.set(body.spin, 4 * i);
  }
  // Two points made of four patches each.
  const patches = new Int32Array(6 * 8);
  const size = new Int32Array(2);
  const sums = new Float64Array(6);
  for (let p = 0; p < 8; p++) {
    const cells = 1 + random.below(5);
    const j = p % 2;
    patches.set([j, random.below(n), cells], 6 * p);
    size[j] += cells;
    for (let c = 0; c < 3; c++) {
      patches[6 * p + 3 + c] = random.below(7 * cells);
      sums[3 * j + c] += patches[6 * p + 3 + c];
    }
  }
  const x = new Float64Array(6);
  const v = new Float64Array(6);
  const [a, b, c] = CORNER;
  transferPatches(x, v, oldX, oldV, oldQ, oldRest, oldSpin, patches, size, CELL, a, b, c, 8);
  for (let j = 0; j < 2; j++) {
    const X = CORNER.map((o, k) => o + CELL * (sums[3 * j + k] / size[j] + 0.5));
    body.place(X).forEach((value, k) => {
      expect(x[3 * j + k]).toBeCloseTo(value, 12);
    });
    body.speed(X).forEach((value, k) => {
      expect(v[3 * j + k]).toBeCloseTo(value, 12);
    });
  }
});

test('records are taken by index, and moves are told with the farthest', () => {
  const out = new Float64Array(6);
  takeRecords(out, Int32Array.of(2, 0), Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9), 2, 3);
  expect([...out]).toEqual([7, 8, 9, 1, 2, 3]);
  const from = Float64Array.of(0, 0, 0, 4, 6, 3);
  expect(movesBetween(out, out, from, 2)).toBe(7 * 7 + 8 * 8 + 9 * 9);
  expect([...out]).toEqual([7, 8, 9, -3, -4, 0]);
});
