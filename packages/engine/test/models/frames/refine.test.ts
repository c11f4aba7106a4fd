import { expect, test } from 'vitest';
import { createWorld, type SceneInput } from '../../../src/index.ts';

/** Largest distance of the probe between a run with all frames awake and one with a tolerance, in lengths. */
function error(scene: (model: object) => unknown, tolerance: number, size: number): number {
  const make = (model: object) =>
    createWorld(scene({ type: 'frames', frames: 15, ...model }) as SceneInput);
  const full = make({ adaptive: false });
  const own = make({ tolerance });
  let most = 0;
  for (let s = 0; s < 40; s++) {
    full.step();
    own.step();
    const a = full.bodies[0].probe('tip');
    const b = own.bodies[0].probe('tip');
    most = Math.max(most, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / size);
  }
  return most;
}

const material = { young: 2e6, density: 1000, damping: { mass: 1, stiffness: 0.01 } };

test('a load that sets in is followed within its first step: the error falls with the tolerance', () => {
  const beam = (model: object) => ({
    format: 'pliant/1',
    name: 'beam',
    bodies: [
      {
        name: 'beam',
        shape: { type: 'box', size: [0.9, 0.1, 0.12] },
        material,
        model,
        attachments: [
          { name: 'end', region: { type: 'box', size: [0.1, 1, 1], position: [-0.45, 0, 0] } },
        ],
        probes: { tip: [0.45, 0, 0] },
      },
    ],
  });
  // Frames that wake after the step miss 0.4 % at any tolerance.
  const errors = [0.2, 0.05, 0.0125].map((tolerance) => error(beam, tolerance, 0.9));
  expect(errors[0]).toBeLessThan(3e-3);
  expect(errors[1]).toBeLessThan(1.2 * errors[0]);
  expect(errors[2]).toBeLessThan(1e-4);
});

test('a landing in a second-order step that is solved again is still a landing', () => {
  const block = (model: object) => ({
    format: 'pliant/1',
    name: 'block',
    solver: { integrator: 'bdf2' },
    bodies: [
      {
        name: 'block',
        shape: { type: 'box', size: [0.3, 0.3, 0.3] },
        position: [0, 0.4, 0],
        rotation: [0, 0, 12],
        material: { ...material, young: 6e4 },
        model,
        probes: { tip: [0, 0.15, 0] },
      },
    ],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  });
  // With the contacts of the first solve taken for old ones it is 5 %.
  expect(error(block, 0.0125, 0.3)).toBeLessThan(2e-3);
});
