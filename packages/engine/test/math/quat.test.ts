import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import * as Q from '../../src/math/quat.ts';
import { gap, product, randomArray, randomQuat, rotationError } from './support.ts';

const random = createRandom(5);
const matrix = (q: Float64Array): Float64Array => {
  const R = new Float64Array(9);
  Q.quatToMat3(R, 0, q, 0);
  return R;
};

describe('quaternions', () => {
  it('multiply as their matrices do, in place too', () => {
    for (let i = 0; i < 50; i++) {
      const p = randomQuat(random);
      const q = randomQuat(random);
      const expected = product(matrix(p), matrix(q), 3, 3, 3);
      Q.mulQuat(p, 0, p, 0, q, 0);
      expect(gap(matrix(p), expected)).toBeLessThan(1e-14);
      expect(rotationError(matrix(q))).toBeLessThan(1e-14);
    }
  });

  it('rotate vectors as their matrices do', () => {
    const q = randomQuat(random);
    const v = randomArray(random, 3);
    const w = v.slice();
    Q.rotateByQuat(w, 0, q, 0, w, 0);
    expect(gap(w, product(matrix(q), v, 3, 3, 1))).toBeLessThan(1e-15);
  });

  it('come back from a matrix, half turns included', () => {
    const turns = [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0.6, 0.8, 0, 0],
      [0, 0, 0, 1],
    ];
    for (let i = 0; i < 200; i++) turns.push([...randomQuat(random)]);
    for (const t of turns) {
      const R = matrix(Float64Array.from(t));
      const q = new Float64Array(4);
      Q.quatFromMat3(q, 0, R, 0);
      expect(gap(matrix(q), R)).toBeLessThan(1e-14);
      expect(q[3]).toBeGreaterThanOrEqual(0);
    }
  });

  it('a quarter turn about z takes x to y', () => {
    const q = new Float64Array(4);
    const v = Float64Array.of(1, 0, 0);
    Q.quatFromAxisAngle(q, 0, 0, 0, 5, Math.PI / 2);
    Q.rotateByQuat(v, 0, q, 0, v, 0);
    expect(gap(v, [0, 1, 0])).toBeLessThan(1e-15);
    Q.quatFromAxisAngle(q, 0, 0, 0, 0, 1);
    expect([...q]).toEqual([0, 0, 0, 1]);
  });

  it('exp and log are inverse to each other', () => {
    for (const size of [1e-12, 1e-8, 1e-3, 0.5, 1.8]) {
      const v = randomArray(random, 3).map((x) => x * size);
      const q = new Float64Array(4);
      const back = new Float64Array(3);
      Q.expQuat(q, 0, v, 0);
      Q.logQuat(back, 0, q, 0);
      expect(gap(back, v)).toBeLessThan(2e-15);
      expect(Math.hypot(...q)).toBeCloseTo(1, 15);
    }
  });

  it('slerp turns at constant speed along the shorter way', () => {
    const p = randomQuat(random);
    const turn = new Float64Array(4);
    const q = new Float64Array(4);
    const half = new Float64Array(4);
    for (const [angle, sign] of [
      [2, 1],
      [2, -1],
      [1e-5, 1],
      [1e-3, -1],
      [3.1, 1],
    ]) {
      Q.quatFromAxisAngle(turn, 0, 1, 2, 3, angle);
      Q.mulQuat(q, 0, turn, 0, p, 0);
      Q.quatFromAxisAngle(turn, 0, 1, 2, 3, 0.3 * angle);
      Q.mulQuat(half, 0, turn, 0, p, 0);
      const out = new Float64Array(4);
      Q.slerpQuat(
        out,
        0,
        p,
        0,
        q.map((x) => sign * x),
        0,
        0.3,
      );
      expect(gap(matrix(out), matrix(half))).toBeLessThan(1e-13);
      Q.slerpQuat(out, 0, p, 0, q, 0, 1);
      expect(gap(matrix(out), matrix(q))).toBeLessThan(1e-14);
    }
  });

  it('what has no length normalises to no turn', () => {
    const q = new Float64Array(4);
    Q.normaliseQuat(q, 0);
    expect([...q]).toEqual([0, 0, 0, 1]);
  });
});
