import { afterEach, expect, it } from 'vitest';
import { openBrowserStore } from '../../src/worker.ts';

const host = globalThis as { indexedDB?: unknown };
afterEach(() => {
  delete host.indexedDB;
});

/** What the store uses of a browser's database, in memory; answers come later, as there. */
function fakeDatabases(): Map<string, Map<string, Map<string, unknown>>> {
  const all = new Map<string, Map<string, Map<string, unknown>>>();
  const later = (result: unknown) => {
    const asked = { result, error: null, onsuccess: null as (() => void) | null };
    queueMicrotask(() => asked.onsuccess?.());
    return asked;
  };
  host.indexedDB = {
    open(name: string) {
      const isNew = !all.has(name);
      const stores = all.get(name) ?? new Map<string, Map<string, unknown>>();
      all.set(name, stores);
      const entries = (store: string) => {
        const rows = stores.get(store)!;
        return {
          get: (key: string) => later(rows.get(key)),
          getAll: () => later([...rows.values()]),
          put: (value: { name: string }, key = value.name) => later(rows.set(key, value)),
          delete: (key: string) => later(rows.delete(key)),
        };
      };
      const asked = {
        result: {
          createObjectStore: (store: string) => stores.set(store, new Map()),
          transaction: () => ({ objectStore: entries }),
        },
        error: null,
        onsuccess: null as (() => void) | null,
        onupgradeneeded: null as (() => void) | null,
      };
      queueMicrotask(() => {
        if (isNew) asked.onupgradeneeded?.();
        asked.onsuccess?.();
      });
      return asked;
    },
  };
  return all;
}

const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(length);

it('what was put is there at the next visit, in the same version only', async () => {
  fakeDatabases();
  const first = await openBrowserStore({ version: '1' }).fetch(['a', 'b']);
  expect([first.found, first.get('a')]).toEqual([0, undefined]);
  first.put('a', bytes(3));
  expect(first.get('a')).toEqual(bytes(3));
  await first.written();
  const second = await openBrowserStore({ version: '1' }).fetch(['a', 'b']);
  expect([second.found, second.get('a'), second.get('b')]).toEqual([1, bytes(3), undefined]);
  const other = await openBrowserStore({ version: '2' }).fetch(['a']);
  expect(other.found).toBe(0);
});

it('what was not used for longest goes first, and all of other versions', async () => {
  const [databases, now] = [fakeDatabases(), Date.now];
  let clock = 0;
  Date.now = () => ++clock;
  try {
    const old = await openBrowserStore({ version: 'old' }).fetch([]);
    old.put('z', bytes(1));
    await old.written();
    const store = openBrowserStore({ version: 'new', most: 100 });
    const own = await store.fetch([]);
    for (const name of ['a', 'b']) own.put(name, bytes(40));
    await own.written();
    // Used again, so b is the older one.
    await store.fetch(['a']);
    own.put('c', bytes(50));
    // Larger than all there may be: not kept.
    own.put('d', bytes(101));
    await own.written();
    const kept = databases.get('pliant-bodies')!;
    for (const name of ['about', 'bytes']) expect([...kept.get(name)!.keys()]).toEqual(['a', 'c']);
  } finally {
    Date.now = now;
  }
});

it('without a database it keeps things for as long as it lives', async () => {
  const store = await openBrowserStore().fetch(['a']);
  store.put('a', bytes(2));
  await store.written();
  expect([store.found, store.get('a')]).toEqual([0, bytes(2)]);
});
