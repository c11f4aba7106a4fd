import { expect, test } from 'vitest';
import { createFieldScratch, touchField } from '../../../src/contact/detect/primitives/field.ts';
import { createRandom } from '../../../src/core/random.ts';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import { createNormalQuery, distanceAt } from '../../../src/geometry/sdf/query.ts';
import type { Shape } from '../../../src/geometry/sdf/shape.ts';
import { createWorld } from '../../../src/index.ts';

const BOWL: Shape = {
  type: 'difference',
  base: { type: 'box', size: [3, 1, 3], position: [0, 0.4, 0] },
  cut: [{ type: 'sphere', radius: 1, position: [0, 1, 0] }],
};
const GROOVE: Shape = {
  type: 'difference',
  base: { type: 'box', size: [2, 2, 2], position: [0, -1, 0] },
  cut: [{ type: 'box', size: [1, 1, 3], rotation: [0, 0, 45] }],
};
const RAILS: Shape = {
  type: 'union',
  shapes: [-0.1, 0.1].map((x) => ({
    type: 'box' as const,
    size: [0.04, 0.1, 3] as [number, number, number],
    position: [x, -0.05, 0] as [number, number, number],
  })),
};

/** Normals and gaps of what a sphere touches. */
function touched(shape: Shape, centre: readonly number[], radius: number, within: number) {
  const sdf = compileShape(shape);
  const scratch = createFieldScratch();
  scratch.centre.set(centre);
  const n = touchField({ sdf, query: createNormalQuery(sdf, 1e-5) }, scratch, radius, within);
  return Array.from({ length: n }, (_, k) => ({
    gap: scratch.distance[k],
    normal: [...scratch.normal.subarray(3 * k, 3 * k + 3)],
  }));
}

test('a ball in a bowl touches in one place, below the line to the bowl’s centre', () => {
  const { range } = createRandom(7);
  const random = (): number => range(0, 1);
  for (let i = 0; i < 50; i++) {
    const [a, b] = [0.7 * random(), 6.28 * random()];
    const out = 0.85 + 0.02 * random();
    const u = [Math.sin(a) * Math.cos(b), -Math.cos(a), Math.sin(a) * Math.sin(b)];
    const [one, ...others] = touched(BOWL, [out * u[0], 1 + out * u[1], out * u[2]], 0.15, 0.05);
    expect(others).toEqual([]);
    expect(one.gap).toBeCloseTo(0.85 - out, 9);
    for (let c = 0; c < 3; c++) expect(one.normal[c]).toBeCloseTo(-u[c], 6);
  }
});

test('a ball in a groove touches both sides, on rails both rails, on a floor the floor', () => {
  const groove = touched(GROOVE, [0.01, -0.5, 0], 0.14, 0.05);
  expect(groove.length).toBe(2);
  expect(groove.map(({ normal }) => normal[0] * Math.SQRT2).sort((a, b) => a - b)[0]).toBeCloseTo(
    -1,
    5,
  );
  const rails = touched(RAILS, [0, 0.1, 0.3], Math.hypot(0.1, 0.08), 0.01);
  expect(rails.length).toBe(2);
  for (const { gap, normal } of rails) {
    expect(gap).toBeCloseTo(0, 6);
    expect(Math.abs(normal[0])).toBeCloseTo(0.08 / Math.hypot(0.1, 0.08), 5);
  }
  expect(touched(GROOVE, [0.9, 0.2, 0], 0.2, 0.05).length).toBe(1);
});

test('the nearest place is never farther than the nearest of 4000 random ones', () => {
  const { range } = createRandom(3);
  const random = (): number => range(0, 1);
  const shapes: Shape[] = [BOWL, GROOVE, RAILS, { type: 'torus', radius: 0.5, tube: 0.1 }];
  for (const shape of shapes) {
    const sdf = compileShape(shape);
    for (let i = 0; i < 20; i++) {
      const centre = [0.4 * random() - 0.2, 0.3 * random(), 0.4 * random() - 0.2];
      const radius = 0.12;
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < 4000; k++) {
        const [z, b] = [2 * random() - 1, 6.2832 * random()];
        const s = Math.sqrt(1 - z * z);
        const u = [s * Math.cos(b), s * Math.sin(b), z];
        const d = distanceAt(
          sdf,
          centre[0] + radius * u[0],
          centre[1] + radius * u[1],
          centre[2] + radius * u[2],
        );
        least = Math.min(least, d);
      }
      if (least > 0.04 || least < -0.005) continue;
      const found = touched(shape, centre, radius, 0.05);
      expect(Math.min(...found.map(({ gap }) => gap)), shape.type).toBeLessThan(least + 1e-9);
    }
  }
});

/** Height of each turning point over that of the start, and the deepest the ball was [m]. */
function swing(integrator: 'auto' | 'bdf2' | 'euler', friction: number, start = 0.3, dt = 1 / 60) {
  const world = createWorld({
    format: 'pliant/1',
    name: 'bowl',
    dt,
    solver: { integrator, rest: 0 },
    bodies: [
      {
        name: 'ball',
        shape: { type: 'sphere', radius: 0.15 },
        position: [0.85 * Math.sin(start), 1 - 0.85 * Math.cos(start), 0],
        friction,
        model: { type: 'rigid' },
      },
    ],
    obstacles: [{ name: 'bowl', shape: BOWL as never, friction }],
  });
  let [depth, highest, rising] = [0, 0, false];
  const turns: number[] = [];
  for (let i = 0; i < 8 / dt; i++) {
    world.step();
    const [x, y, z] = world.bodies[0].motion().centre;
    depth = Math.max(depth, Math.hypot(x, y - 1, z) - 0.85);
    if (y < highest && rising) turns.push((highest - 0.15) / (0.85 * (1 - Math.cos(start))));
    rising = y > highest;
    highest = y;
  }
  return { turns, depth };
}

test('a ball that slides or rolls in a bowl keeps its height, and does not sink in', () => {
  for (const friction of [0, 1]) {
    const { turns, depth } = swing('auto', friction);
    expect(turns.length).toBeGreaterThan(5);
    for (const height of turns) expect(Math.abs(height - 1)).toBeLessThan(0.02);
    expect(depth).toBeLessThan(1e-4);
  }
});

test('a ball that goes more than half its radius along a bowl in a step gains nothing by it', () => {
  const { turns } = swing('auto', 0, 1.2, 1 / 20);
  expect(turns.length).toBeGreaterThan(5);
  for (let i = 1; i < turns.length; i++) expect(turns[i]).toBeLessThan(turns[i - 1]);
});

test('first-order steps only lose height', () => {
  const { turns } = swing('euler', 0);
  for (let i = 1; i < turns.length; i++) expect(turns[i]).toBeLessThan(turns[i - 1]);
});
