import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScene, runScene } from '../../src/index.ts';
import { effort } from '../effort.ts';

const FOLDER = new URL('../../../../scenes/', import.meta.url);
const NAMES = readdirSync(FOLDER).filter(
  (name) => name.endsWith('.json') && name !== 'package.json',
);

/** Scenes whose bodies take long to build: at night. */
const NIGHTLY = new Set(['christmas-tree', 'flowers', 'mushroom-field', 'seal']);
/** Scenes that take a while from end to end: in `npm test` just their beginning, without the checks of the whole story. */
const LONG = new Set([
  'armadillo-heap',
  'armadillo-salad',
  'ball-stack',
  'box-on-wall',
  'dropped-figure',
  'fingers',
  'laminate',
  'liver-vessels',
  'plastic-block',
  'poke',
  'pulled-figure',
  'rabbit-jelly',
  'walrus',
]);
const SCENES = effort(
  NAMES.filter((name) => !NIGHTLY.has(name.replace('.json', ''))),
  NAMES,
);
/** Steps of the beginning. */
const BEGINNING = 20;

/**
 * The gallery is a set of tests: every scene says in numbers what it shows. Each file of tests takes every `of`-th scene, so that they run
 * side by side.
 */
export function testGallery(first: number, of: number): void {
  test.each(SCENES.filter((_, i) => i % of === first))('%s holds what it promises', (name) => {
    const scene = parseScene(readFileSync(new URL(name, FOLDER), 'utf8'));
    expect(`${scene.name}.json`).toBe(name);
    expect(scene.title).not.toBe('');
    expect(scene.checks.length).toBeGreaterThan(0);
    const isWhole = effort(!LONG.has(scene.name), true);
    const { result } = runScene(scene, isWhole ? {} : { steps: BEGINNING });
    for (const { name: what, judged, pass } of result.checks)
      expect({ what, good: pass || !(judged || isWhole) }).toEqual({ what, good: true });
    expect(result.issues).toEqual([]);
  });
}
