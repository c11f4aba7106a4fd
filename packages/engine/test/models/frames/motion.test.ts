import { expect, test } from 'vitest';
import { createWorld, type SceneInput, type World } from '../../../src/index.ts';
import { difference, norm } from '../../world/helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** The beam of the paper's comparison: 1 m long, a quarter of a metre thick, 15 frames. */
const BEAM: BodyInput = {
  name: 'beam',
  shape: { type: 'box', size: [1, 0.25, 0.25] },
  material: { young: 2e6, poisson: 0.3, density: 1000, damping: { stiffness: 0.01 } },
  model: { type: 'frames', frames: [1, 3, 7, 15], voxel: 1 / 48 },
  probes: { tip: [0.5, 0, 0], middle: [0, 0, 0] },
};
const CLAMPED: BodyInput = {
  ...BEAM,
  attachments: [
    { name: 'wall', region: { type: 'box', size: [0.02, 1, 1], position: [-0.5, 0, 0] } },
  ],
};

function world(changes: Partial<SceneInput>): World {
  return createWorld({ format: 'pliant/1', name: 'frames', ...changes });
}

/** Steps and keeps the worst of what must never happen, and how many frames were active. */
function watch(w: World, steps: number) {
  const seen = { mean: 0, max: 0, switches: 0, jump: 0, gain: 0 };
  for (let s = 0; s < steps; s++) {
    w.step();
    const { activeDofs, switches, jump, kineticGain } = w.bodies[0].levels;
    seen.mean += activeDofs / 12 / steps;
    seen.max = Math.max(seen.max, activeDofs / 12);
    seen.switches += switches;
    seen.jump = Math.max(seen.jump, jump);
    seen.gain = Math.max(seen.gain, kineticGain);
  }
  return seen;
}

test('free fall needs one frame and is exact', () => {
  const w = world({ bodies: [BEAM] });
  const seen = watch(w, 60);
  const h = w.scene.dt;
  expect(seen.max).toBe(1);
  expect(seen.switches).toBe(0);
  expect(w.bodies[0].probe('middle')[1]).toBeCloseTo((-9.81 * (60 * h) ** 2) / 2, 10);
});

test('a spinning, flying beam needs at most 2 frames on average and keeps its momentum to 1e-12', () => {
  const w = world({
    gravity: [0, 0, 0],
    bodies: [
      {
        ...BEAM,
        spin: [0, 3, 2],
        velocity: [1, 0, 0.5],
        material: { young: 2e6, damping: { stiffness: 0 } },
      },
    ],
  });
  const start = w.totals().momentum;
  const seen = watch(w, 600);
  const end = w.totals().momentum;
  expect(seen.mean).toBeLessThan(2);
  expect(norm(difference(end.linear, start.linear)) / norm(start.linear)).toBeLessThan(1e-12);
});

test('a clamped beam bends as without adaptation, rests bent on 2 frames, and comes back straight', () => {
  const events: SceneInput['events'] = [{ at: 5, do: 'gravity', value: [0, 0, 0] }];
  const calm = { ...CLAMPED, material: { ...CLAMPED.material, damping: { stiffness: 0.027 } } };
  const w = world({ bodies: [calm], events });
  const all = world({
    bodies: [{ ...calm, model: { ...CLAMPED.model!, adaptive: false } as BodyInput['model'] }],
    events,
  });
  const bending = watch(w, 300);
  all.step(300);
  const bent = w.bodies[0].probe('tip')[1];
  expect(bending.max).toBe(16);
  expect(w.bodies[0].levels.activeDofs / 12).toBeLessThanOrEqual(2);
  expect(Math.abs(bent / all.bodies[0].probe('tip')[1] - 1)).toBeLessThan(0.02);
  // Converged finite elements: −0.1213 m.
  expect(Math.abs(bent / -0.1213 - 1)).toBeLessThan(0.15);
  const back = watch(w, 400);
  expect(Math.abs(w.bodies[0].probe('tip')[1])).toBeLessThan(1e-3);
  for (const seen of [bending, back]) {
    expect(seen.jump).toBeLessThan(1e-12);
    expect(seen.gain).toBeLessThan(1e-12);
    expect(seen.switches / 400 / 16).toBeLessThan(0.02);
  }
});

test('an adaptive body goes on bit for bit from a snapshot', () => {
  const first = world({ bodies: [CLAMPED] });
  first.step(40);
  const bytes = first.snapshot();
  first.step(40);
  const second = world({ bodies: [CLAMPED] });
  second.restore(bytes);
  second.step(40);
  expect(second.hash()).toBe(first.hash());
});

test('a pull on the tip wakes frames, and a tuned tolerance changes how many', () => {
  const count = (tolerance: number): number => {
    const w = world({ gravity: [0, 0, 0], bodies: [CLAMPED] });
    w.apply({ do: 'tune', body: 'beam', tolerance });
    w.step(5);
    w.apply({ do: 'drag', id: 'hand', body: 'beam', point: [0.5, 0, 0], to: [0.5, 0.1, 0] });
    return watch(w, 30).mean;
  };
  expect(count(0.05)).toBeGreaterThan(count(5));
});

test('Newton iterations converge: a large step ends where many of them say', () => {
  const bent = (newton: number): number => {
    const w = world({
      dt: 0.1,
      solver: { newton },
      bodies: [
        {
          ...CLAMPED,
          model: { type: 'frames', frames: [1, 3, 7], voxel: 1 / 24, adaptive: false },
        },
      ],
    });
    w.step(2);
    return w.bodies[0].probe('tip')[1];
  };
  const converged = bent(20);
  expect(Math.abs(bent(6) - converged)).toBeLessThan(1e-4);
  expect(Math.abs(bent(6) - converged)).toBeLessThan(Math.abs(bent(1) - converged));
});

test('a body at rest switches nothing for 1000 steps', () => {
  const w = world({ bodies: [CLAMPED] });
  w.step(600);
  expect(watch(w, 1000).switches).toBe(0);
});

test('half the time step changes the mean number of active frames by less than a quarter', () => {
  const mean = (dt: number): number => {
    const w = world({
      dt,
      bodies: [CLAMPED],
      events: [{ at: 4, do: 'gravity', value: [0, 0, 0] }],
    });
    return watch(w, Math.round(8 / dt)).mean;
  };
  expect(Math.abs(mean(1 / 120) / mean(1 / 60) - 1)).toBeLessThan(0.25);
});

test('bodies that move alike spend the same frames, however long the steps are', () => {
  const run = (dt: number) => {
    const w = world({
      dt,
      bodies: [
        {
          ...CLAMPED,
          material: { ...CLAMPED.material, damping: { stiffness: 0.05 } },
          model: { type: 'frames', frames: [1, 3, 7, 15], voxel: 1 / 24 },
        },
      ],
      events: [{ at: 4, do: 'gravity', value: [0, 0, 0] }],
    });
    return watch(w, Math.round(8 / dt)).mean;
  };
  const means = [1 / 30, 1 / 60, 1 / 120].map(run);
  for (const i of [1, 2]) expect(Math.abs(means[i] / means[i - 1] - 1)).toBeLessThan(0.15);
});
