import { expect, test } from 'vitest';
import { centreWeights } from '../../src/contact/solve/end-levers.ts';

test('weights of points are their centre of mass, and move with it in every rigid motion', () => {
  const n = 9;
  const x = Float64Array.from({ length: 3 * n }, (_, i) => ((i * i * 7 + 3 * i) % 23) / 23);
  const centre = [0.3, 0.62, 0.41];
  const weights = centreWeights(x, n, centre);
  expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 12);
  const spin = [0.7, -2, 1.3];
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    let at = 0;
    let moves = 0;
    for (let i = 0; i < n; i++) {
      at += weights[i] * x[3 * i + c];
      moves += weights[i] * (spin[d] * x[3 * i + e] - spin[e] * x[3 * i + d]);
    }
    expect(at).toBeCloseTo(centre[c], 12);
    expect(moves).toBeCloseTo(spin[d] * centre[e] - spin[e] * centre[d], 12);
  }
});

test('points in a plane have plain means', () => {
  const square = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
  expect([...centreWeights(square, 4, [0.5, 0.5, 0])]).toEqual([0.25, 0.25, 0.25, 0.25]);
});
