import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { InputError } from 'pliant';

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
