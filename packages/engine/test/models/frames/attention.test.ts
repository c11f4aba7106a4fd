import { describe, expect, test } from 'vitest';
import { createWorld, type SceneInput, type World } from '../../../src/index.ts';
import { CAMERA, setCamera } from '../../../src/models/frames/adapt/attention.ts';
import { seeFrom } from '../../../src/models/frames/adapt/pay-attention.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type FramesInput = Extract<BodyInput['model'], { type: 'frames' }>;

/** A beam held in its middle: its two halves are alike. */
function beam(model: Partial<FramesInput> = {}, changes: Partial<BodyInput> = {}): BodyInput {
  return {
    name: 'beam',
    shape: { type: 'box', size: [1, 0.12, 0.12] },
    material: { young: 1e6, damping: { stiffness: 0.01 } },
    model: { type: 'frames', frames: [2, 6, 14], voxel: 1 / 40, ...model },
    attachments: [{ name: 'middle', region: { type: 'box', size: [0.06, 1, 1] } }],
    ...changes,
  };
}

function world(changes: Partial<SceneInput>): World {
  return createWorld({ format: 'pliant/1', name: 'attention', ...changes });
}

/** Mean number of active frames of each body while they fall into their bent shapes. */
function meanFrames(w: World, steps = 100): number[] {
  const sum = w.bodies.map(() => 0);
  for (let s = 0; s < steps; s++) {
    w.step();
    w.bodies.forEach(({ levels }, i) => {
      sum[i] += levels.activeDofs / 12 / steps;
    });
  }
  return sum;
}

/** Active frames with x above and below zero, of those that may sleep, added up over some steps. */
function sides(w: World, steps = 100): { left: number; right: number } {
  const seen = { left: 0, right: 0 };
  const [body] = w.bodies;
  const home: number[] = [];
  for (let s = 0; s < steps; s++) {
    w.step();
    body.draw();
    const { count, poses, status, level } = body.parts!;
    for (let k = 0; k < count; k++) {
      if (home.length < count) home.push(poses[12 * k + 3]);
      if (status[k] === 1 && level[k] > 0) seen[home[k] < 0 ? 'left' : 'right']++;
    }
  }
  return seen;
}

describe('a camera', () => {
  test('weighs from 1 at its near plane to (near/far)² at its far plane, and no more what it does not see', () => {
    const settings = new Float64Array(CAMERA.length);
    setCamera(settings, { eye: [0, 0, 0], target: [0, 0, -1], fov: 40, near: 1, far: 10 });
    const z = new Float64Array(6).fill(1);
    const x = Float64Array.from(
      [
        [0, 0, -0.5],
        [0, 0, -1],
        [0, 0, -5.5],
        [0, 0, -10],
        [9, 0, -5.5],
        [0, 0, 5.5],
      ].flat(),
    );
    seeFrom(z, x, settings);
    const expected = [1, 1, 0.1, 0.01, 0.01, 0.01];
    z.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i], 12);
    });
  });

  test('lets a far body run on fewer frames than the same body near by', () => {
    const far = beam({ camera: true }, { name: 'far', position: [0, 0, -60] });
    const w = world({
      bodies: [beam({ camera: true }), far],
      camera: { eye: [0, 0, 2], target: [0, 0, 0], near: 2.5, far: 62 },
    });
    const [near, distant] = meanFrames(w);
    expect(distant).toBeLessThan(0.7 * near);
    // Near by, nothing is lost.
    const [plain] = meanFrames(world({ bodies: [beam()] }));
    expect(near).toBeCloseTo(plain, 6);
  });

  test('can be moved while the world runs, and is part of a snapshot', () => {
    const w = world({ bodies: [beam()] });
    w.apply({
      do: 'tune',
      body: 'beam',
      camera: { eye: [0, 0, 50], target: [0, 0, 0], near: 1, far: 50 },
    });
    w.step(10);
    const bytes = w.snapshot();
    w.step(20);
    const other = world({ bodies: [beam()] });
    other.restore(bytes);
    other.step(20);
    expect(other.hash()).toBe(w.hash());
    w.restore(bytes);
    w.apply({ do: 'tune', body: 'beam', camera: null });
    w.step(20);
    expect(w.bodies[0].levels.activeDofs).toBeGreaterThan(other.bodies[0].levels.activeDofs);
  });

  test('that cannot be one is refused with its field', () => {
    const w = world({ bodies: [beam()] });
    const tune = (camera: object) => () =>
      w.apply({ do: 'tune', body: 'beam', camera: camera as never });
    expect(tune({ eye: [0, 0, 0], target: [0, 0, 0] })).toThrow(/camera\.target.*another point/);
    expect(tune({ eye: [0, 0, 1], target: [0, 0, 0], near: 2, far: 1 })).toThrow(/camera\.far/);
    expect(tune({ eye: [0, 1], target: [0, 0, 0] })).toThrow(/camera\.eye/);
    expect(() => world({ bodies: [beam({ camera: true })] })).toThrow(
      /bodies\[0\]\.model\.camera: must be left/,
    );
  });
});

describe('a region of interest', () => {
  const right = { type: 'box', size: [0.5, 1, 1], position: [0.25, 0, 0] } as const;

  test('keeps its frames awake while the others sleep', () => {
    const even = sides(world({ bodies: [beam({ tolerance: 1 })] }));
    const w = world({ bodies: [beam({ tolerance: 1, interest: [{ shape: right, factor: 20 }] })] });
    const uneven = sides(w);
    expect(uneven.right).toBeGreaterThan(1.5 * even.right);
    expect(uneven.right / uneven.left).toBeGreaterThan((1.5 * even.right) / even.left);
  });

  test('in the world holds whatever comes by', () => {
    const interest = [{ shape: right, in: 'world' as const, factor: 0.02 }];
    const { left, right: careless } = sides(world({ bodies: [beam({ tolerance: 1, interest })] }));
    expect(careless).toBeLessThan(0.5 * left);
  });
});
