import type { PoseChange } from 'pliant';
import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';

const now = new Matrix4();
const [place, turn, scale] = [new Vector3(), new Quaternion(), new Vector3()];

/** Where a matrix puts things, without its scale. */
export function poseOf(matrix: Matrix4): {
  position: [number, number, number];
  rotation: [number, number, number, number];
} {
  matrix.decompose(place, turn, scale);
  return { position: place.toArray(), rotation: turn.toArray() };
}

/** Where an object is in the world now. */
export function worldMatrix(object: Object3D): Matrix4 {
  object.updateWorldMatrix(true, false);
  return object.matrixWorld;
}

/** Calls `move` with where an object is, times `offset`, whenever it is elsewhere than it was. */
export function createFollower(
  object: Object3D,
  offset: Matrix4,
  move: (pose: PoseChange) => void,
): () => void {
  const last = worldMatrix(object).clone();
  return () => {
    if (worldMatrix(object).equals(last)) return;
    last.copy(object.matrixWorld);
    move(poseOf(now.multiplyMatrices(last, offset)));
  };
}
