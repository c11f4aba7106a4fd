import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InputError } from 'pliant';
import { decodeText } from './text.ts';

/** Largest file that is read [bytes]: a mesh of ten million triangles fits in. */
export const LARGEST_FILE = 2 ** 30;

/** Whoever read the output has stopped, as `head` does. That is no fault: the program ends without a word. */
export class ReaderLeft extends Error {}

/** A file that is being written. Its name appears, or changes its content, only when `commit` is called. */
export interface Output {
  write(data: string | Uint8Array): void;
  /** Nothing more will be written: lets go of the file, not yet of its old content. */
  close(): void;
  commit(): void;
  /** Leaves everything as it was; does nothing after `commit`. */
  discard(): void;
}

/** True for a folder that is there, and for a name that can only be one. */
export const isFolder = (path: string): boolean =>
  /[\\/]$/.test(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Opens an output, `-` being the standard one. Refused at once where it could not be written in the end. */
export function openOutput(path: string): Output {
  if (path === '-') {
    const write = (data: string | Uint8Array): void => writeAll(1, data, 'the output');
    return { write, close() {}, commit() {}, discard() {} };
  }
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new InputError(`"${path}" is not a file that can be written. Give the name of a file.`);
  }
  if (!existsSync(dirname(path))) {
    throw new InputError(
      `"${path}" cannot be written: there is no folder "${dirname(path)}". Make it first.`,
    );
  }
  const aside = join(dirname(path), `.${basename(path)}.${process.pid}`);
  let file = -1;
  const close = (): void => {
    if (file >= 0) closeSync(file);
    file = -1;
  };
  const discard = (): void => {
    close();
    rmSync(aside, { force: true });
  };
  const open = (): void => {
    file = attempt(path, () => openSync(aside, 'a'));
  };
  // Only a try: whoever ends the program while it builds a scene finds no file beside.
  open();
  discard();
  return {
    write: (data) => {
      if (file < 0) open();
      try {
        writeAll(file, data, path);
      } catch (error) {
        discard();
        throw error;
      }
    },
    close,
    commit() {
      if (!existsSync(aside)) open();
      close();
      attempt(path, () => renameSync(aside, path));
    },
    discard,
  };
}

function writeAll(file: number, data: string | Uint8Array, shown: string): void {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(file, bytes, at);
    } catch (error) {
      // A pipe whose reader is slower than we are.
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') continue;
      if (code === 'EPIPE') throw new ReaderLeft();
      throw cannot('written', shown, error);
    }
  }
}

/** Bytes of a regular file (`-`: of the standard input), or an error that names it. */
export function readBytes(path: string, shown = path): Uint8Array {
  let file = 0;
  try {
    if (path !== '-') file = openSync(path, 'r');
    const stat = fstatSync(file);
    if (path !== '-') {
      if (!stat.isFile()) {
        throw new InputError(`"${shown}" is not a regular file. Only those are read.`);
      }
      if (stat.size > LARGEST_FILE) {
        const size = (stat.size / 2 ** 20).toFixed(0);
        throw new InputError(
          `"${shown}" has ${size} MB; the limit is ${LARGEST_FILE / 2 ** 20}. Make the mesh coarser.`,
        );
      }
    }
    return new Uint8Array(readFileSync(file));
  } catch (error) {
    throw error instanceof InputError ? error : cannot('read', shown, error);
  } finally {
    if (file !== 0) closeSync(file);
  }
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw cannot('written', path, error);
  }
}

/** What the operating system's words mean to a person. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder. Check the path.',
  EACCES: 'permission denied. Take another folder.',
  EPERM: 'permission denied. Take another folder.',
  EISDIR: 'it is a folder. Name a file.',
  ENOTDIR: 'a part of the path is not a folder. Check the path.',
  ENOSPC: 'the disk is full. Make room, or take another disk.',
  EDQUOT: 'the disk quota is used up. Make room, or take another disk.',
  EROFS: 'the disk is read-only. Take another folder.',
  EMFILE: 'too many files are open. Close some programs.',
};

export function cannot(verb: 'read' | 'written', path: string, error: unknown): InputError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return new InputError(
    `"${path}" cannot be ${verb}: ${REASONS[code] ?? `${code}. Take another file.`}`,
  );
}

/** The value in a JSON file, in UTF-8 or UTF-16, or in the standard input (`-`). */
export function readJsonInput(file: string, shown = file): unknown {
  const text = decodeText(readBytes(file, shown), shown);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(
      `${shown}: not valid JSON: ${(error as Error).message}. Check commas and quotes near there.`,
    );
  }
}

/** Makes the folder that --out names, if it is missing. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    throw new InputError(
      `--out: "${folder}" is not a folder and cannot be made one. Name another.`,
    );
  }
}
