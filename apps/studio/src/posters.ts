import type { Still } from './poster.ts';
import type { Frame, SceneInfo } from './protocol.ts';

/** First pictures of gallery scenes, kept for the next visit: then a scene is seen while its bodies are built. */
export interface Posters {
  get(scene: string): Promise<Still | null>;
  /** Keeps a scene at its start; `scene` is its name in the gallery, null if it is not of it. */
  put(scene: string | null, info: SceneInfo, frame: Frame): void;
}

const CACHE = 'pliant-studio-posters';
const DATABASE = 'pliant-studio-posters';
/** A larger one is not kept [bytes]. */
const MOST_BYTES = 2e7;

/** Where the browser keeps nothing, nothing is kept. */
export function openPosters(): Posters {
  let database: Promise<IDBDatabase> | null = null;
  const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    database ??= openDatabase();
    return (await database).transaction(CACHE, mode).objectStore(CACHE);
  };
  return {
    async get(scene) {
      try {
        const still = await answer((await store('readonly')).get(scene));
        return (still as Still | undefined) ?? null;
      } catch {
        return null;
      }
    },
    put(scene, info, { buffer, hasCells, stats }) {
      if (scene === null || stats.steps > 0 || buffer.byteLength > MOST_BYTES) return;
      // A copy: the buffer goes back to the worker.
      const still: Still = { info, frame: { buffer: buffer.slice(0), hasCells, contacts: null } };
      store('readwrite')
        .then((own) => answer(own.put(still, scene)))
        .catch(() => {});
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(CACHE);
  return answer(request);
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}
