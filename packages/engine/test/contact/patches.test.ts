import { describe, expect, test } from 'vitest';
import { buildPatches } from '../../src/contact/detect/patches.ts';
import { createSlide, slide } from '../../src/contact/detect/slide.ts';
import { pickContactPoints } from '../../src/geometry/contact-points.ts';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import { createNormalQuery } from '../../src/geometry/sdf/query.ts';
import type { Shape } from '../../src/geometry/sdf/shape.ts';
import { extractSurface } from '../../src/geometry/surface.ts';
import { cos, sin } from '../../src/math/elementary.ts';

/** A solid of size 0.3 with contact points about 24 mm apart, and points 5 mm below them. */
function solid(shape: Shape) {
  const sdf = compileShape(shape);
  const query = createNormalQuery(sdf, 1e-6);
  const points = pickContactPoints(extractSurface(sdf, 0.3 / 24), 0.024, 500);
  const n = points.length / 3;
  const distance = new Float64Array(n);
  const normals = new Float64Array(3 * n);
  query.normals(points, n, distance, normals);
  const inner = points.map((x, i) => x - 0.005 * normals[i]);
  return { points, inner, n, patches: buildPatches(query, points, inner, 0.024, 0.3) };
}

/** Points turned by an angle about z. */
function turned(points: Float64Array, a: number): Float64Array {
  return points.map((_, i) => {
    const at = i - (i % 3);
    if (i % 3 === 0) return cos(a) * points[at] - sin(a) * points[at + 1];
    return i % 3 === 1 ? sin(a) * points[at] + cos(a) * points[at + 1] : points[i];
  });
}

const UP = Float64Array.of(0, 1, 0);

describe('smooth patches between contact points', () => {
  test('a ball is round all over: its lowest place is one radius below its middle, however it is turned', () => {
    const { points, inner, n, patches } = solid({ type: 'sphere', radius: 0.15 });
    expect(patches.round.reduce((sum, c) => sum + c, 0)).toBe(n);
    const out = createSlide();
    for (let step = 0; step < 200; step++) {
      const x = turned(points, 0.01 * step);
      const below = turned(inner, 0.01 * step);
      let lowest = 0;
      let corner = 0;
      for (let i = 0; i < n; i++) {
        corner = Math.min(corner, x[3 * i + 1]);
        if (!slide(out, patches, i, UP, 0, x, below, points, inner, 0.024)) continue;
        const y = [0, 1, 2].map((c) => x[3 * i + c] + out.way[c]);
        if (y[1] > lowest) continue;
        lowest = y[1];
        if (y[1] < -0.14999) expect(Math.abs(y[0]) + Math.abs(y[2])).toBeLessThan(0.002);
      }
      expect(Math.abs(lowest + 0.15)).toBeLessThan(2e-5);
      expect(corner).toBeGreaterThan(-0.1502);
    }
  });

  test('the place of a patch moves with the ball without jumps', () => {
    const { points, inner, n, patches } = solid({ type: 'sphere', radius: 0.15 });
    const out = createSlide();
    const last = new Float64Array(3 * n).fill(Number.NaN);
    const angle = 1e-3;
    for (let step = 0; step < 100; step++) {
      const x = turned(points, angle * step);
      const below = turned(inner, angle * step);
      for (let i = 0; i < n; i++) {
        if (x[3 * i + 1] > -0.1) continue;
        const found = slide(out, patches, i, UP, 0, x, below, points, inner, 0.024);
        for (let c = 0; c < 3; c++) {
          const y = x[3 * i + c] + (found ? out.way[c] : 0);
          const moved = Math.abs(y - last[3 * i + c]);
          if (Number.isFinite(moved)) expect(moved).toBeLessThan(5 * angle * 0.15);
          last[3 * i + c] = y;
        }
      }
    }
  });

  test('a lying cylinder is round about its axis and not along it; a box is not round at all', () => {
    const lying = solid({ type: 'cylinder', radius: 0.12, height: 0.3, rotation: [0, 0, 90] });
    const out = createSlide();
    let found = 0;
    for (let i = 0; i < lying.n; i++) {
      const { points, inner, patches } = lying;
      if (Math.abs(points[3 * i]) > 0.1 || points[3 * i + 1] > -0.118) continue;
      if (!slide(out, patches, i, UP, 0, points, inner, points, inner, 0.024)) continue;
      found++;
      expect(Math.abs(out.way[0])).toBeLessThan(1e-3);
      expect(points[3 * i + 1] + out.way[1]).toBeCloseTo(-0.12, 4);
    }
    expect(found).toBeGreaterThan(5);
    const box = solid({ type: 'box', size: [0.3, 0.3, 0.3] });
    expect(box.patches.round.reduce((sum, c) => sum + c, 0)).toBe(0);
  });
});
