import {
  type BodyInput,
  type Embedded,
  InputError,
  makeSolid,
  type World,
  type WorldBody,
} from 'pliant/core';
import { BufferGeometry, type Material, Matrix4, Mesh, Quaternion, Vector3 } from 'three';
import { type CutSkin, createCutSkin } from './cut-skin.ts';
import type { DragTarget } from './dragger.ts';
import { createNearestTriangle, type NearestTriangle } from './nearest-triangle.ts';
import { drivenGeometry, readGeometry } from './user-geometry.ts';

export interface SoftMeshOptions extends Partial<Omit<BodyInput, 'position' | 'rotation'>> {
  /**
   * How a mesh that is not closed becomes a solid, and how thick what is wrapped [m]: see `makeSolid`; `notes` tells.
   */
  solid?: 'auto' | 'fill' | 'wrap';
  thickness?: number;
  /** Drawn on the faces that cuts lay bare, with UVs in metres; the mesh's own (first) material if missing. */
  cutMaterial?: Material;
}

/** A mesh of the user's that a soft body moves. */
export interface SoftMesh {
  /**
   * The user's mesh; while it follows a body it has a geometry of its own, with the user's UVs, colours, groups and
   * triangle order.
   */
  readonly mesh: Mesh;
  /** Pieces that were cut off, beside the mesh in its parent. */
  readonly pieces: readonly Mesh[];
  /** The mesh and its pieces for `createDragger`. */
  readonly targets: readonly DragTarget[];
  /** The body for a scene or for `add`: the mesh welded and mended, standing where the mesh stands now. */
  readonly body: BodyInput;
  /** What was mended or left out, in words. */
  readonly notes: readonly string[];
  /** Ties the mesh to its body, which is in the world now. */
  follow(world: World): SoftMesh;
  /** Shows the body as it is now; with `alpha`, between the last two steps. Call after stepping, before rendering. */
  update(options?: { alpha?: number }): void;
  /** Gives the mesh its own geometry back, where it stood, and frees the one that moved. */
  dispose(): void;
}

/**
 * Makes a `THREE.Mesh` soft. Its triangles, indexed or not, with seams, groups and several materials, are welded
 * and mended for the solid, and what is open gets a thickness; what is drawn is the mesh
 * itself: every vertex moves with the matter it lies in, normals and tangents turn with it. After a cut the body's
 * own surface is drawn, dressed like the mesh.
 *
 *     const soft = createSoftMesh(mesh, { name: 'duck', material: { young: 2e4 } });
 *     const world = createWorld({ format: 'pliant/1', name: 'pond', bodies: [soft.body] });
 *     soft.follow(world);
 *     // every frame
 *     world.advance(seconds);
 *     soft.update({ alpha: world.alpha });
 */
export function createSoftMesh(mesh: Mesh, options: SoftMeshOptions = {}): SoftMesh {
  checkUserMesh(mesh);
  const { cutMaterial, solid, thickness, ...fields } = options;
  const before = { geometry: mesh.geometry, material: mesh.material, matrix: mesh.matrix.clone() };
  const [place, turn, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  mesh.updateWorldMatrix(true, false);
  mesh.matrixWorld.decompose(place, turn, scale);
  const user = readGeometry(before.geometry, scale);
  const { shape, notes } = shapeOf(fields.shape);
  const body = {
    material: { young: 1e5 },
    ...fields,
    name: fields.name ?? (mesh.name || 'mesh'),
    shape,
    position: place.toArray(),
    rotation: turn.toArray(),
  } as BodyInput;

  function shapeOf(given: unknown): { shape: unknown; notes: string[] } {
    const said = Object.keys(before.geometry.morphAttributes).length
      ? ['morph targets are left out: the body moves the vertices.']
      : [];
    if (given !== undefined) return { shape: given, notes: said };
    const { positions, triangles } = user;
    const { boundary, done } = makeSolid({ positions, triangles }, { solid, thickness });
    const list = { positions: [...boundary.positions], triangles: [...boundary.triangles] };
    return { shape: { type: 'mesh', ...list }, notes: [...done.map(withWay), ...said] };
  }

  let world: World | null = null;
  let live: WorldBody | null = null;
  let embedded: Embedded | null = null;
  let whole: BufferGeometry | null = null;
  /** How many triangles the body had when the mesh began to follow it: every cut adds some. */
  let uncut = 0;
  let nearest: NearestTriangle | null = null;
  const list = Array.isArray(before.material) ? before.material : [before.material];
  const dressed = [...list, cutMaterial ?? list[0]];
  const skins = new Map<Mesh, { skin: CutSkin; topology: number }>();
  const pieces = new Map<string, Mesh>();

  /** Draws a body that was cut, or a piece of it. */
  const drawCut = (of: WorldBody, target: Mesh, alpha: number | undefined): void => {
    of.draw({ alpha });
    let known = skins.get(target);
    if (known?.topology !== of.topology) {
      if (target.geometry !== before.geometry) target.geometry.dispose();
      nearest ??= createNearestTriangle(user.positions, user.triangles);
      known = { skin: createCutSkin(user, nearest, of, list.length), topology: of.topology };
      skins.set(target, known);
      target.geometry = known.skin.geometry;
      target.material = dressed;
    }
    known.skin.changed();
    stand(target);
  };
  const drawWhole = (alpha: number | undefined): void => {
    embedded!.draw({ alpha });
    const { position, normal, tangent } = whole!.attributes;
    (position.array as Float32Array).set(embedded!.positions);
    (normal.array as Float32Array).set(embedded!.normals);
    if (tangent !== undefined)
      for (let i = 0; i < embedded!.tangents.length; i++)
        tangent.array[4 * Math.floor(i / 3) + (i % 3)] = embedded!.tangents[i];
    if (mesh.geometry !== whole) {
      mesh.geometry.dispose();
      mesh.geometry = whole!;
      mesh.material = before.material;
      skins.delete(mesh);
    }
    stand(mesh);
  };
  const drop = (name: string): void => {
    const piece = pieces.get(name)!;
    piece.removeFromParent();
    piece.geometry.dispose();
    skins.delete(piece);
    pieces.delete(name);
  };
  const follows = (): void => {
    const left = new Set(pieces.keys());
    for (const piece of world!.bodies) {
      if (piece.origin !== live!.origin || piece.name === live!.name) continue;
      left.delete(piece.name);
      if (pieces.has(piece.name)) continue;
      const target = new Mesh(new BufferGeometry(), dressed);
      target.name = piece.name;
      target.castShadow = mesh.castShadow;
      target.receiveShadow = mesh.receiveShadow;
      mesh.parent?.add(target);
      pieces.set(piece.name, target);
    }
    for (const name of left) drop(name);
  };
  const soft: SoftMesh = {
    mesh,
    get pieces() {
      return [...pieces.values()];
    },
    get targets() {
      const whole = { positions: user.positions, triangles: user.triangles };
      return [mesh, ...pieces.values()].map((one) => ({
        name: one === mesh ? body.name : one.name,
        mesh: one,
        surface: skins.get(one)?.skin.surface ?? whole,
      }));
    },
    body,
    notes,
    follow(next) {
      world = next;
      live = next.body(body.name);
      uncut = live.surface.triangles.length;
      const { positions, normals, tangents } = user;
      embedded = live.embed(positions, { normals, tangents: tangents ?? undefined });
      whole = drivenGeometry(before.geometry, user);
      soft.update();
      return soft;
    },
    update({ alpha } = {}) {
      if (world === null || live === null) return;
      follows();
      if (live.surface.triangles.length === uncut && pieces.size === 0) drawWhole(alpha);
      else drawCut(live, mesh, alpha);
      for (const [name, piece] of pieces) drawCut(world.body(name), piece, alpha);
    },
    dispose() {
      for (const name of [...pieces.keys()]) drop(name);
      if (mesh.geometry !== before.geometry) mesh.geometry.dispose();
      whole?.dispose();
      mesh.geometry = before.geometry;
      mesh.material = before.material;
      mesh.matrix.copy(before.matrix);
      mesh.matrixAutoUpdate = true;
      world = live = null;
    },
  };
  return soft;
}

/** What was filled may have been meant to be open. */
const withWay = (done: string): string =>
  done.startsWith('filled') ? `${done}; solid: 'wrap' keeps it open` : done;

/** Refuses what is no mesh, and meshes that are drawn elsewhere than where their vertices lie. */
function checkUserMesh(mesh: Mesh): void {
  const fault = (what: string): never => {
    throw new InputError(what, 'mesh');
  };
  if (mesh?.isMesh !== true || mesh.geometry === undefined)
    fault('must be a THREE.Mesh with a geometry. Of a loaded model take one of its meshes.');
  if ('isInstancedMesh' in mesh)
    fault('must be a plain THREE.Mesh, got an InstancedMesh. Make a mesh for each instance.');
  if ('isSkinnedMesh' in mesh)
    fault(
      'must be a plain THREE.Mesh, got a SkinnedMesh, which its bones move already. Make a Mesh of its geometry, and hold the body by bones: docs/recipes/animation.md.',
    );
}

const undone = new Matrix4();

/** Vertices are in the world's coordinates: whatever the parent does is taken back. */
function stand(mesh: Mesh): void {
  for (const attribute of ['position', 'normal', 'tangent'])
    if (mesh.geometry.attributes[attribute]) mesh.geometry.attributes[attribute].needsUpdate = true;
  mesh.geometry.boundingSphere = null;
  mesh.geometry.boundingBox = null;
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  if (mesh.parent === null) mesh.matrix.identity();
  else {
    mesh.parent.updateWorldMatrix(true, false);
    mesh.matrix.copy(undone.copy(mesh.parent.matrixWorld).invert());
  }
  mesh.matrixWorldNeedsUpdate = true;
}
