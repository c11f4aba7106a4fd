import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { InputError, type ModelStore } from 'pliant';

/** A text file that is written line by line. */
export interface Lines {
  write(text: string): void;
  end(): void;
}

/** Opens a file for writing, or says why it cannot be. */
export function openLines(path: string): Lines {
  const file = attempt(path, () => openSync(path, 'w'));
  return { write: (text) => void writeSync(file, text), end: () => closeSync(file) };
}

export function writeBytes(path: string, bytes: Uint8Array): void {
  attempt(path, () => writeFileSync(path, bytes));
}

/** A folder that keeps prepared bodies between runs, a file each. Made if it is missing. */
export function folderStore(folder: string): ModelStore {
  attempt(folder, () => mkdirSync(folder, { recursive: true }));
  const path = (name: string): string => join(folder, `${name}.bin`);
  return {
    get: (name) => (existsSync(path(name)) ? readFileSync(path(name)) : undefined),
    put(name, bytes) {
      // Written aside first: two runs at once must not see half a file.
      const aside = `${path(name)}.${process.pid}`;
      writeBytes(aside, bytes);
      attempt(path(name), () => renameSync(aside, path(name)));
    },
  };
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(
      `"${path}" cannot be written: ${code ?? 'unknown error'}. Does its folder exist?`,
    );
  }
}
