import { expect, test } from 'vitest';
import { createWorld } from '../../../src/index.ts';

const MODEL = { type: 'tets', cell: 0.08 } as const;

/** Part of its drop that an undamped ball comes back to, in second-order steps. */
function rebound(adaptive: boolean): number {
  const [radius, drop] = [0.12, 0.2];
  const world = createWorld({
    format: 'pliant/1',
    name: 'ball',
    dt: 1 / 180,
    solver: { integrator: 'bdf2', rest: 0 },
    bodies: [
      {
        name: 'ball',
        shape: { type: 'sphere', radius },
        position: [0, radius + drop, 0],
        material: { young: 2e5, density: 900, damping: { stiffness: 0 } },
        model: { ...MODEL, adaptive },
      },
    ],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  });
  const height = (): number => world.bodies[0].motion().centre[1] - radius;
  let [lowest, highest] = [drop, 0];
  for (let s = 0; s < 90; s++) {
    world.step();
    const now = height();
    highest = now < lowest ? now : Math.max(highest, now);
    lowest = Math.min(lowest, now);
  }
  return highest / drop;
}

test('an adaptive ball bounces as high as one of all its elements: steps that are solved again stay second order', () => {
  const finest = rebound(false);
  expect(finest).toBeGreaterThan(0.8);
  expect(Math.abs(rebound(true) / finest - 1)).toBeLessThan(0.03);
});

test.each([
  ['asked for', { cell: 0.1 }],
  ['by default, which would be one across', {}],
])(
  'a box of even numbers of cells is its own mirror image, %s: planar motion stays planar',
  (_name, cells) => {
    const world = createWorld({
      format: 'pliant/1',
      name: 'arm',
      bodies: [
        {
          name: 'arm',
          shape: { type: 'box', size: [0.6, 0.2, 0.2] },
          material: { young: 5e4, density: 1000 },
          model: { type: 'tets', levels: 2, adaptive: false, ...cells },
          attachments: [
            { name: 'wall', region: { type: 'box', size: [0.1, 1, 1], position: [-0.3, 0, 0] } },
          ],
          probes: { tip: [0.3, 0, 0] },
        },
      ],
    });
    for (let s = 0; s < 24; s++) world.step();
    const [, y, z] = world.bodies[0].probe('tip');
    expect(y).toBeLessThan(-0.1);
    expect(Math.abs(z)).toBeLessThan(1e-5 * 0.6);
  },
);

test('a stack neither splits nor merges once it has landed, and falls asleep', () => {
  const cube = (name: string, x: number, y: number) => ({
    name,
    shape: { type: 'box' as const, size: [0.3, 0.3, 0.3] as [number, number, number] },
    position: [x, y, 0] as [number, number, number],
    material: { young: 1e5, density: 1000, damping: { mass: 4 } },
    model: { type: 'tets' as const },
  });
  const world = createWorld({
    format: 'pliant/1',
    name: 'stack',
    bodies: [cube('low', 0, 0.16), cube('high', 0.02, 0.47)],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  });
  let asleep = 0;
  world.on('rest', () => {
    asleep++;
  });
  world.step(45);
  let switches = 0;
  for (let s = 0; s < 200 && asleep < 2; s++) {
    world.step();
    for (const { levels } of world.bodies) switches += levels.switches;
  }
  expect(switches).toBe(0);
  expect(asleep).toBe(2);
});
