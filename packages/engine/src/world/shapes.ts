import { check, InputError } from '../core/errors.ts';
import { meshMass } from '../geometry/mass.ts';
import { checkMesh, repairMesh } from '../geometry/mesh-check.ts';
import { meshSdf } from '../geometry/mesh-sdf.ts';
import { compileShape } from '../geometry/sdf/compile.ts';
import type { MeshShape, Shape } from '../geometry/sdf/shape.ts';
import { solidify } from '../geometry/solidify.ts';
import { tetSurface } from '../geometry/tet-mesh.ts';
import type { Sdf, TetMesh, TriangleMesh } from '../geometry/types.ts';
import { isTetMesh, readMesh, readTetMesh } from '../io/index.ts';

/** Gives the bytes of a file that a scene names. The engine itself never opens files. */
export type Files = (name: string) => Uint8Array;

/** A shape ready for building: its distance field and, if it is a mesh as it stands, that mesh. */
export interface SolidShape {
  readonly sdf: Sdf;
  readonly mesh: TriangleMesh | null;
  /** The tetrahedra it is made of, if its file has some. */
  readonly tets: TetMesh | null;
  /** The closed surface of a solid that was made around a mesh that bounds none; null where the mesh itself does. */
  readonly solid: TriangleMesh | null;
  /** What was done to the mesh, in words; empty if nothing was. */
  readonly done: string;
}

export function compileSceneShape(
  shape: Shape,
  path: string,
  files: Files | undefined,
): SolidShape {
  const resolve = (one: Shape, at: string): Sdf | undefined =>
    one.type === 'mesh' ? loadMesh(one, at, files).sdf : undefined;
  const plain =
    shape.type === 'mesh' && shape.position === undefined && shape.rotation === undefined;
  if (plain) {
    return loadMesh(shape, path, files);
  }
  const sdf = compileShape(shape, { resolve, path });
  return { sdf, mesh: null, tets: null, solid: null, done: '' };
}

function loadMesh(shape: MeshShape, path: string, files: Files | undefined): SolidShape {
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
  if (faults.length === 0) return { sdf: meshSdf(mesh), mesh, tets, solid: null, done: '' };
  const broken = faults.find((f) => ['shape', 'non-finite', 'index'].includes(f.kind));
  check(broken === undefined, () => broken?.message ?? '', path);
  check(shape.repair !== false, () => faults[0].message, path);
  // A mended surface is no longer that of the tetrahedra.
  return mend(mesh) ?? located(path, () => solidAround(mesh));
}

/** The mesh with its flaws mended, if that is safe. */
function mend(given: TriangleMesh): SolidShape | null {
  try {
    const { mesh, done } = repairMesh(given);
    return { sdf: meshSdf(mesh), mesh, tets: null, solid: null, done: done.join(', ') };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** A solid made around a mesh that bounds none; the mesh itself is what is seen, and rides on it. */
function solidAround(mesh: TriangleMesh): SolidShape {
  const { mesh: solid, filled, wrapped, radius } = solidify(mesh);
  const parts = [
    filled > 0
      ? `${filled} ${filled === 1 ? 'piece' : 'pieces'} filled as if holes were closed`
      : '',
    wrapped > 0
      ? `${wrapped} open ${wrapped === 1 ? 'piece' : 'pieces'} made ${(2 * radius).toPrecision(2)} m thick`
      : '',
  ].filter((text) => text !== '');
  const volume = meshMass(solid).volume;
  const own = Math.abs(signedVolume(mesh));
  const differs = own > 0 ? `, the mesh as it stands says ${own.toPrecision(3)}` : '';
  const done = `the mesh bounds no solid; one was made around it (${parts.join(', ')}): ${volume.toPrecision(3)} m³${differs}`;
  return { sdf: meshSdf(solid), mesh, tets: null, solid, done };
}

/** What the triangles enclose if they are taken at their word [m³]. */
function signedVolume({ positions: x, triangles }: TriangleMesh): number {
  const o = 3 * triangles[0];
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) =>
      [0, 1, 2].map((d) => x[3 * triangles[t + k] + d] - x[o + d]),
    );
    sum +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
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
