import './all.ts';
import { describe, expect, it } from 'vitest';
import { typescriptKernels } from '../../src/kernels/kernels.ts';

const { dot, axpy, xpby, bsr3Multiply } = typescriptKernels;

describe('vector kernels', () => {
  it('multiply, add and combine as their formulas say', () => {
    const x = Float64Array.of(1, 2, 3, 4, 5);
    const y = Float64Array.of(-1, 10, 2, 0.5, 7);
    expect(dot(x, y, 5)).toBe(-1 + 20 + 6 + 2 + 35);
    expect(dot(x, y, 0)).toBe(0);
    axpy(y, 2, x, 4);
    expect([...y]).toEqual([1, 14, 8, 8.5, 7]);
    xpby(y, x, -1, 5);
    expect([...y]).toEqual([0, -12, -5, -4.5, -2]);
  });
});

describe('the block sparse product', () => {
  it('is the dense product', () => {
    const rowPtr = Int32Array.of(0, 2, 2, 3);
    const cols = Int32Array.of(2, 0, 1);
    const values = Float64Array.from({ length: 27 }, (_, i) => ((i * 7) % 11) - 5);
    const x = Float64Array.from({ length: 9 }, (_, i) => i - 3);
    const diagonal = Float64Array.of(2, 3, -1);
    const want = Array.from(x, (xi, i) => diagonal[Math.floor(i / 3)] * xi);
    for (let i = 0; i < 3; i++)
      for (let k = rowPtr[i]; k < rowPtr[i + 1]; k++)
        for (let r = 0; r < 3; r++)
          for (let c = 0; c < 3; c++)
            want[3 * i + r] += 0.5 * values[9 * k + 3 * r + c] * x[3 * cols[k] + c];
    const y = new Float64Array(9);
    bsr3Multiply(y, rowPtr, cols, values, x, 3, 0.5, diagonal);
    expect([...y]).toEqual(want);
  });
});
