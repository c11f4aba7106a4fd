import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderStore } from '../src/index.ts';

test('a folder of prepared bodies stays below its limit: what was not used for longest goes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-store-'));
  try {
    const store = folderStore(folder, 1000);
    for (const [name, age] of [
      ['a', 300],
      ['b', 200],
      ['c', 100],
    ] as const) {
      store.put(name, new Uint8Array(300).fill(age));
      const then = new Date(Date.now() - 1000 * age);
      utimesSync(join(folder, `${name}.bin`), then, then);
    }
    // The oldest is used again, so that the next one is the first to go.
    expect(store.get('a')?.[7]).toBe(300 & 255);
    store.put('d', new Uint8Array(300));
    expect(readdirSync(folder).sort()).toEqual(['a.bin', 'c.bin', 'd.bin']);
    expect(store.get('b')).toBe(undefined);
    // What does not fit by itself is kept all the same, alone.
    store.put('e', new Uint8Array(5000));
    expect(readdirSync(folder)).toEqual(['e.bin']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
