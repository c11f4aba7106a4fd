import { expect, test } from 'vitest';
import { difference, norm, world } from '../world/helpers.ts';

const brick = {
  name: 'brick',
  shape: { type: 'box', size: [0.3, 0.2, 0.1] },
  material: { young: 1e9, density: 500 },
  model: { type: 'rigid' },
} as const;

test('free fall is exact, whatever the spin', () => {
  const w = world({ bodies: [{ ...brick, spin: [1, 5, 2], probes: { middle: [0, 0, 0] } }] });
  expect(w.bodies[0].mass).toBeCloseTo(3, 9);
  w.step(60);
  expect(w.bodies[0].probe('middle')[1]).toBeCloseTo(-9.81 / 2, 11);
});

test('a brick thrown about its middle axis tumbles over, and keeps spin to 1e-12 and energy to 1 %', () => {
  const w = world({
    gravity: [0, 0, 0],
    dt: 1 / 120,
    bodies: [{ ...brick, spin: [0.01, 6, 0], probes: { tip: [0, 0.1, 0] } }],
  });
  const start = w.totals();
  let lowest = 1;
  for (let s = 0; s < 1200; s++) {
    w.step();
    const { momentum, energy } = w.totals();
    const lost = norm(difference(momentum.angular, start.momentum.angular));
    expect(lost / norm(start.momentum.angular)).toBeLessThan(1e-12);
    expect(Math.abs(energy.kinetic / start.energy.kinetic - 1)).toBeLessThan(0.01);
    lowest = Math.min(lowest, w.bodies[0].probe('tip')[1]);
  }
  // Turning about the axis of middle inertia is unstable: its tip ends up below.
  expect(lowest).toBeLessThan(-0.08);
});

test('keyframes carry it, and it carries what lies on it', () => {
  const w = world({
    bodies: [
      {
        ...brick,
        name: 'tray',
        shape: { type: 'box', size: [0.8, 0.1, 0.4] },
        friction: 1,
        attachments: [
          {
            name: 'all',
            region: { type: 'box', size: [2, 2, 2] },
            keyframes: [{ time: 0 }, { time: 1 }, { time: 3, position: [0.4, 0, 0] }],
          },
        ],
        probes: { middle: [0, 0, 0] },
      },
      { ...brick, name: 'load', position: [0, 0.151, 0], friction: 1 },
    ],
  });
  w.step(150);
  expect(w.bodies[0].probe('middle')[0]).toBeCloseTo(0.3, 9);
  expect(w.totals().momentum.linear[0]).toBeCloseTo((w.bodies[0].mass + w.bodies[1].mass) * 0.2, 2);
});

test('hung on a soft body by a stiff spring both move, and momentum is kept', () => {
  const w = world({
    gravity: [0, 0, 0],
    solver: { tolerance: 1e-8 },
    bodies: [
      { ...brick, position: [0.4, 0, 0], velocity: [0, 1, 0] },
      {
        name: 'soft',
        shape: { type: 'box', size: [0.2, 0.2, 0.2] },
        material: { young: 5e4 },
        model: { type: 'solid', cell: 0.1 },
      },
    ],
    springs: [
      {
        name: 'hook',
        a: { body: 'brick', point: [-0.15, 0, 0] },
        b: { body: 'soft', point: [0.1, 0, 0] },
        stiffness: 1e4,
        damping: 5,
        length: 0,
      },
    ],
  });
  const start = w.totals().momentum.linear;
  w.step(200);
  const end = w.totals().momentum.linear;
  expect(norm(difference(end, start)) / norm(start)).toBeLessThan(1e-12);
});

test('a pull moves it, and lets go', () => {
  const w = world({ gravity: [0, 0, 0], bodies: [brick] });
  w.apply({ do: 'drag', id: 'd', body: 'brick', point: [0.15, 0, 0], to: [1, 0, 0] });
  w.step(8);
  w.apply({ do: 'drop', id: 'd' });
  const thrown = w.totals().momentum.linear[0];
  expect(thrown).toBeGreaterThan(0.1);
  w.step(30);
  expect(w.totals().momentum.linear[0]).toBeCloseTo(thrown, 9);
});
