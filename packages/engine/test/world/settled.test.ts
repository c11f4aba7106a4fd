import { describe, expect, test } from 'vitest';
import {
  createWorld,
  createWorldAsync,
  recordWorld,
  replay,
  type SceneInput,
  type World,
} from '../../src/index.ts';

type Model = NonNullable<NonNullable<SceneInput['bodies']>[number]['model']>;

const FRAMES: Model = { type: 'frames', frames: [1, 4, 16] };
const MODELS: Record<string, Model> = {
  solid: { type: 'solid', cell: 0.05 },
  frames: FRAMES,
  octree: { type: 'octree', cell: 0.05 },
  tets: { type: 'tets', cell: 0.1, levels: 1 },
  'rigid + hex': {
    type: 'layers',
    layers: [
      { kind: 'rigid', name: 'root' },
      { kind: 'hex', name: 'flesh', cell: 0.05 },
    ],
  },
};

const material = { young: 3e5, poisson: 0.3, damping: { stiffness: 0 } };
const floor = { name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } } as const;

/** A held bar and a block above the floor, without any damping of their own. */
const scene = (model: Model, more: object = {}): SceneInput => ({
  format: 'pliant/1',
  name: 'settled',
  bodies: [
    {
      name: 'bar',
      start: 'settled',
      shape: { type: 'box', size: [0.4, 0.1, 0.1] },
      position: [0, 1, 0],
      material,
      model,
      attachments: [
        {
          name: 'wall',
          region: { type: 'box', size: [0.1, 0.2, 0.2], position: [-0.2, 0, 0] },
        },
      ],
      ...more,
    },
    {
      name: 'block',
      start: 'settled',
      shape: { type: 'box', size: [0.2, 0.1, 0.2] },
      position: [0, 0.07, 0],
      material,
      model,
    },
  ],
  obstacles: [floor],
});

function places(world: World): number[] {
  return world.bodies.flatMap((body) => {
    body.draw();
    return Array.from(body.positions);
  });
}

const farthest = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

describe.each(Object.entries(MODELS))('%s that starts settled', (_name, model) => {
  const world = createWorld(scene(model));

  test('has sagged, is at time 0, and does not move for a second', () => {
    expect(world.notes.filter((note) => note.startsWith('start'))).toEqual([]);
    expect([world.steps, world.time]).toEqual([0, 0]);
    const start = places(world);
    const flat = createWorld(scene(model, { start: 'undeformed' }));
    expect(farthest(start, places(flat))).toBeGreaterThan(0.02);
    // From rest, the speed after a step is the remaining acceleration.
    world.step();
    expect(world.totals().speed * 60).toBeLessThan(2e-3 * 9.81);
    for (let k = 1; k < 60; k++) {
      world.step();
      expect(farthest(start, places(world))).toBeLessThan(1e-3 * 0.2);
    }
  });
});

test('frames start asleep in the sagging shape, and stay so', () => {
  const world = createWorld(scene(FRAMES));
  const awake = () => world.bodies.map((body) => body.levels.activeDofs / 12);
  // The bar has a frame of its own and its held region.
  expect(awake()).toEqual([2, 1]);
  for (let k = 0; k < 60; k++) {
    world.step();
    expect(awake()).toEqual([2, 1]);
  }
});

test('a settled start is the same to the last bit with either kernels, built in turns, restored and replayed', async () => {
  const input = scene(FRAMES);
  const { world, recording } = recordWorld(createWorld(input, { kernels: 'webassembly' }));
  const others = [
    createWorld(input, { kernels: 'typescript' }),
    await createWorldAsync(input),
    createWorld(scene(FRAMES)),
  ];
  const start = world.snapshot();
  others[2].step(7);
  others[2].restore(start);
  for (const other of others) expect(other.hash()).toBe(world.hash());
  world.step(5);
  world.apply({ do: 'impulse', body: 'bar', impulse: [0, 0.2, 0] });
  world.step(20);
  for (const other of others) {
    replay(other, recording);
    expect(other.hash()).toBe(world.hash());
  }
});

test('it begins with its velocity; others have stood still and begin as they are', () => {
  const input = scene(MODELS.solid, { velocity: [0, 0, 0.5] });
  const ball = {
    name: 'ball',
    shape: { type: 'sphere', radius: 0.05 },
    position: [0.1, 2, 0],
    velocity: [0, -1, 0],
    model: { type: 'rigid' },
  } as const;
  const world = createWorld({ ...input, bodies: [...input.bodies!, ball] });
  expect(world.body('ball').motion().velocity).toEqual([0, -1, 0]);
  expect(world.body('block').motion().velocity).toEqual([0, 0, 0]);
  expect(world.body('bar').motion().velocity[2]).toBeGreaterThan(0.3);
});

test('what never comes to rest starts undeformed, and a note says so', () => {
  const [bar, block] = scene(MODELS.solid).bodies!;
  const world = createWorld({
    format: 'pliant/1',
    name: 'falls',
    bodies: [block, { ...bar, attachments: [] }],
  });
  expect(world.notes.some((n) => n.startsWith('start: block, bar did not come to rest'))).toBe(
    true,
  );
  const flat = createWorld({
    format: 'pliant/1',
    name: 'falls',
    bodies: [
      { ...block, start: 'undeformed' },
      { ...bar, start: 'undeformed', attachments: [] },
    ],
  });
  expect(places(world)).toEqual(places(flat));
});

test('settling is a stage of the build: it is told, can be stopped, and counts in its time', async () => {
  const stages = new Set<string>();
  await createWorldAsync(scene(MODELS.solid), {
    progress: (_name, _done, _total, stage) => void stages.add(stage),
  });
  expect([...stages]).toEqual(['shape', 'model', 'contact', 'settle']);
  const stop = new AbortController();
  const build = createWorldAsync(scene(MODELS.solid), {
    signal: stop.signal,
    progress: (_name, _done, _total, stage) => {
      if (stage === 'settle') stop.abort(new Error('enough'));
    },
  });
  await expect(build).rejects.toThrow('enough');
  let late = false;
  const watch = (stage: string): void => {
    if (stage !== 'bodies coming to rest') return;
    late = true;
    throw new Error('too long');
  };
  expect(() => createWorld(scene(MODELS.solid), { watch })).toThrow('too long');
  expect(late).toBe(true);
});

test('a body added later cannot start settled', () => {
  const world = createWorld({ format: 'pliant/1', name: 'empty', obstacles: [floor] });
  const [, block] = scene(MODELS.solid).bodies!;
  expect(() => world.apply({ do: 'add', body: block })).toThrow(/body\.start: only bodies/);
});

test.each(['solid', 'frames'])(
  '%s that hangs by a point comes to rest there, and does not swing up again',
  (kind) => {
    const hanging = (start: 'settled' | 'undeformed', more: object): World =>
      createWorld({
        format: 'pliant/1',
        name: 'hanging',
        bodies: [
          {
            name: 'cube',
            start,
            shape: { type: 'box', size: [0.2, 0.2, 0.2] },
            position: [0, 1, 0],
            material: { young: 3e4, damping: { mass: 5 } },
            model:
              kind === 'frames' ? { type: kind, frames: [1, 4] } : { type: 'solid', cell: 0.1 },
          },
        ],
        ...more,
      });
    const at = { a: { body: 'cube', point: [0.1, 0.1, 0] } } as const;
    for (const more of [
      { springs: [{ name: 's', ...at, b: { point: [0.1, 2, 0] }, stiffness: 500 }] },
      { joints: [{ name: 'j', type: 'ball', ...at }] },
    ]) {
      const settled = hanging('settled', more);
      expect(settled.notes.filter((note) => note.startsWith('start'))).toEqual([]);
      const { centre } = settled.body('cube').motion();
      settled.step(60);
      const swung = hanging('undeformed', more);
      swung.step(600);
      const there = swung.body('cube').motion().centre;
      const later = settled.body('cube').motion().centre;
      for (let c = 0; c < 3; c++) {
        expect(later[c]).toBeCloseTo(centre[c], 3);
        expect(there[c]).toBeCloseTo(centre[c], 2);
      }
    }
  },
);
