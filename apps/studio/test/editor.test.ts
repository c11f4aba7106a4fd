import type { Action } from 'pliant';
import { expect, it } from 'vitest';
import poke from '../../../scenes/poke.json';
import { createEditor, type EditedWorld } from '../src/document/editor.ts';
import { getAt, type Json } from '../src/document/json.ts';
import type { SceneInfo, SceneSource } from '../src/protocol.ts';
import { tuneActions, tunedBodies, tuneEdits } from '../src/tuning.ts';

/** A world that writes down what it is asked. */
function writtenDown() {
  const asked: string[] = [];
  const loaded: SceneSource[] = [];
  const applied: Action[] = [];
  const world: EditedWorld = {
    load(source) {
      asked.push('load');
      loaded.push(source);
    },
    cancel: () => asked.push('cancel'),
    apply(action) {
      asked.push('apply');
      applied.push(action);
    },
    reset: () => asked.push('reset'),
  };
  return { world, asked, loaded, applied };
}

const INFO = { bodies: [] } as unknown as SceneInfo;
const scene = poke as unknown as Json;
const young = ['scene', 'bodies', 0, 'material', 'young'];
const density = ['scene', 'bodies', 0, 'material', 'density'];

function opened() {
  const log = writtenDown();
  const editor = createEditor(log.world);
  editor.openScene({ scene, files: {} }, 'poke');
  expect(editor.wasBuilt(INFO)).toBe(true);
  log.asked.length = 0;
  return { editor, ...log };
}

it('does what it can while the world runs, and has it done again at every start', () => {
  const { editor, asked, applied } = opened();
  editor.store.run('stiffness', [[young, 777]]);
  expect(asked).toEqual(['apply']);
  const action = { do: 'material', body: getAt(scene, ['bodies', 0, 'name']), young: 777 };
  expect(applied).toEqual([action]);
  expect(editor.first()).toEqual([action]);
  editor.store.undo();
  expect(applied[1]).toEqual({ ...action, young: getAt(scene, young.slice(1)) });
  expect(editor.first()).toEqual([]);
});

it('builds what it must; undone meanwhile, the old world simply goes on', () => {
  const { editor, asked, loaded } = opened();
  editor.store.run('density', [[density, 500]]);
  editor.store.run('stiffness', [[young, 777]]);
  expect(asked).toEqual(['load', 'load']);
  expect(getAt(loaded[2].scene as Json, young.slice(1))).toBe(777);
  editor.store.undo();
  editor.store.undo();
  expect(asked).toEqual(['load', 'load', 'load', 'cancel']);
  editor.store.redo();
  expect(editor.wasBuilt(INFO)).toBe(false);
  expect(editor.first()).toEqual([]);
});

it('opened anew from what was saved, builds the same and makes the same changes', () => {
  const { editor } = opened();
  editor.store.run('stiffness', [[young, 777]]);
  const saved = JSON.parse(JSON.stringify(editor.save(null)));
  const other = writtenDown();
  const elsewhere = createEditor(other.world);
  elsewhere.open({ saved });
  expect(other.loaded[0].scene).toEqual(scene);
  elsewhere.wasBuilt(INFO);
  expect(other.asked).toEqual(['load', 'reset']);
  expect(elsewhere.first()).toEqual(editor.first());
  expect(elsewhere.store.hash).toBe(editor.store.hash);
});

it('tunes every body that adapts, and no other', () => {
  const body = (name: string, model: object) => ({ name, model });
  const three = {
    bodies: [
      body('worm', { type: 'frames', tolerance: 0.1 }),
      body('block', { type: 'solid' }),
      body('log', { type: 'frames', adaptive: false }),
    ],
  } as Json;
  const tuned = tunedBodies(three)!;
  expect([tuned.adaptive, tuned.tolerance]).toEqual([true, 0.1]);
  expect(tuneEdits(tuned, 'tolerance', 0.5)).toEqual([
    [['scene', 'bodies', 0, 'model', 'tolerance'], 0.5],
  ]);
  expect(tuneActions(tuned, { adaptive: false })).toEqual([
    { do: 'tune', body: 'worm', adaptive: false },
  ]);
  expect(tunedBodies({ bodies: [body('block', {})] } as Json)).toBe(null);
});
