import { afterEach, expect, test, vi } from 'vitest';
import { createWorld, createWorldAsync, InputError } from '../../src/index.ts';
import { BodyCache } from '../../src/world/build/async.ts';
import type { BuiltBody } from '../../src/world/build/build.ts';

const cube = (name: string, side: number, y: number) => ({
  name,
  shape: { type: 'box', size: [side, side, side] } as const,
  material: { young: 1e5 },
  model: { type: 'solid' as const, cell: side / 2 },
  position: [0, y, 0] as [number, number, number],
});

const scene = {
  format: 'pliant/1' as const,
  name: 'two',
  bodies: [cube('a', 0.2, 0.2), cube('b', 0.3, 1)],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } as const }],
};

afterEach(() => vi.restoreAllMocks());

/** A clock that finds everything slow, so that every stage ends a turn. */
function slowClock(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 100;
    return now;
  });
}

test('a world built in turns is the same to the last bit, tells its stages, and lets others work between them', async () => {
  slowClock();
  const told: string[] = [];
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const progress = (name: string, done: number, total: number, stage: string) =>
    void told.push(`${name} ${done}/${total} ${stage}`);
  const world = await createWorldAsync(scene, { progress });
  clearInterval(timer);
  expect(told).toEqual([
    'a 0/2 shape',
    'a 0/2 model',
    'a 0/2 contact',
    'b 1/2 shape',
    'b 1/2 model',
    'b 1/2 contact',
  ]);
  expect(turns).toBeGreaterThan(0);
  const other = createWorld(scene);
  world.step(5);
  other.step(5);
  expect(world.hash()).toBe(other.hash());
});

test('building stops when told to: nothing is made, nothing is put in', async () => {
  slowClock();
  const stop = new AbortController();
  const told: string[] = [];
  const progress = (name: string, _: number, __: number, stage: string) => {
    told.push(`${name} ${stage}`);
    if (told.length === 2) stop.abort(new Error('enough'));
  };
  const made = createWorldAsync(scene, { progress, signal: stop.signal });
  await expect(made).rejects.toThrow('enough');
  expect(told).toEqual(['a shape', 'a model']);

  const world = createWorld(scene);
  const hash = world.hash();
  const added = world.addAsync(cube('c', 0.1, 2), { signal: AbortSignal.abort(new Error('no')) });
  await expect(added).rejects.toThrow('no');
  expect(world.hash()).toBe(hash);
  expect(world.bodies.length).toBe(2);
});

test('a body built in the background comes in when it is ready, as if added by hand then', async () => {
  slowClock();
  const world = createWorld(scene);
  const other = createWorld(scene);
  const actions: string[] = [];
  world.onAction(({ do: what }) => actions.push(what));
  const coming = world.addAsync(cube('c', 0.1, 2));
  world.step(2);
  expect(world.bodies.length).toBe(2);
  const body = await coming;
  expect(body.name).toBe('c');
  expect(actions).toEqual(['add']);
  other.step(2);
  other.apply({ do: 'add', body: cube('c', 0.1, 2) });
  world.step(3);
  other.step(3);
  expect(world.hash()).toBe(other.hash());
});

test('what is wrong with a body is said before it is built; a name that was taken meanwhile, after', async () => {
  const world = createWorld(scene);
  await expect(world.addAsync(cube('a', 0.1, 2))).rejects.toThrow(InputError);
  slowClock();
  const coming = world.addAsync(cube('c', 0.1, 2));
  world.apply({ do: 'add', body: cube('c', 0.15, 3) });
  await expect(coming).rejects.toThrow(InputError);
  expect(world.bodies.length).toBe(3);
});

test('equal bodies are built once in a world', () => {
  const told: string[] = [];
  const world = createWorld(scene, { progress: (name) => told.push(name) });
  world.apply({ do: 'add', body: cube('c', 0.2, 2) });
  world.apply({ do: 'remove', body: 'c' });
  world.apply({ do: 'add', body: cube('d', 0.2, 2) });
  expect(new Set(told)).toEqual(new Set(['a', 'b']));
});

test('a cache keeps what was asked for last', () => {
  const cache = new BodyCache();
  const built = {} as BuiltBody;
  for (let i = 0; i < 64; i++) cache.set(`${i}`, built);
  cache.get('0');
  cache.set('more', built);
  expect([cache.has('0'), cache.has('1'), cache.has('more'), cache.size]).toEqual([
    true,
    false,
    true,
    64,
  ]);
});
