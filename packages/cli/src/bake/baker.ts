import { basename, dirname, extname, join } from 'node:path';
import type { World, WorldBody } from 'pliant';
import { type Output, openOutput } from '../files.ts';

/** What a bake needs to know before its first frame. */
export interface BakePlan {
  readonly world: World;
  /** Times of the frames [s]. */
  readonly times: readonly number[];
  /** Frames a second. */
  readonly rate: number;
  readonly out: string;
  /** Names of the bodies to write; all if missing. */
  readonly bodies: readonly string[] | undefined;
  readonly tolerance: number | undefined;
  readonly targets: number | undefined;
  readonly joints: number | undefined;
  /** A file of what is drawn: vertices, texture coordinates and materials of an imported file. */
  readonly drawn: Uint8Array | undefined;
  /** What moves the vertices of a GLB. */
  readonly as: 'morph' | 'skin';
}

/** Writes a run in one format, a frame at a time. Files get their names in `end`. */
export interface Baker {
  frame(): void;
  /** Finishes everything and says what there is to know about it. */
  end(): Promise<string[]> | string[];
}

/** Files that are being written together: all get their names at the end, or none. */
export interface Outputs {
  open(path: string): Output;
  /** A file of which all is known now; many of them do not stay open. */
  whole(path: string, bytes: Uint8Array): void;
  commit(): string[];
  discard(): void;
}

export function createOutputs(): Outputs {
  const files: { path: string; output: Output }[] = [];
  const open = (path: string): Output => {
    const output = openOutput(path);
    files.push({ path, output });
    return output;
  };
  return {
    open,
    whole(path, bytes) {
      const output = open(path);
      output.write(bytes);
      output.close();
    },
    commit() {
      for (const { output } of files) output.commit();
      return files.map(({ path }) => path);
    },
    discard() {
      for (const { output } of files) output.discard();
    },
  };
}

/** The bodies of a plan as they are now, pieces included. */
export function bodiesOf({ world, bodies }: BakePlan): WorldBody[] {
  return world.bodies.filter(({ name }) => bodies === undefined || bodies.includes(originOf(name)));
}

/** The name of the body that a piece came off: `liver` of `liver/1`. */
const originOf = (name: string): string => name.replace(/(\/\d+)+$/, '');

/** A name as part of a file's: what file systems do not like becomes -. */
const inFile = (name: string): string =>
  name.replace(/[<>:"/\\|?*]/g, '-').replace(/^\.+|[. ]+$/g, '-');

/** `run.mdd` for one body, `run.ball.mdd` for one of several; another ending if given. */
export function pathFor(out: string, part: string | null, ending = extname(out)): string {
  const stem = basename(out, extname(out));
  return join(dirname(out), `${stem}${part === null ? '' : `.${inFile(part)}`}${ending}`);
}

/** `run_0007.obj`. */
export function framePath(out: string, frame: number, part: string | null = null): string {
  const number = String(frame).padStart(4, '0');
  const stem = basename(out, extname(out));
  return join(
    dirname(out),
    `${stem}${part === null ? '' : `.${inFile(part)}`}_${number}${extname(out)}`,
  );
}
