import { rotationMatrix } from '../../geometry/sdf/place.ts';
import { quatFromMat3, quatToMat3 } from '../../math/quat.ts';

/**
 * q = quaternion of a rotation as everywhere in a scene: turns about the fixed x, then y, then z axis [degrees], or a
 * quaternion.
 */
export function quatFromAngles(q: Float64Array, at: number, degrees: readonly number[]): void {
  quatFromMat3(q, at, rotationMatrix(degrees), 0);
}

/** pose = 3×4 map from a quaternion and a position. */
export function poseFromQuat(
  pose: Float64Array,
  q: Float64Array,
  at: number,
  position: ArrayLike<number>,
  from: number,
): void {
  quatToMat3(pose, 0, q, at);
  // The matrix was written as nine numbers in a row: spread it to rows of four, last row first.
  for (let r = 2; r >= 0; r--) {
    for (let c = 2; c >= 0; c--) pose[4 * r + c] = pose[3 * r + c];
  }
  for (let r = 0; r < 3; r++) pose[4 * r + 3] = position[from + r];
}

/** A 3×4 rigid map from a scene's position [m] and rotation. */
export function poseFromScene(
  position: readonly number[],
  rotation: readonly number[],
): Float64Array {
  const pose = new Float64Array(12);
  const R = rotationMatrix(rotation);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) pose[4 * r + c] = R[3 * r + c];
    pose[4 * r + 3] = position[r];
  }
  return pose;
}
