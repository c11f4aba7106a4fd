import type { SavedDocument } from './document.ts';

/** What is kept of a document between visits. */
export interface Kept {
  readonly saved: SavedDocument;
  /** The address it was at, behind `#`. */
  readonly address: string;
  /** The state of the world; null if there is none to go on from. */
  readonly snapshot: Uint8Array | null;
  readonly savedAt: number;
}

/** A place in the browser where documents are kept, by tab. */
export interface Keep {
  get(): Promise<Kept | null>;
  put(kept: Kept): Promise<void>;
}

const DATABASE = 'pliant-studio';
const DOCUMENTS = 'documents';
const TAB = 'pliant-studio-tab';
/** Documents of other tabs that are kept. */
const MOST_KEPT = 12;

/** The place for this tab. Where the browser keeps nothing, nothing is kept. */
export function openKeep(): Keep {
  const isNew = !isTabKnown();
  const tab = tabName();
  const database = tab === null ? Promise.resolve(null) : openDatabase();
  const within = async <T>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | null> => {
    const db = await database;
    if (db === null) return null;
    return answer(ask(db.transaction(DOCUMENTS, mode).objectStore(DOCUMENTS)));
  };
  return {
    async get() {
      if (isNew) return null;
      return ((await within('readonly', (store) => store.get(tab!))) as Kept) ?? null;
    },
    async put(kept) {
      await within('readwrite', (store) => store.put(kept, tab!));
      const keys = (await within('readonly', (store) => store.getAllKeys())) ?? [];
      if (keys.length <= MOST_KEPT) return;
      const all = await Promise.all(
        keys.map(async (key) => ({
          key,
          at: ((await within('readonly', (store) => store.get(key))) as Kept | null)?.savedAt ?? 0,
        })),
      );
      all.sort((a, b) => b.at - a.at);
      for (const { key } of all.slice(MOST_KEPT))
        await within('readwrite', (store) => store.delete(key));
    },
  };
}

/** Whether the studio was in this tab before: then something may be kept for it. */
export function isTabKnown(): boolean {
  try {
    return sessionStorage.getItem(TAB) !== null;
  } catch {
    return false;
  }
}

function tabName(): string | null {
  try {
    const name = sessionStorage.getItem(TAB) ?? crypto.randomUUID();
    sessionStorage.setItem(TAB, name);
    return name;
  } catch {
    return null;
  }
}

function openDatabase(): Promise<IDBDatabase | null> {
  return new Promise((done) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => void request.result.createObjectStore(DOCUMENTS);
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(null);
    } catch {
      done(null);
    }
  });
}

function answer<T>(request: IDBRequest<T>): Promise<T | null> {
  return new Promise((done) => {
    request.onsuccess = () => done(request.result);
    // A full disk must not stop anybody from working.
    request.onerror = (event) => {
      event.preventDefault();
      done(null);
    };
  });
}
