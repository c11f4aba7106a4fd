import { expect, test } from 'vitest';
import type { BuildOptions, SceneInput, World } from '../../src/index.ts';
import { difference, floor, norm, world } from './helpers.ts';

type Model = NonNullable<SceneInput['bodies']>[number]['model'];

/** Every model that deforms, for a thing of 2.5 cm. */
const MODELS: [string, Model][] = [
  ['solid', { type: 'solid', cell: 0.01 }],
  ['frames', { type: 'frames', frames: [1, 6] }],
  ['tets', { type: 'tets', cell: 0.0125 }],
  ['octree', { type: 'octree', cell: 0.005, levels: 1 }],
  [
    'layers',
    {
      type: 'layers',
      layers: [
        { kind: 'rigid', name: 'pose' },
        { kind: 'hex', name: 'detail', cell: 0.01 },
      ],
    },
  ],
];

const cache: BuildOptions['cache'] = new Map();
const SPEED = 3;

/** A small light soft thing, and a block 2000 times as heavy that strikes it by one edge, by two of its lengths in a step. */
function struck(model: Model, obstacles: SceneInput['obstacles']): World {
  return world(
    {
      gravity: [0, 0, 0],
      obstacles,
      bodies: [
        {
          name: 'small',
          shape: { type: 'capsule', from: [0, -0.006, 0], to: [0, 0.006, 0], radius: 0.006 },
          material: { young: 3e4, density: 130 },
          model,
          position: [0, 0.0125, 0],
          rotation: [20, 30, 70],
        },
        {
          name: 'large',
          shape: { type: 'box', size: [0.2, 0.06, 0.2] },
          material: { young: 1e7, density: 2000 },
          model: { type: 'rigid' },
          position: [0.1, 0.09, 0.01],
          velocity: [-SPEED, -SPEED / 2, 0],
          rotation: [0, 0, 8],
          friction: 1,
        },
      ],
    },
    { cache },
  );
}

test.each(MODELS)(
  '%s: what is crushed between a heavy block and the floor gains no speed and no energy',
  (name, model) => {
    // In its many substeps the octree is squeezed out like a pip: some points are fast for a moment, and still no energy is gained.
    const most = name === 'octree' ? 4 : 1.5;
    const w = struck(model, [floor]);
    const start = w.totals();
    for (let s = 0; s < 12; s++) {
      w.step();
      const now = w.totals();
      expect(now.speed).toBeLessThan(most * start.speed);
      expect(now.energy.kinetic + now.energy.elastic).toBeLessThan(1.05 * start.energy.kinetic);
    }
  },
);

test.each(MODELS)(
  '%s: momentum is kept even where a step cannot follow how fast a thing is turned',
  (_, model) => {
    const w = struck(model, []);
    const start = w.totals();
    for (let s = 0; s < 12; s++) w.step();
    const end = w.totals();
    const lost = norm(difference(end.momentum.linear, start.momentum.linear));
    expect(lost / norm(start.momentum.linear)).toBeLessThan(1e-12);
    expect(end.speed).toBeLessThan(3 * start.speed);
    expect(end.energy.kinetic).toBeLessThan(start.energy.kinetic);
  },
);
