import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/core/random.ts';
import type { BuildOptions, SceneInput } from '../../src/index.ts';
import { scene, world } from './helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** A direction within 70 degrees of +x. */
function direction(random: Random): [number, number, number] {
  const c = Math.cos((70 * Math.PI) / 180) + random.next() * (1 - Math.cos((70 * Math.PI) / 180));
  const a = random.range(0, 2 * Math.PI);
  const s = Math.sqrt(1 - c * c);
  return [c, s * Math.cos(a), s * Math.sin(a)];
}

/** Throws a body of 0.2 m at a wall of 4 mm in the plane x = 0, at 20 of its lengths a second; gives where it ends up along x. */
function throwAt(
  random: Random,
  body: Partial<BodyInput>,
  wall: Partial<SceneInput>,
  cache: BuildOptions['cache'],
): number {
  const d = direction(random);
  const away = random.range(0.25, 0.6);
  const w = world(
    {
      gravity: [0, 0, 0],
      ...wall,
      bodies: [
        {
          name: 'ball',
          shape: { type: 'box', size: [0.2, 0.2, 0.2] },
          material: { young: 1e6 },
          model: { type: 'rigid' },
          position: [-away, (-away * d[1]) / d[0], (-away * d[2]) / d[0]],
          rotation: [random.range(0, 360), random.range(0, 360), random.range(0, 360)],
          velocity: [4 * d[0], 4 * d[1], 4 * d[2]],
          probes: { middle: [0, 0, 0] },
          ...body,
        },
        ...(wall.bodies ?? []),
      ],
    },
    { cache },
  );
  w.step(Math.ceil((60 * (away / d[0] + 0.3)) / 4));
  return w.bodies[0].probe('middle')[0];
}

describe('at 20 lengths a second and 60 steps a second nothing gets through a wall of a fiftieth of its size', () => {
  const obstacle: Partial<SceneInput> = {
    obstacles: [{ name: 'wall', shape: { type: 'box', size: [0.004, 6, 6] } }],
  };
  const plate: Partial<SceneInput> = {
    bodies: [
      {
        name: 'plate',
        shape: { type: 'box', size: [0.004, 1, 1] },
        material: { young: 1e9, density: 8000 },
        model: { type: 'rigid' },
        attachments: [{ name: 'all', region: { type: 'box', size: [2, 2, 2] } }],
      },
    ],
  };
  const soft: Partial<BodyInput> = {
    material: { young: 1e5 },
    model: { type: 'solid', cell: 0.1, mesh: 'grid' },
  };
  const kinds: [string, Partial<BodyInput>, Partial<SceneInput>, number][] = [
    ['rigid, at an obstacle', {}, obstacle, 100],
    ['soft, at an obstacle', soft, obstacle, 300],
    ['rigid, at a held plate', {}, plate, 12],
    ['soft, at a held plate', soft, plate, 15],
  ];
  test.each(kinds)('%s', (_, body, wall, count) => {
    const random = createRandom(17);
    const cache: BuildOptions['cache'] = new Map();
    let through = 0;
    for (let k = 0; k < count; k++) if (!(throwAt(random, body, wall, cache) < 0)) through++;
    expect(through).toBe(0);
  });
});

test('random scenes neither blow up nor hang', () => {
  const random = createRandom(23);
  for (let k = 0; k < 10; k++) {
    const { input, fastest } = randomScene(random);
    const w = world(input);
    let speed = 0;
    for (let s = 0; s < 25; s++) {
      w.step();
      speed = Math.max(speed, w.totals().speed);
    }
    expect(Number.isFinite(speed)).toBe(true);
    expect(speed).toBeLessThan(3 * fastest);
  }
});

/** Two to four bodies of any shape, size, stiffness and model thrown at each other; and the speed that none should leave with. */
function randomScene(random: Random): { input: SceneInput; fastest: number } {
  const size = 10 ** random.range(-2, 1);
  const count = 2 + random.below(3);
  const speed = random.range(0, 10) * size;
  const bodies = Array.from({ length: count }, (_, i): BodyInput => {
    const s = size * random.range(0.5, 1.5);
    const shapes = [
      { type: 'box' as const, size: [s, s * random.range(0.4, 1), s] as [number, number, number] },
      { type: 'sphere' as const, radius: s / 2 },
      { type: 'capsule' as const, from: [0, -s / 2, 0], to: [0, s / 2, 0], radius: s / 4 },
    ] as BodyInput['shape'][];
    const models: BodyInput['model'][] = [{ type: 'rigid' }, { type: 'solid', cell: s / 3 }];
    const toMiddle = (c: number): number => (c === 0 ? (i % 2 === 0 ? speed : -speed) : 0);
    return {
      name: `b${i}`,
      shape: shapes[random.below(3)],
      material: { young: 10 ** random.range(3, 8), density: 10 ** random.range(2, 4) },
      model: models[random.below(2)],
      position: [(i % 2 === 0 ? -1 : 1) * size * 1.3, size * (1 + 1.6 * Math.floor(i / 2)), 0],
      rotation: [random.range(0, 360), random.range(0, 360), random.range(0, 360)],
      velocity: [toMiddle(0), random.range(-0.2, 0.2) * speed, 0],
      spin: [random.range(-3, 3), random.range(-3, 3), random.range(-3, 3)],
      friction: random.range(0, 1),
    };
  });
  const obstacles = [
    {
      name: 'floor',
      shape: { type: 'plane' as const, normal: [0, 1, 0] as [number, number, number] },
    },
  ];
  const fall = 9.81 * (25 / 60);
  // Spin adds to the speed of points; masses may differ a thousandfold, so a light one may leave at twice the closing speed.
  return { input: scene({ bodies, obstacles }), fastest: speed * 1.3 + fall + 6 * size };
}
