import { packData, unpackData } from '../../core/pack.ts';

/**
 * Where prepared bodies are kept between runs: bytes by name. A folder, a table in the browser's database, a map: the
 * caller's choice. `get` gives what was last put under a name, undefined if there is nothing.
 */
export interface ModelStore {
  get(name: string): Uint8Array | undefined;
  put(name: string, bytes: Uint8Array): void;
}

/** A store, and all that a body's model depends on, as text; `key` is a digest of it. */
export interface Kept {
  readonly store: ModelStore;
  readonly key: string;
  readonly content: string;
}

/** The name under which something is kept. `format` counts up whenever what is prepared, or how, changes. */
export function keptName(kind: string, format: number, key: string): string {
  return `${kind}-${format}-${key}`;
}

/**
 * Takes data from the store, or makes and keeps it. What is found counts only if it was made from the same content,
 * letter by letter; half a file, or one that something else wrote, is made again.
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
