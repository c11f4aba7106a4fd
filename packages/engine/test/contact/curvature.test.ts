import { describe, expect, test } from 'vitest';
import { findCurvature } from '../../src/contact/detect/curvature.ts';
import { fitAffine, leverOfPlace } from '../../src/contact/solve/curved-places.ts';

/** About evenly spread points of the unit sphere. */
const spread = (n: number): number[][] =>
  Array.from({ length: n }, (_, i) => {
    const z = 1 - (2 * i + 1) / n;
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(2.399963 * i), r * Math.sin(2.399963 * i), z];
  });
const unit = (v: number[]): number[] => v.map((x) => x / Math.hypot(...v));
const evenly = (n: number): Float64Array => new Float64Array(n).fill(1 / n);
const flat = (rows: number[][]): Float64Array => Float64Array.from(rows.flat());

/** An ellipsoid's points and normals. */
function ellipsoid(axes: number[], n: number) {
  const on = spread(n);
  const points = flat(on.map((u) => u.map((x, c) => axes[c] * x)));
  const normals = flat(on.map((u) => unit(u.map((x, c) => x / axes[c]))));
  return {
    points,
    normals,
    spacing: Math.sqrt(10 / n) * Math.min(...axes),
    size: 2 * Math.max(...axes),
  };
}

/** A lying cylinder of radius 0.2 and length 0.4 along z: its side, with rims whose normals look between both faces. */
function cylinder() {
  const points: number[][] = [];
  const normals: number[][] = [];
  for (let i = 0; i < 24; i++) {
    const [x, y] = [Math.cos((i * Math.PI) / 12), Math.sin((i * Math.PI) / 12)];
    for (let k = 0; k <= 8; k++) {
      points.push([0.2 * x, 0.2 * y, 0.05 * k - 0.2]);
      normals.push(unit([x, y, k === 0 ? -1 : k === 8 ? 1 : 0]));
    }
    for (const end of [-1, 1])
      for (const r of [0.05, 0.1, 0.15]) {
        points.push([r * x, r * y, 0.2 * end]);
        normals.push([0, 0, end]);
      }
  }
  return { points: flat(points), normals: flat(normals), spacing: 0.05, size: 0.4 };
}

describe('curvature of contact points', () => {
  test('a ball is a ball everywhere', () => {
    const { points, normals, spacing, size } = ellipsoid([0.2, 0.2, 0.2], 300);
    const found = findCurvature(points, normals, spacing, size)!;
    for (let i = 0; i < 300; i++) {
      const [x, y, z] = normals.subarray(3 * i);
      const truth = [1 - x * x, -x * y, -x * z, 1 - y * y, -y * z, 1 - z * z];
      for (let e = 0; e < 6; e++) expect(found.radii[6 * i + e]).toBeCloseTo(0.2 * truth[e], 8);
      for (let c = 0; c < 3; c++)
        expect(found.normals[3 * i + c]).toBeCloseTo(normals[3 * i + c], 8);
    }
  });

  test('a cylinder is one up to its rims, and its ends are flat', () => {
    const { points, normals, spacing, size } = cylinder();
    const found = findCurvature(points, normals, spacing, size)!;
    for (let i = 0; i < points.length / 3; i++) {
      const [x, y] = points.subarray(3 * i);
      const r = Math.hypot(x, y);
      const side = r > 0.19;
      expect(found.normals[3 * i]).toBeCloseTo(side ? x / r : 0, 8);
      expect(found.normals[3 * i + 2]).toBeCloseTo(0, 8);
      expect(found.radii[6 * i]).toBeCloseTo(side ? (0.2 * y * y) / (r * r) : 0, 8);
      expect(found.radii[6 * i + 5]).toBeCloseTo(0, 8);
    }
  });

  test('a box, and what is hollow, have none', () => {
    const points: number[][] = [];
    const normals: number[][] = [];
    for (let i = 0; i < 125; i++) {
      const p = [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)];
      const n = p.map((x) => (x === 0 ? -1 : x === 4 ? 1 : 0));
      if (n.every((x) => x === 0)) continue;
      points.push(p);
      normals.push(unit(n));
    }
    expect(findCurvature(flat(points), flat(normals), 1, 4)).toBe(null);
    const ball = ellipsoid([0.2, 0.2, 0.2], 300);
    const inward = ball.normals.map((x) => -x);
    expect(findCurvature(ball.points, inward, ball.spacing, ball.size)).toBe(null);
  });
});

describe('the place that faces a plane', () => {
  // Turned, and stretched as one step of a fast turn does.
  const map = [
    [0.36, 0.48, -0.8],
    [-0.8, 0.6, 0],
    [0.48, 0.64, 0.6],
  ].map((row, r) => row.map((x) => x * [1.1, 0.9, 1.05][r]));
  const carry = (points: Float64Array): Float64Array => {
    const out = new Float64Array(points.length);
    for (let i = 0; i < points.length; i++)
      for (let c = 0; c < 3; c++) out[i] += map[i % 3][c] * points[i - (i % 3) + c];
    return out;
  };
  const lowest = (axes: number[], normal: number[]): number[] => {
    // Of F A u, |u| = 1: where u is −(F A)ᵀ n.
    const u = unit(
      [0, 1, 2].map((c) => -axes[c] * map.reduce((sum, row, r) => sum + row[c] * normal[r], 0)),
    );
    return map.map((row) => row.reduce((sum, x, c) => sum + x * axes[c] * u[c], 0));
  };

  test.each([
    ['a ball', [0.2, 0.2, 0.2], 0.002],
    ['an ellipsoid', [0.25, 0.2, 0.16], 0.15],
  ] as const)('%s', (_, axes, error) => {
    const { points, normals, spacing, size } = ellipsoid([...axes], 400);
    const found = findCurvature(points, normals, spacing, size)!;
    const y = carry(points);
    expect(fitAffine(found, evenly(400), y, size)).toBe(1);
    const normal = unit([0.3, 1, -0.2]);
    const place = lowest([...axes], normal);
    const lever = new Float64Array(3);
    let near = 0;
    for (let i = 0; i < 400; i++) {
      const away = Math.hypot(...[0, 1, 2].map((c) => y[3 * i + c] - place[c]));
      if (away > 0.06) continue;
      near++;
      expect(leverOfPlace(found, i, Float64Array.from(normal), 0, lever)).toBe(true);
      const missed = place.map((x, c) => x - lever[c]);
      expect(Math.hypot(...missed)).toBeLessThan(error * away + 1e-3 * axes[1]);
    }
    expect(near).toBeGreaterThan(5);
  });

  test('what is bent has none', () => {
    const { points, normals, spacing, size } = ellipsoid([0.4, 0.1, 0.1], 300);
    const found = findCurvature(points, normals, spacing, size)!;
    const bent = points.slice();
    for (let i = 0; i < 300; i++) bent[3 * i + 1] += 0.4 * points[3 * i] ** 2;
    expect(fitAffine(found, evenly(300), bent, size)).toBe(0);
  });
});
