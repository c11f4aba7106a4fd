import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { InputError, type ModelStore } from 'pliant';

/** Writes a file aside and gives it its name when it is whole: nobody ever reads half of one. */
export function writeWhole(path: string, data: string | Uint8Array): void {
  const aside = `${path}.${process.pid}-${threadId}.tmp`;
  try {
    const file = openSync(aside, 'w');
    try {
      writeFileSync(file, data);
    } finally {
      closeSync(file);
    }
    renameSync(aside, path);
  } catch (error) {
    throw new InputError(
      `"${path}" cannot be written: ${(error as NodeJS.ErrnoException).code ?? error}.`,
    );
  }
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new InputError(
      `"${folder}" cannot be made: ${(error as NodeJS.ErrnoException).code ?? error}. Name another folder.`,
    );
  }
}

/** Parsed JSON of a file; undefined if it is not there. */
export function readJson(path: string): unknown {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new InputError(`"${path}" is not valid JSON: ${(error as Error).message}.`);
  }
}

/** A folder that keeps prepared bodies, for all threads and all runs to come. */
export function folderStore(folder: string): ModelStore {
  makeFolder(folder);
  const path = (name: string): string => join(folder, `${name}.bin`);
  return {
    get: (name) => (existsSync(path(name)) ? readFileSync(path(name)) : undefined),
    put(name, bytes) {
      makeFolder(dirname(path(name)));
      writeWhole(path(name), bytes);
    },
  };
}
