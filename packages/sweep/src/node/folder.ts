import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../core/execute.ts';
import type { KeptFile } from '../core/keep.ts';
import type { Failure } from '../core/lane.ts';
import { makeFolder, readJson, writeWhole } from './files.ts';

/** A run that failed, with all that is needed to see it again. */
export interface FailedRun extends Failure {
  readonly id: string;
  readonly index: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly seed: number;
  /** What to type to run it again. */
  readonly command: string;
}

/**
 * The folder of a sweep: `runs/<id>.json` for each result, `failed/<id>.json` for each failure, `kept/<id>.*` for what is kept. A file that is
 * there is a run that is done: there is no other bookkeeping, so any process may be killed at any time.
 */
export interface ResultFolder {
  readonly path: string;
  isDone(id: string): boolean;
  isFailed(id: string): boolean;
  /** Ids with a result, and with a failure. */
  done(): Set<string>;
  failed(): Set<string>;
  read(id: string): RunRecord | undefined;
  readFailure(id: string): FailedRun | undefined;
  /** Keeps a result. False if there is another one already whose last state differs: that is a fault of the engine or of a machine. */
  write(record: RunRecord, files: readonly KeptFile[]): boolean;
  fail(failure: FailedRun): void;
  /** Ids of runs that came to two different ends. */
  conflicts(): string[];
  /** Forgets a failure, so that it is run again. */
  forget(id: string): void;
  /** Takes over what another folder holds: results, failures, kept files. */
  take(other: ResultFolder): void;
}

export function openFolder(path: string): ResultFolder {
  const at = (kind: string, id: string): string => join(path, kind, `${id}.json`);
  const names = (kind: string): string[] => {
    const folder = join(path, kind);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /^[0-9a-f]{24}\.json$/.test(name))
      .map((name) => name.slice(0, 24));
  };
  const read = (id: string): RunRecord | undefined =>
    readJson(at('runs', id)) as RunRecord | undefined;
  return {
    path,
    isDone: (id) => existsSync(at('runs', id)),
    isFailed: (id) => existsSync(at('failed', id)),
    done: () => new Set(names('runs')),
    failed: () => new Set(names('failed')),
    read,
    readFailure: (id) => readJson(at('failed', id)) as FailedRun | undefined,
    write(record, files) {
      const { id } = record;
      const before = read(id);
      if (before !== undefined && before.hash !== record.hash) {
        makeFolder(join(path, 'conflicts'));
        writeWhole(
          at('conflicts', id),
          `${JSON.stringify({ id, results: [before, record] }, null, 1)}\n`,
        );
        return false;
      }
      if (before !== undefined) return true;
      if (files.length > 0) makeFolder(join(path, 'kept'));
      for (const { ending, bytes } of files)
        writeWhole(join(path, 'kept', `${id}${ending}`), bytes);
      makeFolder(join(path, 'runs'));
      // Last, since it says that all the rest is there.
      writeWhole(at('runs', id), `${JSON.stringify(record)}\n`);
      rmSync(at('failed', id), { force: true });
      return true;
    },
    fail(failure) {
      makeFolder(join(path, 'failed'));
      writeWhole(at('failed', failure.id), `${JSON.stringify(failure, null, 1)}\n`);
    },
    conflicts: () => names('conflicts'),
    forget: (id) => rmSync(at('failed', id), { force: true }),
    take(other) {
      makeFolder(path);
      for (const name of readdirSync(other.path)) {
        const isOurs = ['runs', 'failed', 'kept', 'conflicts'].includes(name);
        // The sweep, its scene and meshes.
        if (!isOurs)
          cpSync(join(other.path, name), join(path, name), { recursive: true, force: false });
      }
      for (const id of other.done()) {
        const record = other.read(id)!;
        const files = (record.kept ?? []).map((ending) => ({
          ending,
          bytes: readFileSync(join(other.path, 'kept', `${id}${ending}`)),
        }));
        this.write(record, files);
      }
      for (const id of other.failed()) if (!this.isDone(id)) this.fail(other.readFailure(id)!);
      for (const id of other.conflicts()) {
        makeFolder(join(path, 'conflicts'));
        copyFileSync(join(other.path, 'conflicts', `${id}.json`), at('conflicts', id));
      }
    },
  };
}
