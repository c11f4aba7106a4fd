import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/core/random.ts';
import type { BuildOptions, SceneInput } from '../../src/index.ts';
import { effort } from '../effort.ts';
import { scene, world } from './helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** How many scenes. Models are built once, so many are cheap. */
const SCENES = effort(5, 1000);
/** Different bodies of each model and size to draw from. */
const KINDS = SCENES > 100 ? 5 : 1;
const STEPS = 25;
const CHOICES = ['rigid', 'solid', 'frames', 'octree', 'tets', 'layers'] as const;

test(`${SCENES} random scenes of all models neither blow up nor hang`, { timeout: 4e6 }, () => {
  const random = createRandom(23);
  const bodies = createBodies(random);
  const cache: BuildOptions['cache'] = new Map();
  const tooFast: string[] = [];
  const seen = new Set<string>();
  for (let k = 0; k < SCENES; k++) {
    const { input, fastest } = randomScene(random, bodies);
    const w = world(input, { cache });
    let speed = 0;
    for (let s = 0; s < STEPS; s++) {
      w.step();
      speed = Math.max(speed, w.totals().speed);
    }
    const kinds = input.bodies!.map((b) => b.model!.type);
    for (const kind of kinds) seen.add(kind!);
    if (!(speed < 3 * fastest)) tooFast.push(`scene ${k}: ${kinds.join(', ')}: ${speed / fastest}`);
  }
  expect(tooFast).toEqual([]);
  expect([...seen].sort()).toEqual([...CHOICES].sort());
});

interface Choice {
  readonly size: number;
  readonly body: Pick<BodyInput, 'shape' | 'material' | 'model'>;
}

/** Bodies of every model from 1 cm to 10 m in three groups of like size, from 1 kPa to 100 MPa, from 100 to 10 000 kg/m³. */
function createBodies(random: Random): Choice[][] {
  return [-2, -1, 0].map((decade) =>
    CHOICES.flatMap((type) =>
      Array.from({ length: KINDS }, (): Choice => {
        const size = 10 ** (decade + random.next());
        return {
          size,
          body: {
            shape: randomShape(random, size),
            material: { young: 10 ** random.range(3, 8), density: 10 ** random.range(2, 4) },
            model: modelOf(type, size),
          },
        };
      }),
    ),
  );
}

function randomShape(random: Random, s: number): BodyInput['shape'] {
  const kind = random.below(3);
  const flat = random.range(0.4, 1);
  if (kind === 0) return { type: 'box', size: [s, s * flat, s] };
  if (kind === 1) return { type: 'sphere', radius: s / 2 };
  return { type: 'capsule', from: [0, -s / 4, 0], to: [0, s / 4, 0], radius: s / 4 };
}

function modelOf(type: (typeof CHOICES)[number], s: number): BodyInput['model'] {
  if (type === 'solid') return { type, cell: s / 3 };
  if (type === 'frames') return { type, frames: [1, 6] };
  if (type === 'octree') return { type, cell: s / 5, levels: 1 };
  if (type === 'tets') return { type, cell: s / 2 };
  if (type === 'layers')
    return {
      type,
      layers: [
        { kind: 'rigid', name: 'pose' },
        { kind: 'hex', name: 'detail', cell: s / 3 },
      ],
    };
  return { type };
}

/** Two to four bodies thrown at each other above a floor; and the speed that none should leave with. */
function randomScene(random: Random, choices: Choice[][]): { input: SceneInput; fastest: number } {
  const group = choices[random.below(3)];
  const chosen = Array.from(
    { length: 2 + random.below(3) },
    () => group[random.below(group.length)],
  );
  const size = chosen.reduce((most, c) => Math.max(most, c.size), 0);
  const speed = random.range(0, 10) * size;
  const bodies = chosen.map(({ body }, i): BodyInput => {
    const side = i % 2 === 0 ? -1 : 1;
    return {
      ...body,
      name: `b${i}`,
      position: [side * size * 0.9, size * (0.8 + 1.6 * Math.floor(i / 2)), 0],
      rotation: [random.range(0, 360), random.range(0, 360), random.range(0, 360)],
      velocity: [-side * speed, random.range(-0.2, 0.2) * speed, 0],
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
  const fall = (9.81 * STEPS) / 60;
  // Spin adds to the speed of points; masses may differ a thousandfold, so a light one may leave at twice the closing speed.
  return { input: scene({ bodies, obstacles }), fastest: speed * 1.3 + fall + 3 * size };
}
