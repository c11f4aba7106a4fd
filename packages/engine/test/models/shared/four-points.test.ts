import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { FAR, fourPoints, NEAR } from '../../../src/models/shared/four-points.ts';
import { tetSamples } from '../../../src/models/shared/tet-samples.ts';

/** Moments of a weight given by barycentric coordinates. */
function momentsOf(weight: (l: Float64Array) => number, levels: number): Float64Array {
  const { count, middles, moments } = tetSamples(levels);
  const m = new Float64Array(16);
  for (let s = 0; s < count; s++) {
    const w = weight(middles.subarray(4 * s, 4 * s + 4));
    for (let k = 0; k < 16; k++) m[k] += w * moments[16 * s + k];
  }
  return m;
}

test('a constant weight has the moments of the tet, whatever the number of parts, and the usual points', () => {
  for (const levels of [0, 1, 3]) {
    const m = momentsOf(() => 3, levels);
    for (let i = 0; i < 16; i++) expect(m[i]).toBeCloseTo((3 * (i % 5 === 0 ? 2 : 1)) / 20, 12);
    const points = new Float64Array(16);
    expect(fourPoints(points, 0, m)).toBeCloseTo(3, 12);
    for (let i = 0; i < 4; i++)
      for (let q = 0; q < 4; q++) expect(points[4 * i + q]).toBeCloseTo(i === q ? NEAR : FAR, 10);
  }
});

test('four points integrate every quadratic exactly against any weight', () => {
  const random = createRandom(4);
  const [a, b, c] = [random.range(0, 1), random.range(0, 1), random.range(0.2, 0.6)];
  const weights = [
    (l: Float64Array) => (l[0] > 0.7 ? 100 : 1),
    (l: Float64Array) => (a * l[1] + b * l[2] > 0.3 * c ? 1 : 0),
    (l: Float64Array) => (l[2] < 0.05 ? 1 : 0),
    (l: Float64Array) => 1 + 5 * l[3] * l[0],
  ];
  const points = new Float64Array(16);
  for (const weight of weights) {
    const m = momentsOf(weight, 3);
    const total = fourPoints(points, 0, m);
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        let sum = 0;
        for (let q = 0; q < 4; q++) sum += 0.25 * total * points[4 * i + q] * points[4 * j + q];
        expect(sum).toBeCloseTo(m[4 * i + j], 10);
      }
    }
    for (let q = 0; q < 4; q++)
      expect(points[q] + points[4 + q] + points[8 + q] + points[12 + q]).toBeCloseTo(1, 12);
  }
});
