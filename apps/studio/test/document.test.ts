import { describe, expect, it } from 'vitest';
import beam from '../../../scenes/hanging-beam.json';
import rabbit from '../../../scenes/rabbit.json';
import { backTo, builtOf, newDocument } from '../src/document/document.ts';
import { differences, getAt, hashJson, type Json, setAt } from '../src/document/json.ts';
import { addLayerDeed, layerActions } from '../src/document/layers.ts';
import { consequenceOf, isLive } from '../src/document/live.ts';
import { createStore, type Edit } from '../src/document/store.ts';

const scene = beam as unknown as Json;
const young = ['bodies', 0, 'material', 'young'];

/** Numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A command of some edits of existing and missing places, as random as hands are. */
function randomEdits(root: Json, random: () => number): Edit[] {
  const pick = (n: number): number => Math.floor(n * random());
  const places: Edit[] = [
    [['scene', ...young], 10 ** (3 + 4 * random())],
    [
      ['scene', 'gravity'],
      [0, -20 * random(), 0],
    ],
    [['scene', 'bodies', 0, 'material', 'damping', 'mass'], random()],
    [['scene', 'bodies', 0, 'color'], random() < 0.5 ? undefined : '#112233'],
    [['scene', 'bodies'], (getAt(root, ['scene', 'bodies']) as Json[]).slice().reverse()],
    [['scene', 'events'], [{ at: random(), do: 'gravity', value: [0, 0, 0] }]],
    [['layers'], [{ do: 'layer', body: 'a', layer: 'b', weight: random() }]],
    [['origin'], random() < 0.5 ? null : 'beam'],
    [['scene', 'solver', 'newton'], 1 + pick(5)],
  ];
  return Array.from({ length: 1 + pick(3) }, () => places[pick(places.length)]);
}

describe('a document', () => {
  it('is the same after 200 random commands are undone and done again', () => {
    const random = createRandom(7);
    const store = createStore(newDocument(scene, null) as never as Json & object);
    const hashes = [store.hash];
    while (hashes.length <= 200) {
      if (store.run('something', randomEdits(store.value, random), random() < 0.3))
        hashes.push(store.hash);
      // A held change that goes on is no command of its own: let go every time, so that 200 are 200.
      store.letGo();
    }
    expect(new Set(hashes).size).toBeGreaterThan(150);
    for (let k = 199; k >= 0; k--) {
      expect(store.undo()).toBe(true);
      expect(store.hash).toBe(hashes[k]);
    }
    expect(store.undo()).toBe(false);
    for (let k = 1; k <= 200; k++) {
      store.redo();
      expect(store.hash).toBe(hashes[k]);
    }
    expect(store.redo()).toBe(false);
  });

  it('takes all that a hand does in one go for one command', () => {
    const store = createStore<Json & object>({ a: 1 });
    for (const a of [2, 3, 4]) store.run('a', [[['a'], a]], true);
    store.letGo();
    store.run('a', [[['a'], 5]], true);
    store.undo();
    expect(store.value).toEqual({ a: 4 });
    store.undo();
    expect(store.value).toEqual({ a: 1 });
    expect(store.undoes).toBe(null);
    expect(store.run('nothing', [[['a'], 1]])).toBe(false);
  });

  it('shares what a change does not touch', () => {
    const next = setAt(scene, young, 5);
    expect(getAt(next, young)).toBe(5);
    expect(getAt(next, ['camera'])).toBe(getAt(scene, ['camera']));
    expect(hashJson(setAt(next, young, getAt(scene, young)))).toBe(hashJson(scene));
    expect(differences(scene, next)).toEqual([young]);
  });

  it('tells an object that leaves all to the defaults from none', () => {
    const plastic = ['bodies', 0, 'model', 'plastic'];
    const clay = setAt(scene, plastic, {});
    expect(differences(scene, clay)).toEqual([plastic]);
    expect(differences(clay, scene)).toEqual([plastic]);
    expect(consequenceOf(scene, clay)).toBe('rebuild');
    expect(consequenceOf(clay, scene)).toBe('rebuild');
    expect(differences({}, { a: { b: 1 } })).toEqual([['a', 'b']]);
  });

  it('knows the scene that its bodies were built of', () => {
    const now = setAt(setAt(scene, young, 5), ['bodies', 0, 'friction'], 0.1);
    const saved = {
      format: 'pliant-studio/1',
      document: newDocument(now, null),
      built: JSON.parse(JSON.stringify(backTo(scene, now))),
      files: {},
      moment: null,
    } as const;
    expect(hashJson(builtOf(saved))).toBe(hashJson(scene));
  });
});

describe('a change of a scene', () => {
  const frames = rabbit as unknown as Json;
  const name = getAt(frames, ['bodies', 0, 'name']);
  const after = (path: (string | number)[], value: Json, from = frames) =>
    consequenceOf(from, setAt(from, path, value));

  it('of stiffness, gravity, friction, damping or tolerance is an action', () => {
    expect(after(young, 123)).toEqual([{ do: 'material', body: name, young: 123 }]);
    expect(after(['gravity'], [0, -1, 0])).toEqual([{ do: 'gravity', value: [0, -1, 0] }]);
    expect(after(['bodies', 0, 'friction'], 0.2)).toEqual([
      { do: 'material', body: name, friction: 0.2 },
    ]);
    expect(after(['bodies', 0, 'model', 'tolerance'], 0.2)).toEqual([
      { do: 'tune', body: name, tolerance: 0.2 },
    ]);
    const bare = setAt(frames, ['bodies', 0, 'material'], { young: 1 });
    expect(after(['bodies', 0, 'material', 'damping'], { mass: 2 }, bare)).toEqual([
      { do: 'material', body: name, damping: { mass: 2 } },
    ]);
  });

  it('of shape, model or density asks for new bodies; of words and colours for nothing', () => {
    for (const [path, value] of [
      [['bodies', 0, 'material', 'density'], 5],
      [['bodies', 0, 'shape'], { type: 'sphere', radius: 1 }],
      [['bodies', 0, 'model'], { type: 'solid' }],
      [['dt'], 0.01],
      [['bodies', 0, 'name'], 'other'],
      [['obstacles'], []],
    ] as const)
      expect(after([...path], value as Json)).toBe('rebuild');
    expect(after(['title'], 'x')).toEqual([]);
    expect(after(['bodies', 0, 'color'], '#000000')).toEqual([]);
    expect(isLive(frames, young)).toBe(true);
    expect(isLive(frames, ['bodies', 0, 'material', 'density'])).toBe(false);
  });

  it('that is taken back goes to the default', () => {
    const heavy = setAt(frames, ['gravity'], [0, -1, 0]);
    const light = setAt(heavy, ['gravity'], undefined);
    expect(consequenceOf(heavy, light)).toEqual([{ do: 'gravity', value: [0, -9.81, 0] }]);
  });
});

describe('deeds on layers', () => {
  const layer = { do: 'layer', body: 'seal', layer: 'skin' } as const;
  const stroke = (x: number) => ({ ...layer, paint: { point: [x, 0, 0], radius: 0.1, value: 0 } });
  const deeds = [{ ...layer, mute: true }, stroke(1), { ...layer, weight: 0.5 }, stroke(2)].reduce(
    addLayerDeed,
    [] as ReturnType<typeof addLayerDeed>,
  );

  it('are the last of each setting, and strokes in their order', () => {
    expect(deeds).toEqual([{ ...layer, mute: true, weight: 0.5 }, stroke(1), stroke(2)]);
    const many = Array.from({ length: 2500 }, (_, i) => stroke(i)).reduce(addLayerDeed, deeds);
    expect(many.length).toBe(2001);
    expect(many[2000]).toEqual(stroke(2499));
  });

  it('are taken back by setting what was there; paint does not come off', () => {
    const without = addLayerDeed([{ ...layer, mute: true }], stroke(1));
    expect(layerActions([], deeds, {})).toEqual(deeds);
    expect(layerActions(without, deeds, {})).toEqual([deeds[0], stroke(2)]);
    expect(layerActions(deeds, without, {})).toBe(null);
    const orders = { 'seal/skin': 3 };
    expect(layerActions([{ ...layer, weight: 0.5, order: 1 }], [], orders)).toEqual([
      { ...layer, weight: 1, order: 3 },
    ]);
  });
});
