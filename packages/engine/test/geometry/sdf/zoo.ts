import { createRandom } from '../../../src/core/random.ts';
import type { Shape } from '../../../src/geometry/sdf/shape.ts';

/** One of each primitive, of about a metre, somewhere and turned; with a plain membership test in its own frame. */
export const PRIMITIVES: Record<
  string,
  { shape: Shape; has: (x: number, y: number, z: number) => boolean }
> = {
  sphere: {
    shape: { type: 'sphere', radius: 0.7 },
    has: (x, y, z) => x * x + y * y + z * z < 0.49,
  },
  ellipsoid: {
    shape: { type: 'ellipsoid', radii: [0.9, 0.2, 0.5] },
    has: (x, y, z) => (x / 0.9) ** 2 + (y / 0.2) ** 2 + (z / 0.5) ** 2 < 1,
  },
  capsule: {
    shape: { type: 'capsule', from: [0, -0.5, 0], to: [0, 0.5, 0], radius: 0.3 },
    has: (x, y, z) => Math.hypot(x, Math.max(Math.abs(y) - 0.5, 0), z) < 0.3,
  },
  cone: {
    shape: { type: 'cone', from: [0, 0, 0], to: [0, 0.8, 0], radiusFrom: 0.6, radiusTo: 0.2 },
    has: (x, y, z) => y > 0 && y < 0.8 && Math.hypot(x, z) < 0.6 - 0.5 * y,
  },
  'pointed cone': {
    shape: { type: 'cone', from: [0, 0, 0], to: [0, 0.8, 0], radiusFrom: 0.6, radiusTo: 0 },
    has: (x, y, z) => y > 0 && y < 0.8 && Math.hypot(x, z) < 0.6 - 0.75 * y,
  },
  'round-cone': {
    shape: {
      type: 'round-cone',
      from: [0, 0, 0],
      to: [0, 0.8, 0],
      radiusFrom: 0.5,
      radiusTo: 0.2,
    },
    has: (x, y, z) => {
      // The hull of two balls is the union of the balls between them.
      let least = Infinity;
      for (let i = 0; i <= 4000; i++) {
        const t = i / 4000;
        least = Math.min(least, Math.hypot(x, y - 0.8 * t, z) - 0.5 + 0.3 * t);
      }
      return least < 0;
    },
  },
  box: {
    shape: { type: 'box', size: [1, 0.6, 0.8] },
    has: (x, y, z) => Math.abs(x) < 0.5 && Math.abs(y) < 0.3 && Math.abs(z) < 0.4,
  },
  'rounded-box': {
    shape: { type: 'rounded-box', size: [1, 0.6, 0.8], radius: 0.1 },
    has: (x, y, z) =>
      Math.hypot(
        Math.max(Math.abs(x) - 0.4, 0),
        Math.max(Math.abs(y) - 0.2, 0),
        Math.max(Math.abs(z) - 0.3, 0),
      ) < 0.1,
  },
  torus: {
    shape: { type: 'torus', radius: 0.6, tube: 0.2 },
    has: (x, y, z) => Math.hypot(Math.hypot(x, z) - 0.6, y) < 0.2,
  },
  cylinder: {
    shape: { type: 'cylinder', radius: 0.5, height: 0.9 },
    has: (x, y, z) => Math.hypot(x, z) < 0.5 && Math.abs(y) < 0.45,
  },
};

const ball = (x: number, y: number, z: number, radius: number): Shape => ({
  type: 'sphere',
  radius,
  position: [x, y, z],
});

/** Shapes made of shapes, each in one finite piece of about a metre. */
export const COMPOUNDS: Record<string, Shape> = {
  union: { type: 'union', shapes: [ball(0.3, 0, 0, 0.4), ball(-0.3, 0.1, 0, 0.5)] },
  'smooth union': {
    type: 'union',
    shapes: [ball(0.4, 0, 0, 0.4), ball(-0.3, 0.1, 0, 0.5), ball(0, 0.5, 0.2, 0.3)],
    smooth: 0.3,
  },
  difference: { type: 'difference', base: ball(0, 0, 0, 0.7), cut: [ball(0.5, 0.2, 0, 0.4)] },
  'smooth difference': {
    type: 'difference',
    base: { type: 'box', size: [1, 1, 1] },
    cut: [ball(0.5, 0.2, 0, 0.4), ball(-0.5, 0, 0.3, 0.3)],
    smooth: 0.1,
  },
  intersection: { type: 'intersection', shapes: [ball(0.2, 0, 0, 0.6), ball(-0.2, 0, 0, 0.6)] },
  'smooth intersection': {
    type: 'intersection',
    shapes: [ball(0.2, 0, 0, 0.6), { type: 'plane', normal: [0, 1, 0], offset: 0.1 }],
    smooth: 0.2,
  },
  transform: {
    type: 'transform',
    shape: PRIMITIVES['cone'].shape,
    scale: 0.7,
    rotation: [10, 200, -35],
    position: [0.1, 0.2, 0.3],
  },
  repeat: {
    type: 'repeat',
    shape: PRIMITIVES['ellipsoid'].shape,
    count: [3, 2, 2],
    spacing: [0.5, 0.3, 0.4],
  },
  shell: { type: 'shell', shape: { type: 'box', size: [1, 0.8, 0.6] }, thickness: 0.1 },
  thing: { type: 'thing', name: 'octopus', scale: 1.2, rotation: [0, 30, 0] },
};

/** n points in [−span, span]³, shape [n, 3]. */
export function randomPoints(seed: number, n: number, span: number): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length: 3 * n }, () => random.range(-span, span));
}
