import { describe, expect, test } from 'vitest';
import type { BuildOptions, SceneInput, World } from '../../src/index.ts';
import { effort } from '../effort.ts';
import { cube, difference, norm, world } from './helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** Every model, as a cube of 20 cm. A model written later gets a line here. */
const models: Record<string, BodyInput['model']> = {
  solid: { type: 'solid', cell: 0.1, mesh: 'grid' },
  rigid: { type: 'rigid' },
  frames: { type: 'frames', frames: [1, 8] },
  'frames, all awake': { type: 'frames', frames: [1, 8], adaptive: false },
  octree: { type: 'octree', cell: 0.05, levels: 1 },
  tets: { type: 'tets', cell: 0.1, adaptive: false },
  layers: {
    type: 'layers',
    layers: [
      { kind: 'rigid', name: 'pose' },
      { kind: 'hex', name: 'detail', cell: 0.1 },
    ],
  },
  'layers on frames': {
    type: 'layers',
    layers: [
      { kind: 'affine', name: 'pose', frames: 1 },
      { kind: 'modes', name: 'wobble', count: 6, cell: 0.1 },
    ],
  },
};
const names = Object.keys(models);
const pairs = names.flatMap((a, i) => names.slice(i).map((b): [string, string] => [a, b]));

const SPEED = 0.8;
const SIZE = 0.2;
/** Angular momentum of one of them at one of their lengths. */
const SPIN = 1000 * SIZE ** 3 * SPEED * SIZE;
const cache: BuildOptions['cache'] = new Map();

const OFF_CENTRE: Partial<BodyInput> = {
  position: [0.16, 0, 0.03],
  velocity: [-0.4, 0.1, 0],
  rotation: [10, 20, 30],
};
const HEAD_ON: Partial<BodyInput> = { position: [0.11, 0.05, 0], velocity: [-0.4, 0, 0] };

/** Two cubes that meet: off centre, an edge of one first, if not said. */
function collision(a: BodyInput['model'], b: BodyInput['model'], other = OFF_CENTRE): World {
  return world(
    {
      gravity: [0, 0, 0],
      bodies: [
        cube({ name: 'a', model: a, position: [-0.16, 0.05, 0], velocity: [SPEED, 0, 0] }),
        cube({ name: 'b', model: b, ...other }),
      ],
    },
    { cache },
  );
}

interface Worst {
  linear: number;
  angular: number;
  gain: number;
  end: number;
}

/** The largest relative change of momenta, and the largest gain of energy since the start, in so many steps. */
function watch(w: World, steps = 36): Worst {
  const start = w.totals();
  const energy = start.energy.kinetic + start.energy.elastic;
  const worst: Worst = { linear: 0, angular: 0, gain: -1, end: 0 };
  for (let s = 0; s < steps; s++) {
    w.step();
    const now = w.totals();
    const linear = norm(difference(now.momentum.linear, start.momentum.linear));
    const angular = norm(difference(now.momentum.angular, start.momentum.angular));
    worst.end = (now.energy.kinetic + now.energy.elastic) / energy;
    worst.linear = Math.max(worst.linear, linear / norm(start.momentum.linear));
    worst.angular = Math.max(worst.angular, angular / SPIN);
    worst.gain = Math.max(worst.gain, worst.end - 1);
  }
  return worst;
}

describe('two bodies that collide off centre keep momentum and spin, and gain no energy', () => {
  test.each(pairs)('%s and %s', (a, b) => {
    const worst = watch(collision(models[a], models[b]));
    expect(worst.linear).toBeLessThan(1e-12);
    expect(worst.angular).toBeLessThan(1e-10);
    expect(worst.gain).toBeLessThan(1e-12);
    // They really met: the first gave the second some of its speed.
    expect(worst.end).toBeLessThan(0.9);
  });
});

describe('two bodies that collide head on keep momentum and spin, and gain no energy', () => {
  test.each(
    effort(
      pairs.filter((_, i) => i % 3 === 0),
      pairs,
    ),
  )('%s and %s', (a, b) => {
    const worst = watch(collision(models[a], models[b], HEAD_ON), 18);
    expect(worst.linear).toBeLessThan(1e-12);
    expect(worst.angular).toBeLessThan(1e-10);
    expect(worst.gain).toBeLessThan(1e-12);
    expect(worst.end).toBeLessThan(0.9);
  });
});

test('tetrahedra that split and coarsen keep momentum and spin, while they touch and after', () => {
  const tets: BodyInput['model'] = { type: 'tets', cell: 0.1 };
  const worst = watch(collision(tets, tets));
  expect(worst.linear).toBeLessThan(1e-12);
  expect(worst.angular).toBeLessThan(1e-12);
  expect(worst.gain).toBeLessThan(1e-12);
  // Softer and slower, and soon content with less: they merge elements that touch. (Smaller bodies are whole while they move.)
  const large: BodyInput['model'] = { ...tets, levels: 3 };
  const material = { young: 1e4, density: 1000 };
  const slow = world({
    gravity: [0, 0, 0],
    bodies: [
      cube({ model: large, material, position: [-0.16, 0.05, 0], velocity: [0.1, 0, 0] }),
      cube({
        name: 'other',
        model: large,
        material,
        position: [0.16, 0, 0.03],
        velocity: [-0.04, 0.01, 0],
        rotation: [10, 20, 30],
      }),
    ],
  });
  const start = slow.totals();
  let coarsened = 0;
  for (let s = 0; s < 50; s++) {
    const before = slow.bodies.map(({ levels }) => levels.activeDofs);
    if (s === 30)
      for (const { name } of slow.bodies) slow.apply({ do: 'tune', body: name, tolerance: 0.05 });
    slow.step();
    const now = slow.totals().momentum;
    slow.bodies.forEach(({ levels }, i) => {
      if (slow.report.contacts > 0 && levels.activeDofs < before[i]) coarsened++;
    });
    expect(norm(difference(now.linear, start.momentum.linear))).toBeLessThan(1e-13);
    expect(norm(difference(now.angular, start.momentum.angular)) / SPIN).toBeLessThan(1e-13);
  }
  expect(coarsened).toBeGreaterThan(0);
});
