import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { createWorld } from '../../src/index.ts';
const FOLDER = new URL('../../../../scenes/', import.meta.url);
test('gallery', { timeout: 1e6 }, () => {
  for (const name of readdirSync(FOLDER).filter((n) => n.endsWith('.json') && n !== 'package.json')) {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    if (!/"(octree|tets|layers|frames)"/.test(text)) continue;
    const w = createWorld(text, { files: (f) => readFileSync(new URL(f, FOLDER)) });
    for (const n of w.notes) console.log(name, n);
    w.dispose();
  }
});
