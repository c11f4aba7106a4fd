import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import * as a from '../../src/math/affine.ts';
import { gap, randomArray, randomQuat } from './support.ts';

const random = createRandom(8);

describe('affine maps', () => {
  const P = randomArray(random, 12);
  const Q = randomArray(random, 12);
  const x = randomArray(random, 3);

  it('a composed map does one after the other', () => {
    const PQ = new Float64Array(12);
    const y = new Float64Array(3);
    const z = new Float64Array(3);
    a.composeAffine(PQ, 0, P, 0, Q, 0);
    a.applyToPoint(y, 0, Q, 0, x, 0);
    a.applyToPoint(y, 0, P, 0, y, 0);
    a.applyToPoint(z, 0, PQ, 0, x, 0);
    expect(gap(y, z)).toBeLessThan(1e-15);
  });

  it('the inverse takes a point back, in place too', () => {
    const work = new Float64Array(18);
    const inverse = P.slice();
    const y = new Float64Array(3);
    expect(a.inverseAffine(inverse, 0, inverse, 0, work)).toBe(true);
    a.applyToPoint(y, 0, P, 0, x, 0);
    a.applyToPoint(y, 0, inverse, 0, y, 0);
    expect(gap(x, y)).toBeLessThan(1e-13);
  });

  it('a flat map has no inverse and says so', () => {
    const flat = P.slice();
    flat.copyWithin(4, 0, 4);
    expect(a.inverseAffine(Q.slice(), 0, flat, 0, new Float64Array(18))).toBe(false);
  });

  it('scales, then turns, then moves', () => {
    const M = new Float64Array(12);
    const q = Float64Array.of(0, 0, Math.SQRT1_2, Math.SQRT1_2);
    a.affineFromParts(M, 0, [10, 0, 0], q, 0, [2, 3, 4], new Float64Array(9));
    const y = new Float64Array(3);
    a.applyToPoint(y, 0, M, 0, Float64Array.of(1, 0, 1), 0);
    expect(gap(y, [10, 2, 4])).toBeLessThan(1e-14);
    a.applyToVector(y, 0, M, 0, Float64Array.of(1, 0, 1), 0);
    expect(gap(y, [0, 2, 4])).toBeLessThan(1e-14);
  });

  it('takes its linear part out and puts it back', () => {
    const linear = new Float64Array(9);
    const back = new Float64Array(12);
    a.affineFromParts(back, 0, x, randomQuat(random), 0, [1, 1, 1], linear);
    a.linearPart(linear, 0, P, 0);
    a.affineFromLinear(back, 0, linear, 0, Float64Array.of(P[3], P[7], P[11]), 0);
    expect(gap(back, P)).toBe(0);
    a.identityAffine(back, 0);
    expect([...back]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  });
});
