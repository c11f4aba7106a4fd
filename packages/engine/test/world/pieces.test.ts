import { expect, test } from 'vitest';
import { createWorld, type Point, type SceneInput, type Split } from '../../src/index.ts';
import { floor, scene } from './helpers.ts';

/** A bar of jelly in the air along x, held at its left end, with a probe in each half. */
const BAR: NonNullable<SceneInput['bodies']>[number] = {
  name: 'bar',
  shape: { type: 'box', size: [0.4, 0.1, 0.1] },
  position: [0, 0.3, 0],
  material: { young: 30000, density: 1000, damping: { stiffness: 0.02, mass: 2 } },
  model: { type: 'octree', cell: 0.025, levels: 1, coarseness: 1 },
  attachments: [
    { name: 'wall', region: { type: 'box', size: [0.1, 0.2, 0.2], position: [-0.2, 0, 0] } },
  ],
  probes: { left: [-0.1, 0, 0], right: [0.15, 0, 0] },
  color: '#884422',
};
const HANGING = scene({
  dt: 1 / 120,
  bodies: [BAR],
  obstacles: [floor],
  springs: [
    {
      name: 'string',
      a: { body: 'bar', point: [0.18, 0.05, 0] },
      b: { point: [0.18, 1, 0] },
      stiffness: 20,
    },
  ],
});
const across = (x: number): [Point, Point][] => [
  [
    [x, -1, -1],
    [x, -1, 1],
  ],
  [
    [x, 1, -1],
    [x, 1, 1],
  ],
];

test('what comes off is a body of its own: told, named, with its probes, springs and pulls', () => {
  const world = createWorld(HANGING);
  const bar = world.bodies[0];
  const told: Split[] = [];
  const stop = world.onSplit((split) => told.push(split));
  world.step(20);
  const mass = bar.mass;
  world.apply({ do: 'drag', id: 'hand', body: 'bar', point: [0.15, 0, 0], to: [0.5, 0.3, 0] });
  world.apply({ do: 'cut', body: 'bar', blade: across(0.052) });
  expect(told).toEqual([{ body: 'bar', pieces: ['bar/1'] }]);
  expect(world.topology).toBe(1);
  const [left, right] = world.bodies;
  expect([left.name, right.name]).toEqual(['bar', 'bar/1']);
  // Whoever holds the body still does.
  expect(left).toBe(bar);
  expect(left.mass + right.mass).toBeCloseTo(mass, 12);
  expect(left.surface.positions.length).toBeGreaterThan(0);
  const before = bar.probe('right')[0];
  world.step(60);
  // The hand has the right piece, and the probe of the right half went with it.
  expect(right.motion().centre[0]).toBeGreaterThan(0.2);
  expect(bar.probe('right')[0]).toBeGreaterThan(before + 0.05);
  expect(bar.probe('right')).toEqual(right.probe('right'));
  // The left piece is still held at the wall.
  expect(left.motion().centre[1]).toBeGreaterThan(0.25);
  expect(Math.abs(left.motion().centre[0] - -0.075)).toBeLessThan(0.03);
  world.apply({ do: 'drop', id: 'hand' });
  stop();
  // A name of the scene stands for all that came of it: the blade meets both.
  const x = right.motion().centre[0];
  world.apply({ do: 'cut', body: 'bar', blade: across(x) });
  world.apply({ do: 'cut', body: 'bar', blade: across(-0.05) });
  expect(world.bodies.map((b) => b.name)).toEqual(['bar', 'bar/1', 'bar/2', 'bar/3']);
  expect(told.length).toBe(1);
  expect(() => world.apply({ do: 'cut', body: 'bar/9', blade: across(0) })).toThrow(/bar\/9/);
});

test('pieces fall, touch each other and come to rest each by itself, and a resumed run ends in the same bits', () => {
  const world = createWorld({ ...HANGING, springs: [] });
  world.step(10);
  world.apply({ do: 'cut', body: 'bar', blade: across(-0.1) });
  world.apply({ do: 'cut', body: 'bar', blade: across(0.05) });
  expect(world.bodies.length).toBe(3);
  world.step(110);
  const bytes = world.snapshot();
  world.step(200);
  for (const { name, motion, resting } of world.bodies) {
    const { centre, linear } = motion();
    // One is held in the air, the others lie on the floor.
    if (name === 'bar/1' || name === 'bar') expect(centre[1]).toBeGreaterThan(0.02);
    for (const p of linear) expect(Math.abs(p)).toBeLessThan(0.05);
    if (centre[1] < 0.1) expect(resting).toBe(true);
  }
  const heights = world.bodies.map((b) => b.motion().centre[1]).sort();
  expect(heights[0]).toBeGreaterThan(0.03);
  expect(heights[2]).toBeGreaterThan(0.25);
  const again = createWorld({ ...HANGING, springs: [] });
  again.restore(bytes);
  again.step(200);
  expect(again.hash()).toBe(world.hash());
});
