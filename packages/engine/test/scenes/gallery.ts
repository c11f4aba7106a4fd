import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScene, runScene } from '../../src/index.ts';

const FOLDER = new URL('../../../../scenes/', import.meta.url);
const NAMES = readdirSync(FOLDER).filter(
  (name) => name.endsWith('.json') && name !== 'package.json',
);

/**
 * The gallery is a set of tests: every scene says in numbers what it shows. Each file of tests takes every `of`-th scene, so that they run
 * side by side.
 */
export function testGallery(first: number, of: number): void {
  test.each(NAMES.filter((_, i) => i % of === first))('%s holds what it promises', (name) => {
    const scene = parseScene(readFileSync(new URL(name, FOLDER), 'utf8'));
    expect(`${scene.name}.json`).toBe(name);
    expect(scene.title).not.toBe('');
    expect(scene.checks.length).toBeGreaterThan(0);
    const { result } = runScene(scene);
    for (const check of result.checks) expect(check).toMatchObject({ pass: true });
    expect(result.issues).toEqual([]);
  });
}
