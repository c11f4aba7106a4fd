import { expect, test } from 'vitest';
import { isSameData, packData, unpackData } from '../../src/core/pack.ts';
import {
  createWorld,
  type ModelStore,
  parseScene,
  preparedNames,
  type SceneInput,
} from '../../src/index.ts';

type Model = NonNullable<SceneInput['bodies']>[number]['model'];
type Layer = Extract<Model, { type: 'layers' }>['layers'][number];

const layers = (...list: Layer[]): Model => ({ type: 'layers', layers: list });
const sheet = { from: [-0.2, 0.1, -0.1], u: [0.4, 0, 0], v: [0, 0, 0.2] } as const;
const bone = { name: 'bone', from: [-0.1, 0, 0], to: [0.1, 0, 0] } as const;
const skin = {
  places: [-0.2, 0.1, 0, 0, 0.1, 0, 0.2, 0.1, 0],
  bones: [0, 0, 1],
  weights: [1, 1, 1],
};

/** A small body of each model, and of each kind of layer. */
const MODELS = {
  solid: { type: 'solid', cell: 0.1 },
  linear: { type: 'solid', cell: 0.1, elements: 'linear', mesh: 'grid' },
  rigid: { type: 'rigid' },
  'layers, hex': layers({ kind: 'rigid', name: 'a' }, { kind: 'hex', name: 'b', cell: 0.1 }),
  'layers, tet': layers(
    { kind: 'affine', name: 'a', frames: 2 },
    { kind: 'tet', name: 'b', cell: 0.1 },
  ),
  'layers, frames': layers({ kind: 'frames', name: 'a', frames: [1, 4] }),
  'layers, modes': layers(
    { kind: 'rigid', name: 'a' },
    { kind: 'modes', name: 'b', count: 3, cell: 0.1 },
  ),
  'layers, shell': layers(
    { kind: 'rigid', name: 'a' },
    { kind: 'hex', name: 'b', cell: 0.1 },
    { kind: 'shell', name: 'c', sheet, thickness: 0.002, density: 1000, cell: 0.1 },
  ),
  'layers, skeleton': layers(
    { kind: 'skeleton', name: 'a', bones: [bone] },
    { kind: 'hex', name: 'b', cell: 0.1 },
  ),
  'layers, painted': layers(
    { kind: 'skeleton', name: 'a', bones: [bone, { ...bone, name: 'other' }], weights: skin },
    { kind: 'hex', name: 'b', cell: 0.1 },
  ),
  frames: { type: 'frames', frames: [1, 4] },
  octree: { type: 'octree', cell: 0.05, levels: 1 },
  lattice: { type: 'lattice', cell: 0.05 },
  tets: { type: 'tets', cell: 0.2, levels: 1 },
} satisfies Record<string, Model>;

const scene = (kind: keyof typeof MODELS): SceneInput => ({
  format: 'pliant/1',
  name: 'kept',
  bodies: [
    {
      name: 'box',
      shape: { type: 'box', size: [0.4, 0.2, 0.2] },
      position: [0, 0.11, 0],
      material: { young: 1e5 },
      model: MODELS[kind],
      probes: { middle: [0, 0, 0] },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
});

const mapStore = (map: Map<string, Uint8Array>): ModelStore => ({
  get: (name) => map.get(name),
  put: (name, bytes) => map.set(name, bytes),
});

test.each(Object.keys(MODELS) as (keyof typeof MODELS)[])(
  'a body of %s from the store is the one that was built, to the bit, with its notes; a damaged one is built anew',
  (kind) => {
    const kept = new Map<string, Uint8Array>();
    let puts = 0;
    const store: ModelStore = {
      get: (name) => kept.get(name),
      put(name, bytes) {
        puts++;
        kept.set(name, bytes);
      },
    };
    const run = (): [string, unknown] => {
      const w = createWorld(scene(kind), { store });
      w.step(6);
      return [w.hash(), w.notes];
    };
    const fresh = run();
    expect([...kept.keys()]).toEqual(preparedNames(parseScene(scene(kind))));
    expect(run()).toEqual(fresh);
    expect(puts).toBe(kept.size);
    for (const [name, bytes] of kept) {
      const damaged = bytes.slice();
      damaged[damaged.length - 9] ^= 4;
      kept.set(name, damaged);
    }
    expect(run()).toEqual(fresh);
    expect(puts).toBe(2 * kept.size);
  },
);

test('a store that lies or fails costs time, not the world; what is no store is refused', () => {
  const kept = new Map<string, Uint8Array>();
  const run = (store: unknown): [string, string[]] => {
    const w = createWorld(scene('octree'), { store: store as ModelStore });
    w.step(3);
    return [w.hash(), w.notes.filter((note) => note.includes('store.'))];
  };
  const [hash] = run(mapStore(kept));
  const names = [...kept.keys()];
  const other = (name: string) => kept.get(names[(names.indexOf(name) + 1) % names.length]);
  const put = (): void => {};
  expect(run({ get: other, put })).toEqual([hash, []]);
  const fail = (): never => {
    throw new Error('full');
  };
  for (const [store, text] of [
    [{ get: fail, put }, 'box: store.get: failed (full)'],
    [{ get: () => undefined, put: fail }, 'box: store.put: failed (full)'],
    [{ get: async () => undefined, put }, 'must return a Uint8Array or undefined at once'],
  ] as const)
    expect(run(store)).toEqual([hash, [expect.stringContaining(text)]]);
  for (const wrong of [null, {}, 'x', new Map(), { get: 1, put: 2 }])
    expect(() => run(wrong)).toThrow(/^store: must have functions get and put, got/);
});

test('what one thread has built is posted to another, which only reads it', () => {
  const here = new Map<string, Uint8Array>();
  const built = createWorld(scene('layers, tet'), { store: mapStore(here) });
  const there = structuredClone(here);
  const names = [...there.keys()];
  const read = createWorld(scene('layers, tet'), {
    store: { get: (name) => there.get(name), put: (name) => names.push(name) },
  });
  expect(names).toEqual([...here.keys()]);
  for (const w of [built, read]) w.step(5);
  expect(read.hash()).toBe(built.hash());
});

test('damage to packed data is noticed: one bit, or the highest bits of two words', () => {
  const data = { x: Float64Array.of(1, 2, 3), n: Uint8Array.of(4, 5, 6) };
  const bytes = packData(data);
  expect(unpackData(bytes)).toEqual(data);
  // Behind an odd number of other bytes, as in a file of several parts.
  const behind = new Uint8Array(bytes.length + 3);
  behind.set(bytes, 3);
  expect(unpackData(behind.subarray(3))).toEqual(data);
  const flipped = (...bits: number[]): unknown => {
    const damaged = bytes.slice();
    for (const bit of bits) damaged[bit >> 3] ^= 1 << (bit & 7);
    return unpackData(damaged);
  };
  for (let bit = 0; bit < 8 * bytes.length; bit++) expect(flipped(bit)).toBeNull();
  for (let word = 5; word < bytes.length / 4; word++)
    expect(flipped(159, 32 * word + 31)).toBeNull();
});

test('what would not come back as it is, is seen', () => {
  const data = { x: Float64Array.of(1, -0), n: [1, 2], o: { t: 'a' }, none: undefined };
  expect(isSameData(data, { x: Float64Array.of(1, -0), n: [1, 2], o: { t: 'a' } })).toBe(true);
  expect(isSameData({ n: Number.POSITIVE_INFINITY }, { n: null })).toBe(false);
  expect(isSameData({ f: () => 1 }, {})).toBe(false);
  expect(isSameData({ m: new Map([[1, 2]]) }, { m: {} })).toBe(false);
  expect(isSameData({ x: Float64Array.of(0) }, { x: Float64Array.of(-0) })).toBe(false);
  expect(() => packData({ x: new Int16Array(1) })).toThrow(TypeError);
});

test('a settled start is found once, and then is the same to the bit', () => {
  const kept = new Map<string, Uint8Array>();
  const store: ModelStore = {
    get: (name) => kept.get(name),
    put: (name, bytes) => void kept.set(name, bytes),
  };
  const stages: string[] = [];
  const settled = (young: number) => {
    const input = scene('frames');
    const bodies = (input.bodies ?? []).map((body) => ({
      ...body,
      start: 'settled' as const,
      material: { ...body.material, young },
    }));
    return { ...input, bodies };
  };
  const run = (young: number): string => {
    stages.length = 0;
    const progress = (_name: string, _done: number, _total: number, stage: string) =>
      void stages.push(stage);
    const w = createWorld(settled(young), { store, progress });
    w.step(3);
    return w.hash();
  };
  const fresh = run(1e5);
  expect(stages).toContain('settle');
  expect([...kept.keys()]).toEqual(preparedNames(parseScene(settled(1e5))));
  expect([run(1e5), stages.includes('settle')]).toEqual([fresh, false]);
  expect([run(1.1e5) === fresh, stages.includes('settle')]).toEqual([false, true]);
});
