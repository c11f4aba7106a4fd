import { check } from '../core/errors.ts';
import type { TetMesh } from '../geometry/types.ts';
import { advised } from './advice.ts';
import { readMsh } from './msh.ts';
import { readVtu } from './read-vtu.ts';
import { readTetGen } from './tetgen.ts';

/** The names of the files that make up what is asked for by one name: TetGen keeps nodes and tetrahedra apart. */
export function meshFiles(name: string): string[] {
  const stem = /^(.*)\.(node|ele)$/i.exec(name)?.[1];
  return stem === undefined ? [name] : [`${stem}.node`, `${stem}.ele`];
}

/** True for names of files that hold tetrahedra. */
export function isTetMesh(name: string): boolean {
  return /\.(msh|node|ele|vtu)$/i.test(name);
}

/**
 * Reads a mesh of tetrahedra by the ending of its name: Gmsh's `.msh`, VTK's `.vtu`, or TetGen's `.node` and `.ele`,
 * of which either may be named.
 */
export function readTetMesh(name: string, files: (name: string) => Uint8Array): TetMesh {
  check(
    isTetMesh(name),
    () =>
      'is not a mesh of tetrahedra that is read here. Export it as .msh, .vtu, or .node and .ele.',
    name,
  );
  const all = meshFiles(name).map(files);
  return advised(name, () => {
    if (all.length === 2) return readTetGen(all[0], all[1]);
    return /\.vtu$/i.test(name) ? readVtu(all[0]) : readMsh(all[0]);
  });
}
