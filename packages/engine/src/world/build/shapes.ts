import { check, InputError } from '../../core/errors.ts';
import { note } from '../../core/notes.ts';
import { meshMass, signedVolume } from '../../geometry/mass.ts';
import { checkMesh } from '../../geometry/mesh/check.ts';
import { withoutStrays } from '../../geometry/mesh/strays.ts';
import { compileShape } from '../../geometry/sdf/compile.ts';
import { meshSdf } from '../../geometry/sdf/mesh.ts';
import { rotationMatrix } from '../../geometry/sdf/place.ts';
import type { MeshShape, Rotation, Shape, Vec3 } from '../../geometry/sdf/shape.ts';
import { isHarmless, makeSolid } from '../../geometry/solid/make.ts';
import type { SolidKind } from '../../geometry/solid/parts.ts';
import { tetSurface } from '../../geometry/tets/mesh.ts';
import type { Sdf, TetMesh, TriangleMesh } from '../../geometry/types.ts';
import { isTetMesh, readMesh, readTetMesh } from '../../io/index.ts';
import type { SceneBody } from '../../scene/schema.ts';

/** Returns the bytes of a file that a scene names. The engine itself never opens files. */
export type Files = (name: string) => Uint8Array;

/** A shape ready for building: its distance field and, if it is a mesh, that mesh. */
export interface SolidShape {
  readonly sdf: Sdf;
  /** Its closed surface, if it came as a mesh. */
  readonly mesh: TriangleMesh | null;
  /** The mesh to draw, if it bounds no solid and `mesh` was made around it. */
  readonly seen: TriangleMesh | null;
  /** The tetrahedra it is made of, if its file has some. */
  readonly tets: TetMesh | null;
}

/** The source of a mesh in a scene. */
interface MeshSource {
  readonly file?: unknown;
  readonly positions?: unknown;
  readonly triangles?: unknown;
  readonly scale?: unknown;
  readonly position?: Vec3;
  readonly rotation?: Rotation;
}

/** Compiles a shape of a scene; repairs of its meshes are noted. */
export function compileSceneShape(
  shape: Shape,
  path: string,
  files: Files | undefined,
): SolidShape {
  const resolve = (one: Shape, at: string): Sdf | undefined =>
    one?.type === 'mesh'
      ? solidMesh({ ...one, position: undefined, rotation: undefined }, at, files).sdf
      : undefined;
  if (shape?.type === 'mesh') return solidMesh(shape, path, files);
  return {
    sdf: compileShape(shape, { resolve, path }),
    mesh: null,
    seen: null,
    tets: null,
  };
}

/** Loads a mesh from its file or scene, scaled and posed; with `tets` if it has some and is not moved. */
export function loadMesh(
  source: MeshSource,
  path: string,
  files: Files | undefined,
): { mesh: TriangleMesh; tets: TetMesh | null } {
  let mesh: TriangleMesh;
  let tets: TetMesh | null = null;
  if (typeof source.file === 'string') {
    const name = source.file;
    check(
      files !== undefined,
      () => `"${name}" cannot be read. Pass a "files" function that returns its bytes.`,
      `${path}.file`,
    );
    tets = isTetMesh(name) ? located(`${path}.file`, () => readTetMesh(name, files)) : null;
    mesh = tets
      ? tetSurface(tets).mesh
      : located(`${path}.file`, () => readMesh(files(name), name));
  } else {
    mesh = {
      positions: Float64Array.from(source.positions as number[]),
      triangles: Int32Array.from(source.triangles as number[]),
    };
  }
  const gathered = withoutStrays(mesh);
  if (gathered.strays > 0)
    note(`put ${gathered.strays} vertices that no triangle uses on the surface.`, path);
  mesh = gathered.mesh;
  const { scale = 1, position, rotation } = source;
  if (scale === 1 && position === undefined && rotation === undefined) return { mesh, tets };
  const R = rotationMatrix(rotation ?? [0, 0, 0]);
  const p = position ?? [0, 0, 0];
  const at = mesh.positions.map((x) => x * (scale as number));
  const positions = at.map((_, i) => {
    const [v, row] = [i - (i % 3), 3 * (i % 3)];
    return R[row] * at[v] + R[row + 1] * at[v + 1] + R[row + 2] * at[v + 2] + p[i % 3];
  });
  return { mesh: { ...mesh, positions }, tets: null };
}

function solidMesh(shape: MeshShape, path: string, files: Files | undefined): SolidShape {
  const { mesh, tets } = loadMesh(shape, path, files);
  const { repair, solid, thickness } = shape as {
    repair?: boolean;
    solid?: SolidKind;
    thickness?: number;
  };
  if (repair === false) {
    const fault = checkMesh(mesh).find((f) => f.severity === 'error' && !isHarmless(f));
    check(fault === undefined, () => fault?.message ?? '', path);
    return { sdf: meshSdf(mesh), mesh, seen: null, tets };
  }
  const made = located(path, () => makeSolid(mesh, { solid, thickness }));
  const { boundary, surface } = made;
  const seen = boundary === surface ? null : surface;
  noteMends(mesh, boundary, made.done, path);
  return {
    sdf: meshSdf(boundary),
    mesh: boundary,
    seen,
    // A repaired surface no longer matches the tetrahedra.
    tets: boundary === mesh ? tets : null,
  };
}

/** Welded and unused vertices are not reported: every file without indices has them. */
const NO_NEWS = /^(joined|removed) /;

function noteMends(
  given: TriangleMesh,
  boundary: TriangleMesh,
  done: readonly string[],
  path: string,
): void {
  const news = done.filter((text) => !NO_NEWS.test(text));
  if (news.length === 0) return;
  const [before, after] = [Math.abs(signedVolume(given)), meshMass(boundary).volume];
  const part = 100 * (after / before - 1);
  const differs =
    Math.abs(part) < 1000 ? `${part >= 0 ? '+' : ''}${part.toFixed(1)} % against` : 'against';
  note(
    `the mesh bounds no solid as it stands: ${news.join(', ')}. It has ${after.toPrecision(3)} m³, ${differs} ${before.toPrecision(3)} m³ of its triangles as given.`,
    path,
  );
}

/**
 * Adds the path in the scene to an error without one. `fieldOf` names the field below it that an error's own path
 * means.
 */
export function located<T>(path: string, work: () => T, fieldOf?: (inner: string) => string): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.message.startsWith(path)) throw error;
    if (fieldOf === undefined || error.path === '') throw new InputError(error.message, path);
    const text = error.message.slice(error.path.length + 2);
    throw new InputError(text, `${path}.${fieldOf(error.path)}`);
  }
}

/** The field of a body that building calls by a name of its own: a mesh's cell is `model.cell`, or `model.voxel`. */
export function fieldOfBody({ model, detail }: SceneBody): (inner: string) => string {
  const cells: Record<string, string> = {
    frames: 'model.voxel',
    layers: 'model.layers',
    rigid: detail === undefined ? 'shape' : 'detail',
  };
  return (inner) => {
    if (/^(shape|material|model|attachments|rigid|surface|detail)\b/.test(inner)) return inner;
    if (inner === 'cell') return cells[model.type] ?? 'model.cell';
    if (inner === 'cells' && detail !== undefined) return 'detail';
    return inner.startsWith('count') ? 'model.frames' : 'shape';
  };
}
