import { expect, test } from 'vitest';
import { octreeWorld } from './bodies.ts';

const floor = { name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } } as const;

/** What stands on the floor stops dead: of eight cells half of the body, of 32 a small part. */
test('an undamped ball that is told coarse cells rebounds to more than two thirds of its height', () => {
  const [radius, drop] = [0.1, 0.3];
  const world = octreeWorld({
    gravity: [0, -9.81, 0],
    bodies: [
      {
        name: 'ball',
        shape: { type: 'sphere', radius },
        position: [0, radius + drop, 0],
        material: { young: 1e5, density: 1000, damping: { stiffness: 0 } },
        model: { type: 'octree', cell: radius / 2 },
      },
    ],
    obstacles: [floor],
  });
  let highest = 0;
  for (let s = 0; s < 60; s++) {
    world.step();
    const { centre, velocity } = world.bodies[0].motion();
    if (s > 20 && velocity[1] > 0) highest = Math.max(highest, centre[1] - radius);
  }
  expect(highest / drop).toBeGreaterThan(2 / 3);
  expect(highest / drop).toBeLessThan(0.92);
});

test('cubes on each other come to rest and sleep', () => {
  const cube = (name: string, y: number) => ({
    name,
    shape: { type: 'box' as const, size: [0.3, 0.3, 0.3] as [number, number, number] },
    position: [0, y, 0] as [number, number, number],
    material: { young: 2e5, density: 1000, damping: { mass: 1 } },
    model: { type: 'octree' as const },
  });
  const world = octreeWorld({
    gravity: [0, -9.81, 0],
    bodies: [cube('low', 0.155), cube('high', 0.47)],
    obstacles: [floor],
  });
  let rests = 0;
  world.on('rest', () => {
    rests++;
  });
  for (let s = 0; s < 300 && rests === 0; s++) world.step();
  expect(rests).toBeGreaterThan(0);
  expect(world.totals().speed).toBe(0);
});
