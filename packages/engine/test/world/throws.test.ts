import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/core/random.ts';
import type { BuildOptions, SceneInput } from '../../src/index.ts';
import { world } from './helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** How many throws of each kind; a slice if not said: `THROWS=1000 npm run unit -- throws`. */
const THROWS = process.env.THROWS === undefined ? null : Number(process.env.THROWS);

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
    ['rigid, at an obstacle', {}, obstacle, 60],
    ['soft, at an obstacle', soft, obstacle, 150],
    ['rigid, at a held plate', {}, plate, 6],
    ['soft, at a held plate', soft, plate, 8],
  ];
  const patience = THROWS === null ? 60_000 : 600_000;
  test.each(kinds)('%s', { timeout: patience }, (_, body, wall, slice) => {
    const count = THROWS ?? slice;
    const random = createRandom(17);
    const cache: BuildOptions['cache'] = new Map();
    let through = 0;
    for (let k = 0; k < count; k++) if (!(throwAt(random, body, wall, cache) < 0)) through++;
    expect(through).toBe(0);
  });
});
