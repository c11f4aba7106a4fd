import { expect, test } from 'vitest';
import type { Sdf } from '../../../src/geometry/types.ts';
import { hexPatch } from '../../../src/models/layers/basis/hex.ts';
import {
  addEighth,
  eightPoints,
  fillCell,
  MOMENTS,
  PAIRS,
} from '../../../src/models/layers/basis/hex-fill.ts';
import { addHexPoints } from '../../../src/models/layers/build/hex-points.ts';
import { createLists } from '../../../src/models/layers/build/lists.ts';
import { ball } from '../../geometry/shapes.ts';
import { MATERIAL } from './hierarchies.ts';

/** What is below a plane: n·x < d. */
function below(normal: readonly number[], d: number): Sdf {
  const length = Math.hypot(...normal);
  return {
    bounds: [-9, -9, -9, 9, 9, 9],
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++)
        out[i] =
          (normal[0] * xyz[3 * i] + normal[1] * xyz[3 * i + 1] + normal[2] * xyz[3 * i + 2] - d) /
          length;
    },
  };
}

function momentsOf(shape: Sdf, edge: readonly number[]): Float64Array {
  const eighths = new Float64Array(8 * MOMENTS);
  fillCell(eighths, shape, [0, 0, 0], edge);
  const sum = new Float64Array(MOMENTS);
  for (let k = 0; k < eighths.length; k++) sum[k % MOMENTS] += eighths[k];
  return sum;
}

const EDGE = [0.2, 0.1, 0.15];

test('a face across an axis cuts off exactly what it should', () => {
  for (const part of [0.03, 0.4, 0.5, 0.83]) {
    const m = momentsOf(below([0, 1, 0], part * EDGE[1]), EDGE);
    expect(m[0] / 8).toBeCloseTo(part, 12);
    expect(m[2] / m[0]).toBeCloseTo(part / 2, 12);
    expect(m[1] / m[0]).toBeCloseTo(0.5, 12);
  }
});

test('a slanted face leaves a wedge with its moments, products with their sign', () => {
  // x + y < 1 in cells: a triangle of area ½ with its middle at ⅓, variance 1/18 and covariance −1/36.
  const m = momentsOf(below([1 / EDGE[0], 1 / EDGE[1], 0], 1), EDGE);
  expect(m[0] / 8).toBeCloseTo(0.5, 2);
  expect(m[1] / m[0]).toBeCloseTo(1 / 3, 2);
  expect(m[4] / m[0] - (m[1] / m[0]) ** 2).toBeCloseTo(1 / 18, 2);
  const both = m[4 + PAIRS.findIndex(([a, b]) => a === 0 && b === 1)];
  expect(both / m[0] - (m[1] * m[2]) / m[0] ** 2).toBeCloseTo(-1 / 36, 2);
});

test('eight points have volume, middle and second moments of what they stand for', () => {
  const at = new Float64Array(24);
  const weight = new Float64Array(8);
  for (const normal of [
    [1, 0, 0],
    [1, 2, 0],
    [1, -2, 0.5],
    [-1, 1, 1],
  ]) {
    for (const d of [0, 0.05, 0.1]) {
      const m = momentsOf(below(normal, d), EDGE);
      if (m[0] < 0.1) continue;
      eightPoints(at, weight, m);
      const own = new Float64Array(MOMENTS);
      for (let s = 0; s < 8; s++) {
        expect(weight[s]).toBeGreaterThanOrEqual(-1e-15);
        own[0] += weight[s];
        for (let k = 0; k < 3; k++) own[1 + k] += weight[s] * at[3 * s + k];
        PAIRS.forEach(([a, b], p) => {
          own[4 + p] += weight[s] * at[3 * s + a] * at[3 * s + b];
        });
      }
      for (let k = 0; k < MOMENTS; k++) expect(own[k]).toBeCloseTo(m[k] / m[0], 12);
    }
  }
});

test('a full cell has the points of Gauss', () => {
  const patch = hexPatch(ball(), null, 0.5, '');
  const c = patch.cut.findIndex((n) => n < 0);
  const m = new Float64Array(MOMENTS);
  for (let s = 0; s < 8; s++) addEighth(m, patch, c, s);
  const at = new Float64Array(24);
  const weight = new Float64Array(8);
  eightPoints(at, weight, m);
  for (let i = 0; i < 24; i++)
    expect(at[i]).toBeCloseTo(
      0.5 + ((Math.floor(i / 3) >> (i % 3)) & 1 ? 0.5 : -0.5) / Math.sqrt(3),
      14,
    );
  for (const w of weight) expect(w).toBeCloseTo(1 / 8, 14);
});

test('cells of a ball together have its mass and its inertia', () => {
  const patch = hexPatch(ball(), null, 0.5, '');
  const lists = createLists();
  const parts = { layer: 0, hex: patch, tets: null, filled: null, embedded: false };
  const even = (_: Float64Array, n: number, out: Float64Array): void => void out.fill(1, 0, n);
  addHexPoints(lists, patch, { ...parts, material: MATERIAL }, 1, even, () => false);
  let [mass, second] = [0, 0];
  lists.weight.forEach((w, i) => {
    mass += w;
    for (let d = 0; d < 3; d++) second += w * lists.mass[3 * i + d] ** 2;
  });
  expect(Math.abs(mass / ((4 / 3) * Math.PI) - 1)).toBeLessThan(0.01);
  expect(Math.abs(second / ((4 / 5) * Math.PI) - 1)).toBeLessThan(0.015);
});
