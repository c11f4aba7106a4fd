import { describe, expect, it } from 'vitest';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import { createNormalQuery, distanceAt } from '../../../src/geometry/sdf/query.ts';
import type { Shape } from '../../../src/geometry/sdf/shape.ts';
import { PRIMITIVES, randomPoints } from './zoo.ts';

const N = 2000;

describe.each(Object.entries(PRIMITIVES))('%s', (_name, { shape, has }) => {
  const sdf = compileShape(shape);
  const points = randomPoints(1, N, 1.2);
  const distance = new Float64Array(N);
  const normal = new Float64Array(3 * N);
  createNormalQuery(sdf, 1e-6).gradients(points, N, distance, normal);

  it('is negative inside and positive outside', () => {
    for (let i = 0; i < N; i++) {
      if (Math.abs(distance[i]) < 1e-4) continue;
      expect(distance[i] < 0).toBe(has(points[3 * i], points[3 * i + 1], points[3 * i + 2]));
    }
  });

  it('tells the exact distance: walking it along the gradient ends on the surface', () => {
    const landed = new Float64Array(3 * N);
    const rest = new Float64Array(N);
    for (let i = 0; i < 3 * N; i++) {
      landed[i] = points[i] - distance[Math.floor(i / 3)] * normal[i];
    }
    sdf.evaluate(landed, N, rest);
    let exact = 0;
    for (let i = 0; i < N; i++) {
      const length = Math.hypot(normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]);
      // On the medial surface the gradient is two-sided: a few points may straddle it.
      if (Math.abs(length - 1) < 1e-5 && Math.abs(rest[i]) < 1e-6) exact++;
    }
    expect(exact).toBeGreaterThan(0.995 * N);
  });

  it('has bounds that touch it on every side, however it is turned', () => {
    const turned: Shape = { ...shape, rotation: [25, -40, 65], position: [1, -2, 3] };
    const field = compileShape(turned);
    const b = field.bounds;
    const steps = 160;
    for (let side = 0; side < 6; side++) {
      const axis = side % 3;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const plane = new Float64Array(3 * steps * steps);
      for (let k = 0; k < steps * steps; k++) {
        plane[3 * k + axis] = b[side];
        plane[3 * k + u] = b[u] + ((b[3 + u] - b[u]) * (k % steps)) / (steps - 1);
        plane[3 * k + v] = b[v] + ((b[3 + v] - b[v]) * Math.floor(k / steps)) / (steps - 1);
      }
      const out = new Float64Array(steps * steps);
      field.evaluate(plane, steps * steps, out);
      const least = Math.min(...out);
      expect(least).toBeGreaterThan(-1e-12);
      expect(least).toBeLessThan(0.02);
    }
  });
});

describe('degenerate shapes', () => {
  it('a capsule without length is a sphere', () => {
    const sdf = compileShape({ type: 'capsule', from: [1, 2, 3], to: [1, 2, 3], radius: 0.5 });
    expect(distanceAt(sdf, 1, 2, 4)).toBe(0.5);
    expect(sdf.bounds).toEqual([0.5, 1.5, 2.5, 1.5, 2.5, 3.5]);
  });

  it('a round cone whose one ball holds the other is that ball', () => {
    const cone: Shape = {
      type: 'round-cone',
      from: [0, 0, 0],
      to: [0.1, 0, 0],
      radiusFrom: 0.5,
      radiusTo: 0.2,
    };
    expect(distanceAt(compileShape(cone), 0, 1, 0)).toBe(0.5);
    expect(compileShape(cone).bounds[3]).toBe(0.5);
  });

  it('an ellipsoid with equal radii is a sphere, from its middle outwards', () => {
    const sdf = compileShape({ type: 'ellipsoid', radii: [0.5, 0.5, 0.5] });
    for (const x of [0, 1e-9, 0.1, 0.5, 0.7, 30]) {
      expect(distanceAt(sdf, x, 0, 0)).toBeCloseTo(x - 0.5, 11);
    }
  });

  it('the middle of an ellipsoid is its smallest radius from the surface, very flat ones too', () => {
    for (const thin of [0.3, 0.01, 1e-4]) {
      const sdf = compileShape({ type: 'ellipsoid', radii: [1, thin, 0.5] });
      expect(distanceAt(sdf, 0, 0, 0)).toBeCloseTo(-thin, 12);
      expect(distanceAt(sdf, 0, 2, 0)).toBeCloseTo(2 - thin, 12);
      expect(distanceAt(sdf, 3, 0, 0)).toBeCloseTo(2, 12);
    }
  });

  it('a half-space is bounded only along its normal', () => {
    const up = compileShape({ type: 'plane', normal: [0, 2, 0], offset: 0.25 });
    expect(distanceAt(up, 5, 1, 7)).toBe(0.75);
    const far = Number.POSITIVE_INFINITY;
    expect(up.bounds).toEqual([-far, -far, -far, far, 0.25, far]);
    const turned = compileShape({
      type: 'plane',
      normal: [0, 1, 0],
      offset: 0,
      rotation: [0, 0, 90],
    });
    expect(turned.bounds[0]).toBe(-0);
    expect(turned.bounds[4]).toBe(far);
  });
});
