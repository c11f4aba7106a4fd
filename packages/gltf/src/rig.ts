import { InputError } from 'pliant/core';
import { localMatrix } from './clips.ts';
import type { Clip, Figure, FigureMesh } from './figure.ts';
import { invertAffine4, type Mat4, multiply4, transformPoint } from './mat4.ts';
import { createNames } from './names.ts';

/** The bones of a skin, parents before children, in metres and in the coordinates of the scene. */
export interface Rig {
  readonly name: string;
  readonly skin: number;
  readonly bones: readonly Bone[];
  /** Bone of each joint of the skin. */
  readonly boneOf: Int32Array;
  /** From the skin's vertices in the file to the rest shape in the scene. */
  readonly place: Mat4;
  /**
   * How far the joints disagree about that place, as a part of the figure's size: 0 where the file's pose is the one it
   * was bound in.
   */
  readonly posed: number;
}

export interface Bone {
  readonly name: string;
  readonly node: number;
  /** Index of the bone that carries it, −1 for none. */
  readonly parent: number;
  /** From the joint's own axes to the rest shape. */
  readonly rest: Mat4;
  readonly restInverse: Mat4;
}

/** A node's map into the scene, `unit` being the turn and scale of the import. */
export function worldMatrix(
  figure: Figure,
  unit: Mat4,
  clip: Clip | null,
  node: number,
  time: number,
): Mat4 {
  let m = localMatrix(figure, clip, node, time);
  for (let at = figure.nodes[node].parent; at >= 0; at = figure.nodes[at].parent) {
    m = multiply4(localMatrix(figure, clip, at, time), m);
  }
  return multiply4(unit, m);
}

/**
 * The rig of a skin. A vertex p is drawn at Σ w_j · world_j · bind_j · p, so the rest shape is place · p with place =
 * world · bind of the first bone; where the file's pose is the one it was bound in, all joints agree.
 */
export function createRig(
  figure: Figure,
  skin: number,
  unit: Mat4,
  takeName: (wanted: string, fallback: string) => string,
): Rig {
  const { joints, inverseBind, name } = figure.skins[skin];
  const order = sortJoints(figure, joints);
  const places = joints.map((node, j) =>
    multiply4(worldMatrix(figure, unit, null, node, 0), inverseBind[j]),
  );
  const place = places[order[0]];
  const boneOf = new Int32Array(joints.length);
  order.forEach((joint, b) => {
    boneOf[joint] = b;
  });
  const names = createNames();
  const bones = order.map((j): Bone => {
    const bind = invertAffine4(inverseBind[j]);
    const rest = bind && multiply4(place, bind);
    const restInverse = rest && invertAffine4(rest);
    if (!rest || !restInverse) {
      throw new InputError(
        `matrix ${j} flattens space. Export the file again.`,
        `skins[${skin}].inverseBindMatrices`,
      );
    }
    const up = parentJoint(figure, joints, joints[j]);
    return {
      name: names(figure.nodes[joints[j]].name, 'joint'),
      node: joints[j],
      parent: up < 0 ? -1 : boneOf[up],
      rest,
      restInverse,
    };
  });
  const posed = disagreement(
    figure.meshes.filter((mesh) => mesh.skin === skin),
    places,
    place,
  );
  return { name: takeName(name, 'skeleton'), skin, bones, boneOf, place, posed };
}

/** The joint that carries a node, through nodes that are no joints; −1 for none. */
function parentJoint(figure: Figure, joints: readonly number[], node: number): number {
  for (let at = figure.nodes[node].parent; at >= 0; at = figure.nodes[at].parent) {
    const found = joints.indexOf(at);
    if (found >= 0) return found;
  }
  return -1;
}

function sortJoints(figure: Figure, joints: readonly number[]): number[] {
  const depth = joints.map((node) => {
    let steps = 0;
    for (let at = figure.nodes[node].parent; at >= 0; at = figure.nodes[at].parent) steps++;
    return steps;
  });
  return joints.map((_, j) => j).sort((a, b) => depth[a] - depth[b] || a - b);
}

function disagreement(meshes: readonly FigureMesh[], places: readonly Mat4[], place: Mat4): number {
  const [a, b] = [new Float64Array(3), new Float64Array(3)];
  let [most, size] = [0, 0];
  for (const { positions, influences, joints, weights } of meshes) {
    const step = 3 * Math.max(1, Math.floor(positions.length / 3 / 2000));
    transformPoint(b, 0, place, positions, 0);
    for (let i = 0; i < positions.length; i += step) {
      transformPoint(a, 0, place, positions, i);
      size = Math.max(size, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
      for (let k = 0; k < influences; k++) {
        const o = (influences * i) / 3 + k;
        if (weights[o] === 0) continue;
        const c = new Float64Array(3);
        transformPoint(c, 0, places[joints[o]], positions, i);
        most = Math.max(most, weights[o] * Math.hypot(a[0] - c[0], a[1] - c[1], a[2] - c[2]));
      }
    }
  }
  return size > 0 ? most / size : 0;
}
