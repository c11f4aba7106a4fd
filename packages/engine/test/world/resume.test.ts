import { expect, test } from 'vitest';
import {
  type Action,
  type BodyInput,
  createWorld,
  InputError,
  recordWorld,
  replay,
} from '../../src/index.ts';
import { cube, floor, scene } from './helpers.ts';

const FALL = scene({
  bodies: [cube({ position: [0, 0.2, 0], rotation: [10, 20, 5], velocity: [0.5, 0, 0] })],
  obstacles: [floor],
  events: [
    { at: 0.3, do: 'pull', body: 'cube', point: [0.1, 0.1, 0.1], to: [0.5, 0.5, 0], duration: 0.5 },
    { at: 0.7, do: 'gravity', value: [0, -5, 0] },
  ],
});

test('a run resumed from a snapshot ends with the same hash', () => {
  const whole = createWorld(FALL);
  whole.step(120);
  for (const at of [10, 25, 60]) {
    const first = createWorld(FALL);
    first.step(at);
    const bytes = first.snapshot();
    const second = createWorld(FALL);
    second.restore(bytes);
    expect(second.hash()).toBe(first.hash());
    second.step(120 - at);
    expect(second.hash()).toBe(whole.hash());
  }
});

test('what a world keeps to find contacts faster does not change what it finds', () => {
  // Three balls of one body that fall into a bowl, roll and come to lie, and a cube on a turning arm that sweeps over it.
  const balls = scene({
    bodies: [
      {
        name: 'balls',
        shape: {
          type: 'union',
          shapes: [0, 1, 2].map((i) => ({
            type: 'sphere' as const,
            radius: 0.1,
            position: [0.08 * i, 0.22 * i, 0.03 * i],
          })),
        },
        position: [-0.08, 0.14, 0],
        material: { young: 8e4, poisson: 0.35, density: 500, damping: { stiffness: 0.02 } },
        model: { type: 'frames', frames: [1, 3] },
      },
      cube({ name: 'cube', position: [0.1, 0.75, 0.05], rotation: [30, 10, 0] }),
    ],
    obstacles: [
      floor,
      {
        name: 'arm',
        shape: { type: 'box', size: [0.6, 0.05, 0.05] },
        keyframes: [
          { time: 0, position: [0, 0.1, -0.35] },
          { time: 2, position: [0, 0.1, 0.2], rotation: [0, 80, 0] },
        ],
      },
    ],
  });
  const whole = createWorld(balls);
  const fresh = createWorld(balls);
  for (let s = 0; s < 90; s++) {
    // The other world was somewhere else before, and knows other things.
    if (s % 9 === 4) {
      fresh.restore(whole.snapshot());
      whole.step();
      fresh.step();
      expect(fresh.hash()).toBe(whole.hash());
    } else whole.step();
  }
  expect(whole.report.contacts).toBeGreaterThan(0);
});

test.each(['octree', 'lattice'] as const)(
  '%s: a body that nobody cut meets obstacles with its edges after a restore, too',
  (type) => {
    const falling = scene({
      bodies: [cube({ position: [0, 0.3, 0], model: { type, cell: 0.05 } })],
      obstacles: [
        floor,
        { name: 'arm', shape: { type: 'box', size: [0.3, 0.1, 0.1] }, position: [0.5, 0.2, 0] },
      ],
    });
    const [whole, fresh] = [createWorld(falling), createWorld(falling)];
    whole.step(15);
    fresh.restore(whole.snapshot());
    for (const world of [whole, fresh]) {
      world.apply({
        do: 'pose',
        obstacle: 'arm',
        position: [-0.18, -0.27, -0.04],
        rotation: [8, 26, -18],
      });
      world.step();
    }
    expect(fresh.hash()).toBe(whole.hash());
  },
);

test('a joint that came to a body in the air goes on the same after a restore', () => {
  const falling = scene({
    bodies: [cube({ model: { type: 'rigid' }, material: { young: 5e4, damping: { air: 2 } } })],
  });
  const [whole, fresh] = [createWorld(falling), createWorld(falling)];
  whole.step(5);
  whole.apply({
    do: 'add',
    joint: { name: 'pin', type: 'ball', a: { body: 'cube', point: [0, 0.1, 0] }, b: {} },
  });
  whole.apply({ do: 'torque', body: 'cube', torque: [0.1, 0.2, 0.3] });
  whole.step(4);
  fresh.restore(whole.snapshot());
  whole.step(5);
  fresh.step(5);
  expect(fresh.hash()).toBe(whole.hash());
});

test('frames that roll go on the same after a restore, whatever they touched before', () => {
  const ball = scene({
    bodies: [
      cube({
        shape: { type: 'sphere', radius: 0.1 },
        material: { young: 1e5 },
        model: { type: 'frames', frames: [1, 4] },
        position: [0.5, 0.12, 0],
        velocity: [-0.8, 0, 0],
        spin: [-6, -5, 4],
        friction: 0.4,
      }),
    ],
    obstacles: [floor],
  });
  const cache = new Map();
  const whole = createWorld(ball, { cache });
  for (let k = 0; k < 6; k++) {
    whole.step(10);
    const fresh = createWorld(ball, { cache });
    fresh.restore(whole.snapshot());
    whole.step(2);
    fresh.step(2);
    expect(fresh.hash(), `${whole.steps} steps`).toBe(whole.hash());
  }
});

test('going back in the same world gives the same future', () => {
  const w = createWorld(FALL);
  w.step(20);
  const bytes = w.snapshot();
  w.step(80);
  const hash = w.hash();
  w.restore(bytes);
  w.step(80);
  expect(w.hash()).toBe(hash);
});

test('a snapshot of another scene, or cut short, is refused and nothing is lost', () => {
  const w = createWorld(FALL);
  w.step(5);
  const hash = w.hash();
  const bytes = w.snapshot();
  expect(() => w.restore(bytes.subarray(0, bytes.length - 3))).toThrow(InputError);
  expect(() => w.restore(new Uint8Array(100))).toThrow(InputError);
  const other = createWorld(scene({ bodies: [cube()] }));
  expect(() => w.restore(other.snapshot())).toThrow(/another scene/);
  expect(w.hash()).toBe(hash);
});

test('TypeScript and WebAssembly kernels give the same bits over 300 steps', () => {
  const a = createWorld(FALL, { kernels: 'typescript' });
  const b = createWorld(FALL, { kernels: 'webassembly' });
  expect(a.kernels).toBe('typescript');
  expect(b.kernels).toBe('webassembly');
  a.step(300);
  b.step(300);
  expect(a.hash()).toBe(b.hash());
});

test('a recording of what was done by hand replays to the last bit', () => {
  const { world, recording } = recordWorld(createWorld(FALL));
  world.step(10);
  world.apply({
    do: 'drag',
    id: 'hand',
    body: 'cube',
    point: [0.1, 0.1, 0.1],
    to: [0.3, 0.6, 0.2],
  });
  world.step(15);
  world.apply({ do: 'move', id: 'hand', to: [-0.3, 0.7, 0.2] });
  world.step(15);
  world.apply({ do: 'drop', id: 'hand' });
  world.step(20);
  const again = createWorld(FALL);
  replay(again, JSON.parse(JSON.stringify(recording)));
  expect(again.hash()).toBe(world.hash());
});

const WAVERING: BodyInput['model'] = {
  type: 'layers',
  layers: [
    { kind: 'affine', name: 'pose', frames: 1 },
    { kind: 'modes', name: 'wobble', count: 6, cell: 0.1 },
  ],
};

test.each<[string, Action | null, Action | null]>([
  // A body beside it makes the world take its next step in parts.
  [
    'and is stepped in parts',
    null,
    { do: 'impulse', body: 'other', impulse: [1e7, 0, 0], point: [0, 0.1, 0.1] },
  ],
  [
    'with a layer stiffened just before',
    { do: 'layer', body: 'cube', layer: 'wobble', stiffness: 4 },
    null,
  ],
  ['with a hold released just before', { do: 'release', target: 'cube.top' }, null],
])('a layered body %s goes on the same after a restore', (_, before, after) => {
  const region = { type: 'box', size: [0.3, 0.06, 0.3], position: [0, 0.09, 0] } as const;
  const input = scene({
    bodies: [
      cube({
        model: WAVERING,
        position: [0, 0.5, 0],
        spin: [0, 0, 2],
        attachments: before?.do === 'release' ? [{ name: 'top', region }] : [],
      }),
      cube({ name: 'other', position: [0.5, 0.099, 0], model: { type: 'solid', cell: 0.1 } }),
    ],
    obstacles: [floor],
  });
  const [whole, fresh] = [createWorld(input), createWorld(input)];
  whole.step(7);
  if (before !== null) whole.apply(before);
  fresh.restore(whole.snapshot());
  for (const w of [whole, fresh]) {
    if (after !== null) w.apply(after);
    w.step(2);
  }
  expect(fresh.totals()).toEqual(whole.totals());
  expect(fresh.hash()).toBe(whole.hash());
});

test.each([
  { type: 'rigid' },
  { type: 'frames', frames: [1, 4] },
  { type: 'solid', cell: 0.1 },
] as const)('%j that fell asleep wakes from a snapshot as it would have', (model) => {
  const input = scene({
    bodies: [cube({ position: [0, 0.12, 0], velocity: [0.2, 0, 0.1], spin: [0, 1, 0], model })],
    obstacles: [floor],
  });
  const [here, there] = [createWorld(input), createWorld(input)];
  while (!here.bodies[0].resting && here.steps < 300) here.step();
  expect(here.bodies[0].resting).toBe(true);
  there.restore(here.snapshot());
  for (const one of [here, there]) {
    one.body('cube').wake();
    one.step(3);
  }
  expect(there.hash()).toBe(here.hash());
});
