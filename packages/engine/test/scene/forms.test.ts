import { expect, test } from 'vitest';
import { createWorld, InputError, parseScene } from '../../src/index.ts';
import { cube, scene } from '../world/helpers.ts';

const half = Math.SQRT1_2;

test('a quaternion stands wherever angles do: bodies, shapes, obstacles and keyframes', () => {
  const turned = (rotation: [number, number, number] | [number, number, number, number]) => {
    const shape = { type: 'box', size: [0.3, 0.1, 0.2], rotation } as const;
    return createWorld(
      scene({
        gravity: [0, 0, 0],
        bodies: [cube({ shape, rotation, model: { type: 'rigid' } })],
        obstacles: [
          { name: 'wall', shape, rotation, keyframes: [{ time: 0 }, { time: 1, rotation }] },
        ],
      }),
    );
  };
  const [angles, quaternion] = [turned([90, 0, 0]), turned([3 * half, 0, 0, 3 * half])];
  for (const world of [angles, quaternion]) world.step(3);
  for (let i = 0; i < 12; i++) {
    expect(quaternion.obstacle('wall').pose[i]).toBeCloseTo(angles.obstacle('wall').pose[i], 12);
    expect(quaternion.body('cube').pose()[i]).toBeCloseTo(angles.body('cube').pose()[i], 12);
  }
  const [a, b] = [angles, quaternion].map((world) => world.bodies[0].positions);
  for (let i = 0; i < a.length; i++) expect(b[i]).toBeCloseTo(a[i], 6);
  expect(() => turned([0, 0, 0, 0])).toThrow(InputError);
});

test('typed arrays are lists, and editors may leave their mark', () => {
  const shape = {
    type: 'mesh' as const,
    positions: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
    triangles: Uint16Array.from([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
  };
  const given = {
    ...scene({ bodies: [cube({ shape, position: Float64Array.of(0, 1, 0) as never })] }),
    $schema: '../scene.schema.json',
  };
  const parsed = parseScene(given);
  expect(parsed.bodies[0].position).toEqual([0, 1, 0]);
  expect(parsed.bodies[0].shape).toMatchObject({ triangles: [...shape.triangles] });
  // What is plain is not copied.
  expect(given.bodies?.[0].shape).toBe(shape);
});
