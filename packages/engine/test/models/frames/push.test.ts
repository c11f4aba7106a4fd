import { expect, test } from 'vitest';
import { createWorld, type SceneInput, type WorldOptions } from '../../../src/index.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

const CACHE: WorldOptions['cache'] = new Map();

const BAR = {
  name: 'bar',
  shape: { type: 'box', size: [1, 0.1, 0.1] },
  position: [0, 0.05, 0],
  material: { young: 2e5, damping: { mass: 2, stiffness: 0.02 } },
  model: { type: 'frames', frames: [1, 2, 4, 8, 16], voxel: 1 / 32 },
  probes: { tip: [0.5, 0, 0] },
} satisfies BodyInput;

/** How high the end of a bar that lies on a floor comes when it is pushed up for a tenth of a second [m], and how many frames lay there. */
function lifted(body: BodyInput, adaptive: boolean): { height: number; before: number } {
  const w = createWorld(
    {
      format: 'pliant/1',
      name: 'push',
      bodies: [{ ...body, model: { ...BAR.model, type: 'frames', adaptive } }],
      obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
    },
    { cache: CACHE },
  );
  w.step(90);
  const before = w.bodies[0].levels.activeDofs / 12;
  const start = w.bodies[0].probe('tip')[1];
  const force: [number, number, number] = [0, 12, 0];
  w.apply({ do: 'force', body: 'bar', point: [0.5, 0.05, 0], force, duration: 0.1 });
  let height = 0;
  for (let s = 0; s < 9; s++) {
    w.step();
    height = Math.max(height, w.bodies[0].probe('tip')[1] - start);
  }
  return { height, before };
}

test.each([
  ['a body that lies on a floor', BAR],
  [
    'a body with a rigid part',
    { ...BAR, rigid: [{ type: 'box', size: [0.2, 1, 1], position: [-0.5, 0, 0] }] },
  ],
] as [string, BodyInput][])('a push wakes the fine frames of %s at once', (_, body) => {
  const adaptive = lifted(body, true);
  expect(adaptive.before).toBeLessThanOrEqual(2);
  const all = lifted(body, false);
  expect(all.height).toBeGreaterThan(0.004);
  expect(adaptive.height / all.height).toBeGreaterThan(0.9);
});
