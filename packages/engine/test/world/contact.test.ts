import { expect, test } from 'vitest';
import { cube, floor, world } from './helpers.ts';

/** Degrees of the slope at which a friction coefficient just holds. */
const FRICTION = 0.5;
const ANGLE = (Math.atan(FRICTION) * 180) / Math.PI;

/**
 * A cube on a slope: gravity is turned instead of the floor. Gives how far it went after `seconds`, how far of that in the second half, and how
 * fast it is.
 */
function slope(degrees: number, seconds: number): { way: number; late: number; speed: number } {
  const a = (degrees * Math.PI) / 180;
  const g: [number, number, number] = [9.81 * Math.sin(a), -9.81 * Math.cos(a), 0];
  const w = world({
    gravity: [0, -9.81, 0],
    bodies: [
      cube({
        position: [0, 0.1, 0],
        friction: FRICTION,
        material: { young: 2e5, damping: { stiffness: 0.01 } },
        probes: { middle: [0, 0, 0] },
      }),
    ],
    obstacles: [{ ...floor, friction: FRICTION }],
    // It stands first, then the slope comes: settling is not sliding.
    events: [{ at: 0.5, do: 'gravity', value: g }],
  });
  w.step(30);
  const before = w.bodies[0].probe('middle')[0];
  w.step(Math.round(seconds * 30));
  const half = w.bodies[0].probe('middle')[0];
  w.step(Math.round(seconds * 30));
  const linear = w.totals().momentum.linear[0] / w.bodies[0].mass;
  const after = w.bodies[0].probe('middle')[0];
  return { way: after - before, late: after - half, speed: linear };
}

test('a block sticks 2 % below the friction angle and slides 2 % above it', () => {
  const below = slope(ANGLE * 0.98, 3);
  expect(Math.abs(below.speed)).toBeLessThan(1e-3);
  // It bounces when the slope comes, and creeps by 13.4 mm meanwhile (steps of 1/960 s of either order); then it stays.
  expect(below.way).toBeLessThan(0.0134);
  expect(Math.abs(below.late)).toBeLessThan(1e-5);
  const above = slope(ANGLE * 1.02, 3);
  expect(above.speed).toBeGreaterThan(0.05);
});

test('a sliding block has the acceleration g(sin a − μ cos a) within 2 %', () => {
  const a = (40 * Math.PI) / 180;
  const expected = 9.81 * (Math.sin(a) - FRICTION * Math.cos(a));
  const early = slope(40, 0.5);
  const late = slope(40, 1);
  expect((late.speed - early.speed) / 0.5 / expected).toBeGreaterThan(0.98);
  expect((late.speed - early.speed) / 0.5 / expected).toBeLessThan(1.02);
});

test.each(['box', 'ball'])(
  'a %s dropped on the floor comes to rest: no jitter, penetration below a hundredth of its size',
  (kind) => {
    const w = world({
      bodies: [
        cube({
          position: [0, 0.3, 0],
          rotation: kind === 'box' ? [10, 20, 30] : [0, 0, 0],
          ...(kind === 'ball' && {
            shape: { type: 'sphere', radius: 0.1 },
            model: { type: 'solid', cell: 0.04 },
            // With 0.005 s it still rocks at 4 mm/s after ten seconds (steps of 1/960 s).
            material: { young: 5e4, damping: { stiffness: 0.02 } },
          }),
        }),
      ],
      obstacles: [floor],
    });
    let deepest = 0;
    for (let s = 0; s < 600; s++) {
      w.step();
      deepest = Math.max(deepest, w.report.penetration);
    }
    expect(deepest / w.bodies[0].size).toBeLessThan(0.01);
    expect(w.totals().speed).toBeLessThan(1e-3);
  },
);

test('a moving obstacle carries a body along by friction', () => {
  const w = world({
    bodies: [cube({ position: [0, 0.1, 0] })],
    obstacles: [
      {
        name: 'tray',
        shape: { type: 'box', size: [1, 0.1, 1], position: [0, -0.05, 0] },
        friction: 1,
        keyframes: [{ time: 0 }, { time: 1 }, { time: 3, position: [0.4, 0, 0] }],
      },
    ],
  });
  w.step(120);
  // It swings by a tenth of its speed: the mean of a second counts.
  let mean = 0;
  for (let s = 0; s < 60; s++) {
    w.step();
    mean += w.totals().momentum.linear[0] / w.bodies[0].mass / 60;
  }
  expect(mean).toBeCloseTo(0.2, 2);
});

test('an obstacle that disappears lets the body fall, one that appears catches it', () => {
  const w = world({
    bodies: [cube({ position: [0, 1.1, 0] })],
    obstacles: [
      {
        name: 'table',
        shape: { type: 'box', size: [1, 0.1, 1], position: [0, 0.95, 0] },
        until: 1,
      },
      { name: 'net', shape: { type: 'box', size: [1, 0.1, 1], position: [0, 0.45, 0] }, from: 1 },
    ],
    duration: 4,
  });
  w.step(60);
  expect(w.bodies[0].positions[1]).toBeGreaterThan(0.9);
  w.step(180);
  w.bodies[0].draw();
  expect(w.bodies[0].positions[1]).toBeGreaterThan(0.49);
  expect(w.bodies[0].positions[1]).toBeLessThan(0.8);
});
