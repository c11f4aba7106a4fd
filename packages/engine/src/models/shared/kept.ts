import { packData, unpackData } from '../../core/pack.ts';

/**
 * A store of prepared bodies between runs: bytes by name, in a folder, a browser database or a map. `get` returns the
 * last bytes put under a name, or undefined.
 */
export interface ModelStore {
  get(name: string): Uint8Array | undefined;
  put(name: string, bytes: Uint8Array): void;
}

/** A store, and the complete input of a body's model as text; `key` is its digest. */
export interface Kept {
  readonly store: ModelStore;
  readonly key: string;
  readonly content: string;
}

/** The name of an entry in the store. `format` is the version of the prepared data. */
export function keptName(kind: string, format: number, key: string): string {
  return `${kind}-${format}-${key}`;
}

/**
 * Reads data from the store, or prepares and stores it. An entry is used only if its full input text is the same;
 * incomplete or foreign files are replaced.
 */
export function keep<T>(kept: Kept | undefined, kind: string, format: number, make: () => T): T {
  if (kept === undefined) return make();
  const name = keptName(kind, format, kept.key);
  const bytes = kept.store.get(name);
  const found = bytes === undefined ? null : read<T>(bytes);
  if (found !== null && found.content === kept.content) return found.data;
  const data = make();
  kept.store.put(name, packData({ content: kept.content, data }));
  return data;
}

function read<T>(bytes: Uint8Array): { content: string; data: T } | null {
  try {
    return unpackData(bytes) as { content: string; data: T } | null;
  } catch {
    return null;
  }
}
