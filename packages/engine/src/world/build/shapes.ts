import { check, InputError } from '../../core/errors.ts';
import { checkMesh, repairMesh } from '../../geometry/mesh/check.ts';
import { compileShape } from '../../geometry/sdf/compile.ts';
import { meshSdf } from '../../geometry/sdf/mesh.ts';
import type { MeshShape, Shape } from '../../geometry/sdf/shape.ts';
import { tetSurface } from '../../geometry/tets/mesh.ts';
import type { Sdf, TetMesh, TriangleMesh } from '../../geometry/types.ts';
import { isTetMesh, readMesh, readTetMesh } from '../../io/index.ts';

/** Returns the bytes of a file that a scene names. The engine itself never opens files. */
export type Files = (name: string) => Uint8Array;

/** A shape ready for building: its distance field and, if it is a mesh as it stands, that mesh. */
export interface SolidShape {
  readonly sdf: Sdf;
  readonly mesh: TriangleMesh | null;
  /** The tetrahedra it is made of, if its file has some. */
  readonly tets: TetMesh | null;
}

export function compileSceneShape(
  shape: Shape,
  path: string,
  files: Files | undefined,
): SolidShape {
  const resolve = (one: Shape, at: string): Sdf | undefined =>
    one.type === 'mesh' ? meshSdf(loadMesh(one, at, files).mesh) : undefined;
  const plain =
    shape.type === 'mesh' && shape.position === undefined && shape.rotation === undefined;
  if (plain) {
    const { mesh, tets } = loadMesh(shape, path, files);
    return { sdf: meshSdf(mesh), mesh, tets };
  }
  return { sdf: compileShape(shape, { resolve, path }), mesh: null, tets: null };
}

type Loaded = Pick<SolidShape, 'tets'> & { readonly mesh: TriangleMesh };

function loadMesh(shape: MeshShape, path: string, files: Files | undefined): Loaded {
  let mesh: TriangleMesh;
  let tets: TetMesh | null = null;
  if (typeof shape.file === 'string') {
    const name = shape.file;
    check(
      files !== undefined,
      () => `"${name}" cannot be read: pass a "files" function that gives its bytes.`,
      `${path}.file`,
    );
    tets = isTetMesh(name) ? located(`${path}.file`, () => readTetMesh(name, files)) : null;
    mesh = tets
      ? tetSurface(tets).mesh
      : located(`${path}.file`, () => readMesh(files(name), name));
  } else {
    mesh = {
      positions: Float64Array.from(shape.positions as number[]),
      triangles: Int32Array.from(shape.triangles as number[]),
    };
  }
  // Faces that touch each other at an edge or a corner still bound a solid: distances do not mind.
  const faults = checkMesh(mesh).filter(
    (f) => f.severity === 'error' && f.kind !== 'touch' && f.kind !== 'vertex',
  );
  if (faults.length === 0) return { mesh, tets };
  const serious = faults.find((f) => !f.repairable);
  check(serious === undefined, () => serious?.message ?? '', path);
  check(shape.repair !== false, () => faults[0].message, path);
  // A mended surface is no longer that of the tetrahedra.
  return { mesh: located(path, () => repairMesh(mesh).mesh), tets: null };
}

/** Adds the place in the scene to an error that does not know it. */
export function located<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InputError && !error.message.startsWith(path)) {
      throw new InputError(error.message, path);
    }
    throw error;
  }
}
