import { expect, test } from 'vitest';
import {
  buildScene,
  createWorld,
  createWorldAsync,
  InputError,
  type Scene,
  type SceneInput,
} from '../../src/index.ts';
import { effort } from '../effort.ts';

/** One body of each model that is built at once, an obstacle, a spring, a joint. */
const scene = (): SceneInput => ({
  format: 'pliant/1',
  name: 'arguments',
  bodies: (['solid', 'rigid', 'octree'] as const).map((type, i) => ({
    name: type,
    shape: { type: 'box', size: [1, 1, 1] },
    position: [2 * i, 0, 0],
    model:
      type === 'solid' ? { type, cell: 0.5 } : type === 'octree' ? { type, cell: 0.25 } : { type },
    probes: { top: [0, 0.5, 0] },
  })),
  obstacles: [{ name: 'ball', position: [0, -5, 0], shape: { type: 'sphere', radius: 1 } }],
  springs: [
    {
      name: 'spring',
      a: { body: 'solid', point: [0.5, 0, 0] },
      b: { body: 'rigid', point: [-0.5, 0, 0] },
      stiffness: 10,
    },
  ],
  joints: [
    {
      name: 'joint',
      type: 'ball',
      a: { body: 'octree', point: [-0.5, 0, 0] },
      b: { body: 'rigid', point: [0.5, 0, 0] },
    },
  ],
});

/** Arguments that a program without types may pass. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  0.5,
  1e300,
  '',
  'nobody',
  '__proto__',
  true,
  {},
  [],
  [Number.NaN, 0, 0],
  [0, 0],
  () => 1,
  Symbol('none'),
  10n,
  new Float64Array(2),
  { __proto__: null, body: 'nobody' },
];

/** Lists of arguments: one wrong one alone, after good ones, and none at all. */
const lists = (): unknown[][] => [
  [],
  ...WRONG.flatMap((wrong) => [
    [wrong],
    ['solid', wrong],
    [[0, 0, 0], wrong],
    ...effort<unknown[][]>([], [['solid', [0, 0, 0], wrong]]),
    [[0, 5, 0], [0, -1, 0], wrong],
  ]),
];

/** Functions that end the world or the body, and those that only make steps. */
const ENDS = new Set(['dispose', 'remove']);

/** What of an object throws when called wrongly, other than an InputError with a remedy. */
async function faultsOf(name: string, target: () => object): Promise<Set<string>> {
  const faults = new Set<string>();
  const judge = (call: string, error: unknown): void => {
    const { message } = error as Error;
    const isGood = error instanceof InputError && /[.?]$/.test(message);
    if (!isGood) faults.add(`${name}.${call}: ${(error as Error).name}: ${message}`);
  };
  for (const key of Object.keys(target())) {
    const isCalled = typeof (target() as Record<string, unknown>)[key] === 'function';
    if (!isCalled || ENDS.has(key)) continue;
    for (const given of lists()) {
      try {
        const found = (target() as Record<string, (...args: unknown[]) => unknown>)[key](...given);
        if (found instanceof Promise) await found;
        // What was added to the world leaves it again: a listener of the wrong kind would be called later.
        else if (typeof found === 'function') found();
      } catch (error) {
        judge(key, error);
      }
    }
  }
  return faults;
}

test('options that there are not are refused, with the nearest that there is', async () => {
  const world = createWorld(scene());
  const body = world.body('solid');
  const down = [0, -1, 0] as const;
  for (const [call, words] of [
    [() => createWorld(scene(), { kernel: 'typescript' } as never), 'Did you mean "kernels"?'],
    [() => world.raycast([0, 0, 0], down, { max: 1 } as never), 'options: has no field "max"'],
    [() => world.overlap({ type: 'sphere', radius: 1 }, { group: [] } as never), '"groups"?'],
    [() => world.on('contact', () => {}, { inpulse: 5 } as never), 'Did you mean "impulse"?'],
    [() => world.on('contact', () => {}, { of: 'solit' }), 'Did you mean "solid"?'],
    [() => world.advance(0.1, { maxStep: 1 } as never), 'Did you mean "maxSteps"?'],
    [() => body.draw({ alhpa: 1 } as never), 'Did you mean "alpha"?'],
    [() => body.draw({ alpha: Number.NaN }), 'alpha: must be a number from 0 to 1, got NaN'],
    [() => body.embed([0, 0, 0], { normal: [] } as never), 'Did you mean "normals"?'],
  ] as const) {
    expect(call).toThrow(InputError);
    expect(call).toThrow(words);
  }
  await expect(createWorldAsync(scene(), { progres: () => {} } as never)).rejects.toThrow(
    'Did you mean "progress"?',
  );
});

test('every function of a world and its bodies refuses wrong arguments by name, and the world goes on', {
  timeout: 600_000,
}, async () => {
  const world = createWorld(scene());
  world.step(2);
  expect([...(await faultsOf('world', () => world))]).toEqual([]);
  for (const name of ['solid', 'rigid', 'octree'])
    expect([...(await faultsOf('body', () => world.body(name)))]).toEqual([]);
  for (const thing of ['obstacle', 'spring', 'joint'] as const) {
    const of = { obstacle: 'ball', spring: 'spring', joint: 'joint' }[thing];
    expect([...(await faultsOf(thing, () => world[thing](of)))].slice(0, 5)).toEqual([]);
  }
  world.step(2);
  expect(Number.isFinite(world.totals().energy.kinetic)).toBe(true);
  expect(world.bodies.filter((body) => body.broken)).toEqual([]);
});

test('what creates a world refuses wrong arguments by name', async () => {
  expect(() => buildScene(scene() as Scene)).toThrow(
    /^scene: must be a scene that parseScene returned/,
  );
  for (const wrong of WRONG) {
    expect(() => createWorld(wrong as SceneInput)).toThrow(InputError);
    await expect(createWorldAsync(wrong as SceneInput)).rejects.toThrow(InputError);
    expect(() => buildScene(wrong as Scene)).toThrow(InputError);
    if (wrong === undefined) continue;
    const asOptions = () => createWorld(scene(), { cache: wrong, maxBuild: wrong } as never);
    expect(asOptions).toThrow(InputError);
  }
});

test('a scene with a field of a built scene is refused like any other unknown field', () => {
  const wrong = { ...scene(), models: [] } as SceneInput;
  expect(() => createWorld(wrong)).toThrow(/scene: has no field "models"/);
});

test('a listener that is removed twice removes no other', () => {
  const world = createWorld(scene());
  const heard: string[] = [];
  const first = world.onAction(() => heard.push('first'));
  world.onAction(() => heard.push('second'));
  first();
  first();
  world.apply({ do: 'gravity', value: [0, 0, 0] });
  expect(heard).toEqual(['second']);
});
