import { expect, it } from 'vitest';
import { type Action, createRandom, createWorld, InputError, replay } from '../../src/index.ts';
import { effort } from '../effort.ts';
import { cube, floor, scene } from './helpers.ts';

const SCENE = scene({ bodies: [cube({ position: [0, 0.3, 0] })], obstacles: [floor] });

const GOOD: Action[] = [
  { do: 'gravity', value: [0, -5, 0] },
  { do: 'drag', id: 'hand', body: 'cube', point: [0, 0, 0], to: [0, 1, 0] },
  { do: 'force', body: 'cube', point: [0, 0, 0], force: [1, 0, 0], duration: 0.1 },
  { do: 'pull', body: 'cube', point: [0, 0, 0], to: [0, 1, 0], duration: 0.1 },
  { do: 'tune', body: 'cube', tolerance: 0.1 },
  { do: 'remove', obstacle: 'floor' },
  { do: 'impulse', body: 'cube', impulse: [1, 0, 0] },
  { do: 'torque', body: 'cube', torque: [1, 0, 0] },
  { do: 'velocity', body: 'cube', velocity: [1, 0, 0] },
  { do: 'spin', body: 'cube', spin: [1, 0, 0] },
  { do: 'wake', body: 'cube' },
  { do: 'rest', body: 'cube' },
  { do: 'remove', body: 'cube' },
  { do: 'cut', body: 'cube', blade: [] },
  { do: 'add', body: cube({ name: 'other' }) },
  {
    do: 'add',
    spring: {
      name: 's',
      a: { body: 'cube', point: [0, 0, 0] },
      b: { point: [0, 1, 0] },
      stiffness: 9,
    },
  },
  { do: 'add', joint: { name: 'j', type: 'ball', a: { body: 'cube', point: [0, 0, 0] }, b: {} } },
  { do: 'gravityScale', body: 'cube', scale: 2 },
  { do: 'pause', body: 'cube', paused: true },
  { do: 'place', body: 'cube', position: [0, 1, 0], rotation: [0, 0, 0, 1], still: true },
  { do: 'material', body: 'cube', young: 1e4, damping: { mass: 1 }, friction: 1 },
  { do: 'pose', obstacle: 'floor', position: [0, 1, 0], rotation: [0, 0, 0], seconds: 1 },
  { do: 'wind', name: 'fan', velocity: [1, 0, 0], where: [0, 0, 0], radius: 1 },
  { do: 'add', obstacle: { name: 'ball', shape: { type: 'sphere', radius: 1 } } },
  { do: 'motor', joint: 'j', speed: 1, force: 1 },
  { do: 'remove', joint: 'j' },
  { do: 'remove', spring: 's' },
  { do: 'move', id: 'hand', to: [0, 1, 0] },
  { do: 'drop', id: 'hand' },
  { do: 'release', target: 'j' },
  { do: 'refine', body: 'cube', where: [0, 0, 0], radius: 1, levels: 1 },
];

/** Fields of these that may be left out. */
const OPTIONAL = new Set(
  'tolerance paused position rotation still young damping friction seconds name velocity where radius force'.split(
    ' ',
  ),
);

const WRONG = [undefined, null, Number.NaN, 1e308, -1, '', 'cub', [], [1, 2], {}, { a: 1 }];

/** Some of them are right for some fields. */
function isRight(key: string, value: unknown): boolean {
  if (key === 'scale') return value === -1;
  if (key === 'damping') return typeof value === 'object';
  return /^(name|id)$/.test(key) && value === 'cub';
}

const COUNT = effort(3000, 50_000);

it(`${COUNT} wrong actions: each is refused with its place, and nothing changes`, () => {
  const world = createWorld(SCENE);
  world.step(3);
  const before = world.hash();
  const random = createRandom(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)];
  const accepted: string[] = [];
  for (let i = 0; i < COUNT; i++) {
    const action = JSON.parse(JSON.stringify(pick(GOOD))) as Record<string, unknown>;
    const keys = Object.keys(action);
    const needed = keys.filter((key) => key === 'force' || !OPTIONAL.has(key));
    // A field that is wrong, missing, too many, or nothing like an action at all.
    const way = i % 4;
    if (way === 0) {
      const key = pick(keys);
      const wrong = pick(OPTIONAL.has(key) ? WRONG.slice(1) : WRONG);
      action[key] = isRight(key, wrong) ? null : wrong;
    } else if (way === 1) delete action[pick(needed)];
    else if (way === 2) action[`${pick(keys)}s`] = 1;
    const input =
      way === 3 ? pick([...WRONG, { do: 'dance' }, { do: 'gravty', value: [0, 0, 0] }]) : action;
    try {
      world.apply(input as Action);
      accepted.push(JSON.stringify(input));
      break;
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect((error as Error).message).toMatch(/^[\w.[\]]+: .+\.|\?$/);
      expect(world.hash()).toBe(before);
    }
  }
  expect(accepted).toEqual([]);
});

it.each([
  [{ do: 'gravty', value: [0, 0, 0] }, 'do: must be one of', 'Did you mean "gravity"?'],
  [
    { do: 'drag', id: 'a', body: 'cube', point: [0, 0, 0], too: [0, 1, 0] },
    'to: must be',
    'Did you mean "to"?',
  ],
  [
    { do: 'force', body: 'cube', point: [0, 0, 0], force: [1e308, 0, 0], duration: 1 },
    'force[0]: must be a number of N',
    'Take one from -1e9 to 1e9.',
  ],
  [{ do: 'add' }, 'must have one of "body", "obstacle", "spring"', 'exactly one of them'],
])('%j says what to do', (action, text, hint) => {
  const world = createWorld(SCENE);
  expect(() => world.apply(action as Action)).toThrow(text);
  expect(() => world.apply(action as Action)).toThrow(hint);
});

it('a damaged recording is refused before anything happens', () => {
  const world = createWorld(SCENE);
  const before = world.hash();
  const entry = { step: 2, action: GOOD[0] };
  for (const bad of [
    {},
    { steps: -1, entries: [] },
    { steps: 5, entries: [{ step: 1 }] },
    { steps: 5, entries: [entry, { ...entry, step: 1 }] },
    { steps: 5, entries: [{ step: 1, action: { do: 'gravity', value: [0, 1e300, 0] } }] },
  ]) {
    expect(() => replay(world, bad as never)).toThrow(InputError);
    expect(world.hash()).toBe(before);
  }
});

const BLADE = [
  [
    [0, 1, -1],
    [0, 1, 1],
  ],
  [
    [0, -1, -1],
    [0, -1, 1],
  ],
];

it.each([
  [{ at: 0, do: 'cut', body: 'cube', blade: BLADE }, 'events[0].body: must be a body of an octree'],
  [
    { at: 0, do: 'refine', body: 'cube', where: [0, 0, 0], radius: 1, levels: 1 },
    'events[0].body: must be a body of an octree',
  ],
  [{ at: 0, do: 'wind', velocity: [1, 0, 0], radius: 1 }, 'events[0].radius: must be left out'],
])('the event %j, which could only fail inside a step, is refused before', (event, text) => {
  const events = [event] as NonNullable<Parameters<typeof scene>[0]['events']>;
  expect(() => createWorld(scene({ bodies: [cube()], events }))).toThrow(text);
});

it('an event that cannot happen any more is an issue, and the step goes on', () => {
  const w = createWorld(
    scene({
      bodies: [
        cube({ model: { type: 'layers', layers: [{ kind: 'rigid', name: 'pose' }] } }),
        cube({ name: 'other', position: [2, 0, 0] }),
      ],
      events: [{ at: 0, do: 'layer', body: 'cube', layer: 'skin', weight: 0.5 }],
    }),
  );
  w.step(2);
  expect(w.steps).toBe(2);
  expect([...w.issues.keys()]).toEqual([
    'layer at 0 s was left out: layer: there is no layer "skin". There are: pose.',
  ]);
});
