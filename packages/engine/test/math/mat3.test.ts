import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import * as m from '../../src/math/mat3.ts';
import { diagonal, gap, product, randomArray, transposed } from './support.ts';

describe('3×3 matrices', () => {
  const random = createRandom(3);
  const A = randomArray(random, 9);
  const B = randomArray(random, 9);
  const v = randomArray(random, 3);
  const out = new Float64Array(9);

  it('multiplies as the triple loop does, plain and transposed', () => {
    m.mul3(out, 0, A, 0, B, 0);
    expect(gap(out, product(A, B, 3, 3, 3))).toBeLessThan(1e-15);
    m.mulAtB3(out, 0, A, 0, B, 0);
    expect(gap(out, product(transposed(A, 3), B, 3, 3, 3))).toBeLessThan(1e-15);
    m.mulABt3(out, 0, A, 0, B, 0);
    expect(gap(out, product(A, transposed(B, 3), 3, 3, 3))).toBeLessThan(1e-15);
  });

  it('honours offsets and touches nothing else', () => {
    const wide = new Float64Array(20).fill(7);
    const shifted = new Float64Array(12);
    shifted.set(A, 3);
    m.mul3(wide, 5, shifted, 3, B, 0);
    expect(gap(wide.subarray(5, 14), product(A, B, 3, 3, 3))).toBeLessThan(1e-15);
    expect([...wide.subarray(0, 5), ...wide.subarray(14)].every((x) => x === 7)).toBe(true);
  });

  it('applies to vectors, in place too', () => {
    const w = v.slice();
    m.apply3(w, 0, A, 0, w, 0);
    expect(gap(w, product(A, v, 3, 3, 1))).toBeLessThan(1e-15);
    m.applyTransposed3(w, 0, A, 0, v, 0);
    expect(gap(w, product(transposed(A, 3), v, 3, 3, 1))).toBeLessThan(1e-15);
  });

  it('splits into symmetric and skew parts', () => {
    const symmetric = new Float64Array(9);
    m.symmetricPart3(symmetric, 0, A, 0);
    m.skewPart3(out, 0, A, 0);
    for (let i = 0; i < 9; i++) expect(symmetric[i] + out[i]).toBeCloseTo(A[i], 15);
    expect(gap(symmetric, transposed(symmetric, 3))).toBe(0);
  });

  it('the axial vector answers every cross-product matrix', () => {
    const axial = new Float64Array(3);
    m.axial3(axial, 0, A, 0);
    m.cross3(out, 0, v[0], v[1], v[2]);
    const dot = axial[0] * v[0] + axial[1] * v[1] + axial[2] * v[2];
    expect(m.dot9(out, 0, A, 0)).toBeCloseTo(dot, 14);
  });

  it('transposes in place, traces, measures, makes outer products', () => {
    const T = A.slice();
    m.transpose3(T, 0, T, 0);
    expect(gap(T, transposed(A, 3))).toBe(0);
    expect(m.trace3(A, 0)).toBeCloseTo(A[0] + A[4] + A[8], 15);
    expect(m.norm3(A, 0)).toBeCloseTo(Math.hypot(...A), 14);
    m.outer3(out, 0, v, 0, A, 0);
    expect(gap(out, product(v, A.subarray(0, 3), 3, 1, 3))).toBe(0);
  });

  it('the cofactors are the derivative of the determinant', () => {
    m.cofactor3(out, 0, A, 0);
    for (let i = 0; i < 9; i++) {
      const plus = A.slice();
      const minus = A.slice();
      plus[i] += 1e-3;
      minus[i] -= 1e-3;
      expect((m.det3(plus, 0) - m.det3(minus, 0)) / 2e-3).toBeCloseTo(out[i], 10);
    }
  });

  it('inverts at any scale', () => {
    for (const scale of [1, 1e-100, 1e100, -1e-150]) {
      const S = A.map((x) => x * scale);
      expect(m.inverse3(out, 0, S, 0)).toBe(true);
      expect(gap(product(S, out, 3, 3, 3), diagonal([1, 1, 1]))).toBeLessThan(1e-13);
    }
  });

  it('refuses to invert what is singular, and leaves the result alone', () => {
    const kept = Float64Array.from({ length: 9 }, (_, i) => i);
    const flat = product(A, diagonal([1, 1, 0]), 3, 3, 3);
    const line = product(v, A.subarray(0, 3), 3, 1, 3);
    const bad = A.slice();
    bad[4] = Number.NaN;
    for (const S of [flat, line, new Float64Array(9), bad]) {
      expect(m.inverse3(kept, 0, S, 0)).toBe(false);
    }
    expect([...kept]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
