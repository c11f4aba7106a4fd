import { expect, test } from 'vitest';
import { icosphere } from '../../src/geometry/mesh/primitives.ts';
import { writeObj } from '../../src/index.ts';
import { cube, difference, floor, norm, world } from './helpers.ts';

test('two bodies on a spring keep their linear momentum', () => {
  const w = world({
    gravity: [0, 0, 0],
    bodies: [
      cube({ name: 'a', position: [-0.3, 0, 0], velocity: [0, 1, 0] }),
      cube({ name: 'b', position: [0.3, 0, 0], velocity: [0, -0.4, 0.2] }),
    ],
    springs: [
      {
        name: 's',
        a: { body: 'a', point: [0.1, 0, 0] },
        b: { body: 'b', point: [-0.1, 0, 0] },
        stiffness: 500,
        damping: 2,
      },
    ],
    solver: { tolerance: 1e-8 },
  });
  const start = w.totals().momentum;
  w.step(300);
  const end = w.totals().momentum;
  expect(norm(difference(end.linear, start.linear)) / norm(start.linear)).toBeLessThan(1e-6);
});

test('a weight on a spring hangs where k x = m g', () => {
  const k = 400;
  const w = world({
    bodies: [cube({ probes: { middle: [0, 0, 0] } })],
    springs: [
      {
        name: 's',
        a: { body: 'cube', point: [0, 0, 0] },
        b: { point: [0, 1, 0] },
        stiffness: k,
        damping: 60,
        length: 1,
      },
    ],
    solver: { tolerance: 1e-6 },
  });
  w.step(600);
  const stretch = (w.bodies[0].mass * 9.81) / k;
  expect(w.bodies[0].probe('middle')[1]).toBeCloseTo(-stretch, 3);
});

test('a released spring and a released attachment let go', () => {
  const w = world({
    bodies: [
      cube({
        attachments: [
          { name: 'top', region: { type: 'box', size: [1, 0.01, 1], position: [0, 0.1, 0] } },
        ],
        probes: { top: [0, 0.1, 0] },
      }),
    ],
    events: [{ at: 0.5, do: 'release', target: 'cube.top' }],
  });
  w.step(30);
  expect(w.bodies[0].probe('top')[1]).toBeCloseTo(0.1, 12);
  w.step(30);
  expect(w.bodies[0].probe('top')[1]).toBeLessThan(-0.5);
});

test('a keyframed attachment takes its region exactly where the keyframes say', () => {
  const w = world({
    gravity: [0, 0, 0],
    bodies: [
      cube({
        attachments: [
          {
            name: 'left',
            region: { type: 'box', size: [0.01, 1, 1], position: [-0.1, 0, 0] },
            keyframes: [{ time: 0 }, { time: 0.5, position: [0, 0.3, 0], rotation: [90, 0, 0] }],
          },
        ],
        probes: { corner: [-0.1, 0.1, 0.1] },
      }),
    ],
  });
  w.step(30);
  const [x, y, z] = w.bodies[0].probe('corner');
  expect(x).toBeCloseTo(-0.1, 9);
  expect(y).toBeCloseTo(0.3 - 0.1, 9);
  expect(z).toBeCloseTo(0.1, 9);
});

test('Newton iterations bring a step to rest where one linear solve leaves a force', () => {
  const bent = (newton: number): number => {
    const w = world({
      dt: 0.2,
      solver: { newton, tolerance: 1e-6 },
      bodies: [
        {
          name: 'beam',
          shape: { type: 'box', size: [1, 0.1, 0.1] },
          material: { young: 2e6, law: 'neo-hookean' },
          model: { type: 'solid', cell: 0.05, mesh: 'grid' },
          attachments: [
            { name: 'wall', region: { type: 'box', size: [0.01, 1, 1], position: [-0.5, 0, 0] } },
          ],
          probes: { tip: [0.5, 0, 0] },
        },
      ],
    });
    w.step(1);
    return w.bodies[0].probe('tip')[1];
  };
  const converged = bent(30);
  expect(Math.abs(bent(8) - converged)).toBeLessThan(Math.abs(bent(1) - converged));
  expect(Math.abs(bent(15) - converged)).toBeLessThan(1e-3);
});

test('a mesh file is a body and an obstacle like any shape', () => {
  const bytes = writeObj(icosphere(0.1, 2));
  const files = (): Uint8Array => bytes;
  const w = world(
    {
      bodies: [
        cube({
          shape: { type: 'mesh', file: 'ball.obj' },
          position: [0.01, 0.35, 0],
          model: { type: 'solid', cell: 0.05 },
        }),
      ],
      obstacles: [{ name: 'stone', shape: { type: 'mesh', file: 'ball.obj' } }, floor],
    },
    { files },
  );
  expect(w.bodies[0].surface.positions.length).toBe(3 * 162);
  w.step(120);
  expect(Number.isFinite(w.totals().speed)).toBe(true);
  // It fell onto the stone and off it.
  w.bodies[0].draw();
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < w.bodies[0].positions.length; i += 3)
    lowest = Math.min(lowest, w.bodies[0].positions[i]);
  expect(lowest).toBeGreaterThan(-0.005);
});

test('a stiffness field makes one end softer than the other', () => {
  const w = world({
    gravity: [0, 0, 0],
    bodies: [
      cube({
        material: {
          young: 1e5,
          stiffness: { type: 'gradient', from: [0, -0.1, 0], to: [0, 0.1, 0], values: [10, 0.1] },
        },
        attachments: [
          { name: 'base', region: { type: 'box', size: [1, 0.01, 1], position: [0, -0.1, 0] } },
        ],
        probes: { low: [0, 0, 0], high: [0, 0.1, 0] },
      }),
    ],
    events: [
      { at: 0, do: 'force', body: 'cube', point: [0, 0.1, 0], force: [0, 20, 0], duration: 10 },
    ],
  });
  w.step(300);
  const low = w.bodies[0].probe('low')[1];
  const high = w.bodies[0].probe('high')[1] - 0.1 - low;
  expect(high).toBeGreaterThan(5 * low);
});

test('air slows a falling body down to a steady speed', () => {
  const w = world({ bodies: [cube({ material: { young: 1e6, damping: { air: 200 } } })] });
  w.step(600);
  const area = 6 * 0.2 * 0.2;
  const terminal = (w.bodies[0].mass * 9.81) / (200 * area);
  expect(-w.totals().momentum.linear[1] / w.bodies[0].mass / terminal).toBeCloseTo(1, 3);
});
