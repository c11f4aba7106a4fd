import { expect, test } from 'vitest';
import { createWorld, type SceneInput, type World, type WorldOptions } from '../../../src/index.ts';

const CACHE: WorldOptions['cache'] = new Map();
const RADIUS = 0.15;

/** Two balls, one above the other: one body of two solids. */
function pair(changes: Partial<SceneInput>, mass = 0): World {
  const ball = (y: number) =>
    ({ type: 'sphere', radius: RADIUS, position: [0, y, 0] as [number, number, number] }) as const;
  return createWorld(
    {
      format: 'pliant/1',
      name: 'pair',
      gravity: [0, 0, 0],
      bodies: [
        {
          name: 'balls',
          shape: { type: 'union', shapes: [ball(0), ball(0.6)] },
          material: { young: 5e4, density: 500, damping: { stiffness: 0.01, mass } },
          model: { type: 'frames', frames: [1, 3] },
          detail: 0.05,
          probes: { low: [0, 0, 0], high: [0, 0.6, 0] },
        },
      ],
      ...changes,
    },
    { cache: CACHE },
  );
}

test('solids of one body touch: one thrown at the other hands its momentum on, and none is lost', () => {
  const w = pair({});
  const mass = 500 * (4 / 3) * Math.PI * RADIUS ** 3;
  w.apply({
    do: 'force',
    body: 'balls',
    point: [0, 0.6, 0],
    force: [0, -30 * mass, 0],
    duration: 0.1,
  });
  w.step(7);
  const before = w.totals().momentum.linear[1];
  expect(before).toBeLessThan(-2 * mass);
  let nearest = Number.POSITIVE_INFINITY;
  for (let s = 0; s < 40; s++) {
    w.step();
    nearest = Math.min(nearest, w.bodies[0].probe('high')[1] - w.bodies[0].probe('low')[1]);
  }
  expect(w.totals().momentum.linear[1] / before).toBeCloseTo(1, 10);
  // They never went through each other, and the lower one moves now.
  expect(nearest).toBeGreaterThan(1.4 * RADIUS);
  expect(w.bodies[0].probe('low')[1]).toBeLessThan(-0.1);
});

test('a moving obstacle wakes the solid it meets, not the others', () => {
  const w = pair({
    obstacles: [
      {
        name: 'fist',
        shape: { type: 'sphere', radius: 0.1 },
        keyframes: [
          { time: 0, position: [0, 1.1, 0] },
          { time: 0.3, position: [0, 0.8, 0] },
        ],
      },
    ],
  });
  w.step(17);
  expect(w.report.contacts).toBeGreaterThan(0);
  expect(w.bodies[0].levels.activeDofs / 12).toBe(4);
  expect(Math.abs(w.bodies[0].probe('low')[1])).toBeLessThan(1e-6);
});

test('falling solids that are slowed to one speed follow one frame again', () => {
  const w = pair({ gravity: [0, -9.81, 0] }, 4);
  w.apply({ do: 'force', body: 'balls', point: [0, 0.6, 0], force: [40, 0, 0], duration: 0.1 });
  w.step(7);
  expect(w.bodies[0].levels.activeDofs / 12).toBeGreaterThan(1);
  w.apply({ do: 'tune', body: 'balls', tolerance: 1 });
  w.step(40);
  expect(w.bodies[0].levels.activeDofs / 12).toBe(1);
});
