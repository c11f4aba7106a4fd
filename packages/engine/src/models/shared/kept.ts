import { type Note, note, noted } from '../../core/notes.ts';
import { isSameData, packData, unpackData } from '../../core/pack.ts';
import { show } from '../../core/show.ts';

/**
 * A store of prepared bodies between runs: bytes by name, in a folder, a browser database or a map. `get` returns the
 * last bytes put under a name, or undefined.
 */
export interface ModelStore {
  get(name: string): Uint8Array | undefined;
  put(name: string, bytes: Uint8Array): void;
}

/** A store, and the complete input of a body's model as text; `key` is its digest, `path` its place in the scene. */
export interface Kept {
  readonly path: string;
  readonly store: ModelStore;
  readonly key: string;
  readonly content: string;
}

/** The name of an entry in the store. `format` is the version of the prepared data. */
export function keptName(kind: string, format: number, key: string): string {
  return `${kind}-${format}-${key}`;
}

interface Entry<T> {
  /** Its name in the store: entries of one body differ in nothing else. */
  readonly name: string;
  readonly content: string;
  readonly notes: readonly Note[];
  readonly data: T;
}

/**
 * Reads data from the store, or prepares and stores it, with the notes about it. An entry is used only if its full
 * input text is the same; incomplete, damaged or foreign files are replaced. Data that would not come back as it is
 * (functions, infinite numbers) is not stored.
 */
export function keep<T>(kept: Kept | undefined, kind: string, format: number, make: () => T): T {
  const found = recall<T>(kept, kind, format);
  if (found !== null) return found.data;
  const { value: data, notes } = noted(make);
  for (const { text, path } of notes) note(text, path);
  store(kept, kind, format, data, notes);
  return data;
}

/** `keep` for what is prepared in steps. */
export function* keepSteps<S, T>(
  kept: Kept | undefined,
  kind: string,
  format: number,
  make: () => Generator<S, T>,
): Generator<S, T> {
  const found = recall<T>(kept, kind, format);
  if (found !== null) return found.data;
  const data = yield* make();
  store(kept, kind, format, data, []);
  return data;
}

/** The entry, if there is a good one, once its notes are noted. */
function recall<T>(kept: Kept | undefined, kind: string, format: number): Entry<T> | null {
  if (kept === undefined) return null;
  const name = keptName(kind, format, kept.key);
  const bytes = attempt('get', () => kept.store.get(name));
  if (bytes === undefined) return null;
  if (!(bytes instanceof Uint8Array)) {
    note(
      `store.get: must return a Uint8Array or undefined at once, got ${show(bytes)}. Fetch entries first: see preparedNames.`,
    );
    return null;
  }
  const found = read<T>(bytes);
  if (found === null || found.name !== name || found.content !== kept.content) return null;
  for (const { text, path } of found.notes)
    note(text, path.startsWith('.') ? kept.path + path : path);
  return found;
}

function store<T>(
  kept: Kept | undefined,
  kind: string,
  format: number,
  data: T,
  notes: readonly Note[],
): void {
  if (kept === undefined) return;
  const { content, key } = kept;
  const name = keptName(kind, format, key);
  const fresh = write({ name, content, notes: notes.map((one) => inside(one, kept)), data });
  if (fresh !== null) attempt('put', () => kept.store.put(name, fresh));
}

/** A store that fails costs time, not the world: what it does not give is built. */
function attempt<T>(what: keyof ModelStore, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    note(`store.${what}: failed (${(error as Error).message}), so bodies are built every time.`);
    return undefined;
  }
}

/** A note with its place seen from the body: an equal one may have another place in its scene. */
function inside({ text, path }: Note, kept: Kept): Note {
  const isInside = kept.path !== '' && path.startsWith(`${kept.path}.`);
  return { text, path: isInside ? path.slice(kept.path.length) : path };
}

function write<T>(entry: Entry<T>): Uint8Array | null {
  try {
    const bytes = packData(entry);
    return isSameData(read(bytes), entry) ? bytes : null;
  } catch {
    return null;
  }
}

function read<T>(bytes: Uint8Array): Entry<T> | null {
  try {
    return unpackData(bytes) as Entry<T> | null;
  } catch {
    return null;
  }
}
