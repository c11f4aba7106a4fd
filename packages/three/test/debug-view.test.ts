import { createWorld } from 'pliant';
import { LineSegments } from 'three';
import { expect, test } from 'vitest';
import { createDebugView } from '../src/index.ts';

test('contacts are lines along their force, joints two stars that coincide', () => {
  const box = (name: string, x: number) => ({
    name,
    shape: { type: 'box', size: [0.2, 0.2, 0.2] } as const,
    material: { young: 1e5 },
    model: { type: 'rigid' } as const,
    position: [x, 0.0999, 0] as [number, number, number],
  });
  const world = createWorld({
    format: 'pliant/1',
    name: 'test',
    bodies: [box('a', 0), box('b', 0.3)],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
    joints: [
      { name: 'pin', type: 'ball', a: { body: 'a', point: [0.15, 0, 0] }, b: { body: 'b' } },
    ],
  });
  const view = createDebugView(world);
  world.step(5);
  view.update();
  const [contacts, a, b] = view.group.children.filter(
    (child): child is LineSegments => child instanceof LineSegments,
  );
  expect(contacts.geometry.drawRange.count).toBe(2 * world.contacts.count);
  expect(world.contacts.count).toBeGreaterThan(0);
  const { array } = contacts.geometry.attributes.position;
  expect(array[4]).toBeGreaterThan(array[1]);
  expect([a, b].map(({ geometry }) => geometry.drawRange.count)).toEqual([8, 8]);
  for (let i = 0; i < 24; i++)
    expect(a.geometry.attributes.position.array[i]).toBeCloseTo(
      b.geometry.attributes.position.array[i],
      3,
    );
  view.dispose();
});
