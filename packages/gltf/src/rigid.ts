import { localMatrix } from './clips.ts';
import type { Clip, Figure, FigureMesh, FigureSkin } from './figure.ts';
import {
  determinant3,
  identity4,
  invertAffine4,
  type Mat4,
  multiply4,
  transformPoint,
} from './mat4.ts';
import { turnNormals, turnOffsets, turnOver } from './place.ts';

/**
 * Gives meshes without a skin the bone that carries them: a hat on a head goes with the joint it hangs on. What a clip
 * moves without any joint gets a skin of one joint, its own node.
 */
export function withCarriers(figure: Figure, clip: Clip | null): Figure {
  const used = new Set(figure.meshes.map(({ skin }) => skin));
  const moved = new Set(clip?.channels.map(({ node }) => node));
  const skins: FigureSkin[] = [...figure.skins];
  const meshes = figure.meshes.map((mesh): FigureMesh => {
    if (mesh.skin >= 0) return mesh;
    const way: number[] = [];
    for (let node = mesh.node; node >= 0; node = figure.nodes[node].parent) {
      const skin = skins.findIndex(({ joints }, s) => used.has(s) && joints.includes(node));
      // Between the joint and the mesh nothing may move, or the joint does not carry it alone.
      if (skin >= 0 && !way.some((one) => moved.has(one))) {
        const joint = skins[skin].joints.indexOf(node);
        const bind = invertAffine4(skins[skin].inverseBind[joint]);
        if (bind === null) break;
        return carried(mesh, multiply4(bind, below(figure, way)), skin, joint);
      }
      way.unshift(node);
    }
    if (!way.some((node) => moved.has(node))) return mesh;
    skins.push({ name: mesh.name, joints: [mesh.node], inverseBind: [identity4()] });
    return carried(mesh, identity4(), skins.length - 1, 0);
  });
  return { ...figure, meshes, skins };
}

/** The map of a row of nodes, the uppermost first, as the file puts them. */
function below(figure: Figure, nodes: readonly number[]): Mat4 {
  let m: Mat4 = identity4();
  for (const node of nodes) m = multiply4(m, localMatrix(figure, null, node, 0));
  return m;
}

/** A mesh that one joint carries, `place` taking it to where the skin's vertices are. */
function carried(mesh: FigureMesh, place: Mat4, skin: number, joint: number): FigureMesh {
  const vertices = mesh.positions.length / 3;
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3)
    transformPoint(positions, i, place, mesh.positions, i);
  const triangles = mesh.triangles.slice();
  if (determinant3(place) < 0) turnOver(triangles);
  const joints = new Uint16Array(4 * vertices);
  const weights = new Float64Array(4 * vertices);
  for (let v = 0; v < vertices; v++) {
    joints[4 * v] = joint;
    weights[4 * v] = 1;
  }
  return {
    ...mesh,
    skin,
    positions,
    triangles,
    normals: mesh.normals && turnNormals(mesh.normals, place),
    morphs: mesh.morphs.map(({ name, offsets }) => ({
      name,
      offsets: turnOffsets(offsets, place),
    })),
    influences: 4,
    joints,
    weights,
  };
}
