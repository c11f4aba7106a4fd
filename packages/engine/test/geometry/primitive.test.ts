import { describe, expect, test } from 'vitest';
import { nearestSurface } from '../../src/contact/detect/primitives/nearest.ts';
import { createPlaced, placeByPose } from '../../src/contact/detect/primitives/placed.ts';
import { createRandom } from '../../src/core/random.ts';
import { primitiveMass, primitiveOf } from '../../src/geometry/primitive.ts';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import { distanceAt } from '../../src/geometry/sdf/query.ts';
import type { Shape } from '../../src/geometry/sdf/shape.ts';

const SHAPES: Record<string, Shape> = {
  sphere: { type: 'sphere', radius: 0.3, position: [0.1, 0.2, -0.3] },
  'equal ellipsoid': { type: 'ellipsoid', radii: [0.2, 0.2, 0.2] },
  capsule: {
    type: 'capsule',
    from: [0.1, 0.2, 0],
    to: [-0.3, 0.1, 0.4],
    radius: 0.1,
    rotation: [10, 20, 30],
  },
  cylinder: {
    type: 'cylinder',
    radius: 0.2,
    height: 0.5,
    rotation: [40, 50, 60],
    position: [1, 0, 0],
  },
  'straight cone': {
    type: 'cone',
    from: [0, 0, 0],
    to: [0.2, 0.3, -0.1],
    radiusFrom: 0.1,
    radiusTo: 0.1,
  },
  box: { type: 'box', size: [0.3, 0.4, 0.5], rotation: [0, 30, 10] },
  'rounded box': { type: 'rounded-box', size: [0.3, 0.4, 0.5], radius: 0.05 },
  plane: { type: 'plane', normal: [1, 2, -0.5], offset: 0.3, rotation: [5, 0, 7] },
  scaled: {
    type: 'transform',
    scale: 1.7,
    rotation: [12, 0, 45],
    position: [0, 0.2, 0],
    shape: {
      type: 'transform',
      position: [0.3, 0, 0],
      shape: { type: 'box', size: [0.1, 0.2, 0.3] },
    },
  },
};
const HOME = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

describe('a primitive is where its shape is, in closed form', () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    test(`${name}: distances and normals are those of the field`, () => {
      const random = createRandom(7);
      const sdf = compileShape(shape);
      const placed = createPlaced();
      placeByPose(placed, primitiveOf(shape)!, HOME);
      const out = new Float64Array(4);
      const e = 1e-6;
      for (let k = 0; k < 300; k++) {
        const y = Float64Array.from({ length: 3 }, () => random.range(-1, 1));
        nearestSurface(out, placed, y);
        expect(out[0]).toBeCloseTo(distanceAt(sdf, y[0], y[1], y[2]), 11);
        // One normal's length farther along the normal the distance has grown by as much.
        const up = distanceAt(sdf, y[0] + e * out[1], y[1] + e * out[2], y[2] + e * out[3]);
        expect((up - out[0]) / e).toBeCloseTo(1, 3);
      }
    });
  }

  test('what is no primitive is none', () => {
    const one: Shape = { type: 'sphere', radius: 1 };
    expect(primitiveOf({ type: 'ellipsoid', radii: [1, 2, 1] })).toBeNull();
    expect(primitiveOf({ type: 'union', shapes: [one, one] })).toBeNull();
    expect(primitiveOf({ type: 'shell', shape: one, thickness: 0.1 })).toBeNull();
  });

  for (const name of ['sphere', 'capsule', 'cylinder', 'straight cone', 'box', 'scaled']) {
    test(`${name}: mass, centre and inertia are those of many points inside`, () => {
      const shape = SHAPES[name];
      const mass = primitiveMass(primitiveOf(shape)!, 1000)!;
      const sdf = compileShape(shape);
      const b = sdf.bounds;
      const n = 60;
      const points = new Float64Array(3 * n ** 3);
      for (let i = 0; i < n ** 3; i++) {
        const at = [i % n, Math.floor(i / n) % n, Math.floor(i / (n * n))];
        for (let c = 0; c < 3; c++)
          points[3 * i + c] = b[c] + ((b[c + 3] - b[c]) * (at[c] + 0.5)) / n;
      }
      const d = new Float64Array(n ** 3);
      sdf.evaluate(points, n ** 3, d);
      const cell = ((b[3] - b[0]) * (b[4] - b[1]) * (b[5] - b[2])) / n ** 3;
      let total = 0;
      const inertia = new Float64Array(9);
      const centre = [0, 0, 0];
      for (let i = 0; i < n ** 3; i++) {
        if (d[i] > 0) continue;
        total += 1000 * cell;
        const x = [0, 1, 2].map((c) => points[3 * i + c] - mass.centre[c]);
        const square = x[0] ** 2 + x[1] ** 2 + x[2] ** 2;
        for (let r = 0; r < 3; r++) {
          centre[r] += 1000 * cell * x[r];
          for (let c = 0; c < 3; c++)
            inertia[3 * r + c] += 1000 * cell * ((r === c ? square : 0) - x[r] * x[c]);
        }
      }
      expect(total / mass.mass).toBeCloseTo(1, 1.5);
      const most = Math.max(...mass.inertia);
      for (let c = 0; c < 3; c++)
        expect(Math.abs(centre[c] / total)).toBeLessThan(0.01 * (b[3] - b[0]));
      for (let c = 0; c < 9; c++)
        expect(Math.abs(inertia[c] - mass.inertia[c])).toBeLessThan(0.03 * most);
    });
  }
});
