import type { ModelStore } from '../models/shared/kept.ts';

/** Prepared bodies in the browser's database (IndexedDB), for a page or a worker. */
export interface BrowserStore {
  /**
   * Reads entries in advance, since a build does not wait for a database:
   *
   *     const store = await openBrowserStore().fetch(preparedNames(scene, files));
   *     const world = createWorld(scene, { store });
   *
   * What the build prepares anew is written in the background. Without a database nothing outlives the store.
   */
  fetch(names: readonly string[]): Promise<FetchedStore>;
}

export interface FetchedStore extends ModelStore {
  /** Number of entries that were found. */
  readonly found: number;
  /** Waits until all that was put is written. */
  written(): Promise<void>;
}

export interface BrowserStoreOptions {
  /** Name of the database. */
  name?: string;
  /** Entries of another version are not used, and removed: pass one that changes with your build of the engine. */
  version?: string;
  /** Most bytes to keep [B]; entries that were not used for longest are removed first. */
  most?: number;
}

export const BROWSER_STORE_DEFAULTS = { name: 'pliant-bodies', version: '', most: 3e8 };

const BYTES = 'bytes';
const ABOUT = 'about';

interface About {
  readonly name: string;
  readonly version: string;
  readonly size: number;
  /** When it was used last [ms]. */
  readonly at: number;
}

export function openBrowserStore(options: BrowserStoreOptions = {}): BrowserStore {
  const { name: database, version, most } = { ...BROWSER_STORE_DEFAULTS, ...options };
  let opened: Promise<Database | null> | null = null;

  async function read(db: Database, names: readonly string[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    await Promise.all(
      names.map(async (name) => {
        const reading = db.transaction([ABOUT, BYTES], 'readonly');
        const about = await answer<About | undefined>(reading.objectStore(ABOUT).get(name));
        if (about?.version !== version) return;
        const bytes = await answer<Uint8Array | undefined>(reading.objectStore(BYTES).get(name));
        if (bytes === undefined) return;
        found.set(name, bytes);
        const used: About = { ...about, at: Date.now() };
        db.transaction([ABOUT], 'readwrite').objectStore(ABOUT).put(used);
      }),
    );
    return found;
  }

  async function write(db: Database, name: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > most) return;
    const writing = db.transaction([ABOUT, BYTES], 'readwrite');
    const [about, contents] = [writing.objectStore(ABOUT), writing.objectStore(BYTES)];
    const entry: About = { name, version, size: bytes.length, at: Date.now() };
    const done = [answer(contents.put(bytes, name)), answer(about.put(entry))];
    const all = await answer<About[]>(about.getAll());
    let room = most - bytes.length;
    const others = all.filter((one) => one.name !== name).sort((a, b) => b.at - a.at);
    for (const one of others) {
      if (one.version === version) room -= one.size;
      if (one.version === version && room >= 0) continue;
      done.push(answer(contents.delete(one.name)), answer(about.delete(one.name)));
    }
    await Promise.all(done);
  }

  return {
    async fetch(names) {
      opened ??= open(database).catch(() => null);
      const db = await opened;
      const entries = await (db === null ? null : read(db, names).catch(() => null));
      const here = entries ?? new Map<string, Uint8Array>();
      let last: Promise<void> = Promise.resolve();
      return {
        found: here.size,
        get: (name) => here.get(name),
        put(name, bytes) {
          here.set(name, bytes);
          // A full disk must not stop a build.
          if (db !== null) last = last.then(() => write(db, name, bytes)).catch(() => {});
        },
        written: () => last,
      };
    },
  };
}

/** What is used of a browser's database. */
interface Asked<T = unknown> {
  readonly result: T;
  readonly error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}
interface Entries {
  get(name: string): Asked;
  getAll(): Asked;
  put(value: unknown, name?: string): Asked;
  delete(name: string): Asked;
}
interface Database {
  createObjectStore(name: string, options?: { keyPath: string }): unknown;
  transaction(stores: readonly string[], mode: string): { objectStore(name: string): Entries };
}

async function open(name: string): Promise<Database> {
  const { indexedDB } = globalThis as unknown as {
    indexedDB: { open(name: string, version: number): Asked & { onupgradeneeded: () => void } };
  };
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => {
    const fresh = asked.result as Database;
    fresh.createObjectStore(BYTES);
    fresh.createObjectStore(ABOUT, { keyPath: 'name' });
  };
  return answer<Database>(asked);
}

function answer<T>(asked: Asked): Promise<T> {
  return new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result as T);
    asked.onerror = () => failed(asked.error);
  });
}
