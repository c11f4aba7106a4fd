import { InputError } from '../core/errors.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { writeObj } from './obj.ts';
import { writePly } from './ply.ts';
import { writeStl } from './stl.ts';

/** Writes a mesh in the format that the ending of a name says: .obj, .stl or .ply. */
export function writeMesh(mesh: TriangleMesh, name: string): Uint8Array {
  switch (/\.(obj|stl|ply)$/i.exec(name)?.[1].toLowerCase()) {
    case 'obj':
      return writeObj(mesh);
    case 'stl':
      return writeStl(mesh);
    case 'ply':
      return writePly(mesh);
    default:
      throw new InputError('must end in .obj, .stl or .ply, got another ending. Rename it.', name);
  }
}
