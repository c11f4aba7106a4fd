import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createWorld, type SceneInput, type World } from '../../../src/index.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type FramesInput = Extract<BodyInput['model'], { type: 'frames' }>;

const BAR: BodyInput = {
  name: 'bar',
  shape: { type: 'box', size: [1, 0.25, 0.25] },
  material: { young: 2e6, damping: { stiffness: 0 } },
  model: { type: 'frames', frames: [1, 3, 7, 15], voxel: 1 / 32 },
};

function world(
  body: BodyInput,
  model: Partial<FramesInput>,
  scene: Partial<SceneInput> = {},
): World {
  return createWorld({
    format: 'pliant/1',
    name: 'decisions',
    ...scene,
    bodies: [{ ...body, model: { ...(body.model as FramesInput), ...model } }],
  });
}

function meanFrames(w: World, steps: number): number {
  let sum = 0;
  for (let s = 0; s < steps; s++) {
    w.step();
    sum += w.bodies[0].levels.activeDofs / 12 / steps;
  }
  return sum;
}

test('the paper’s lumped test is fooled by rotation: a spinning bar keeps more frames awake', () => {
  const spinning = { ...BAR, spin: [0, 3, 2] as [number, number, number] };
  const scene: Partial<SceneInput> = { gravity: [0, 0, 0] };
  const implicit = meanFrames(world(spinning, {}, scene), 240);
  const lumped = meanFrames(world(spinning, { expert: { test: 'lumped' } }, scene), 240);
  expect(implicit).toBeLessThan(1.5);
  expect(lumped).toBeGreaterThan(2 * implicit);
});

test('the lumped test lets a body in free fall be one frame too', () => {
  const w = world(BAR, { expert: { test: 'lumped' } });
  expect(meanFrames(w, 30)).toBeCloseTo(1, 9);
});

const HELD: BodyInput = {
  ...BAR,
  shape: { type: 'box', size: [1, 0.1, 0.1] },
  attachments: [
    { name: 'wall', region: { type: 'box', size: [0.05, 1, 1], position: [-0.5, 0, 0] } },
  ],
  material: { young: 5e6, damping: { mass: 1, stiffness: 0.02 } },
  probes: { tip: [0.5, 0, 0] },
};

/** Mean number of frames after a push at the tip. */
function poked(expert: FramesInput['expert']): number {
  const w = world(HELD, { expert }, { gravity: [0, 0, 0] });
  w.step(2);
  w.apply({ do: 'force', body: 'bar', point: [0.5, 0, 0], force: [0, 1, 0], duration: 0.2 });
  return meanFrames(w, 60);
}

test('frames are woken for velocities they can come to, not for any acceleration', () => {
  expect(poked({ reach: 0.25 })).toBeLessThan(0.5 * poked({ reach: 0 }));
  expect(poked({ reach: 0.25 })).toBeGreaterThan(2);
});

test('each expert setting does what it says', () => {
  const fall = (expert: FramesInput['expert']): number =>
    meanFrames(world(HELD, { tolerance: 0.2, expert }), 150);
  const plain = fall({});
  expect(fall({ acceleration: 50 })).toBeLessThan(plain);
  expect(fall({ reach: 100 })).toBeLessThan(plain);
  expect(fall({ calm: 0.001 })).toBeGreaterThan(plain);
  const points = (merge: number): number => {
    const w = world(HELD, { expert: { merge } }, { gravity: [0, 0, 0] });
    w.step(2);
    return w.bodies[0].levels.activePoints;
  };
  expect(points(0)).toBeGreaterThan(points(0.5));
});

test('a frame that has woken stays awake for the time of the dwell', () => {
  /** Shortest time from a switch of a frame until it falls asleep [steps], while the tip is pushed now and then. */
  const shortest = (dwell: number): number => {
    const material = { young: 5e6, damping: { mass: 10, stiffness: 0.05 } };
    const w = world({ ...HELD, material }, { expert: { dwell } }, { gravity: [0, 0, 0] });
    const [body] = w.bodies;
    const before = new Uint8Array(body.parts!.count);
    const since = new Float64Array(before.length).fill(Number.NEGATIVE_INFINITY);
    let least = Number.POSITIVE_INFINITY;
    for (let s = 0; s < 200; s++) {
      const force: [number, number, number] = [0, 8, 0];
      if (s % 60 === 0)
        w.apply({ do: 'force', body: 'bar', point: [0.5, 0, 0], force, duration: 0.05 });
      w.step();
      body.draw();
      body.parts!.status.forEach((now, k) => {
        if (s > 0 && now !== before[k]) {
          // It may wake sooner, for a strong cause.
          if (now === 0) least = Math.min(least, s - since[k]);
          since[k] = s;
        }
        before[k] = now;
      });
    }
    return least;
  };
  expect(shortest(0.4)).toBeGreaterThanOrEqual(24);
  expect(shortest(0.05)).toBeLessThan(24);
});

test('random pulls neither blow up nor leave anything behind', () => {
  const random = createRandom(5);
  const material = { young: 1e6, damping: { mass: 4, stiffness: 0.03 } };
  const w = world({ ...HELD, shape: BAR.shape, material }, {}, { gravity: [0, 0, 0] });
  const [body] = w.bodies;
  const some = (half: number): [number, number, number] => [
    random.range(-half, half),
    random.range(-half, half),
    random.range(-half, half),
  ];
  let fastest = 0;
  let switches = 0;
  for (let s = 0; s < 1200; s++) {
    if (s % 150 === 0) {
      const point = some(0.1);
      point[0] = random.range(0, 0.5);
      const to = some(0.3);
      for (let d = 0; d < 3; d++) to[d] += point[d];
      w.apply({ do: 'pull', body: 'bar', point, to, duration: random.range(0.05, 0.3) });
    }
    w.step();
    fastest = Math.max(fastest, w.totals().speed);
    switches += body.levels.switches;
    expect(body.levels.jump).toBeLessThan(1e-12);
    expect(body.levels.kineticGain).toBeLessThan(1e-9);
  }
  expect(fastest).toBeLessThan(20);
  expect(fastest).toBeGreaterThan(0.5);
  // It woke and slept again and again.
  expect(switches).toBeGreaterThan(100);
  w.step(600);
  expect(w.totals().speed).toBeLessThan(0.05);
  expect(w.totals().energy.elastic).toBeLessThan(0.1);
  expect(body.levels.activeDofs).toBeLessThanOrEqual(24);
});

/** Two arms side by side, a hair apart, joined at one end. */
const HOOK: BodyInput = {
  name: 'hook',
  shape: {
    type: 'union',
    shapes: [
      { type: 'box', size: [1, 0.12, 0.2], position: [0, 0.08, 0] },
      { type: 'box', size: [1, 0.12, 0.2], position: [0, -0.08, 0] },
      { type: 'box', size: [0.14, 0.28, 0.2], position: [-0.43, 0, 0] },
    ],
  },
  material: { young: 5e5, damping: { mass: 2, stiffness: 0.01 } },
  model: { type: 'frames', frames: [2, 6, 18], voxel: 0.02, adaptive: false },
  attachments: [
    { name: 'bend', region: { type: 'box', size: [0.16, 1, 1], position: [-0.5, 0, 0] } },
  ],
  probes: { upper: [0.48, 0.08, 0], lower: [0.48, -0.08, 0] },
};

test('pulling one arm of a hook leaves the other where it is', () => {
  const w = world(HOOK, {}, { gravity: [0, 0, 0] });
  const [body] = w.bodies;
  const before = body.probe('lower');
  w.apply({ do: 'drag', id: 'hand', body: 'hook', point: [0.48, 0.08, 0], to: [0.4, 0.4, 0] });
  w.step(60);
  const moved = body.probe('upper')[1] - 0.08;
  const leaked = Math.max(...body.probe('lower').map((x, d) => Math.abs(x - before[d])));
  expect(moved).toBeGreaterThan(0.05);
  expect(leaked).toBeLessThan(0.06 * moved);
});
