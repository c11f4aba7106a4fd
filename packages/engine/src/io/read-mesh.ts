import { InputError } from '../core/errors.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { advised } from './advice.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { isBinaryStl, readStl } from './stl.ts';
import { asciiText, createWordReader, isWord, nextLine, nextWord } from './text.ts';

export type MeshFormat = 'obj' | 'stl' | 'ply';

/** Lines looked at when telling formats apart. */
const LOOK = 200;

/**
 * The format of a mesh file: by its contents where they are clear, else by the ending of its name; null if neither
 * helps.
 */
export function meshFormat(bytes: Uint8Array, name = ''): MeshFormat | null {
  if (asciiText(bytes, 0, 3) === 'ply') return 'ply';
  if (isBinaryStl(bytes)) return 'stl';
  const ending = /\.(obj|stl|ply)$/i.exec(name)?.[1].toLowerCase();
  if (ending !== undefined) return ending as MeshFormat;
  const r = createWordReader(bytes);
  for (let line = 0; line < LOOK; line++) {
    if (nextWord(r)) {
      if (isWord(r, 'solid')) return 'stl';
      if (isWord(r, 'v') || isWord(r, 'f')) return 'obj';
    }
    if (!nextLine(r)) break;
  }
  return null;
}

export interface ReadOptions {
  /** Take a file without faces as a cloud of points, with no triangles. */
  readonly points?: boolean;
}

/**
 * Reads an OBJ, STL or PLY file. `name` (the file's name, if known) helps where the contents do not tell the format.
 */
export function readMesh(bytes: Uint8Array, name = '', options: ReadOptions = {}): TriangleMesh {
  switch (meshFormat(bytes, name)) {
    case 'obj':
      return advised(name, () => readObj(bytes, options));
    case 'stl':
      return advised(name, () => readStl(bytes));
    case 'ply':
      return advised(name, () => readPly(bytes, options));
    default:
      throw new InputError(
        `the file begins with "${asciiText(bytes, 0, 16)}", which is not a mesh format that is read here. Export it as OBJ, STL or PLY.`,
        name === '' ? 'byte 0' : name,
      );
  }
}
