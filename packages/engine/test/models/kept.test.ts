import { expect, test } from 'vitest';
import { isSameData, packData } from '../../src/core/pack.ts';
import {
  createWorld,
  type ModelStore,
  parseScene,
  preparedNames,
  type SceneInput,
} from '../../src/index.ts';

/** A small body of each model that stores what it prepared. */
const MODELS = {
  frames: { type: 'frames', frames: [1, 4] },
  octree: { type: 'octree', cell: 0.05, levels: 1 },
  lattice: { type: 'lattice', cell: 0.05 },
  tets: { type: 'tets', cell: 0.2, levels: 1 },
} as const;

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
    expect(puts).toBe(1);
    const [[name, bytes]] = kept;
    const damaged = bytes.slice();
    damaged[damaged.length - 9] ^= 4;
    kept.set(name, damaged);
    expect(run()).toEqual(fresh);
    expect(puts).toBe(2);
  },
);

test('what would not come back as it is, is seen', () => {
  const data = { x: Float64Array.of(1, -0), n: [1, 2], o: { t: 'a' }, none: undefined };
  expect(isSameData(data, { x: Float64Array.of(1, -0), n: [1, 2], o: { t: 'a' } })).toBe(true);
  expect(isSameData({ n: Number.POSITIVE_INFINITY }, { n: null })).toBe(false);
  expect(isSameData({ f: () => 1 }, {})).toBe(false);
  expect(isSameData({ m: new Map([[1, 2]]) }, { m: {} })).toBe(false);
  expect(isSameData({ x: Float64Array.of(0) }, { x: Float64Array.of(-0) })).toBe(false);
  expect(() => packData({ x: new Int16Array(1) })).toThrow(TypeError);
});
