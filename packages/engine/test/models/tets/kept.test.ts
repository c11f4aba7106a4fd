import { expect, test } from 'vitest';
import {
  createWorld,
  type ModelStore,
  parseScene,
  preparedNames,
  type SceneInput,
} from '../../../src/index.ts';

const scene = (young: number, cell = 0.2): SceneInput => ({
  format: 'pliant/1',
  name: 'kept',
  bodies: [
    {
      name: 'box',
      shape: { type: 'box', size: [0.4, 0.2, 0.2] },
      material: { young, stiffness: { type: 'cells', size: 0.1, values: [0.3, 3] } },
      model: { type: 'tets', cell, levels: 1 },
      attachments: [
        { name: 'wall', region: { type: 'box', size: [0.02, 1, 1], position: [-0.2, 0, 0] } },
      ],
    },
  ],
});

function counting() {
  const kept = new Map<string, Uint8Array>();
  let hits = 0;
  const store: ModelStore = {
    get(name) {
      const bytes = kept.get(name);
      if (bytes !== undefined) hits++;
      return bytes;
    },
    put: (name, bytes) => void kept.set(name, bytes),
  };
  return { kept, store, hits: () => hits };
}

const hashAfter = (input: SceneInput, store?: ModelStore): string => {
  const world = createWorld(input, { store });
  for (let s = 0; s < 20; s++) world.step();
  return world.hash();
};

test('a body from the store moves as one prepared anew, to the bit', () => {
  const { kept, store, hits } = counting();
  const fresh = hashAfter(scene(1e5));
  expect(hashAfter(scene(1e5), store)).toBe(fresh);
  expect(hits()).toBe(0);
  expect([...kept.keys()]).toEqual(preparedNames(parseScene(scene(1e5))));
  expect(hashAfter(scene(1e5), store)).toBe(fresh);
  expect(hits()).toBe(kept.size);
});

test('another content never hits: neither under its own name nor under a stolen one', () => {
  const { kept, store } = counting();
  hashAfter(scene(1e5), store);
  const [old] = kept.values();
  const other = hashAfter(scene(2e5));
  expect(hashAfter(scene(2e5), store)).toBe(other);
  expect(kept.size).toBe(4);
  // As if two contents had the same digest, or a file had been exchanged.
  const [name] = preparedNames(parseScene(scene(2e5)));
  kept.set(name, old);
  expect(hashAfter(scene(2e5), store)).toBe(other);
  expect(kept.get(name)).not.toBe(old);
});

test('half a file is prepared anew', () => {
  const { kept, store } = counting();
  const whole = hashAfter(scene(1e5), store);
  const [[name, bytes]] = kept;
  kept.set(name, bytes.subarray(0, bytes.length >> 1));
  expect(hashAfter(scene(1e5), store)).toBe(whole);
  expect(kept.get(name)?.length).toBe(bytes.length);
});
