import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
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
      `"${path}" cannot be written: ${(error as NodeJS.ErrnoException).code ?? error}. Make room, or name another folder.`,
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
    throw new InputError(
      `"${path}" is not valid JSON: ${(error as Error).message}. Delete it, and run again.`,
    );
  }
}

/** Most bytes that a folder of prepared bodies has. */
export const MOST_KEPT = 2 ** 31;

/**
 * A folder that keeps prepared bodies, a file each, for all threads and all runs to come. Made if it is missing. With
 * more than `most` bytes, files that were not used for longest are deleted.
 */
export function folderStore(folder: string, most = MOST_KEPT): ModelStore {
  makeFolder(folder);
  const path = (name: string): string => join(folder, `${name}.bin`);
  return {
    get(name) {
      if (!existsSync(path(name))) return undefined;
      const bytes = readFileSync(path(name));
      quietly(() => utimesSync(path(name), new Date(), new Date()));
      return bytes;
    },
    put(name, bytes) {
      makeFolder(dirname(path(name)));
      writeWhole(path(name), bytes);
      evict(folder, most, `${name}.bin`);
    },
  };
}

/** Deletes what was not used for longest, but for `fresh`, until no more than `most` bytes are left. */
function evict(folder: string, most: number, fresh: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.bin'))
    .flatMap((name) => quietly(() => [{ name, ...sizeOf(join(folder, name)) }]) ?? [])
    .sort((a, b) => a.used - b.used);
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { name, size } of files) {
    if (total <= most) return;
    if (name === fresh) continue;
    quietly(() => unlinkSync(join(folder, name)));
    total -= size;
  }
}

function sizeOf(path: string): { size: number; used: number } {
  const { size, mtimeMs } = statSync(path);
  return { size, used: mtimeMs };
}

/** Another process may have deleted the file meanwhile, or it may not be ours. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
