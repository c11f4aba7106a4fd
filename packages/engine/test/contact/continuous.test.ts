import { describe, expect, test } from 'vitest';
import { allocatePaths, tracePaths } from '../../src/contact/detect/continuous.ts';
import { createRandom } from '../../src/core/random.ts';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import { createNormalQuery } from '../../src/geometry/sdf/query.ts';
import type { Shape } from '../../src/geometry/sdf/shape.ts';
import type { SceneInput } from '../../src/index.ts';
import { createArena } from '../../src/kernels/index.ts';
import { world } from '../world/helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
const NEAR = 1e-4;

/** One point and its way through a shape: distance and normal of the plane that it is told of, and along the way. */
function follow(shape: Shape, place: number[], way: number[]) {
  const sdf = compileShape(shape);
  const query = createNormalQuery(sdf, 1e-6);
  const paths = allocatePaths(createArena(4096), 1);
  paths.place.set(place);
  paths.displacement.set(way);
  query.normals(paths.place, 1, paths.distance, paths.normal);
  tracePaths(paths, 1, sdf, query, NEAR);
  const normal = [...paths.normal];
  const along = normal.reduce((sum, c, i) => sum + c * way[i], 0);
  return { gap: paths.distance[0], normal, along };
}

/** A cup of radius 0.3 and height 0.6 with walls of 0.02; what is taken out ends `above` its rim. */
const cup = (above: number): Shape => ({
  type: 'difference',
  base: { type: 'cylinder', radius: 0.3, height: 0.6 },
  cut: [
    {
      type: 'cylinder',
      radius: 0.28,
      height: 0.56 + above,
      position: [0, 0.02 + above / 2, 0],
    },
  ],
});

test('a plane is left as it is', () => {
  const { gap, normal } = follow(
    { type: 'plane', normal: [0, 1, 0], offset: 0 },
    [0, 0.3, 0],
    [0.2, -0.5, 0],
  );
  expect(gap).toBeCloseTo(0.3, 12);
  expect(normal[1]).toBeCloseTo(1, 6);
});

test('points meet a ball where their straight way does, and others keep their way', () => {
  const random = createRandom(5);
  let met = 0;
  for (let k = 0; k < 200; k++) {
    const place = [-1, random.range(-0.7, 0.7), random.range(-0.7, 0.7)];
    const way = [2, random.range(-0.4, 0.4), random.range(-0.4, 0.4)];
    const { gap, normal, along } = follow({ type: 'sphere', radius: 0.5 }, place, way);
    // |place + t way| = 0.5
    const a = way.reduce((sum, c) => sum + c * c, 0);
    const b = way.reduce((sum, c, i) => sum + c * place[i], 0);
    const root = b * b - a * (place.reduce((sum, c) => sum + c * c, 0) - 0.25);
    if (root < 0.01 * a && root > -0.01 * a) continue; // it grazes
    if (root < 0) {
      expect(gap + along).toBeGreaterThanOrEqual(0);
      continue;
    }
    met++;
    const t = (-b - Math.sqrt(root)) / a;
    const there = place.map((c, i) => (c + t * way[i]) / 0.5);
    for (let c = 0; c < 3; c++) expect(Math.abs(normal[c] - there[c])).toBeLessThan(0.01);
    expect(Math.abs(gap + t * along)).toBeLessThan(5 * NEAR);
  }
  expect(met).toBeGreaterThan(50);
});

test('a point that goes round an edge is not behind the plane it is told of', () => {
  const stair: Shape = { type: 'box', size: [1, 1, 1] };
  // Down past the edge at (0.5, 0.5): from above the top to beside the wall.
  for (const ahead of [0.06, 0.1, 0.2]) {
    const { gap, along } = follow(stair, [0.49, 0.52, 0], [ahead, -0.1, 0]);
    expect(gap).toBeGreaterThan(0);
    expect(gap + along).toBeGreaterThan(0);
  }
});

test.each([0, 0.02, 0.2])('a cup whose hole ends %d above the rim has no lid', (above) => {
  for (const depth of [0.1, 0.3, 0.5]) {
    const into = follow(cup(above), [0.05, 0.35, 0], [0.01, -depth, 0]);
    expect(into.gap + into.along).toBeGreaterThan(0);
  }
  // The ground is still there, and so is the rim.
  const ground = follow(cup(above), [0.05, 0.35, 0], [0, -0.8, 0]);
  expect(ground.gap).toBeCloseTo(0.35 + 0.26, 3);
  const rim = follow(cup(above), [0.29, 0.35, 0], [0, -0.3, 0]);
  expect(rim.gap).toBeCloseTo(0.05, 3);
});

describe('a ball falls into a cup as freely as if it were not there, until it meets the ground', () => {
  const held: Omit<BodyInput, 'name' | 'shape'> = {
    model: { type: 'rigid' },
    material: { young: 1e9 },
    attachments: [{ name: 'all', region: { type: 'box', size: [2, 2, 2] } }],
  };
  const kinds: [string, number, Partial<SceneInput>][] = [
    ['an obstacle', 0, { obstacles: [{ name: 'cup', shape: cup(0) }] }],
    ['an obstacle', 8, { obstacles: [{ name: 'cup', shape: cup(0.02) }] }],
    ['a body', 0, { bodies: [{ name: 'cup', shape: cup(0.02), ...held }] }],
    ['a body', 8, { bodies: [{ name: 'cup', shape: cup(0.02), ...held }] }],
  ];
  test.each(kinds)('%s, from %d m/s', (_, speed, things) => {
    const w = world({
      ...things,
      solver: { integrator: 'bdf2' },
      bodies: [
        {
          name: 'ball',
          shape: { type: 'sphere', radius: 0.1 },
          model: { type: 'rigid' },
          material: { young: 1e6 },
          position: [0.02, 0.8, 0],
          velocity: [0, -speed, 0],
          probes: { middle: [0, 0, 0] },
        },
        ...(things.bodies ?? []),
      ],
    });
    for (;;) {
      w.step();
      const y = 0.8 - speed * w.time - (9.81 * w.time ** 2) / 2;
      if (y < -0.15) break;
      expect(w.bodies[0].probe('middle')[1]).toBeCloseTo(y, 9);
    }
    w.step(90);
    expect(w.bodies[0].probe('middle')[1]).toBeCloseTo(-0.16, 2);
  });
});
